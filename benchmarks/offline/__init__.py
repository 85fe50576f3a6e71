"""Reasoning–execution gaps on recorded datasets (the paper "Say One Thing, Do Another?", arXiv 2510.02204)."""
