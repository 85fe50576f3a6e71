"""The accessibility tree of a screen, as Android writes it."""
