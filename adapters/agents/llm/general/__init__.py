"""The generic agent framework, for GUI models and for general models."""
