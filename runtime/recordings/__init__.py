"""Recorded runs for reading: episodes as timelines, why they failed, and how two of them differ.

run           a run folder: episodes, scores, evidence, problems
action_words  actions in words, for people (pure)
timeline      an episode step by step
failures      why episodes failed
rows          the rows of a run's tables: episodes, steps, turns, events (pure)
tables        reads the tables
data_frames   the tables as pandas data frames
"""
