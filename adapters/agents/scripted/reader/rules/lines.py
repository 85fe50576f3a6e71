"""The reader's rules for what was put into a basket: one more of a line, and a choice that each line has. Pure."""

from __future__ import annotations

import re
from collections import Counter

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.words import content, telling, words
from adapters.agents.scripted.reader.screen.buttons import goes_on
from adapters.agents.scripted.reader.screen.counters import steps_up
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision

_EXTRA = re.compile(
    r"\b(?:(?:an? )?(?:extra|additional)|another|(?:one|a) (?:second|more)|one more)"
    r" (?!of\b|time\b|one\b)(?P<what>[^.,;“”\"]+?)(?= (?:and|to|from|in|on|with|for|as|than)\b|[.,;]|$)",
    re.IGNORECASE,
)
_ALL = frozenset(("all", "any", "anything", "everything", "each", "every", "whole", "nothing"))
"""Words by which people and buttons say that it is for every line."""
_SHORT = 4
"""Words of the longest value that stands beside each line."""


def extra(mind: Mind, seen: Seen) -> Decision | None:
    """`+` beside what was told to be one more than there is."""
    for found in _EXTRA.finditer(mind.instruction):
        told = words(found["what"])
        places = frozenset(mind.at(found["what"]))
        # What led here may be said of it as well: `picked` alone tells that it was done.
        if not places or f"one more {found['what']}" in mind.trail.picked or not any(map(telling, told)):
            continue
        for control in seen.controls:
            near = words(" ".join((control.label, *control.near[:2])))
            more = steps_up(control) is True and mind.fresh(control, "extra") and "to" not in words(control.label)
            if more and all(any(likeness(one, word) >= 1 for one in near) for word in told if telling(word)):
                mind.placed |= places
                mind.trail.picked.add(f"one more {found['what']}")
                return mind.touch(control, "one more of those", "extra", places=frozenset())
    return None


def each(mind: Mind, seen: Seen) -> Decision | None:
    """What stands the same beside each line is a choice for it; something told may be chosen behind it."""
    if "buy" not in mind.request.deeds or not any(goes_on(one, mind.request) for one in seen.buttons):
        return None
    ear = mind.ear
    phrases = [one for one in mind.request.phrases if not one.object and not mind.served & set(one.places)]
    said = mind.request.said
    if not any(ear.worth(at) for one in phrases for at in one.places if at in ear.live):
        return None
    if not any(said[at] in _ALL for one in phrases for at in one.places):
        return None
    rows = [one for one in seen.controls if one.role == "row" and one.resource_id and not one.texts[1:]]
    many = Counter((one.resource_id, one.label) for one in rows)
    for one in rows:
        several = many[one.resource_id, one.label] > 1 and len(words(one.label)) <= _SHORT
        if several and content(one.label) and mind.useful(one):
            return mind.touch(one, "each line has that", places=frozenset())
    return None


def everything(mind: Mind, seen: Seen) -> Decision | None:
    """`Add all to basket`, where all of what the page is about was told to be bought."""
    request = mind.request
    whole = {"all", "everything"}
    told = any(one.object and whole & {request.said[at] for at in one.places} for one in request.phrases)
    if "buy" not in request.deeds or not told or not mind.trail.passed & mind.object:
        return None
    for one in seen.buttons:
        own = words(one.label)
        if whole & set(own) and goes_on(one, request) and mind.fresh(one, seen.title):
            return mind.touch(one, "all of it was told", seen.title, places=frozenset())
    return None


def for_all(mind: Mind, seen: Seen) -> Decision | None:
    """What was chosen for one line is used for all, if all were told."""
    if not mind.settled_here or not _ALL & set(mind.request.said):
        return None
    for one in seen.controls:
        own = set(words(one.label))
        all_ = own & (_ALL - {"nothing", "any"}) and own & {"use", "apply", "for", "to"}
        if one.role in ("button", "row") and all_ and mind.fresh(one, seen.title):
            return mind.touch(one, "it was told of all", seen.title, places=frozenset())
    return None
