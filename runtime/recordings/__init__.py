"""Recorded runs for reading: episodes as timelines, why they failed, and how two of them differ."""
