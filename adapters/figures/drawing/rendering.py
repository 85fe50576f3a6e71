"""Renders figures as SVG and PNG without dates, versions or random ids, so that equal data gives equal bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from matplotlib.figure import Figure

from adapters.figures.drawing.style import DPI, settings


@dataclass(frozen=True, slots=True)
class Rendered:
    """The contents of the two files of a figure."""

    svg: bytes
    png: bytes


def render(draw: Callable[[], Figure]) -> Rendered:
    """Draws a figure and returns it as SVG and PNG."""
    with settings():
        drawn = draw()

        def encode(**options: object) -> bytes:
            target = BytesIO()
            drawn.savefig(target, **options)  # type: ignore[arg-type]
            return target.getvalue()

        svg = encode(format="svg", metadata={"Date": None, "Creator": None})
        return Rendered(svg, encode(format="png", dpi=DPI, metadata={"Software": None}))
