"""Attacks: strategies that try to win scores without doing the task, played over the suite and over draws of it.

public_suite       what an attack may know: slots, options, instructions, and references of other intents
strategy, scripts  what a strategy is, and how its script is written
answers, questions, injections, actions, bypasses, timing      the strategies, by topic
catalogue          all of them by name
targets            the tasks: the published ones and procedural draws
measure            plays strategies on virtual phones
results            what a strategy won, and which bars that breaks
table, command     the report, and `python -m benchmarks.attacks`
"""
