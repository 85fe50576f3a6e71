"""A phone as a value: its complete state as bytes that another phone accepts, and the digest of that state."""
