"""The reader's rules for what was told and can be touched at once: options, rows, tabs. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import orders
from adapters.agents.scripted.reader.language.rating import Ear, Rating
from adapters.agents.scripted.reader.language.words import content, spans, telling, words
from adapters.agents.scripted.reader.rules import ways
from adapters.agents.scripted.reader.rules.options import NOTHING, wishes
from adapters.agents.scripted.reader.screen.buttons import goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, LongPress

_ENOUGH = 1.2
"""The score from which a row speaks of what was told."""
_MOST, _HALF = 0.65, 0.5
"""The share of a label's words that have to be told on a form or a button, and on a row."""
_SHARE = 0.4
"""How much of what the deed is done to a row has to speak of."""
MARKS = frozenset(("mark", "tick", "check", "complete", "finish", "untick", "uncheck", "cross"))
"""Verbs of turning what has two states from one to the other."""
_UNDONE = (("not",), ("done",), ("undone",), ("ticked",), ("unticked",), ("checked",), ("unchecked",), ("completed",))
NEW = (("new",), ("add",), ("create",))
_SHORT = 4
"""Words of the longest label that begins something."""
_LISTED = 2
"""Commas from which a text lists what is in something."""
_OWNED = 9.0
"""How much more than a name it says that a thing is one's own."""
_NEWLY = frozenset(("buy", "post"))
_WRITTEN = frozenset(("make", "post", "send", "answer"))
"""Deeds by which something comes to be that was not there before."""
_PUTTING = frozenset(("add", "put", "keep", "save", "move"))
_CHANGING = frozenset(("edit", "move", "change", "rename"))
_GOALS = frozenset(("to", "into", "in"))
"""Verbs, and the words after them before that to which something is put."""


def told_choice(mind: Mind, seen: Seen) -> Decision | None:
    """An option that was told and does not stand so; not before the section that was told as what it is about."""
    if mind.travel.at_home and not mind.is_form(seen) and (mind.request.preference or _section(mind, seen)):
        return None
    for group in seen.groups:
        for wish in wishes(mind, group):
            if wish.met:
                mind.placed |= wish.places
            elif mind.fresh(wish.option, seen.title):
                mind.chose = mind.chose or (not mind.replies and settles(mind, wish.places))
                return mind.touch(wish.option, "so it was told", seen.title, places=wish.places)
    return None


def quoted_option(mind: Mind, seen: Seen) -> Decision | None:
    """What was told in quotes and stands among options word for word is chosen there, not written."""
    request = mind.request
    if request.deeds & _WRITTEN or request.informational or any(one.role == "field" for one in seen.controls):
        return None
    for text in mind.seeking.open(request):
        for one in seen.controls:
            if one.role in ("choice", "row") and not one.on and words(one.label) == words(text) and mind.fresh(one):
                mind.seeking.took(text)
                return mind.touch(one, "that was quoted", places=frozenset(mind.at(text)))
    return None


def _section(mind: Mind, seen: Seen) -> bool:
    """Whether a tab that is not open is called as what the deed is done to."""
    bars = [one for one in seen.controls if one.role == "tab"]
    beside = {one.center[1] for one in bars}
    for one in seen.controls:
        if one.role == "row" and one.fixed and one.center[1] in beside and mind.useful(one):
            rating = mind.ear.rate(one.label, (one.label,), strict=True)
            if rating.exact and rating.places & mind.object:
                return True
    return False


def settles(mind: Mind, places: frozenset[int]) -> bool:
    """Whether who says this says all that matters: a quality does, a mere name is what it is all about."""
    named = mind.ear.named
    return any(at not in named and telling(mind.request.said[at]) for at in places)


def told_control(mind: Mind, seen: Seen) -> Decision | None:
    """The button, row, switch or tab that speaks most of what was told and is not dealt with yet."""
    ear, form = _wanted(mind), mind.is_form(seen)
    found: list[tuple[float, int, int, Rating, Control]] = []
    for index, control in enumerate(seen.controls):
        if not mind.useful(control) or goes_on(control, mind.request) or mind.foreign(control):
            continue
        if control.role == "button" and mind.request.acts(control.label):
            continue
        if turns(mind, control, seen):
            continue
        rating = ear.rate(control.label, (control.label,) if form else (control.label, *_telling(mind, control)))
        own = mine(mind, control)
        if own < 0:
            continue
        if _narrower(mind, control):
            return mind.touch(control, "of what led here, that was told", places=frozenset(mind.at(control.label)))
        if own:
            rating = replace(rating, score=rating.score + _OWNED)
        if (own or convinces(mind, control, rating, form)) and not _taken(mind, ear, control, rating):
            found.append((-round(rating.score, 1), min(rating.places, default=0), index, rating, control))
    if not found:
        return None
    *_, rating, control = min(found, key=lambda one: one[:3])
    # A row that only sums up what is behind it leads to it; words to search for are not the thing yet either.
    suggested = len(control.texts) == 1 and any(
        one.role == "field" and mind.seeking.is_box(one) for one in seen.controls
    )
    places = rating.places if rating.share and not suggested else frozenset[int]()
    if mind.request.toggles and control.role == "row" and rating.exact and not mind.request.device:
        mind.flipped = mind.page
    ways.turned(mind, seen, control)
    # A switch that was told by its name is all of what turns it on or off.
    alone = control.role == "switch" and rating.exact and mind.request.toggles
    return mind.touch(control, "that was told", commit=alone or not mind.has_commit(seen), places=places)


def _narrower(mind: Mind, control: Control) -> bool:
    """Whether the row is called by the words told of the section that led here: `Sound` behind `Sound and display`."""
    own, led = content(control.label), content(mind.pressed)
    if control.role not in ("row", "switch") or not own or not own < led or not mind.trail.new:
        return False
    return (
        mind.request.setting and mind.request.names(control.label) and not led <= content(" ".join(mind.request.said))
    )


def _telling(mind: Mind, control: Control) -> Iterator[str]:
    """The texts of a control, without lists of what is in it: a plate "with bread, lime slaw, rice" is no lime slaw."""
    names = [words(name) for name in mind.seeking.names(mind.request)] if "buy" in mind.request.deeds else []
    for text in control.texts:
        if text.count(",") < _LISTED or not any(spans(name, words(text)) for name in names):
            yield text


def turns(mind: Mind, control: Control, seen: Seen) -> bool:
    """Whether `Not done: Tea` would only turn over what `Tea` is marked as, and nobody spoke of that."""
    state, colon, thing = control.label.partition(": ")
    if not colon or MARKS & mind.request.imperatives or control.role not in ("row", "button"):
        return False
    told = set(mind.request.said)
    if words(state)[:1] not in _UNDONE or told & set(words(state)[-1:]):
        return False
    return thing in seen.free or any(thing in (one.label, *one.texts) for one in seen.controls if one != control)


def mine(mind: Mind, control: Control) -> int:
    """Of `My orders`: 1 if it was told that it is one's own, -1 if something new is wanted, else 0."""
    own, request = words(control.label), mind.request
    if own[:1] not in (("my",), ("your",)) or len(own) > _SHORT:
        return 0
    for one in request.phrases:
        told = [request.said[at] for at in one.places]
        if "my" in told and any(likeness(a, b) >= 1 for a in own[1:] for b in told[told.index("my") + 1 :]):
            return 1
    return -1 if request.deeds & _NEWLY else 0


def _taken(mind: Mind, ear: Ear, control: Control, rating: Rating) -> bool:
    """Whether another of the same kind is chosen already that was told just as much."""
    if rating.exact:
        return False
    for one in mind.controls:
        if one != control and one.on and one.resource_id == control.resource_id and _kind(one) == _kind(control):
            other = ear.rate(one.label, (one.label, *one.texts))
            if other.places and (rating.places <= other.places or mind.request.latest):
                mind.placed |= other.places
                return True
    return False


def _kind(control: Control) -> str:
    """The label of one of many, without its number."""
    return "".join(letter for letter in control.label if not letter.isdigit()) if not control.resource_id else ""


def _wanted(mind: Mind) -> Ear:
    """What was told, without what is not wanted; that is only chosen, never looked for."""
    ear = mind.ear
    off = {at for one in mind.request.phrases if one.off and not one.object for at in one.places}
    things = {at for name in mind.seeking.names(mind.request) for at in mind.at(name)} & mind.object & ear.live
    if things:
        # "Add the song to my list": the song has to be found before the list is of any use.
        aims = [one for one in mind.request.phrases if one.prep in _GOALS and one.verb in _PUTTING and not one.object]
        off |= {at for one in aims for at in one.places} & ear.named
    off |= ways.starts(mind)
    if mind.request.imperatives & _CHANGING and mind.object and not mind.object & mind.served:
        # "Move the visit to Thursday": Thursday is of no use before the visit is found.
        off |= {at for one in mind.request.phrases if one.prep in _GOALS and not one.object for at in one.places}
    return replace(ear, live=ear.live - off)


def convinces(mind: Mind, control: Control, rating: Rating, form: bool) -> bool:
    """Whether a control is about what was told, and does not only hold a word of it."""
    if words(control.label)[:1] and words(control.label)[0] in NOTHING and not mind.request.names(control.label):
        return False
    if rating.exact:
        return not form or rating.share >= _MOST
    if (
        not rating.places
        or rating.score < _ENOUGH
        or rating.partial
        or (control.role != "switch" and words(control.label)[:1] in NEW)
    ):
        return False
    if form or control.role in ("button", "switch"):
        return rating.share >= _MOST
    ear = mind.ear
    object_ = mind.object & ear.live
    if object_:
        return sum(map(ear.worth, rating.places)) >= _SHARE * sum(map(ear.worth, object_))
    return rating.share >= _HALF


def told_off(mind: Mind, seen: Seen) -> Decision | None:
    """A switch or box that is on, of which it was told that it is not wanted."""
    for one in mind.request.phrases:
        told = {mind.request.said[at] for at in one.places if telling(mind.request.said[at])} - NOTHING
        if not one.off or one.object or not told or set(one.places) <= mind.served:
            continue
        for control in seen.controls:
            own = words(" ".join((control.label, *control.texts)))
            if control.role not in ("switch", "choice") or not all(any(likeness(a, b) >= 1 for a in own) for b in told):
                continue
            if control.on and control.label.split()[:1] != ["No"] and mind.fresh(control, "off"):
                return mind.touch(control, "that was told to be off", "off", places=frozenset(one.places))
    return None


def top_of_order(mind: Mind, seen: Seen) -> Decision | None:
    """After a list was put in the order that was told: its first row."""
    if mind.topped:
        return None
    said = [one for one, _ in orders(mind.instruction)]
    if not said or mind.request.informational or mind.is_form(seen):
        return None
    for listing in sorted(seen.lists, key=lambda one: -len(one.rows)):
        if all(mind.at(one) <= mind.served for one in said) and mind.fresh(listing.rows[0]):
            mind.topped = True
            return mind.touch(listing.rows[0], "the first in the order that was told", places=frozenset())
    return None


def hold(mind: Mind, seen: Seen) -> Decision | None:
    """What was looked into in vain may show what can be done with it when it is held."""
    if mind.request.informational or not mind.request.imperatives or mind.seeking.owed(mind.request):
        return None
    ear = mind.ear
    for one in seen.controls:
        rating = ear.rate(one.label, (one.label, *one.texts), strict=True)
        tried = one.holds and one.role == "row" and not mind.fresh(one) and mind.fresh(one, "held")
        if tried and rating.places & mind.object and not rating.partial:
            mind.used.add(mind.key(one, "held"))
            mind.trail.leave(rating.places)
            return Decision((LongPress(*one.center),), thought=f"{one.label!r}: what can be done with it?")
    return None


def delve(mind: Mind, seen: Seen) -> Decision | None:
    """As long as a name that was told was met nowhere: what stands beside the list, such as the folder above."""
    ear = mind.ear
    if not ear.named & ear.live or not mind.handed or not seen.lists:
        return None
    for one in seen.controls:
        beside = one.role == "row" and one.fixed and words(one.label)[:1] not in NEW
        if beside and mind.useful(one) and not mind.foreign(one) and not goes_on(one, mind.request):
            return mind.touch(one, "where else could it be?", places=frozenset())
    return None
