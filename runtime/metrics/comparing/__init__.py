"""Compares agents and runs: metric by metric and task by task, with what the numbers can show and what was required."""
