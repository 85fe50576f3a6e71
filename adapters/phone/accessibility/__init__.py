"""The accessibility tree of a screen and the XML formats in which Android dumps it."""
