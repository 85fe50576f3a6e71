"""Recorded runs in formats that other programs read.

csv_files      the tables of a run as CSV (pure)
parquet_files  the same tables as Parquet
atif           an episode as a trajectory in Harbor's ATIF (pure)
trace_events   the episodes as a timeline for Perfetto (pure)
command        `export`
"""
