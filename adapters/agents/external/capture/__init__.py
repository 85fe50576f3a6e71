"""Reconstructs an external program's actions from its ADB traffic."""
