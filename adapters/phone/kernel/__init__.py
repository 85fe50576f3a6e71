"""The virtual phone as an event engine: fingers, keys, commands and time in, a new state out."""
