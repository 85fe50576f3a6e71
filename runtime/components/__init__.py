"""Finds and creates the parts of a run: agents, users, judges, models, prompts."""
