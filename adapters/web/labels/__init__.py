"""The annotators' page: several people label the traces of a run without knowing who played or what judges said.

questions    what is asked about a trace, and which answers there are             pure
sampling     which traces, in which order: the same for everybody                 pure
sheets       a trace as a person sees it                                          pure
marks        one decision of an annotator, and the last one on each question      pure
agreement    how far annotators agree with each other, and judges with them       pure
recording    reads the traces and the judges' scores of a run folder
folder       RUN/labels: the sample, and a file of decisions for each annotator
page         the server; page.html, page.css, page.js, screens.js are what the browser shows
hearing      hears judges on the sample, now
report       puts the figures together
tables       the report for people
command      `python -m runtime.bench label RUN`
"""
