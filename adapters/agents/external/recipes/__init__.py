"""Recipes that run published agents unmodified, from the user's own clone."""
