"""The reader's rules for what was told and can be touched at once: options, rows, tabs, deeds. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from adapters.agents import choices
from adapters.agents.buttons import commits, ends, goes_on
from adapters.agents.hearing import likeness
from adapters.agents.lexicon import orders
from adapters.agents.mind import Mind
from adapters.agents.options import NOTHING, wishes
from adapters.agents.rating import Ear, Rating, at_hand
from adapters.agents.screen import Control, Seen
from adapters.agents.words import content, deeds_of, stem, telling, words
from runtime.actions import Decision, LongPress

_ENOUGH = 1.2
"""The score from which a row speaks of what was told."""
_MOST, _HALF = 0.65, 0.5
"""The share of a label's words that have to be told on a form or a button, and on a row."""
_SHARE = 0.4
"""How much of what the deed is done to a row has to speak of."""
NEW = (("new",), ("add",), ("create",))
_BEGINS = frozenset(("new", "add", "create", "compose", "start", "write"))
_SHORT = 4
"""Words of the longest label that begins something."""
_WRITING = frozenset(("message", "text", "write", "tell", "notify"))
_ANSWERS = frozenset(("reply", "comment", "answer"))
_MAKING = frozenset(("make", "post", "answer"))
_OUT = frozenset(("cancel", "no", "keep", "back", "not"))
_FEW = 8
"""Controls of the longest question whether something is to be done."""
_SURE = frozenset(("ok", "yes", "confirm", "continue", "allow", "done"))
_OWNED = 9.0
"""How much more than a name it says that a thing is one's own."""
_NEWLY = frozenset(("buy", "make", "post"))
_ADDS = frozenset(("add", "put", "mark", "make", "set", "use", "have", "keep", "include"))
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
_PUTTING = frozenset(("add", "put", "keep", "save", "move"))
_GOALS = frozenset(("to", "into", "in"))
"""Verbs, and the words after them before that to which something is put."""
_LOOKS = 2
"""Rows looked behind after the deed."""
_CREATING = frozenset(("make", "post"))
"""Deeds that need nothing to be there before."""


def told_choice(mind: Mind, seen: Seen) -> Decision | None:
    """An option that was told and does not stand so."""
    for group in seen.groups:
        for wish in wishes(mind, group):
            if wish.met:
                mind.placed |= wish.places
            elif mind.fresh(wish.option, seen.title):
                mind.chose = mind.chose or (not mind.replies and settles(mind, wish.places))
                return mind.touch(wish.option, "so it was told", seen.title, places=wish.places)
    return None


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
        rating = ear.rate(control.label, (control.label,) if form else (control.label, *control.texts))
        mine = _mine(mind, control)
        if mine < 0:
            continue
        if mine:
            rating = replace(rating, score=rating.score + _OWNED)
        if (mine or convinces(mind, control, rating, form)) and not _taken(mind, ear, control, rating):
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
    return mind.touch(control, "that was told", commit=not mind.has_commit(seen), places=places)


def _mine(mind: Mind, control: Control) -> int:
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


def act(mind: Mind, seen: Seen) -> Decision | None:
    """A control that does what was asked for, where what it is done to is at hand."""
    # `Play` before `Shuffle play`.
    for control in sorted(seen.controls, key=lambda one: _besides(mind, one.label)):
        if control.role not in ("button", "row", "switch") or not mind.useful(control):
            continue
        fits = _fits(mind, control) or _names_it(mind, control)
        if not fits and goes_on(control, mind.request) and mind.ripe(control):
            continue
        if mind.begun and words(control.label)[:1] in NEW:
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
            mind.committed = mind.committed or (fits and control.role != "switch")
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
    if own[0] not in signs or request.imperatives - signs or not rest:
        return False
    app = {stem(word) for word in words(mind.seeking.app)}
    told = [word for at, word in enumerate(request.said) if at not in request.verbs and stem(word) not in app]
    return all(any(likeness(one, other) >= _ROOT for other in told) for one in rest)


def _names_it(mind: Mind, control: Control) -> bool:
    """Whether the label says the deed and what it is done to in full: it needs nothing else to be here."""
    own, request = words(control.label), mind.request
    if control.role not in ("button", "row") or len(own) < _PAIR or control.texts[2:] or own[0] in _MADE:
        return False
    if own[0] not in request.imperatives and not deeds_of(own[0]) & request.deeds:
        return False
    named = [at for name in mind.seeking.names(request) for at in sorted(mind.at(name) & mind.object)]
    ear = mind.ear
    return bool(named) and all(ear.said[at] in own for at in named if telling(ear.said[at]))


def _does(mind: Mind, control: Control) -> bool:
    """Whether the label begins with the deed, and goes on with nothing else than what was told.

    Who shares does not write a message, and who posts does not answer.
    """
    own = words(control.label)
    if not mind.request.acts(control.label):
        return False
    if own[0] in _ANSWERS and not ("answer" in mind.request.deeds or own[0] in mind.request.said):
        return False
    if own[0] in _WRITING and own[0] not in mind.request.said:
        return False
    rest = content(" ".join(own[1:]))
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
    mind.committed = ends(control, mind.request) and not switch
    mind.ending = -1
    return decision


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
    if names and names <= mind.served and twins <= 1:
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
    if "post" in mind.request.deeds and not mind.begun and not mind.request.deeds - _CREATING:
        for control in seen.controls:
            own = words(control.label)
            if control.role not in ("button", "row") or not mind.useful(control):
                continue
            if own[:1] in NEW and len(own) <= _SHORT and deeds_of(own[-1]) & mind.request.deeds:
                return _do(mind, control)
            if len(own) == 1 and _does(mind, control):
                return _do(mind, control)
    if "make" not in mind.request.deeds:
        return None
    return _begin(mind, seen, {stem(mind.request.said[at]) for at in mind.object})


def compose(mind: Mind, seen: Seen) -> Decision | None:
    """Something new to write in, where what was told is not to be found."""
    if not mind.seeking.owed(mind.request) or "answer" in mind.request.deeds:
        return None
    return _begin(mind, seen, set())


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
        if own[0] in _BEGINS and "to" not in own:
            if mind.request.puts and not content(control.label) - mind.ear_names:
                continue
            named = len(content(control.label) & nouns)
            # `Add oranges` adds something that there is.
            if named or (owed and own[0] != "add") or len(own) == 1:
                found.append((-named, index))
    if not found:
        return None
    mind.begun = True
    control = seen.controls[min(found)[1]]
    return mind.touch(control, "a new one", places=mind.ear.rate(control.label, (control.label,), strict=True).places)


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


def seal(mind: Mind, seen: Seen) -> Decision | None:
    """After going on: a page that offers nothing to choose, only the end of it."""
    chosen = seen.groups or any(one.role in ("field", "switch") for one in seen.controls)
    last = [one for one in seen.buttons if commits(one, mind.request) and mind.fresh(one, seen.title)]
    if not mind.forwarded or chosen or not last:
        return None
    return mind.touch(last[0], "all is said", seen.title, commit=True)


def confirm(mind: Mind, seen: Seen) -> Decision | None:
    """What asks once more whether it is to be done, with a way out beside it."""
    out = [one for one in seen.controls if words(one.label)[:1] and words(one.label)[0] in _OUT]
    open_ = any(one.role == "choice" for one in seen.controls) and not any(
        one.role == "choice" and one.on for one in seen.controls
    )
    if not out or len(seen.controls) > _FEW or open_ or any(one.role == "field" for one in seen.controls):
        return None
    for one in seen.controls:
        own = words(one.label)
        if (
            one.role not in ("button", "row")
            or not own
            or len(own) > _SHORT
            or one in out
            or not mind.fresh(one, "sure")
        ):
            continue
        alone = sum(other.role != "choice" for other in seen.controls) - len(out) == 1
        if alone or own[0] in _SURE or own[0] in mind.request.imperatives or deeds_of(own[0]) & mind.request.deeds:
            return mind.touch(one, "yes, I am sure", "sure", commit=True, places=frozenset())
    return None


def open_question(mind: Mind, seen: Seen) -> Decision | None:
    """What is asked once more with a choice that nobody settled is asked for, before it is confirmed."""
    if len(seen.controls) > _FEW or not any(words(one.label)[:1] == ("cancel",) for one in seen.controls):
        return None
    return choices.open_group(mind, seen)


def asked_again(mind: Mind, seen: Seen) -> Decision | None:
    """What was just touched is asked about once more."""
    own = words(mind.pressed)[:1]
    if not own or own != words(seen.title)[:1] or not mind.trail.new or mind.asking.inside:
        return None
    if any(one.role in ("choice", "switch") for one in seen.controls):
        return None
    if not (mind.request.acts(mind.pressed) or own[0] in mind.request.imperatives):
        return None
    return confirm(mind, seen)


def left_over(mind: Mind, seen: Seen) -> Decision | None:
    """After the deed: what was told besides, if the screen offers just that."""
    if (decision := told_choice(mind, seen)) is not None:
        return decision
    ear = mind.ear
    for control in seen.controls:
        if mind.useful(control) and not mind.foreign(control):
            rating = ear.rate(control.label, (control.label,), strict=True)
            if rating.exact and rating.score >= _ENOUGH + 1:
                return mind.touch(control, "that was told besides", commit=False, places=rating.places)
    loose = {ear.said[at] for at in ear.live if ear.worth(at)}
    for control in seen.controls:
        own = content(control.label)
        if (
            control.role != "row"
            or not mind.useful(control)
            or len(own) > _SHORT
            or mind.looked >= _LOOKS
            or _mine(mind, control) < 0
        ):
            continue
        if any(likeness(one, other) for one in own for other in loose):
            mind.looked += 1
            return mind.touch(control, "what was told besides may be behind it", places=frozenset())
    return None
