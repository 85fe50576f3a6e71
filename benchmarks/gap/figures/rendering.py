"""Renders figures as SVG and PNG without dates, versions or random ids, so that equal data gives equal bytes."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from matplotlib.figure import Figure

from benchmarks.gap.figures import curves, distributions, model_size, quadrants, radar
from benchmarks.gap.figures import series as values
from benchmarks.gap.figures.style import DPI, settings


@dataclass(frozen=True, slots=True)
class Rendered:
    """The contents of the two files of a figure."""

    svg: bytes
    png: bytes


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


def render(series: values.Series) -> Rendered:
    """Draws a figure and returns it as SVG and PNG."""
    with settings():
        drawn = figure(series)

        def encode(**options: object) -> bytes:
            target = BytesIO()
            drawn.savefig(target, **options)  # type: ignore[arg-type]
            return target.getvalue()

        svg = encode(format="svg", metadata={"Date": None, "Creator": None})
        return Rendered(svg, encode(format="png", dpi=DPI, metadata={"Software": None}))
