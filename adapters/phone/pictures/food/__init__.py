"""Dishes, drawn by seed."""
