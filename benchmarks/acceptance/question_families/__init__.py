"""Labelled questions to the user: paraphrase families filled from a suite's tasks, labels known from construction.

`families` fills templates and says what must come out, without ever asking the classifier; `development` holds the
templates that the rules were worked on with, `set_aside` those that were written before and are only measured.
"""
