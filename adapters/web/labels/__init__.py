"""Annotators' page for traces: several people label a run without knowing the agent or the judges' verdicts.

questions    the questions about a trace and their possible answers        pure
sampling     which traces are labelled, and in which order                 pure
sheets       a trace as an annotator sees it                               pure
marks        one decision, and each annotator's last decisions             pure
agreement    agreement between annotators, and of judges with them         pure
recording    reads traces and judges' scores from a run folder
folder       RUN/labels: the sample, and a file of decisions for each annotator
page         the server; page.html, page.js and screens.js run in the browser
hearing      runs judges on the sample
report       the report as a document
tables       the report as tables
command      `python -m runtime.bench label RUN`
"""
