"""The reader's rule for the first or the last of the times that a page shows. Pure."""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.words import spans, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Finish

_TIME = re.compile(r"(?:^|\bat |\bfrom )(\d{1,2}:\d{2})\b")
_EDGE = re.compile(r"\b(?P<first>first|earliest|next)\b|\b(?P<last>last|latest)\b", re.IGNORECASE)
_FEW = 2
"""Times of the shortest timetable."""


def _slots(mind: Mind, seen: Seen) -> list[Control]:
    """What begins at a time, from top to bottom; below a heading that was told by name only what stands under it."""
    controls = list(seen.controls)
    for name in mind.seeking.names(mind.request):
        at = next((at for at, one in enumerate(controls) if words(one.label) == words(name)), None)
        if at is not None and controls[at].role == "row":
            alike = [n for n, one in enumerate(controls) if n > at and _alike(one, controls[at])]
            under = controls[at + 1 : alike[0] if alike else None]
            controls = under if any(_TIME.search(one.label) for one in under) else controls
    found = [
        one
        for one in controls
        if one.role in ("row", "button") and any(_TIME.search(text) for text in (one.label, *one.texts))
    ]
    return found if len(found) >= _FEW else []


def _alike(one: Control, other: Control) -> bool:
    if _TIME.search(one.label):
        return False
    return one.resource_id == other.resource_id and one.center[0] == other.center[0] and one.role == other.role


def _time(control: Control) -> str:
    return next(found[1] for text in (control.label, *control.texts) if (found := _TIME.search(text)) is not None)


def last_or_first(mind: Mind, seen: Seen) -> Decision | None:
    """When the first or the last of several begins: its time, once the page is about all that was told."""
    edge = _EDGE.search(mind.instruction)
    if edge is None or mind.travel.at_home or not re.search(r"\b(?:when|what time|time)\b", mind.instruction):
        return None
    slots = _slots(mind, seen)
    on = [word for one in seen.controls if one.on for word in words(one.label)]
    days = {at for at, word in enumerate(mind.request.said) if word in _DAYS}
    if not slots or not all(mind.request.said[at] in on or at in mind.served for at in days):
        return None
    texts = (seen.title, seen.head, *seen.free, *(one.label for one in seen.controls))
    names = mind.seeking.names(mind.request)
    if not all(mind.at(one) & mind.served or any(spans(words(one), words(text)) for text in texts) for one in names):
        return None
    times = [_time(one) for one in slots]
    return Decision((Finish(max(times) if edge["last"] else min(times)),), thought="That is when it begins.")


_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
