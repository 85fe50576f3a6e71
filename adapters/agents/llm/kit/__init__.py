"""Shared by in-process agents behind a model: requests, pictures, marks, histories, presets."""
