"""Users: who answers an agent's questions.

rules           answers by rules alone; the conversation that all users keep
personas        rule users of other manners and languages
understanding   what a model is asked about a question, and what its answer makes of it
models          answers by a model's understanding and the rules' words
"""
