"""The reader's rules for the deed itself: which control does it, where, and what begins it. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.rating import at_hand
from adapters.agents.scripted.reader.language.words import content, deeds_of, spans, stem, telling, words
from adapters.agents.scripted.reader.rules.told import NEW
from adapters.agents.scripted.reader.screen.buttons import commits, ends, goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from adapters.agents.scripted.reader.state.seeking import anew
from runtime.core.actions import Decision

_THERE = re.compile('\\b(?:of|to|in|into|from|on|under|behind) (?:my|the|our|his|her) ([a-z]+) [“"A-Z]')
_BEGINS = frozenset(("new", "add", "create", "compose", "start", "write"))
_SHORT = 4
"""Words of the longest label that begins something."""
_WRITING = frozenset(("message", "text", "write", "tell", "notify"))
_ANSWERS = frozenset(("reply", "comment", "answer"))
_MAKING = frozenset(("make", "post", "answer"))
_ADDS = frozenset(("add", "put", "mark", "make", "set", "use", "have", "keep", "include"))
_ADDING = frozenset(("add", "put", "mark", "include"))
_TAKES = frozenset(("remove", "take", "delete", "clear", "drop"))
"""Verbs that say little beside what follows them."""
_PLACING = frozenset(("add", "save", "move", "remove"))
"""Verbs of labels that say where something goes, or from where."""
_WHERE = frozenset(("to", "into", "in", "on", "from", "for"))
_COMMAND, _ROOT = 5, 0.7
"""Words of the longest command, and the likeness of words of one root."""
_PAIR = 2
_MADE = frozenset(("add", "new", "create", "order", "buy", "book", "send", "share", "post", "reply", "answer", "edit"))
"""First words of labels that begin what is not done yet, whatever they name."""
_CHANGES = frozenset(("set", "change", "choose", "write", "select"))
"""Those that begin what is still to be chosen."""
_MOMENTS, _TIMES = frozenset(("start", "end", "finish")), frozenset(("time", "date", "day", "times"))
"""`Start time` starts nothing."""
_BESIDE, _UP = frozenset(("comment", "reply", "put")), frozenset(("up", "sale", "online"))
_CREATING = frozenset(("make", "post"))
"""Deeds that need nothing to be there before."""


def act(mind: Mind, seen: Seen) -> Decision | None:
    """A control that does what was asked for, where what it is done to is at hand."""
    # `Play` before `Shuffle play`.
    for control in sorted(seen.controls, key=lambda one: _besides(mind, one.label)):
        if control.role not in ("button", "row", "switch") or not mind.useful(control):
            continue
        fits = _fits(mind, control) or _names_it(mind, control) or _repeats(mind, control)
        if not fits and goes_on(control, mind.request) and mind.ripe(control):
            continue
        if words(control.label)[:1] in NEW and (mind.begun or _is_there(mind, words(control.label))):
            continue
        if words(control.label) == ("clear",) and any(one.role == "field" for one in seen.controls):
            # That empties the field.
            continue
        if not fits and not (_does(mind, control) and mind.request.manages(control.label, mind.served)):
            continue
        if control.role == "row" and len(control.texts) > 2:
            continue
        if right(mind, control, seen):
            decision = _do(mind, control)
            # `Edit` only opens what is changed.
            mind.committed = mind.committed or (
                fits and control.role != "switch" and words(control.label)[:1] != ("edit",)
            )
            return decision
    return None


def _besides(mind: Mind, label: str) -> tuple[int, bool]:
    """How many words of the label were not told, and whether it begins with another than the deed."""
    own = words(label)
    return len(set(own) - set(mind.request.said)), own[:1] != () and own[0] not in mind.request.imperatives


def _fits(mind: Mind, control: Control) -> bool:
    """Whether the label says in full what was asked for, though the verb is another that says as little."""
    own, request = words(control.label), mind.request
    if control.role not in ("button", "row") or not 1 < len(own) <= _COMMAND or control.texts[2:]:
        return False
    signs = _ADDS if request.imperatives & _ADDS else _TAKES if request.imperatives & _TAKES else frozenset[str]()
    rest = [word for word in own[1:] if telling(word)]
    if own[0] == "add" and not {"to", "as"} & set(own) and not request.imperatives & _ADDING:
        # What there is already is made something; `Add city` would be a new one.
        return False
    if own[0] not in signs or request.imperatives - signs or not rest or _buys(mind, own):
        return False
    app = {stem(word) for word in words(mind.seeking.app)}
    told = [word for at, word in enumerate(request.said) if at not in request.verbs and stem(word) not in app]
    return all(any(likeness(one, other) >= _ROOT for other in told) for one in rest)


def _buys(mind: Mind, own: tuple[str, ...]) -> bool:
    """Whether the button adds the thing to a basket, though it was told to be put somewhere else."""
    rest = content(" ".join(own[1:]))
    return mind.request.puts and own[:1] == ("add",) and bool(rest) and rest <= mind.ear_names


def _names_it(mind: Mind, control: Control) -> bool:
    """Whether the label says the deed and what it is done to in full: it needs nothing else to be here."""
    own, request = words(control.label), mind.request
    if control.role not in ("button", "row") or len(own) < _PAIR or control.texts[2:] or own[0] in _MADE:
        return False
    if own[0] not in request.imperatives and not deeds_of(own[0]) & request.deeds:
        return False
    named = [at for name in mind.seeking.names(request) for at in sorted(mind.at(name) & mind.object)]
    ear = mind.ear
    # The section that was opened says the kind of thing: the button says `Delete Tea`, not `Delete Tea timer`.
    here = [at for at in named if telling(ear.said[at]) and at not in mind.trail.passed]
    return bool(named) and all(ear.said[at] in own for at in here or named if telling(ear.said[at]))


def _repeats(mind: Mind, control: Control) -> bool:
    """Whether the label is what was told with the verb itself: `Make a copy` for "make a copy of the letter"."""
    own, request = words(control.label), mind.request
    if control.role not in ("button", "row") or len(own) < _PAIR or control.texts[2:] or own[0] in _MADE | _CHANGES:
        return False
    named = own[0] in request.imperatives or own[-1] in request.deeds
    return named and telling(own[-1]) and bool(spans(own, request.said))


def _does(mind: Mind, control: Control) -> bool:
    """Whether the label begins with the deed, and goes on with nothing else than what was told.

    Who shares does not write a message, and who posts does not answer.
    """
    own = words(control.label)
    if not mind.request.acts(control.label) or (own[0] in _MOMENTS and own[-1] in _TIMES):
        return False
    if own[0] in _ANSWERS and not ("answer" in mind.request.deeds or own[0] in mind.request.said):
        return False
    if own[0] in _WRITING and own[0] not in mind.request.said:
        return False
    rest = content(" ".join(own[1:]))
    if _buys(mind, own):
        return False
    if own[0] in _PLACING and own[1:2] in (("to",), ("from",)) and rest:
        return _aimed(mind, rest)
    return own[0] in mind.request.said or not rest or any(map(mind.ear.shares, rest))


def _aimed(mind: Mind, nouns: Collection[str]) -> bool:
    """Whether one of the nouns was told as where it goes, or as from where it is taken."""
    request = mind.request
    if any(noun.startswith(verb.rstrip("e")) for noun in nouns for verb in request.imperatives if len(verb) > _PAIR):
        return True
    aims = [one for one in request.phrases if one.prep in _WHERE]
    told = {request.said[at] for one in aims for at in one.places}
    return any(likeness(noun, other) >= _ROOT for noun in nouns for other in told)


def _do(mind: Mind, control: Control) -> Decision:
    mind.acted = mind.page
    mind.begun = mind.begun or bool(deeds_of(words(control.label)[0]) & _MAKING) or words(control.label)[:1] in NEW
    switch = control.role == "switch"
    decision = mind.touch(control, "that is what is to be done", commit=switch, places=frozenset())
    # `Edit` only opens what is changed.
    opens = words(control.label)[:1] == ("edit",)
    mind.begun = mind.begun or opens
    mind.committed = ends(control, mind.request) and not switch and not opens
    mind.ending = -1
    if _posts(mind, control):
        mind.committed, mind.ending = True, mind.page
    return decision


def _posts(mind: Mind, control: Control) -> bool:
    """Whether the button ends it, after all that was to be written: `Post comment`."""
    written = bool(mind.request.texts) and not mind.seeking.owed(mind.request)
    return written and "post" in mind.request.deeds and commits(control, mind.request) and control.role == "button"


def right(mind: Mind, control: Control, seen: Seen) -> bool:
    """Whether what the deed is done to is here: beside the control where there are several, else on the page."""
    if not mind.travel.visited:
        # Where no app had to be opened the page is the right one.
        return True
    if not mind.travel.believed:
        return False
    own = words(control.label)
    if deeds_of(own[0]) & mind.request.deeds & _CREATING and not mind.request.deeds - _CREATING and "to" not in own:
        return True
    twins = sum(_twin(one, control) for one in seen.controls)
    whither = {at for one in mind.request.phrases if one.whither for at in one.places}
    object_ = mind.object - whither or mind.object
    missing = object_ - mind.served
    texts = (*control.near, *control.texts) if twins > 1 else (seen.title, seen.head, *seen.free, control.label)
    if not missing:
        return twins <= 1 or bool(mind.trail.passed & object_) or at_hand(mind.ear, texts, object_)
    ear = mind.ear
    names = {at for name in mind.seeking.names(mind.request) for at in mind.at(name)} & object_
    if names and control.role in ("row", "tab") and len(own) == 1 and any(_shows(mind, one) for one in seen.controls):
        # A section may be called as the deed is.
        return False
    # "The Print sizes event" is opened by `Print sizes`: the last word only says what kind of thing it is.
    tails = {max(mind.at(name), default=-1) for name in mind.seeking.names(mind.request) if len(words(name)) > _PAIR}
    if names and names - tails and names - tails <= mind.served and twins <= 1:
        return True
    ear = replace(ear, live=ear.live | object_)
    if twins <= 1:
        texts = (*texts, *(ear.said[at] for at in object_ & mind.served))
        missing = object_
    return at_hand(ear, texts, missing)


def _shows(mind: Mind, control: Control) -> bool:
    """Whether the row is what the deed is done to, and was not opened yet."""
    own = tuple(words(control.label))
    named = any(own == words(name) and mind.at(name) & mind.object for name in mind.seeking.names(mind.request))
    return named and control.role == "row" and not control.fixed and mind.fresh(control)


def _twin(one: Control, control: Control) -> bool:
    """Whether the two do the same, each to a thing of its own."""
    alike = words(one.label)[:1] == words(control.label)[:1] and one.role == control.role
    return alike and (one.label == control.label or one.resource_id == control.resource_id)


def begin(mind: Mind, seen: Seen) -> Decision | None:
    """Something new, if that is what was asked for and it is not begun yet."""
    if "post" in mind.request.deeds and not mind.begun and not mind.request.deeds - _CREATING and _anew(mind):
        for control in seen.controls:
            own = words(control.label)
            if control.role not in ("button", "row") or not mind.useful(control):
                continue
            if own[:1] in NEW and len(own) <= _SHORT and deeds_of(own[-1]) & mind.request.deeds:
                return _do(mind, control)
            if len(own) == 1 and _does(mind, control):
                return _do(mind, control)
    if "make" not in mind.request.deeds or "edit" in mind.request.imperatives:
        return None
    return _begin(mind, seen, {stem(mind.request.said[at]) for at in mind.object})


def _anew(mind: Mind) -> bool:
    """Whether something is put up for others to see, rather than said of what is there, or put where it belongs."""
    request = mind.request
    return bool(request.imperatives - _BESIDE) or not request.imperatives or bool(_UP & set(request.said))


def compose(mind: Mind, seen: Seen) -> Decision | None:
    """Something new to write in, where what was told is not to be found."""
    if not mind.seeking.owed(mind.request) or "answer" in mind.request.deeds or anew(mind.request):
        return None
    return _begin(mind, seen, set())


@lru_cache(maxsize=1 << 8)
def there(instruction: str) -> frozenset[str]:
    """Stems of the kinds of things told by name that are there already: in "to the album Lakes" the album."""
    return frozenset(stem(found[1]) for found in _THERE.finditer(instruction))


def _is_there(mind: Mind, own: tuple[str, ...]) -> bool:
    """Whether of `New album` an album was told that is there already: something is put into it."""
    return (
        bool(own[1:])
        and "to" not in own
        and stem(own[-1]) in there(mind.instruction)
        and stem(own[-1]) != mind.request.makes
    )


def _begin(mind: Mind, seen: Seen, nouns: set[str]) -> Decision | None:
    if mind.begun or not mind.travel.believed:
        return None
    if any(one.role == "field" and not mind.seeking.is_box(one) for one in seen.controls):
        return None
    owed = mind.seeking.owed(mind.request)
    found = []
    for index, control in enumerate(seen.controls):
        own = words(control.label)
        if control.role not in ("button", "row") or not mind.useful(control) or not 0 < len(own) <= _SHORT:
            continue
        if own[0] in _BEGINS and "to" not in own and not (control.role == "row" and control.texts[2:]):
            if mind.request.makes and own[1:] and mind.request.makes not in map(stem, own[1:]):
                # Something else that is new.
                continue
            if _is_there(mind, own):
                continue
            if mind.request.puts and not content(" ".join(own[1:])) - mind.ear_names:
                continue
            # "Note what is missing" begins a note, not a list.
            named = len(content(control.label) & nouns) or int(own[-1] in mind.request.said)
            # `Add oranges` adds something that there is.
            plain = own[0] != "add" or (len(own) == _PAIR and control.fixed)
            if named or (owed and plain) or len(own) == 1:
                found.append((-named, index))
    if not found:
        return None
    mind.begun = True
    control = seen.controls[min(found)[1]]
    return mind.touch(control, "a new one", places=mind.ear.rate(control.label, (control.label,), strict=True).places)
