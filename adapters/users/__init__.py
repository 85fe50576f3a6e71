"""Simulated users, who answer an agent's questions.

rule_user       classifies and answers by rules; also the conversation that all users share
personas        rule users with other manners and languages
understanding   the model's prompt about a question, and the turn that its answer implies
model_user      classifies by a model, answers by the rules
"""
