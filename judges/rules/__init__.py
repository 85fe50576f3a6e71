"""The rule judge and its parts."""
