"""Detects that a touch added or removed something in its row: a tick set or cleared, a count up or down by one. Pure.

What can be removed had been added before, so the row reveals a choice that no page has shown.
"""

from __future__ import annotations

import re

from judges.evidence.screens import single_line
from judges.evidence.trail import Move
from runtime.screen.tree import UiNode

_STATE = re.compile(r" \[(?:on|off|checked|selected)\]")
_ON = re.compile(r" \[(?:on|checked|selected)\]")
_COUNT = re.compile(r"(?<![\w.,:])\d+(?!\w|[.,:]\d)")
"""A number that stands alone: not part of a time, price or fraction."""


def added_by_touch(move: Move) -> bool | None:
    """Whether a touch added something in its row (True) or removed it (False); None if neither is visible."""
    before = move.before.text if move.before is not None else None
    after = move.after.text if move.after is not None else None
    if before is None or after is None or before.page != after.page or move.target is None:
        return None
    if len(before.lines) != len(after.lines):
        return None  # rows were added or removed, so they cannot be paired
    name = _name(move.target)
    changed = [(old, new) for old, new in zip(before.lines, after.lines, strict=True) if old != new]
    steps = {_row_change(old, new) for old, new in changed if name and old.startswith(name)}
    return steps.pop() > 0 if len(steps) == 1 and 0 not in steps else None


def _name(target: UiNode) -> str:
    """The first text of the row, which names it."""
    return next((single_line(node.text or node.desc) for node in target.walk() if node.text or node.desc), "")


def _row_change(old: str, new: str) -> int:
    """1 if the new row has one tick or one unit more than the old one, -1 if one less, else 0."""
    if _STATE.sub("", old) == _STATE.sub("", new):
        ticks = len(_ON.findall(new)) - len(_ON.findall(old))
        return (ticks > 0) - (ticks < 0)
    if _COUNT.sub("#", old) != _COUNT.sub("#", new):
        return 0
    counts = zip(_COUNT.findall(old), _COUNT.findall(new), strict=True)
    differing = [int(now) - int(was) for was, now in counts if was != now]
    return differing[0] if len(differing) == 1 and abs(differing[0]) == 1 else 0
