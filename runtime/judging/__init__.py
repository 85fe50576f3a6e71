"""Runs judges over the logs of an episode, concurrently, and combines their votes."""
