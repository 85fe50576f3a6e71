"""Draws the paper's figures from result documents: first computes their data (pure), then draws them.

documents       parses result and sample documents
display_names   unambiguous names of datasets, models and kinds of action
series          the data of each figure, or the input that it lacks
splines         smooth curves that preserve sums between their points
labels          breaks labels into lines and replaces characters without a glyph
style           settings and fonts for matplotlib, without pyplot
page_layout     a page with positions in inches
rendering       reproducible SVG and PNG files
quadrants, distributions, radar, curves, scaling      one figure each: `draw(series) -> Figure`
"""
