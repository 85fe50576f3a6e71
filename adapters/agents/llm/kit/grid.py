"""AppAgent's grid over a screen, as a drawing: numbered cells for what has no number of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2

from adapters.agents.formats.grammar.coordinates import Grid, Screen
from runtime.screen.frames.thumbs import Pixels

_LINE: Final = (255, 116, 113, 255)
_SHADOW: Final = (0, 0, 0, 255)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class GridLines:
    """Lines around the cells, and in each one's upper left corner its number, from 1, row by row."""

    screen: Screen

    @property
    def name(self) -> str:
        return "grid"

    def onto(self, pixels: Pixels) -> None:
        """Draw it; numbers with a shadow, so that they can be read on any ground."""
        grid = Grid(self.screen)
        wide, high = grid.cell
        columns, rows = grid.size
        thick = max(1, wide // 50)
        for row in range(rows):
            for column in range(columns):
                left, top = column * wide, row * high
                cv2.rectangle(pixels, (left, top), (left + wide, top + high), _LINE, max(1, thick // 2))
                place = (left + wide // 20, top + high * 3 // 10)
                number, size = str(row * columns + column + 1), wide / 120
                cv2.putText(
                    pixels, number, (place[0] + thick, place[1] + thick), _FONT, size, _SHADOW, thick, cv2.LINE_AA
                )
                cv2.putText(pixels, number, place, _FONT, size, _LINE, thick, cv2.LINE_AA)
