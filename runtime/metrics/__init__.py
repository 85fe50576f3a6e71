"""From events and verdicts to numbers. Pure.

tally      one episode: events and verdicts → Score (marks by subject)
counts     what follows from a Score: met, success, hits, violations, lost, …
reducers   many scores → one exact mean per metric; merges in any order
intervals  how sure a mean is: Wilson, bootstrap over intents, paired tests
paired     one metric of two players, or of one player in two runs, compared task by task
report     many scores → the metrics document of a run, by agent and group
gaps       what was done against what was said: the cells of a run's steps
differences  where judges, or the user and a judge, see the same episodes otherwise
voting     several judges' verdicts made into one
reliability  kappas
origin     which versions, models and prompts verdicts come from
quadrants  whether what a thought announces and what was executed are right: four cells of steps, incrementally
agreement  two judges' (or a judge's and people's) scores of the same episodes compared
"""

from __future__ import annotations
