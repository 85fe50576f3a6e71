"""Decides which episode plays next on which device, and runs the episodes."""
