"""A page for figures, with positions in inches from its top left corner that are computed before drawing."""

from __future__ import annotations

from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from adapters.figures.drawing.labels import printable, wrapped
from adapters.figures.drawing.style import DPI, SOFT, drawable_characters, text_width

LEADING = 1.28
"""Line height divided by font size."""
MARGIN = 0.15
NOTE = 6.5
"""Font size of the note at the foot of a page, in points."""


def fit_lines(text: str, inches: float, size: float, *, bold: bool = False, most: int = 4) -> list[str]:
    """Breaks a text into lines for a column of the given width in inches."""
    return wrapped(
        printable(text, drawable_characters()), inches * 72, lambda part: text_width(part, size, bold=bold), most
    )


def line_height(lines: int, size: float) -> float:
    """The height of a number of lines in inches; `size` is the font size in points."""
    return lines * size * LEADING / 72


class Page:
    """A figure under construction. `note` is placed at its foot, below `height` inches of content."""

    def __init__(self, width: float, height: float, note: str = "") -> None:
        foot = fit_lines(note, width - 2 * MARGIN, NOTE, most=6) if note else []
        self.width = width
        self.height = height + (line_height(len(foot), NOTE) + MARGIN if foot else 0)
        self.figure = Figure(figsize=(self.width, self.height), dpi=DPI)
        FigureCanvasAgg(self.figure)
        for index, line in enumerate(foot):
            self.text(MARGIN, height + line_height(index, NOTE), line, size=NOTE, color=SOFT, down="top")

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes in a rectangle of the page."""
        rectangle = (
            left / self.width,
            1 - (top + height) / self.height,
            width / self.width,
            height / self.height,
        )
        return self.figure.add_axes(rectangle)

    def sheet(self) -> Axes:
        """Add frameless axes that cover the page, in inches from its top left corner."""
        axes = self.frameless_axes(0, 0, self.width, self.height)
        axes.invert_yaxis()
        return axes

    def frameless_axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add frameless axes in a rectangle of the page, in inches from its lower left corner."""
        axes = self.axes(left, top, width, height)
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(0, height)
        return axes

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 8,
        across: Literal["left", "center", "right"] = "left",
        down: Literal["top", "center", "bottom"] = "center",
        **more: Any,
    ) -> Text:
        """Add a line of text."""
        return self.figure.text(
            x / self.width,
            1 - y / self.height,
            printable(text, drawable_characters()),
            fontsize=size,
            ha=across,
            va=down if "rotation" in more or down != "center" else "center_baseline",
            **more,
        )

    def lines(self, x: float, y: float, lines: list[str], *, size: float = 8, **more: Any) -> None:
        """Add lines of text below each other; `y` is the middle of the first."""
        for index, line in enumerate(lines):
            self.text(x, y + line_height(index, size), line, size=size, **more)
