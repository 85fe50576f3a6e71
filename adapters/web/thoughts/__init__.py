"""Annotators' page for thoughts: does a model's thought announce the correct action?

marks     one decision, and each annotator's last decisions                     pure
sample    reads a folder written by `gap sample`
folder    FOLDER/labels: decisions of two annotators and one adjudicator
page      the server; page.html, page.js and thoughts.css run in the browser
report    agreement of the two annotators, and open conflicts
command   `python -m runtime.bench label FOLDER` for such a folder
"""
