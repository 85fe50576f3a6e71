"""Computes metrics from events and verdicts. Pure.

tally      one episode: events and verdicts → Score (marks by subject)
counts     counts derived from a Score: met, success, hits, violations, lost, …
reducers   many scores → one exact mean per metric; mergeable in any order
intervals  confidence intervals of means (Wilson, bootstrap over intents) and paired tests
paired     compares one metric of two players, or of one player in two runs, task by task
report     many scores → the metrics document of a run, by agent and group
gaps       reasoning–execution gap of a run's steps, by player and clarity level
quadrants  the four cells of the reasoning–execution gap, updated step by step
differences  disagreements between judges, and between the user and a judge
agreement  agreement of two judges (or a judge and people) on the same episodes
voting     combines several judges' verdicts into one
reliability  agreement beyond chance (kappas)
origin     versions, models and prompts behind a judge's verdicts
beside     metrics of several judges of the same episodes, side by side
"""

from __future__ import annotations
