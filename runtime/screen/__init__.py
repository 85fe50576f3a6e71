"""Screens as values: the accessibility tree, screen patterns and frames. Pure."""
