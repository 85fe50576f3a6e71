"""The figures of the paper on the reasoning–execution gap: first their data (pure), then the drawing.

results         what is drawn: results of agents, and samples
display_names   unambiguous names of datasets, models and kinds of action
series          the data of each figure, or the input that it lacks
splines         smooth curves that preserve sums between their points
rendering       the figure of any series
quadrants, distributions, radar, curves, model_size      one figure each: `draw(series) -> Figure`
"""
