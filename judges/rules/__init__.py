"""The rule judge and what it is made of."""
