"""Seeded pictures of dishes."""
