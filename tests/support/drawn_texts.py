"""The texts of drawn figures: which there are, and which overlap."""

from __future__ import annotations

import re
from itertools import combinations

from matplotlib.text import Text


def words(svg: bytes) -> list[str]:
    """Returns the texts of an SVG, whose letters are outlines, from the comment before each text."""
    return re.findall("<!-- (.*?) -->", svg.decode())


def overlaps(figure) -> list[str]:
    """Returns the texts that overlap or extend beyond the page."""
    figure.draw_without_rendering()  # legends have their place only then
    renderer = figure.canvas.get_renderer()
    boxes = [
        (text.get_text(), text.get_window_extent(renderer))
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip()
    ]
    found = [
        f"outside: {text}"
        for text, box in boxes
        if box.x0 < 0 or box.y0 < 0 or box.x1 > figure.bbox.width or box.y1 > figure.bbox.height
    ]
    for (item, here), (other, there) in combinations(boxes, 2):
        across = min(here.x1, there.x1) - max(here.x0, there.x0)
        down = min(here.y1, there.y1) - max(here.y0, there.y0)
        if across > 2 and down > 3:  # lines may share the room of their descenders
            found.append(f"{item} on {other}")
    return found
