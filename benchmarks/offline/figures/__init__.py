"""The paper's figures from result documents: what they show is computed (pure), then drawn.

documents   result and sample documents as values
splines     a curve through points whose bands are never negative
series      what each figure shows, or what it would need; no drawing library
style, page, labels                                   matplotlib without pyplot; sizes, colours, words that fit
quadrants, distributions, radar, curves, scaling      one figure each: `draw(series) -> Figure`
rendering   a figure as SVG and PNG, the same bytes every time
"""
