"""Screens as values: the accessibility tree, patterns over screens, frames. Pure."""
