"""How a thought is read for what it announces; `runtime.language.announced` is its face. Pure.

text      a thought as sentences and words, each with its place
places    where on a screen something is said to be
elements  the elements of a screen, to be found by their names and places
targets   which element a phrase means
words     the English words, as data
english   what an English sentence speaks of, and how: as what will be done, or might be
deeds     that as an action
chinese   the same for Chinese
german    and for German
"""
