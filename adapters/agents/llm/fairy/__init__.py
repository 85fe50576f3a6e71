"""Fairy."""
