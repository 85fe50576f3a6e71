"""A figure as SVG and PNG: no date, no version, fixed identifiers, so that the same values give the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from matplotlib.figure import Figure

from benchmarks.gap.figures import curves, distributions, quadrants, radar, scaling
from benchmarks.gap.figures import series as values
from benchmarks.gap.figures.style import DPI, settings


@dataclass(frozen=True, slots=True)
class Rendered:
    """The two files of a figure."""

    svg: bytes
    png: bytes


def figure(series: values.Series) -> Figure:
    """Draw a figure; within `style.settings()`."""
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
            return scaling.draw(series)


def render(series: values.Series) -> Rendered:
    """Draw a figure and save it both ways."""
    with settings():
        drawn = figure(series)

        def saved(**options: object) -> bytes:
            target = BytesIO()
            drawn.savefig(target, **options)  # type: ignore[arg-type]
            return target.getvalue()

        svg = saved(format="svg", metadata={"Date": None, "Creator": None})
        return Rendered(svg, saved(format="png", dpi=DPI, metadata={"Software": None}))
