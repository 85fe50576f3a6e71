"""Draws the figure of any series."""

from __future__ import annotations

from matplotlib.figure import Figure

from adapters.figures.drawing import rendering
from adapters.figures.gap import curves, distributions, model_size, quadrants, radar
from adapters.figures.gap import series as values


def figure(series: values.Series) -> Figure:
    """Draws a figure; call it within `style.settings()`."""
    match series:
        case values.Quadrants():
            return quadrants.draw(series)
        case values.Distributions():
            return distributions.draw(series)
        case values.Radar():
            return radar.draw(series)
        case values.Curves():
            return curves.draw(series)
        case values.Scaling():
            return model_size.draw(series)


def render(series: values.Series) -> rendering.Rendered:
    """Draws a figure and returns it as SVG and PNG."""
    return rendering.render(lambda: figure(series))
