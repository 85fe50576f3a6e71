"""Recorded runs for reading: episodes as timelines, why they failed, how runs differ, and their tables.

run               a run folder: episodes, scores, evidence, problems
action_words      actions in words, for people (pure)
timeline          an episode step by step
replay_plan       what to do again to come back to a step, and whether that succeeded (pure)
alignment         two episodes step by step: what they have in common (pure)
failures          why episodes failed
outcomes          which episodes were solved
sides             the sides of a comparison, and why their episodes failed
comparison_texts  a comparison in words and cells (pure)
comparison_page   a comparison as an HTML page (pure)
junit             episodes and gates as JUnit XML (pure)
rows              the rows of a run's tables: episodes, steps, turns, events (pure)
tables            reads the tables
data_frames       the tables as pandas data frames
"""
