"""Checks across records: duplicate steps, records of other datasets, swapped x and y. Pure.

Memory is one bit per step, independent of the size of the records.
"""

from __future__ import annotations

import re
from typing import Final

from benchmarks.gap.datasets.fields import Record
from benchmarks.gap.records import Boxes, Defect, Point

_DENSE: Final = 4096
"""Numbers of steps below this limit are stored as bits; others, which are rare, in a set."""
_MIN_STRAY: Final = 2
"""Minimum number of clicks outside all boxes for a finding; fewer prove nothing."""
_CONTAINER: Final = 0.25
"""Boxes with a larger share of the screen are ignored: they contain swapped points as well."""
_HEX: Final = re.compile(r"[0-9a-f]{32}")
_AITZ_SUBSETS: Final = frozenset(("general", "install", "google_apps", "single", "web_shopping"))


class SeenSteps:
    """The steps seen so far: an integer per episode, with one bit per step."""

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}
        self._rare: set[tuple[str, int]] = set()

    def add(self, episode: str, step: int) -> bool:
        """Add a step; return whether it was seen before."""
        if not 0 <= step < _DENSE:
            before = (episode, step) in self._rare
            self._rare.add((episode, step))
            return before
        bits, bit = self._bits.get(episode, 0), 1 << step
        self._bits[episode] = bits | bit
        return bool(bits & bit)


class SwappedAxesCheck:
    """Detects datasets whose points or boxes have x and y swapped: most of their clicks miss all boxes."""

    def __init__(self) -> None:
        self._clicks = 0
        self._stray = 0
        self._first = ""

    def add_click(self, click: Point, swapped: Point, boxes: Boxes, source: str) -> None:
        """Add a click, the same click with x and y swapped, and the boxes of its screen; all in fractions."""
        y, x, height, width = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
        small = height * width <= _CONTAINER
        if not small.any():
            return
        self._clicks += 1
        bottom, right = y + height, x + width
        if (small & (y <= click[1]) & (click[1] <= bottom) & (x <= click[0]) & (click[0] <= right)).any():
            return
        if (small & (y <= swapped[1]) & (swapped[1] <= bottom) & (x <= swapped[0]) & (swapped[0] <= right)).any():
            self._stray += 1
            self._first = self._first or source

    def finding(self, source: str) -> Defect | None:
        """Return the defect to report after the last record; None if the axes look right."""
        if self._stray < _MIN_STRAY or self._stray * 2 <= self._clicks:
            return None
        return Defect(
            "swapped",
            source,
            f"{self._stray} of {self._clicks} clicks lie beside every box, but in one when x and y are swapped "
            f"(the first at {self._first}): are the points or the boxes [x, y] where [y, x] is meant?",
        )


def guess_dataset(record: Record) -> str:
    """Guesses the dataset of a record from features that only one dataset has; empty if there are none."""
    if "result_action_type" not in record:
        if isinstance(record.get("steps"), list) and "goal" in record:
            return "androidcontrol-options"
        return ""
    subset = record.get("subset")
    if subset is None:
        path = record.get("image_path")
        subset = path.split("/", 1)[0] if isinstance(path, str) else ""
    if subset == "android_control" or "low_instruction" in record:
        return "androidcontrol-agentcpm"
    if subset in _AITZ_SUBSETS or "coat_action_desc" in record:
        return "aitz"
    episode = record.get("episode_id")
    if subset == "domestic" or (isinstance(episode, str) and _HEX.fullmatch(episode)):
        return "cagui"
    return ""
