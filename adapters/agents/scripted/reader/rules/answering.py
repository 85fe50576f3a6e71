"""The reader's rules for questions: look where the words lead, read the facts on the way, tell the best. Pure."""

from __future__ import annotations

from dataclasses import replace

from adapters.agents.scripted.reader.language.asked import Asked, asked
from adapters.agents.scripted.reader.language.comparing import amount, compared
from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import is_unit, measured, orders
from adapters.agents.scripted.reader.language.rating import Ear, at_hand
from adapters.agents.scripted.reader.language.words import content, spans, stem, words
from adapters.agents.scripted.reader.rules import choices, ways
from adapters.agents.scripted.reader.screen import apps
from adapters.agents.scripted.reader.screen.facts import Fact, read
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Finish, Key

_SURE, _GUESS = 0.8, 0.3
"""The share of a question that a screen has to speak of: to be believed at once, and to be told when all was seen."""
_PLAIN = 0.97
_FAINT = 1.0
"""The worth below which no control of a page has to do with the question."""
_NEAR = 3.0
"""The worth of a control that says by itself that it leads there."""
_FURTHER, _HERE = 0.6, 1.8
"""The worth of more of a page: of any, and of one about what was told."""
_RESERVE = 2
"""Actions kept for the answer."""
_SEVERAL = 2
"""Rows of the shortest list in which things are compared."""


def question(mind: Mind) -> tuple[Asked, Ear]:
    """What is asked, and the words for it."""
    request = mind.request
    names = mind.seeking.names(request)
    known, found = mind.inquiry.known, mind.inquiry.question
    if found is not None and known is not None and known[0] is request and known[1:] == (names, mind.seeking.app):
        return found
    named = frozenset(at for name in names for at in mind.at(name))
    idle = mind.at(mind.seeking.app)
    parts = asked(request.said, frozenset(idle), request.verbs, named)
    ear = Ear(request.said, parts.need, named & parts.need, tuple(words(name) for name in names))
    found = replace(parts, head=parts.head - named), ear
    mind.inquiry.known, mind.inquiry.question = (request, names, mind.seeking.app), found
    return found


def plain_answer(mind: Mind, seen: Seen) -> Decision | None:
    """Before anything is chosen: the answer, if the screen leaves nothing open."""
    return report(mind, seen, _PLAIN)


def report(mind: Mind, seen: Seen, sure: float = _SURE) -> Decision | None:
    """The answer, once the screen speaks of all that was asked and shows a fact of the right form."""
    if compared(mind.instruction) is not None and seen.lists:
        return None
    if (copied := _copied(mind, seen)) is not None:
        return Decision((Finish(copied),), thought="A button beside it says that this is it.")
    fact = _read(mind, seen)
    if fact is None:
        return None
    mind.inquiry.note(fact)
    if not fact.whole or fact.share < sure:
        return None
    return Decision((Finish(fact.text),), thought="This is what was asked for.")


def _copied(mind: Mind, seen: Seen) -> str | None:
    """What a button beside it copies, if that is what is asked for and the page is about all that was told by name."""
    texts = (seen.title, seen.head, *seen.free)
    names = mind.seeking.names(mind.request)
    if not names or not all(any(spans(words(name), words(text)) for text in texts) for name in names):
        return None
    for one in seen.controls:
        own = words(one.label)
        copies = own[:1] == ("copy",) and own[1:] and len(one.near) == 1
        if copies and any(likeness(own[-1], word) for word in mind.request.said):
            return one.near[0]
    return None


def _read(mind: Mind, seen: Seen) -> Fact | None:
    """The best fact on the screen; two rules ask for it in each decision."""
    inquiry, asked_, served = mind.inquiry, question(mind), mind.served
    if (
        inquiry.page is None
        or inquiry.page[0] is not seen
        or inquiry.page[1] is not asked_
        or inquiry.page[2] != served
    ):
        on = [one.label for one in seen.controls if one.on and one.role in ("tab", "choice")]
        shown = [one for one in seen.parts if not any(map(_echo, one))]
        inquiry.fact = read(*asked_, (seen.title, seen.head, *on), seen.free, shown, served)
        inquiry.page = (seen, asked_, served)
    return inquiry.fact


def _echo(text: str) -> bool:
    """Whether the text says that a search brought nothing; it repeats what was searched for."""
    return words(text)[:1] in (("no",), ("nothing",), ("nobody",)) and any(mark in text for mark in "“\"'‘")


def sweep(mind: Mind, seen: Seen) -> Decision | None:
    """Where options are tried in turn, one of them."""
    if mind.open_choice != "sweep":
        return None
    return choices.open_group(mind, seen) or choices.open_list(mind, seen)


def last_word(mind: Mind, seen: Seen) -> Decision | None:
    """Before the steps run out, the best that was found."""
    return give_up(mind) if mind.left <= _RESERVE else None


def give_up(mind: Mind) -> Decision | None:
    """The best that was found, if it has enough to do with the question."""
    best = mind.inquiry.best
    if best is None or best.share < _GUESS:
        return None
    return Decision((Finish(best.text),), thought="Nothing fits better.")


def unit(mind: Mind, seen: Seen) -> Decision | None:
    """A unit that was told and that the app does not show is set first: where it shows another one of the kind."""
    parts, _ = question(mind)
    told = [mind.request.said[at] for at in parts.need - mind.placed if is_unit(mind.request.said[at])]
    fresh = [one for one in seen.controls if one.role == "row" and mind.fresh(one)]
    for control in fresh if told else ():
        if any(measured(text, told[0]) for text in control.texts):
            return mind.touch(control, f"it is not in {told[0]} yet", places=frozenset())
    for control in seen.controls if told else ():
        if (
            mind.fresh(control)
            and control.role in ("row", "button", "tab")
            and {"settings", "units"} & set(words(control.label))
        ):
            return mind.touch(control, "units are set there", places=frozenset())
    return None


def latest(mind: Mind, seen: Seen) -> Decision | None:
    """The first of the list that all names led to, if the latest was told."""
    if not mind.request.latest or not seen.lists or not mind.travel.touches:
        return None
    parts, ear = question(mind)
    on = [one.label for one in seen.controls if one.on]
    if not ear.named <= mind.served | {at for label in (seen.title, *on) for at in mind.at(label)}:
        return None
    rows = max(seen.lists, key=lambda one: len(one.rows)).rows
    title = content(" ".join((seen.title, *on)))
    if not mind.fresh(rows[0]) or not title & {stem(mind.request.said[at]) for at in parts.need}:
        return None
    return mind.touch(rows[0], "the latest is at the top", places=frozenset())


def extreme(mind: Mind, seen: Seen) -> Decision | None:
    """The cheapest, the longest, the next: the row of the list with the least or the most of what is compared."""
    found = compared(mind.instruction)
    if found is None:
        return None
    fact, most = found
    texts = (seen.title, seen.head, *seen.free, *(one.label for one in seen.controls if one.on))
    if not all(
        mind.at(name) & mind.served or any(spans(words(name), words(text)) for text in texts)
        for name in mind.seeking.names(mind.request)
    ):
        return None
    rows = max((one.rows for one in seen.lists), key=len, default=())
    worth = [(value, index) for index, row in enumerate(rows) if (value := amount(row.texts, fact)) is not None]
    if len(worth) < _SEVERAL or mind.travel.at_home:
        return None
    if sorted_ := all(mind.at(said) <= mind.served for said, _ in orders(mind.instruction)):
        worth = worth[:1]
    value, index = min(worth, key=lambda one: (-one[0] if most else one[0], one[1]))
    row = rows[index]
    told = next(text for text in row.texts if amount((text,), fact) == value)
    name = max((text for text in row.texts if amount((text,), fact) is None), key=len, default=row.label)
    mind.inquiry.note(Fact(f"{name} {told}", 1.0, True, value if most else -value))
    further = None if sorted_ else mind.travel.scroll(seen, mind.page)
    best = mind.inquiry.best
    return further or Decision((Finish(best.text if best else ""),), thought="Nothing beats this one.")


def seek(mind: Mind, seen: Seen) -> Decision | None:
    """The control that says most of what is asked, a search, more of the page, or another part of the app."""
    parts, ear = question(mind)
    open_ = replace(ear, live=ear.live - mind.served - ways.starts(mind))
    explorer = mind.inquiry.explorer
    more = _further(mind, seen, ear)
    top = max((worth for worth, _ in explorer.ranked(mind.page, seen, open_, mind.request)), default=0.0)
    if top < _NEAR and (decision := _search(mind, seen, parts, open_, top)) is not None:
        explorer.pass_by(mind.page, max(top, more))
        return decision
    chosen = explorer.choose(mind.page, seen, open_, mind.request, mind.trail, more)
    if chosen == "further":
        return mind.travel.scroll(seen, mind.page)
    if chosen == "back":
        mind.trail.retreating = True
        return Decision((Key("BACK"),), thought="There was more to look into before.")
    if chosen is None or isinstance(chosen, str):
        return None
    rating = open_.rate(chosen.label, (chosen.label, *chosen.texts))
    return mind.touch(chosen, "perhaps it is in there", places=rating.places)


def _further(mind: Mind, seen: Seen, ear: Ear) -> float:
    """What more of this page is worth: much if the page is about what is asked, less with every time."""
    if not mind.travel.scrollable(seen, mind.page):
        return 0.0
    about = [text for text in (seen.title, seen.head) if text]
    named = bool(ear.named) and at_hand(ear, (*about, *seen.free), ear.named)
    return (_HERE if named else _FURTHER) / (1 + mind.travel.scrolls(mind.page))


def _search(mind: Mind, seen: Seen, parts: Asked, ear: Ear, top: float) -> Decision | None:
    """Look for what was told by name; else for the thing itself."""
    names = [name for name in mind.seeking.names(mind.request) if mind.at(name) & ear.live]
    names = [name for name in names if not any(spans(words(name), words(text)) for row in seen.rows for text in row)]
    if not names and top < _FAINT and not mind.seeking.names(mind.request):
        at = sorted(
            parts.head | {one for one in parts.used if one + 1 in parts.used | parts.head or one - 1 in parts.head}
        )
        names = [" ".join(mind.request.said[one] for one in at[-2:])] if at else []
    return mind.seeking.search(seen, names[:1], mind.request)


def another_app(mind: Mind, seen: Seen) -> Decision | None:
    """All was seen here: home, for another app."""
    if apps.named(mind.seeking.app, mind.request):
        return None
    mind.inquiry.explorer.clear()
    return Decision((Key("HOME"),), thought="It is not in this app.") if mind.left > 2 * _RESERVE else None


def look_around(mind: Mind, seen: Seen) -> Decision | None:
    """For a deed: what nothing on the page speaks of may be behind its other parts, the likeliest first.

    Once something was chosen the right place was found, and what it leads to is no place to look around in.
    """
    if not mind.travel.believed or mind.committed or mind.changed or mind.has_commit(seen) or mind.is_form(seen):
        return None
    explorer = mind.inquiry.explorer
    further = _FURTHER / (1 + mind.travel.scrolls(mind.page)) if mind.travel.scrollable(seen, mind.page) else 0.0
    chosen = explorer.choose(mind.page, seen, mind.ear, mind.request, mind.trail, further)
    if chosen == "further":
        return mind.travel.scroll(seen, mind.page)
    if chosen == "back" and len(mind.trail.stops) > 1:
        mind.trail.retreating = True
        return Decision((Key("BACK"),), thought="There was more to look into before.")
    if chosen is None or isinstance(chosen, str):
        return None
    return mind.touch(chosen, "perhaps it is in there", places=frozenset())
