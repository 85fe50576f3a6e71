"""What an instruction asks for: the steps that it spells out, what it wants, and how labels of controls fit its words.

lexicon     the word lists of words.toml
likeness    how well the label of a control fits words
steps       the steps of an instruction that spells out a way
wishes      what an instruction wants that spells out none
"""
