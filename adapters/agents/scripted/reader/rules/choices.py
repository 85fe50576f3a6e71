"""The reader's rules for what nobody settled: choices and lists on the screen, asked for, swept or left alone. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from adapters.agents.scripted.reader.language.comparing import compared
from adapters.agents.scripted.reader.language.questions import meant
from adapters.agents.scripted.reader.language.words import (
    content,
    is_date,
    is_face,
    kind_of,
    spans,
    stem,
    telling,
    words,
)
from adapters.agents.scripted.reader.rules.options import wishes
from adapters.agents.scripted.reader.rules.survey import exists, is_picker, searches
from adapters.agents.scripted.reader.screen.buttons import goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Group, Listing, Seen
from adapters.agents.scripted.reader.state.asking import bears_name, called
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import AskUser, Decision

_ORDERS = frozenset((
    "alphabetical", "best", "cheapest", "fastest", "latest", "match", "new", "newest", "old", "oldest", "popular",
    "price", "recent", "relevance", "top",
))  # fmt: skip
"""Words of options that order a list."""

_TURNS = (("next",), ("previous",))
"""First words of labels that turn a page."""
_DATES = 7
"""More dates than a week has are a calendar, which nobody wants to be read out."""


def told_by_reply(mind: Mind, seen: Seen) -> Decision | None:
    """The reply to the last question names one of the candidates that it offered."""
    offered, mind.asking.offered = mind.asking.offered, ()
    reply, mind.asking.reply = mind.asking.reply, ""
    at = meant([called(control) for control in offered], reply)
    if at is None or offered[at].on or not mind.fresh(offered[at]):
        return None
    # Who is told which of several things is meant has no more to look for under the common name.
    places = frozenset(mind.at(offered[at].label)) | (mind.object if mind.asking.thing else frozenset())
    return mind.touch(offered[at], "that is what I was told", places=places)


def open_group(mind: Mind, seen: Seen) -> Decision | None:
    """A group of options none of which was told; those of which one is chosen already go first."""
    for group in sorted(seen.groups, key=lambda one: not one.single):
        if len(set(group.labels)) < 2 or wishes(mind, group) or _joined(mind, group) or not _matters(mind, seen, group):
            continue
        # A mere title of the page does not name what is chosen on it, unless choosing is all that it is for.
        name = f"{seen.title}/{group.heading}/{group.labels[0]}"
        heading = group.heading if is_picker(seen) or group.heading != seen.title else ""
        sweeping = mind.open_choice == "sweep"
        decision = _try(mind, name, group.options) if sweeping else _ask(mind, name, heading, group.options)
        if decision is not None:
            return decision
    return None


def _joined(mind: Mind, group: Group) -> bool:
    """Whether an option was told in two words that are one on the screen, or the other way round."""
    said = mind.request.said
    pairs = {first + second for first, second in pairwise(said)} | set(said)
    return any(len(own := words(label)) <= 2 and "".join(own) in pairs for label in group.labels)


def required(mind: Mind, seen: Seen) -> Decision | None:
    """Where the button that goes on is barred and nothing was told: the first of the rows to choose from."""
    if not any(goes_on(one, mind.request) for one in seen.barred) or mind.request.informational or mind.curious:
        return None
    columns: dict[tuple[str, int], list[Control]] = defaultdict(list)
    for one in seen.controls:
        if one.role in ("row", "choice") and len(one.texts) > 1 and mind.fresh(one) and not mind.foreign(one):
            columns[one.resource_id, one.center[0]].append(one)
    rows = max(columns.values(), key=len, default=[])
    if len(rows) < 2 or any(one.on for one in seen.controls if one.center[0] == rows[0].center[0]):
        return None
    return mind.touch(rows[0], "one has to be chosen", seen.title, places=frozenset())


def before_the_answer(mind: Mind, seen: Seen) -> Decision | None:
    """Of which of several things something is to be found out, and in which view, is asked before it is read off."""
    if not mind.request.informational or not mind.curious:
        return None
    settled = compared(mind.instruction) is not None or any(_one_told(mind, one.rows) for one in seen.lists)
    for rule in (open_group,) if settled else (open_group, open_list):
        decision = rule(mind, seen)
        if decision is not None and isinstance(decision.actions[0], AskUser):
            return decision
    return None


def _one_told(mind: Mind, rows: Sequence[Control]) -> bool:
    """Whether exactly one of the rows speaks of something that was told: that one is meant."""
    said = [
        {at for at in mind.ear.rate(one.label, (one.label, *one.texts)).places if mind.ear.firm(at)} for one in rows
    ]
    common = set[int].intersection(*said) if said else set()
    return len(said) > 1 and sum(bool(one - common) for one in said) == 1


def open_list(mind: Mind, seen: Seen) -> Decision | None:
    """A list of just what was told, and nobody said which: the latest if that was told, else the user says."""
    heads = mind.request.heads(mind.placed | mind.ear.named)
    here = words(seen.title)
    names = [name for name in mind.seeking.names(mind.request) if " " in name and not spans(words(name), here)]
    if any(not mind.served & mind.at(name) for name in names):
        return None
    if "make" in mind.request.deeds and any(mind.request.begins(one.label) for one in seen.controls):
        return None
    for listing in seen.lists:
        rows = [row for row in listing.rows if mind.fresh(row) and words(row.label)[:1] not in _TURNS]
        asked = 2 * sum(map(bears_name, rows)) > len(rows)
        # Trains, slots and seats have no names that somebody could tell: any of them will do.
        any_ = not asked and "buy" in mind.request.deeds and not mind.travel.at_home
        noun = seen.title if any_ else _common_noun(listing, heads)
        if not noun or any(mind.request.names(label) for label in listing.labels):
            continue
        if not any_ and _described(mind, noun):
            continue
        name = f"{seen.title}/{noun}"
        if f"{name}/taken" in mind.asking.settled or not rows:
            continue
        mind.travel.believed = True
        sweeping = mind.open_choice == "sweep"
        if (
            not mind.request.latest
            and asked
            and not sweeping
            and (question := _ask(mind, name, noun, rows, True)) is not None
        ):
            return question
        mind.asking.settled.add(f"{name}/taken")
        row = rows[mind.round % len(rows) if sweeping and not mind.request.latest else 0]
        return mind.touch(row, "the latest is at the top" if mind.request.latest else "one that fits")
    return None


def _matters(mind: Mind, seen: Seen, group: Group) -> bool:
    """Whether it is about the thing itself. A day, a time, or what was spoken of matters to whoever wants to know
    something, and nothing else; what a list is ordered or narrowed by matters to nobody else.
    """
    if (mind.travel.at_home and mind.lists) or is_face(group.labels):
        return False
    if any(label.casefold() in ("all", "any") for label in group.labels) or searches(seen):
        return False
    if all(words(label)[:1] == ("select",) for label in group.labels):
        return False
    if sum(any(map(is_date, words(label))) for label in group.labels) > _DATES:
        return False
    if kind_of(group.labels) == "day" and not group.single and any(one.single for one in seen.groups):
        return False
    if mind.request.informational:
        return bool(content(group.heading) & mind.request.nouns(()) or kind_of(group.labels))
    if exists(mind, seen) and not content(f"{group.heading} {' '.join(group.labels)}") & mind.request.nouns(()):
        return False
    on_the_way = any(goes_on(one, mind.request) for one in seen.buttons) or (
        is_picker(seen) and (bool(mind.asking.inside) or mind.forwarded)
    )
    return not _orders(group) and on_the_way


def _orders(group: Group) -> bool:
    """Whether the options are ways to order a list."""
    ways = sum(bool(_ORDERS & set(words(label))) for label in group.labels)
    return 2 * ways >= len(group.options)


def _described(mind: Mind, noun: str) -> bool:
    """Whether a word right before the noun says which one is meant: "the pigeon thread"."""
    said, verbs = mind.request.said, mind.request.verbs
    return any(
        stem(word) == noun and telling(before) and at not in verbs and at not in mind.served and before.isalpha()
        for at, (before, word) in enumerate(pairwise(said))
    )


def _common_noun(listing: Listing, heads: frozenset[str]) -> str:
    """The told noun that names what the rows are: in a title above them, or in the labels of several."""
    named = content(" ".join(listing.names)) & heads
    in_rows = [noun for noun in sorted(heads) if sum(noun in content(label) for label in listing.labels) > 1]
    return next(iter([*sorted(named), *in_rows]), "")


def _ask(mind: Mind, name: str, heading: str, options: Sequence[Control], thing: bool = False) -> Decision | None:
    """Ask once which of the options is meant; None if that was asked before or asking is of no use."""
    return mind.asking.once(name, heading, options, thing) if mind.curious else None


def _try(mind: Mind, name: str, options: Sequence[Control]) -> Decision | None:
    """Choose the option whose turn it is in this round."""
    if name in mind.asking.settled:
        return None
    mind.asking.settled.add(name)
    option = options[mind.round % len(options)]
    return None if option.on else mind.touch(option, "its turn", f"{name}/{mind.round}")
