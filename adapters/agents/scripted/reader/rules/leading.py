"""Whether the touch that should have ended a deed only led to where it is done. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.words import words
from adapters.agents.scripted.reader.rules import survey, told
from adapters.agents.scripted.reader.screen.buttons import closes
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind

_SEVERAL = 3
"""Boxes from which there is something to choose."""


def leads_on(mind: Mind, seen: Seen) -> bool:
    """Whether something is still to be done on the page that was just opened."""
    return _unfinished(mind, seen) or _goes_on(mind, seen) or _picks(mind, seen) or _nothing_added(mind, seen)


def _unfinished(mind: Mind, seen: Seen) -> bool:
    """Whether the deed only led to where it is done: its button below a choice, a field for the words told, or a
    choice with an end of its own.
    """
    again = bool(seen.groups) and any(
        one.label == mind.pressed and one.role in ("button", "row") and not one.texts[1:] for one in seen.controls
    )
    fields = any(one.role == "field" and not mind.seeking.is_box(one) for one in seen.controls)
    chooses = mind.ending != -1 and survey.asks_more(mind, seen)
    return again or chooses or (fields and mind.seeking.owed(mind.request))


def _goes_on(mind: Mind, seen: Seen) -> bool:
    """Whether the deed led to a page on which something told is still to be chosen, with a button to end it."""
    told_ = any(
        mind.useful(one) and mind.ear.rate(one.label, (one.label,)).exact for one in seen.controls if one.role == "row"
    )
    return told_ and any(closes(one, mind.request) and one.role in ("button", "row") for one in seen.buttons)


def _picks(mind: Mind, seen: Seen) -> bool:
    """Whether `Add ...` led to where what was told by name is looked for."""
    ear = mind.ear
    box = any(one.role == "field" and mind.seeking.is_box(one) for one in seen.controls)
    return box and words(mind.pressed)[:1] in told.NEW and any(at in ear.named for at in ear.live)


def _nothing_added(mind: Mind, seen: Seen) -> bool:
    """Whether `Add ...` or `New ...` opened a page with a form still to be filled in, or with boxes to tick of which
    none is ticked.
    """
    if words(mind.pressed)[:1] not in told.NEW:
        return False
    boxes = [one for one in seen.controls if one.role == "choice"]
    fields = any(one.role == "field" and not mind.seeking.is_box(one) for one in seen.controls)
    ends = any(closes(one, mind.request) for one in seen.buttons)
    return (len(boxes) >= _SEVERAL and not any(one.on for one in boxes)) or (fields and ends)
