"""The reader's rules for what comes with the deed and after it: questions, and what was told besides. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.words import content, deeds_of, words
from adapters.agents.scripted.reader.rules import choices
from adapters.agents.scripted.reader.rules.told import MARKS, NEW, mine, told_choice, turns
from adapters.agents.scripted.reader.screen.aiming import affirmed
from adapters.agents.scripted.reader.screen.buttons import closes, commits
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Finish

_ENOUGH = 1.2
"""The score from which a row speaks of what was told."""
_SHORT = 4
"""Words of the longest label that begins something."""
_OUT = frozenset(("cancel", "no", "keep", "back", "not"))
_WAYS_OUT = (("cancel",), ("close",), ("back",), ("dismiss",))
_FEW = 8
"""Controls of the longest question whether something is to be done."""
_SURE = frozenset(("ok", "yes", "confirm", "continue", "allow", "done"))
_ENDED = frozenset(("buy", "send", "post"))
"""Deeds that are not done before a button was pressed."""
_IDLE = 3
"""Words of a request to set something that may be on no screen."""
_ANEW = (*NEW, ("duplicate",), ("copy",), ("delete",), ("remove",), ("edit",))
"""First words of labels that nobody touches for a look after the deed."""
_BACK = frozenset(("remove", "undo", "cancel", "unmark"))
"""First words of what takes back what was done."""
_LOOKS = 2
"""Rows looked behind after the deed."""


def seal(mind: Mind, seen: Seen) -> Decision | None:
    """After going on: a page that offers nothing to choose, only the end of it."""
    chosen = seen.groups or any(one.role in ("field", "switch") for one in seen.controls)
    last = [one for one in seen.buttons if commits(one, mind.request) and mind.fresh(one, seen.title)]
    if not mind.forwarded or chosen or not last:
        return None
    return mind.touch(last[0], "all is said", seen.title, commit=True)


def confirm(mind: Mind, seen: Seen) -> Decision | None:
    """What asks once more whether it is to be done, with a way out beside it."""
    out = [
        one for one in seen.controls if words(one.label)[:1] and words(one.label)[0] in _OUT and ":" not in one.label
    ]
    open_ = any(one.role == "choice" for one in seen.controls) and not any(
        one.role == "choice" and one.on for one in seen.controls
    )
    if not out or len(seen.controls) > _FEW or open_ or any(one.role == "field" for one in seen.controls):
        return None
    before = mind.pressed
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
            decision = mind.touch(one, "yes, I am sure", "sure", commit=True, places=frozenset())
            # `Block` below "Block the choir?" is the deed itself.
            again = own[0] in mind.request.imperatives and own[:1] == words(before)[:1]
            mind.committed = mind.committed or again
            return decision
    return None


def chosen(mind: Mind, seen: Seen) -> Decision | None:
    """What was told is chosen here, and beside the way out stands one button: it keeps what was chosen."""
    if not mind.settled_here or mind.request.informational or any(one.role == "field" for one in seen.controls):
        return None
    one = affirmed(seen)
    if one is None or not seen.groups or not mind.fresh(one, f"chosen/{mind.version}"):
        return None
    return mind.touch(one, "what was chosen is to be kept", f"chosen/{mind.version}", commit=True, places=frozenset())


def _undoes(mind: Mind, seen: Seen) -> bool:
    """Whether where the deed was done there is now what takes it back: `Remove from` for `Add to`, `Unmute`."""
    before = words(mind.pressed)
    if not before or any(one.label == mind.pressed for one in seen.controls):
        return False
    for one in seen.controls:
        own = words(one.label)
        if one.role not in ("button", "row") or not own:
            continue
        if own[0] in (f"un{before[0]}", f"un{before[0]}d") or (own[0] in _BACK and own[-1] == before[-1] and own[1:]):
            return True
    return False


def nothing_left(mind: Mind, seen: Seen) -> Decision | None:
    """Something was chosen, every word that was told is dealt with, and nothing waits to be pressed: that was it."""
    request, ear = mind.request, mind.ear
    if request.informational or request.texts or (request.deeds & _ENDED and "answer" not in request.deeds):
        return None
    if mind.acted == mind.page and _undoes(mind, seen):
        mind.committed = True
        return Decision((Finish("Done: " + seen.title),), thought="It could be undone now.")
    if not mind.changed:
        return None
    rest = [at for at in ear.live if ear.worth(at) and not ear.counted(at)]
    # Who sets one thing may say more words about it than the screen has.
    loose = request.setting or request.preference or request.toggles or request.said[:1] == ("remind",)
    few = loose and mind.settling and len(rest) <= _IDLE and not any(map(ear.firm, rest))
    if mind.later or mind.seeking.owed(request) or (rest and not few):
        return None
    if any(closes(one, request) for one in seen.buttons):
        return None
    mind.committed = True
    return Decision((Finish("Done: " + seen.title),), thought="Nothing is left to do.")


def open_question(mind: Mind, seen: Seen) -> Decision | None:
    """What is asked once more with a choice that nobody settled is asked for, before it is confirmed."""
    if len(seen.controls) > _FEW or not any(words(one.label)[:1] == ("cancel",) for one in seen.controls):
        return None
    return choices.open_group(mind, seen)


def narrowest(mind: Mind, seen: Seen) -> Decision | None:
    """Of what comes again, asked which of it is meant: where nobody said, just this."""
    if not mind.trail.new or len(seen.controls) > _FEW:
        return None
    for group in seen.groups:
        own = [one for one in group.options if words(one.label)[:1] == ("this",)]
        if own and not any(one.on for one in group.options) and mind.fresh(own[0]):
            return _sealed(mind, seen, mind.touch(own[0], "just this one", commit=True, places=frozenset()))
    return None


def told_after(mind: Mind, seen: Seen) -> Decision | None:
    """After the deed: what was told of what is asked about it."""
    decision = told_choice(mind, seen)
    return _sealed(mind, seen, decision) if decision is not None else None


def _sealed(mind: Mind, seen: Seen, decision: Decision) -> Decision:
    """Where beside the options there is nothing but the way out, choosing one does the deed."""
    rest = [one for one in seen.controls if one.role not in ("choice", "back")]
    asks = mind.trail.new and len(seen.controls) <= _FEW
    mind.committed = mind.committed or (asks and all(words(one.label)[:1] in _WAYS_OUT for one in rest))
    return decision


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
    if mind.request.fills:
        # The basket told is where it is now.
        return None
    ear = mind.ear
    for control in seen.controls:
        if mind.useful(control) and not mind.foreign(control):
            rating = ear.rate(control.label, (control.label,), strict=True)
            if rating.exact and rating.score >= _ENOUGH + 1 and not rating.places & mind.object:
                return mind.touch(control, "that was told besides", commit=False, places=rating.places)
    loose = {ear.said[at] for at in ear.live - mind.object if ear.worth(at)}
    for control in seen.controls:
        own = content(control.label)
        if (
            control.role != "row"
            or not mind.useful(control)
            or len(own) > _SHORT
            or mind.looked >= _LOOKS
            or words(control.label)[:1] in _ANEW
            or turns(mind, control, seen)
            or mine(mind, control) < 0
        ):
            continue
        if any(likeness(one, other) for one in own for other in loose):
            mind.looked += 1
            return mind.touch(control, "what was told besides may be behind it", places=frozenset())
    return None


def turned_over(mind: Mind, seen: Seen) -> bool:
    """Whether what was touched now says the opposite: `Not done: Tea` became `Done: Tea`."""
    state, colon, thing = mind.pressed.partition(": ")
    return (
        bool(colon)
        and not mind.trail.new
        and bool(MARKS & mind.request.imperatives)
        and not any(one.label == mind.pressed for one in seen.controls)
        and any(
            one.label.endswith(f": {thing}") and set(words(one.label.partition(": ")[0])) != set(words(state))
            for one in seen.controls
        )
    )
