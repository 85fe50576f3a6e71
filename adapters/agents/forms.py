"""The reader's rules for pages that are filled in, begun, or that have more to offer than they show. Pure."""

from __future__ import annotations

from adapters.agents.buttons import goes_on
from adapters.agents.mind import Mind
from adapters.agents.screen import Seen
from adapters.agents.seeking import is_called
from adapters.agents.words import akin, content, deeds_of, kind_of, words
from runtime.actions import Decision

_TIMELY = frozenset(("duration", "time", "length", "period", "long"))
"""Labels of rows behind which a span of time is chosen."""
_MENU = frozenset(("edit", "more", "options", "manage"))
"""First words of labels behind which there is more to do."""
_IDLE = frozenset(("clear", "previous", "next", "delete", "remove", "cancel", "close"))
"""First words of labels behind which nothing is chosen."""
_LOOKS = 4
"""Rows looked into without a reason of their own."""


def begin(mind: Mind, seen: Seen) -> Decision | None:
    """Something new, if that is what was asked for and it is not begun yet."""
    unplaced = [name for name in mind.seeking.names(mind.request) if not mind.placed & mind.at(name)]
    if "make" not in mind.request.deeds and not unplaced:
        return None
    if not mind.travel.believed or mind.begun or any(one.role == "field" for one in seen.controls):
        return None
    for control in seen.controls:
        if control.role in ("button", "row") and mind.useful(control) and mind.request.begins(control.label):
            mind.begun = True
            return mind.touch(control, "a new one")
    return None


def look_inside(mind: Mind, seen: Seen) -> Decision | None:
    """Before a commitment: a row or switch half of whose name was told, or a row that says how long.

    A span of time is looked into if one was told and not yet chosen, or if it could be asked for.
    """
    if not mind.is_form(seen):
        return None
    open_ = mind.curious or mind.open_choice == "sweep"
    timely = _TIMELY if open_ or mind.request.quantities(mind.placed) else frozenset()
    for control in seen.controls:
        if control.role in ("row", "switch") and mind.useful(control):
            label = content(control.label)
            if (control.role == "row" and label & timely) or 0 < len(label) <= 2 * len(label & mind.nouns):
                return mind.touch(control, "this has to be chosen before I go on")
    return _look_for(mind, seen)


def _look_for(mind: Mind, seen: Seen) -> Decision | None:
    """A row named by a form of a told word, a time that is not the one told, or any row while much is unplaced."""
    loose = mind.request.loose(mind.placed)
    for control in seen.controls:
        if control.role not in ("row", "button") or not mind.useful(control) or goes_on(control, mind.request):
            continue
        if deeds_of((*words(control.label), "")[0]):
            continue
        if akin(control.label, loose) or (kind_of([control.label]) == "time" and kind_of(loose) == "time"):
            return mind.touch(control, "that may be where it is chosen")
    rows = [
        one
        for one in seen.controls
        if one.role == "row" and mind.fresh(one) and len(one.texts) in (2, 3) and not goes_on(one, mind.request)
        if not _IDLE & set(words(one.label)[:1]) and not mind.request.names(one.label)
    ]
    open_ = mind.curious or (mind.request.specific and len(loose) > 1)
    if not open_ or mind.looked >= _LOOKS or not rows:
        return None
    mind.looked += 1
    return mind.touch(rows[0], "what may be chosen in there?")


def menu(mind: Mind, seen: Seen) -> Decision | None:
    """More that can be done with what is here: its options, or changing it."""
    if not mind.travel.believed or mind.request.informational or mind.is_form(seen) or seen.groups:
        return None
    names = mind.seeking.names(mind.request)
    found = [one for one in seen.controls if mind.useful(one) and _MENU & set(words(one.label)[:1])]
    named = [one for one in found if any(is_called(one.label, name) for name in names)]
    if not found or not (named or mind.seeking.at_hand(found[0], seen, mind.request)):
        return None
    return mind.touch((named or found)[0], "what else can be done with it?")
