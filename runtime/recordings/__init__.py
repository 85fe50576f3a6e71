"""Recorded runs for reading: episodes as timelines, why they failed, and how two of them differ.

run           a run folder: episodes, scores, evidence, problems
rows          the rows of its tables (pure)
tables        reads the tables
data_frames   the tables as pandas data frames
"""
