"""Reasoning–execution gaps on recorded datasets (the paper "Say One Thing, Do Another?", arXiv 2510.02204).

command      `gap` and its verbs; scored does the work, tables, listing and progress tell, arguments
             reads what is said of models
joining      a dataset streamed past the predictions of one or several models
scoring      what is counted of one model under one rule; measures is what is reported beside the gaps
summary      counts as result documents; merges shards
defects      what is wrong with the input

datasets     recorded steps with their truth
predictions  what models did, each with its thought
rules        whether one is the other, by published matchers
evaluators   what a thought announces: by rules, by a model, replayed

strata       steps for people to label (samples, sampling, sample_command)
agreement    what they said, and how far an evaluator agrees
figures      the paper's figures from result documents
acting       this runtime's actions in those words
records      the words that all of them share
"""
