"""The reader's rules for who says what to search for, and wants the first of what is found. Pure."""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.words import words
from adapters.agents.scripted.reader.rules import told
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Finish

_SEARCH = re.compile(
    r"\b(?:search(?:ing)?|look(?:ing)?)\b(?: (?:in|on|through|around|my|the|all|of|[A-Z]\w+))*? for"
    r" (?:[“\"‘](?P<quoted>[^”\"’]+)[”\"’]|(?P<plain>[^.,;“”\"]+?))"
    r"(?= (?:in|on|among|and|then|to|with)\b|[.,;]|$)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|top|topmost) (?:\w+ )?(?:result|hit|match|entry|suggestion|find)s?\b", re.IGNORECASE)
_NAME = re.compile(r"\b(?:names?|titles?|called|what|which)\b", re.IGNORECASE)
_BELOW = 60
"""Pixels from the middle of a search box to what is no part of it any more."""


def sought(instruction: str) -> str:
    """What was told to search for, if the first of what is found is wanted."""
    found = _SEARCH.search(instruction) if _FIRST.search(instruction) else None
    return (found["quoted"] or found["plain"]).strip() if found is not None else ""


def result(mind: Mind, seen: Seen) -> Decision | None:
    """Search for just that, whatever the page shows already; then take the first of what is found."""
    name = sought(mind.instruction)
    if not name or mind.topped or not mind.travel.visited:
        return None
    box = next((one for one in seen.controls if one.role == "field" and words(one.label) == words(name)), None)
    if box is None:
        return mind.seeking.search(seen, [name], mind.request, anyway=True)
    mind.placed |= mind.at(name)
    if (choice := told.told_choice(mind, seen)) is not None:
        return choice
    row = _first(seen, box)
    if row is None:
        return None
    mind.topped = True
    if mind.request.informational:
        text = row.label if _NAME.search(mind.instruction) else " ".join(dict.fromkeys((row.label, *row.texts)))
        return Decision((Finish(text),), thought="It is the first that was found.")
    return mind.touch(row, "the first that was found", places=frozenset())


def _first(seen: Seen, box: Control) -> Control | None:
    """The topmost row below the box and below what narrows the search."""
    bars = [one.center[1] for one in seen.controls if one.role in ("choice", "tab")]
    top = max([box.center[1] + _BELOW, *(at for at in bars if at < box.center[1] + 4 * _BELOW)])
    rows = [one for one in seen.controls if one.role == "row" and one.center[1] > top]
    return min(rows, key=lambda one: one.center[1], default=None)
