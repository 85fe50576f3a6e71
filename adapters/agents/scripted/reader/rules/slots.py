"""The reader's rules for what is booked by the piece: a time of many, then free places of a plan. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.words import is_time, stem, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision

_FREE = frozenset(("free", "available", "vacant"))
_PLACE = frozenset(("seat", "place", "spot", "berth", "table", "desk"))
_SPECIAL = frozenset(("wheelchair", "companion", "accessible", "premium", "lounge"))
"""Words of places that nobody gets who did not ask for them."""
_COUNTED = frozenset(
    ("ticket", "seat", "place", "adult", "person", "people", "child", "student", "senior", "passenger")
)
_MANY = 3
"""Rows of the shortest list of times that one is chosen from."""
_MOST = 12


def slot(mind: Mind, seen: Seen) -> Decision | None:
    """On the page of what is booked: the time that fits best, else the first."""
    if not _books(mind) or not mind.trail.passed & mind.object:
        return None
    times = [one for one in seen.controls if one.role == "row" and is_time((*words(one.label), "")[0])]
    if not times or any(not mind.fresh(one) for one in times):
        return None
    best = max(times, key=lambda one: mind.ear.rate(one.label, (one.label, *one.texts)).score)
    rating = mind.ear.rate(best.label, (best.label, *best.texts))
    return mind.touch(best, "one of the times", places=rating.places)


def places(mind: Mind, seen: Seen) -> Decision | None:
    """As many free places as are wanted, of the kind that is told or of no kind."""
    if not _books(mind):
        return None
    free = [one for one in seen.controls if _is_free(one) and mind.fresh(one)]
    taken = sum("selected" in words(one.label) or one.on for one in seen.controls if _is_place(one))
    if len(free) < _MANY or taken >= _wanted(mind):
        return None
    said = {stem(word) for word in mind.request.said}
    plain = [one for one in free if not (_SPECIAL & set(words(one.label))) - said] or free
    best = max(plain, key=lambda one: mind.ear.rate(one.label, (one.label,)).score)
    return mind.touch(best, "a free place", places=frozenset())


def _books(mind: Mind) -> bool:
    return "buy" in mind.request.deeds and mind.travel.believed and not mind.request.informational


def _is_place(control: Control) -> bool:
    return control.role in ("row", "button", "tab", "choice") and bool(_PLACE & set(words(control.label)))


def _is_free(control: Control) -> bool:
    return _is_place(control) and not control.on and bool(_FREE & set(words(control.label)))


def _wanted(mind: Mind) -> int:
    """How many people or places were told; one, if no number was."""
    said = mind.request.said
    counts = [
        int(numeral(word))
        for at, word in enumerate(said)
        if numeral(word).isdigit()
        and any(likeness(stem(one), other) >= 1 for one in said[at + 1 : at + 3] for other in _COUNTED)
    ]
    return min(sum(counts) or 1, _MOST)
