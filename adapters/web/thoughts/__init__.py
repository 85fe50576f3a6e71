"""The annotators' page for thoughts: does what a model thought announce the action that is right?

marks     one decision, and what is left of many: the last one on each thought                pure
sample    a folder that was drawn by `gap sample`, as this room reads it
folder    FOLDER/labels: a file of decisions for each of two annotators and one who adjudicates
page      the server; page.html, page.js and thoughts.css are what the browser shows
report    how far the two agree, and what is left to be decided
command   what `python -m runtime.bench label FOLDER` does with such a folder
"""
