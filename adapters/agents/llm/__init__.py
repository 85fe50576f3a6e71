"""Agents behind a model: the subjects of the paper and their kin, in-process. Which there is, `list agents` tells.

pictures   a frame as the picture that a model is shown, and what its coordinates on it mean
marks      numbered elements: which there are, and how they are drawn
asking     one question to the model, read as a decision by a format
options    options from the command line
prompts/   texts with versions, in words of ours

Each agent is a *loop* (a class with a straight-line `play`) and a *configuration* (a frozen value); a preset is a name
for the two.
"""
