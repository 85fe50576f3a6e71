"""The virtual phone as an event engine: touches, keys, commands and time produce a new state."""
