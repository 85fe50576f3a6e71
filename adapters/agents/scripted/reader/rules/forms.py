"""The reader's rules for pages that are filled in, and for what they have to offer behind their rows. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import kin
from adapters.agents.scripted.reader.language.words import content, is_date, spans, stem, words
from adapters.agents.scripted.reader.rules.acting import right
from adapters.agents.scripted.reader.rules.told import NEW
from adapters.agents.scripted.reader.screen.buttons import closes, goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from adapters.agents.scripted.reader.state.seeking import typing
from runtime.core.actions import Decision

_MENU = frozenset(("edit", "more", "options", "manage"))
"""First words of labels behind which there is more to do."""
_MORE = frozenset(("options", "advanced"))
"""Words of labels of buttons behind which a form goes on."""
_IDLE = frozenset(("no", "none", "without", "clear", "previous", "next", "delete", "remove", "cancel", "close", "swap"))
"""First words of labels behind which nothing is chosen."""
_OUT = frozenset(("cancel", "close", "back", "discard", "clear", "dismiss", "not", "no"))
"""First words of labels of ways out of a page."""
_PEOPLE = frozenset(("recipient", "recipients", "people", "person", "guests", "guest", "phone", "contact", "contacts"))
"""Words of hints of fields for people."""
_TAKES_ON = frozenset(("add", "create", "save", "ok", "done", "apply", "set"))
"""First words of labels of buttons that take on what stands in the field beside them."""
_LINE = 90
"""Pixels by which the middles of a line may differ."""
_REACHED = ("name", "or", "address")
_BODY = frozenset(("message", "write", "reply", "answer", "comment", "text", "say", "note"))
"""Words of hints of fields for what is to be said, rather than for what it is called."""
_SHORT = 5
"""Words of the longest such hint."""
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_DAYS = frozenset((
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tomorrow", "today", "tonight",
    "evening", "morning",
))  # fmt: skip
_COLOURS = frozenset((
    "red", "orange", "yellow", "green", "blue", "purple", "violet", "pink", "brown", "grey", "gray", "black", "white",
    "teal", "amber", "rose", "indigo", "turquoise", "mint", "lilac", "lavender", "navy", "gold", "silver", "beige",
))  # fmt: skip
_LED = 3.0
"""How sure a row is that is called as the word that leads in what was told: `To`."""
_ROOT = 0.7
"""The likeness of words of one root."""
_FAINT = 0.5
"""The likeness of words that may stand for one another."""
_LOOKS = 4
"""Rows looked into without a reason of their own."""
_MANY = 3
"""Rows of one kind that are a list, not parts of a form."""
_ROWS = 14
_COST = re.compile(r"[$€£¥]\s?\d")
"""What costs something is not touched to see what it is."""


def write(mind: Mind, seen: Seen) -> Decision | None:
    """Words in quotes go into the field for them, names of people into the field for people."""
    fields = [one for one in seen.controls if one.role == "field" and not mind.seeking.is_box(one)]
    making = any("name" in words(one.label) for one in fields)
    for one in fields:
        if making and words(one.label) == ("phone",):
            # Of somebody new it is the number.
            continue
        names = [name for name in mind.seeking.names(mind.request) if mind.at(name) & mind.ear.live]
        asked = (mind.page, names[0] if names else "", "", "to")
        if takes_people(one) and names and asked not in mind.used:
            mind.used.add(asked)
            mind.addressed.add(one.center)
            return Decision(typing(one, names[0]), thought="That is who gets it.")
    texts = [one for one in fields if not takes_people(one) and one.center not in mind.addressed]
    if mind.request.deeds & {"send", "answer"}:
        texts.sort(key=lambda one: not _BODY & set(words(one.label)))
    return mind.seeking.write(texts, mind.request)


def takes_people(control: Control) -> bool:
    """Whether the field takes the names of people: its hint says so, or it stands behind `To`."""
    return for_people(control.label) or words(control.label) == _REACHED or any(map(_leads, control.near))


def _leads(text: str) -> bool:
    return words(text) == ("to",)


def for_people(hint: str) -> bool:
    """Whether a field with this hint takes the names of people."""
    own = words(hint)
    return own[:1] == ("to",) or (bool(_PEOPLE & set(own)) and len(own) <= _SHORT)


def note_values(mind: Mind, seen: Seen) -> None:
    """Rows of a form that show what was told already need no touch."""
    if not mind.is_form(seen):
        return
    for one in seen.controls:
        if one.role in ("row", "button") and len(one.texts) == 2 and not mind.fresh(one):
            places = frozenset(at for span in spans(words(one.texts[1]), mind.request.said) for at in range(*span))
            mind.placed |= places


def look_inside(mind: Mind, seen: Seen) -> Decision | None:
    """Before a commitment: the row that has most to do with what is still to be chosen."""
    if not mind.is_form(seen):
        return None
    ear = mind.ear
    open_ = mind.curious or mind.open_choice == "sweep"
    live = [at for at in ear.live if ear.worth(at) and not ear.counted(at)]
    loose = {ear.said[at] for at in live}
    spans_ = {"duration"} if open_ or any(ear.counted(at) for at in ear.live) else set[str]()
    leads = [one for one in mind.request.phrases if set(one.places) & ear.live & set(live)]
    # What leads to a choice is not called by a number.
    hints = (
        {word for word in loose if not word.isdigit()}
        | _kinds(loose)
        | spans_
        | {one.verb for one in leads if one.verb}
    )
    rows = _rows(mind, seen)
    preps = {one.prep for one in leads}
    kinds = Counter(one.resource_id for one in rows if one.resource_id)
    columns = Counter(one.center[0] for one in seen.controls if one.texts[1:] and not one.resource_id)
    ranked = [
        (score, -at)
        for at, one in enumerate(rows)
        # A word that only may stand for another says nothing about one of a list.
        if (score := _relation(one, hints, preps, seen.title))
        > _FAINT * (kinds[one.resource_id] >= _MANY or columns[one.center[0]] >= _MANY)
    ]
    if ranked:
        return mind.touch(rows[-max(ranked)[1]], "that may be where it is chosen", places=frozenset())
    more = [
        one for one in rows if one.role == "button" and _MORE & set(words(one.label)) and len(words(one.label)) <= _MANY
    ]
    if more and loose:
        return mind.touch(more[0], "more may be chosen in there", places=frozenset())
    if words(seen.title)[:1] == ("edit",):
        # What there is already stands as it should, but for what was told.
        return None
    rows = [one for one in rows if one.role == "row" and (len(one.texts) > 1 or (one.near and not one.fixed))]
    rows = [one for one in rows if not one.fixed or seen.scroll is None]
    shown = content(" ".join((seen.title, seen.head, *(one.label for one in seen.controls if one.role == "button"))))
    far = [at for at in live if stem(ear.said[at]) not in shown]
    # Where a next page may hold the rest nothing is looked for at random here.
    enough = mind.whole_form(seen) and (len(far) > 1 or any(map(ear.firm, far)))
    loose = {ear.said[at] for at in far} if enough else set()
    rows = [one for one in rows if kinds[one.resource_id] < _MANY] if len(rows) <= _ROWS else []
    rows = [one for one in rows if not any(_COST.search(text) for text in one.texts)]
    # While the user may still say something, `survey` looks and asks.
    if (
        mind.curious
        or not rows
        or mind.looked >= _LOOKS
        or not (open_ or loose)
        or not any(goes_on(one, mind.request) for one in seen.buttons)
    ):
        return None
    mind.looked += 1
    return mind.touch(rows[0], "what may be chosen in there?", places=frozenset())


def _kinds(loose: set[str]) -> set[str]:
    """What the rows may be called behind which such words are chosen."""
    found: set[str] = set()
    if any(_CLOCK.fullmatch(word) for word in loose):
        found |= {"time"}
    if loose & _DAYS or any(map(is_date, loose)):
        found |= {"date", "day"}
    if loose & _COLOURS:
        found |= {"colour", "color"}
    return found


def _rows(mind: Mind, seen: Seen) -> list[Control]:
    """Rows, switches and buttons of the form that nobody touched yet; lists of things are none."""
    rows = [
        one
        for one in seen.controls
        if one.resource_id not in mind.options
        and (one.resource_id == "" or (mind.page, one.resource_id) not in mind.probed)
        if one.role in ("row", "button", "switch") and mind.useful(one) and not goes_on(one, mind.request)
        if not _IDLE & set(words(one.label)[:1]) and not mind.foreign(one)
        # "All day" is no answer to which day.
        if any(map(str.isalpha, one.label))
        and (words(one.label)[:1] != ("all",) or "all" in mind.request.said)
        and len(one.texts) <= _MANY
        and (one.role == "switch" or words(one.label)[:1] not in NEW or mind.ear.rate(one.label, (one.label,)).places)
    ]
    return rows


def _relation(control: Control, hints: set[str], preps: set[str], title: str) -> float:
    """How much the label, and the small text beside it, has to do with the words."""
    texts = [control.label, *(control.near if len(control.near) == 1 and control.near[0] != title else ())]
    if any(text.casefold() in preps for text in texts):
        return _LED
    own = {word for text in texts for word in words(text)}
    close = sum(max((share for other in hints if (share := likeness(one, other)) >= _ROOT), default=0.0) for one in own)
    if control.role == "button" and 2 * close < len(content(control.label)):
        return 0.0
    if close or (control.role != "row" and len(own) > 1):
        return close
    return sum(any(kin(stem(one), stem(other)) for other in hints) for one in own) / 2


def finish(mind: Mind, seen: Seen) -> Decision | None:
    """A small page on which something was just written: the only button on it but the ways out."""
    if not any(one.role == "field" and mind.seeking.filled(one) for one in seen.controls):
        return None
    if mind.seeking.owed(mind.request) and sum(one.role == "field" for one in seen.controls) > 1:
        return None
    rest = [one for one in seen.controls if one.role not in ("field", "back") and not _OUT & set(words(one.label)[:1])]
    if len(rest) != 1 or rest[0].role not in ("button", "row") or not mind.fresh(rest[0], "written"):
        return None
    decision = mind.touch(rest[0], "what was written is to be kept", "written", places=frozenset())
    # Who only wants something new of that name has it then.
    mind.committed = mind.request.deeds <= {"make"} and not any(map(mind.ear.worth, mind.ear.live))
    return decision


def beside(mind: Mind, seen: Seen) -> Decision | None:
    """The button in one line with the field in which something was just written: it takes that on."""
    if mind.seeking.owed(mind.request):
        return None
    for written in seen.controls:
        if written.role != "field" or not mind.seeking.wrote(written.label):
            continue
        for one in seen.controls:
            line = abs(one.center[1] - written.center[1]) < _LINE and one.center[0] > written.center[0]
            takes = words(one.label)[:1] and words(one.label)[0] in _TAKES_ON
            if line and takes and one.role in ("row", "button") and mind.fresh(one, "written"):
                decision = mind.touch(one, "what was written is to be kept", "written", places=frozenset())
                mind.committed = mind.request.deeds <= {"make"} and not any(map(mind.ear.firm, mind.ear.live))
                return decision
    return None


def anew(mind: Mind, seen: Seen) -> Decision | None:
    """What was just made under a name that was told stands in the list that it was made for: it is chosen there."""
    if not any(goes_on(one, mind.request) for one in seen.buttons) or mind.request.hands:
        return None
    for one in seen.controls:
        made = mind.seeking.wrote(one.label) and one.role in ("row", "choice", "switch")
        if made and not one.on and mind.fresh(one, "made"):
            return mind.touch(one, "that is the new one", "made", places=frozenset())
    return None


def own_menu(mind: Mind, seen: Seen) -> Decision | None:
    """The menu of just what the deed is to be done to, in a list."""
    if mind.request.informational or not mind.object:
        return None
    ear = mind.ear
    ear = replace(ear, live=ear.live | mind.object)
    ranked = [
        (ear.rate(one.label, (one.label,), strict=True), -at)
        for at, one in enumerate(seen.controls)
        if mind.useful(one) and _MENU & set(words(one.label)[:1]) and len(words(one.label)) > _MANY
    ]
    score, at = max(((one.score, at) for one, at in ranked if not one.partial), default=(0.0, 0))
    if score < 1 or (mind.served & mind.object and not mind.trail.passed & mind.object):
        return None
    return mind.touch(seen.controls[-at], "what else can be done with it?")


def grows(control: Control, seen: Seen) -> bool:
    """Whether the button only adds one more field of a kind that the form has already."""
    own = words(control.label)
    return (
        own[:1] == ("add",)
        and len(own) == 2
        and any(
            one.role == "field" and own[1] in words(f"{one.label} {one.resource_id}".replace("_", " "))
            for one in seen.controls
        )
    )


def _opens_menu(own: tuple[str, ...]) -> bool:
    """`More options`, `Edit`, and the options of something in two words."""
    return 0 < len(own) <= _MANY and bool(_MENU & set(own[:1]) or own[-1] == "options")


def menu(mind: Mind, seen: Seen) -> Decision | None:
    """More that can be done with what is here: its options, or changing it."""
    if not mind.travel.believed or mind.request.informational or seen.groups:
        return None
    making = "make" in mind.request.deeds and not mind.begun
    if mind.seeking.owed(mind.request) and (not making or any(one.role == "field" for one in seen.controls)):
        return None
    found = [one for one in seen.controls if mind.useful(one) and _opens_menu(words(one.label))]
    if not found or not (making or right(mind, found[0], seen)):
        return None
    return mind.touch(found[0], "what else can be done with it?", places=frozenset())


def kept_by_leaving(mind: Mind, seen: Seen) -> bool:
    """Whether all that was told is written on this page, which has no button to keep it."""
    ear = mind.ear
    # What said what the words are for is dealt with once they are written.
    led = frozenset(word for one in mind.request.texts for word in one.about)
    rest = [at for at in ear.live if ear.worth(at) and stem(ear.said[at]) not in led]
    started = mind.begun or not mind.request.deeds
    if not started or mind.page not in mind.forms or not mind.request.texts or mind.seeking.owed(mind.request):
        return False
    return not (len(rest) > 1 or any(map(ear.firm, rest)) or any(closes(one, mind.request) for one in seen.buttons))


def _whole(mind: Mind, label: str) -> bool:
    """Whether the label names what the deed is done to, and not a word of its name by chance."""
    here = mind.at(label) & mind.object
    return bool(here) and all(
        mind.at(name) <= here for name in mind.seeking.names(mind.request) if mind.at(name) & here
    )


def about(mind: Mind, seen: Seen) -> Decision | None:
    """On the page of what the deed is done to: its name, behind which there is more about it."""
    if mind.request.informational or mind.seeking.owed(mind.request) or mind.has_commit(seen):
        return None
    for one in seen.controls:
        if one.role != "row" or not one.fixed or one.label in mind.known_of:
            continue
        if mind.useful(one) and _whole(mind, one.label):
            mind.known_of.add(one.label)
            return mind.touch(one, "what can be done with it?")
    return None
