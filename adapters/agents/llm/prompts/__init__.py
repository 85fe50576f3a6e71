"""Prompts of the subjects as files, one for each text that is sent.

Action names, argument names and formats are their authors'; the sentences are ours. Who compares with published figures
puts the authors' own texts in their place: `--prompts DIR`.
"""
