"""The paper's figures from result documents: what they show is computed (pure), then drawn.

documents   result and sample documents as values
naming      what datasets, models and kinds are called, so that no two are mixed up
series      what each figure shows, or what it would need
splines     curves through points, between which whatever adds up at the points adds up too
labels      words that fit
style, page                                           matplotlib without pyplot: settings, fonts, places in inches
quadrants, distributions, radar, curves, scaling      one figure each: `draw(series) -> Figure`
rendering   a figure as SVG and PNG, the same bytes every time
"""
