"""The reader's rules for ways from one place to another: which end comes first, and where the other is said. Pure."""

from __future__ import annotations

import re
from itertools import permutations

from adapters.agents.scripted.reader.language.hearing import ROOT, likeness
from adapters.agents.scripted.reader.language.phrases import Phrase
from adapters.agents.scripted.reader.language.words import is_time, spans, telling, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision

_ENDS = {
    "from": frozenset((("from",), ("start",), ("origin",), ("starting", "point"), ("departure",))),
    "to": frozenset((("to",), ("end",), ("destination",), ("where", "to"))),
}
"""The prepositions that lead in the ends of a way, and what rows call those."""

_PLAIN = frozenset(("now", "nothing", "none", "any", "anything", "anytime", "anywhere", "anyone"))
"""Words of what stands for a choice that nobody made yet."""
_GOING = frozenset(("leave", "leaving", "depart", "departing", "arrive", "arriving", "start", "collect", "deliver"))
_SHORT = 3
_WAY = "route"
_LASTS = re.compile(r"(?:\d+ ?h(?:ours?|r)? ?)?\d+ ?(?:min|minutes?|h|hours?)\b")


def starts(mind: Mind) -> frozenset[int]:
    """Where a way begins: "from the mill to the pier" is about the pier, unless the page asks for either."""
    pair = _pair(mind)
    if pair is None or any(words(one.label) in _ENDS["from"] for one in mind.controls):
        return frozenset()
    begin, goal = pair
    return frozenset(begin.places) if mind.ear.named & set(goal.places) - mind.served else frozenset()


def end(mind: Mind, seen: Seen) -> Decision | None:
    """The row for one end of the way, where it does not show what was told for it."""
    pair = _pair(mind)
    for one in pair or ():
        name = next((name for name in mind.seeking.names(mind.request) if mind.at(name) <= set(one.places)), "")
        for control in seen.controls:
            shown = any(spans(words(name), words(text)) for text in control.texts)
            row = control.role in ("row", "button") and words(control.label) in _ENDS[one.prep]
            if row and name and control.texts[1:] and not shown and mind.fresh(control):
                mind.seeking.again(name)
                return mind.touch(control, "that end of the way was told", places=frozenset())
    return None


def unmade(mind: Mind, seen: Seen) -> Decision | None:
    """What shows that a choice was not made yet, if something was told for it: `Leave now` for "leaving at noon"."""
    ear = mind.ear
    for control in seen.controls:
        own = words(control.label)
        if control.role not in ("row", "button") or not 1 < len(own) <= _SHORT or not _PLAIN & set(own):
            continue
        if own[0] in _GOING and own[1:] == ("now",) and any(is_time(ear.said[at]) for at in ear.live):
            if mind.useful(control):
                return mind.touch(control, "a time was told", places=frozenset())
            continue
        about = [word for word in own if word not in _PLAIN and telling(word)]
        places = {at for at in ear.live for word in about if likeness(word, ear.said[at]) >= ROOT}
        if places and mind.useful(control) and _value(mind, max(places)):
            return mind.touch(control, "that choice is not made yet", places=frozenset(places))
    return None


def offered(mind: Mind, seen: Seen) -> Decision | None:
    """Of the ways that are offered, once all is chosen that was told: the first; each says how long it takes."""
    if mind.travel.at_home or not any(likeness(word, _WAY) for word in mind.request.things):
        return None
    if not any(likeness(word, _WAY) for word in (*words(seen.title), *words(mind.pressed))) and _pair(mind) is None:
        return None
    row = next((one for one in seen.controls if one.role == "row" and _LASTS.match(one.label)), None)
    return mind.touch(row, "one of the ways", places=frozenset()) if row is not None and mind.fresh(row) else None


def beside(mind: Mind, seen: Seen) -> frozenset[int]:
    """The middles of bars of which a tab was touched because it was told: the others would undo that."""
    tabs = [one for one in seen.controls if one.role == "tab" and one.on and one.label in mind.trail.picked]
    return frozenset(one.center[1] for one in tabs)


def turned(mind: Mind, seen: Seen, control: Control) -> None:
    """Take note of a tab that is touched because it was told."""
    if any(one.role == "tab" and one.center[1] == control.center[1] for one in seen.controls):
        mind.trail.picked.add(control.label)


def _value(mind: Mind, at: int) -> bool:
    """Whether something is said behind the word that is still to be dealt with."""
    return any(one in mind.ear.live and mind.ear.worth(one) for one in range(at + 1, at + 1 + _SHORT))


def _pair(mind: Mind) -> tuple[Phrase, Phrase] | None:
    """Where the way begins and where it goes, if both were told by name and next to each other."""
    named = {at for name in mind.seeking.names(mind.request) for at in mind.at(name) if telling(mind.request.said[at])}
    ends = [one for one in mind.request.phrases if one.prep in _ENDS and named & set(one.places)]
    for begin, goal in permutations(ends, 2):
        near = begin.end == goal.start or goal.end == begin.start
        if begin.prep == "from" and goal.prep == "to" and begin.verb == goal.verb and near:
            return begin, goal
    return None
