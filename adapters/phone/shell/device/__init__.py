"""The phone as shell commands see it."""
