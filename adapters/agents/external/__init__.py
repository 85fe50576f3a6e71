"""Runs unmodified programs as agents: serves them a private ADB server and reads their actions from its traffic."""
