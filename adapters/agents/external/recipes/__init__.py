"""Recipes that run published agents unmodified."""
