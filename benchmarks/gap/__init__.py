"""Reasoning–execution gaps on recorded datasets, after the paper "Say One Thing, Do Another?" (arXiv 2510.02204).

Each step is scored twice: whether the executed action is right (EM), and whether the action that the thought announces
is right (GTA).

commands
 command           `gap`: scores predictions; dispatches the subcommands below
 match_command     `gap match`: matches single records
 sample_command    `gap sample`: draws steps for people to label
 figures_command   `gap figures`: draws the paper's figures
 listing           `gap rules`, `gap datasets`, `gap forms`, `gap merge`
 arguments         parses options of the form MODEL=VALUE
 progress          progress on standard error
 tables            result documents as tables

scoring
 records           data types: steps, predictions, matches, defects
 score_command     the scoring run behind `gap`: from options to result documents
 joining           streams a dataset past the predictions of one or more models
 scoring           counts of one model under one rule
 measures          measures beside the gaps: type accuracy, grounding, texts, episodes
 summary           converts counts to result documents; merges shards
 defects           counts defects of the input
 documents         parses result and sample documents, for figures
 agent_actions     converts this runtime's actions to predictions

packages
 datasets          loaders: recorded steps with their correct actions
 predictions       parsers: a model's output with its thoughts
 rules             the published matching rules
 evaluators        read a thought and return the action that it announces
 agreement         people's labels, and how far an evaluator agrees with them

samples for people to label
 strata            divides the steps into strata and chooses how many to draw from each
 sampling          draws a sample and writes its folder
 samples           the documents of a sample
"""
