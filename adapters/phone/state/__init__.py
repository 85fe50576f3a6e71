"""The state of a virtual phone as one frozen value."""
