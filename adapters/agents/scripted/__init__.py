"""Agents without a model: the reader, the sweeper, the monkey, and the two instruments."""
