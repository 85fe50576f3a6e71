"""Parsers of announced actions, by language; use them through `runtime.language.announced`. Pure.

text             splits a thought into sentences and words with positions
places           positions on a screen, as phrases describe them
elements         finds elements of a screen by name and place
targets          resolves a phrase to an element
words            English word lists, as data
english          finds the actions that an English sentence mentions, and whether they will be done
english_actions  converts these mentions into actions
chinese          the same for Chinese
german           the same for German
"""
