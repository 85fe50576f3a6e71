"""What a touch changed in the row that it was on: a tick that came or went, a count that rose or fell by one. Pure.

What can be taken off had been put on, so the row tells of something that no page had shown before.
"""

from __future__ import annotations

import re

from judges.evidence.screens import flat
from judges.evidence.trail import Move
from runtime.screen.tree import UiNode

_STATE = re.compile(r" \[(?:on|off|checked|selected)\]")
_ON = re.compile(r" \[(?:on|checked|selected)\]")
_COUNT = re.compile(r"(?<![\w.,:])\d+(?!\w|[.,:]\d)")
"""A number that stands by itself: no time, price or share."""


def turned(move: Move) -> bool | None:
    """Whether a touch put something on in its row (True) or took it off (False); None: neither is seen."""
    before = move.before.look if move.before is not None else None
    after = move.after.look if move.after is not None else None
    if before is None or after is None or before.page != after.page or move.target is None:
        return None
    if len(before.lines) != len(after.lines):
        return None  # rows came or went: which of them is which is not known
    name = _name(move.target)
    changed = [(old, new) for old, new in zip(before.lines, after.lines, strict=True) if old != new]
    steps = {_step(old, new) for old, new in changed if name and old.startswith(name)}
    return steps.pop() > 0 if len(steps) == 1 and 0 not in steps else None


def _name(target: UiNode) -> str:
    """The first words in the row: what it is the row of."""
    return next((flat(node.text or node.desc) for node in target.walk() if node.text or node.desc), "")


def _step(old: str, new: str) -> int:
    """1 if the second is the first with a tick or one more, -1 if without its tick or with one less, else 0."""
    if _STATE.sub("", old) == _STATE.sub("", new):
        ticks = len(_ON.findall(new)) - len(_ON.findall(old))
        return (ticks > 0) - (ticks < 0)
    if _COUNT.sub("#", old) != _COUNT.sub("#", new):
        return 0
    counts = zip(_COUNT.findall(old), _COUNT.findall(new), strict=True)
    differing = [int(now) - int(was) for was, now in counts if was != now]
    return differing[0] if len(differing) == 1 and abs(differing[0]) == 1 else 0
