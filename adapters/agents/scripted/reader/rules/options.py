"""Which options of a group were told: word for word, closely, by their order or by what is not wanted. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import orders
from adapters.agents.scripted.reader.language.words import (
    Span,
    content,
    is_date,
    is_face,
    is_time,
    spans,
    telling,
    words,
)
from adapters.agents.scripted.reader.screen.screen import Control, Group
from adapters.agents.scripted.reader.state.mind import Mind

NOTHING = frozenset(("no", "none", "off", "never", "nobody", "nothing", "without", "don't"))
_LETTERS = tuple((letter,) for letter in "bcdefghjklmnopqrstuvwxyz")
"""Sizes, seats, platforms: letters that are no words."""
_VALUED = frozenset(("by", "to", "as"))
"""Words before a value."""
_ONLY_THIS = (("only", "this"), ("just", "this"), ("this", "one"), ("this", "time"), ("just", "once"), ("only", "once"))
"""What is said of one of a row of things."""
_HALF = 0.5
_PAIR, _APART = 2, 4
"""Words of a label that are too few to be told apart, and how far from each other they are told at most."""
_DATES = 3
_LEAVING = frozenset(("without", "leave", "remove", "hold", "exclude", "minus"))
"""Words of headings of lists of what to leave out."""
_MOSTLY = 0.7
"""The share of a label's words that are dealt with once it is chosen."""
_PARTLY = 0.9
"""The score from which the best of several options was told, though not word for word."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An option, how it should stand, and the places of the words that say so."""

    option: Control
    on: bool
    places: frozenset[int]

    @property
    def met(self) -> bool:
        return self.option.on == self.on


def wishes(mind: Mind, group: Group) -> list[Wish]:
    """What was told about the group, in the order of the telling; of options that drop each other, one."""
    if is_face([one.label for one in group.options]) and any(map(is_time, mind.request.said)):
        # "On the 25th at 19:00": the 25 is no minute.
        return []
    found = (
        _exact(mind, group)
        or _closely(mind, group)
        or _verbally(mind, group)
        or _nothing(mind, group)
        or _ordered(mind, group)
        or _weekday(mind, group)
        or _this(mind, group)
        or _besides(mind, group)
    )
    if not found and group.single and mind.choosing:
        found = _partly(mind, group)
    found += _without(mind, group, found)
    found.sort(key=lambda one: min(one.places, default=0))
    return found[-1:] if group.single else found


def _exact(mind: Mind, group: Group) -> list[Wish]:
    """Options told word for word; "brown sugar" does not tell "sugar"."""
    said = mind.request.said
    told = [spans(words(option.label), said) for option in group.options]
    if not any(told):
        return []
    hidden = mind.texts | mind.later
    whole = [tuple(words(name)) for name in mind.seeking.names(mind.request)]
    whole += [words(option.label) for option in group.options]
    taken = [span for one in whole for span in spans(one, said)]
    found = []
    for option, places_ in zip(group.options, told, strict=True):
        own = words(option.label)
        if not (
            any(map(telling, own))
            or any(map(str.isdigit, option.label))
            or len(own) > 1
            or own in _LETTERS
            or _valued(said, places_)
        ):
            continue
        free = [
            span
            for span in places_
            if not any(_inside(span, other) for other in taken) and not set(range(*span)) & hidden
        ]
        places = frozenset(at for span in free for at in range(*span))
        if places:
            found.append(Wish(option, _wanted(mind, places, group), places))
    if group.single:
        # What was said for something else may be the name of an option by chance.
        fresh = [one for one in found if one.places - mind.served or one.option.on]
        return fresh
    return found


def _valued(said: Sequence[str], places: Sequence[Span]) -> bool:
    """Whether a word that says little was told as a value: "by new", "to all"."""
    return any(start and said[start - 1] in _VALUED for start, _ in places)


def _wanted(mind: Mind, places: frozenset[int], group: Group) -> bool:
    """Whether the option is to be chosen; `no` within its own name is part of it, and of a list of what to leave out
    what is not wanted is chosen.
    """
    if _LEAVING & set(words(group.heading)):
        return True
    at = min(places)
    if mind.request.said[at] in NOTHING:
        return True
    request = mind.request
    if request.off and request.toggles and any(one.object and places & set(one.places) for one in request.phrases):
        # "Turn off the news about sales": the sales are turned off.
        return False
    off = [one for one in mind.request.phrases if one.off and places & set(one.places)]
    return not any(set(mind.request.said[one.start : at]) & {"no", "not", "without", "off"} for one in off)


def _closely(mind: Mind, group: Group) -> list[Wish]:
    """Options all of whose words were told close together, in whatever form: `Saturday, 10:00`."""
    ear = mind.ear
    found = []
    for option in group.options:
        places = ear.close(option.label)
        if places and any(at in ear.named or ear.worth(at) for at in places):
            found.append(Wish(option, _wanted(mind, places, group), places))
    longest = max((len(one.places) for one in found), default=0)
    return [one for one in found if len(one.places) == longest] if group.single else found


def _verbally(mind: Mind, group: Group) -> list[Wish]:
    """`Leave at the door` for "leave my parcels at the door": all of its words, with what they are about between."""
    said = mind.request.said
    for option in group.options:
        own = words(option.label)
        for start in range(len(said)) if len(own) > _PAIR else ():
            at = [start] if said[start] == own[0] else []
            for word in own[1:] if at else ():
                at += [one for one in range(at[-1] + 1, min(at[-1] + _APART, len(said))) if said[one] == word][:1]
            if len(at) == len(own) and "|" not in said[start : at[-1]]:
                return [Wish(option, True, frozenset(at))]
    return []


def _nothing(mind: Mind, group: Group) -> list[Wish]:
    """`None` or `Off`, where it was told that what the heading names is not wanted."""
    heading = content(group.heading)
    for one in mind.request.phrases:
        told = {mind.request.said[at] for at in one.places if telling(mind.request.said[at])}
        if one.off and any(likeness(a, b) for a in heading for b in told):
            for option in group.options:
                if words(option.label)[:1] and words(option.label)[0] in NOTHING:
                    return [Wish(option, True, frozenset(one.places))]
    return []


def _without(mind: Mind, group: Group, found: Sequence[Wish]) -> list[Wish]:
    """`No ice`, where ice is not wanted."""
    taken = {one.option.label for one in found}
    more = []
    for option in group.options:
        own = words(option.label)
        if own[:1] not in (("no",), ("without",)) or not own[1:] or option.label in taken:
            continue
        for one in mind.request.phrases:
            told = [mind.request.said[at] for at in one.places]
            if one.off and all(any(likeness(a, b) >= 1 for b in told) for a in own[1:]):
                more.append(Wish(option, True, frozenset(at for at in one.places if telling(mind.request.said[at]))))
    return more


def _ordered(mind: Mind, group: Group) -> list[Wish]:
    """The order of a list that brings what was told to the top."""
    for said, called in orders(mind.instruction):
        for option in group.options:
            if any(spans(words(name), words(option.label)) for name in called):
                return [Wish(option, True, frozenset(mind.at(said)))]
    return []


def _weekday(mind: Mind, group: Group) -> list[Wish]:
    """Of dates that begin with their days, the next that was told by its day."""
    ear = mind.ear
    if sum(is_date((*words(one.label), "")[0]) for one in group.options) < _DATES:
        return []
    for at in sorted(ear.live):
        if not is_date(ear.said[at]):
            continue
        for option in group.options:
            if likeness((*words(option.label), "")[0], ear.said[at]) >= 1:
                return [Wish(option, True, frozenset({at}))]
    return []


def _this(mind: Mind, group: Group) -> list[Wish]:
    """`This event`, where it was told that only this one is meant, of a thing that comes again."""
    said = mind.request.said
    told = [at for at in range(len(said) - 1) if said[at : at + 2] in _ONLY_THIS]
    own = [one for one in group.options if words(one.label)[:1] == ("this",) and "following" not in words(one.label)]
    if not told or not own:
        return []
    return [Wish(min(own, key=lambda one: len(one.label)), True, frozenset((told[0], told[0] + 1)))]


def _besides(mind: Mind, group: Group) -> list[Wish]:
    """The one option that says what was told in a text that is not its first: `Nearly full, 10:00–12:00`."""
    ear, found = mind.ear, []
    for option in group.options:
        for text in option.texts[1:]:
            places = ear.close(text) if any(map(str.isdigit, text)) and any(map(is_time, words(text))) else None
            whole = [span for span in spans(words(text), ear.said) if set(range(*span)) <= ear.live]
            if whole and any(map(telling, words(text))):
                found.append(Wish(option, True, frozenset(range(*whole[0]))))
            elif places and {ear.said[at] for at in places} >= {word for word in words(text) if is_time(word)}:
                found.append(Wish(option, True, frozenset(places)))
    return found if len(found) == 1 else []


def _partly(mind: Mind, group: Group) -> list[Wish]:
    """The one option that shares more with what was told than any other."""
    if any(words(option.label) == ("all",) for option in group.options):
        return []
    ear = mind.ear
    ranked = sorted(
        ((ear.rate(option.label, (option.label,), strict=True), -at) for at, option in enumerate(group.options)),
        key=lambda one: (one[0].score, one[1]),
        reverse=True,
    )
    ranked = [one for one in ranked if not _other_hours(mind, group.options[-one[1]])]
    if not ranked:
        return []
    best, at = ranked[0]
    heads = [
        one for one in ranked if one[0].places >= best.places and _begins(mind, group.options[-one[1]], best.places)
    ]
    if best.places and len(heads) == 1 and heads[0][1] != at:
        # Who pays by card means "Card ending 12", not "Gift card".
        return [Wish(group.options[-heads[0][1]], True, best.places)]
    if (
        best.score < _PARTLY
        or best.share < _HALF
        or best.partial
        or (len(ranked) > 1 and ranked[1][0].score >= best.score)
    ):
        return []
    # Where half of a label was told by chance, the words are still for something else.
    return [
        Wish(
            group.options[-at],
            True,
            best.places if best.share >= _MOSTLY or all(ear.said[at].isdigit() for at in best.places) else frozenset(),
        )
    ]


def _other_hours(mind: Mind, option: Control) -> bool:
    """Whether the option is from one time to another, and others were told: "from ten" is not "eight to ten"."""
    hours = [word for word in words(option.label) if is_time(word)]
    said = mind.request.said
    told = [at for at, word in enumerate(said) if is_time(word) and word in hours]
    if len(hours) != _PAIR or not told:
        return False
    pair = [said[at] for at in range(told[0], told[0] + _PAIR + 1) if at < len(said) and is_time(said[at])]
    pair = pair if len(pair) == _PAIR else [said[at] for at in range(told[0] - _PAIR, told[0] + 1) if is_time(said[at])]
    if len(pair) == _PAIR:
        return pair != hours
    return said[told[0]] == hours[1] and said[told[0] - 1] not in ("by", "until", "till", "before")


def _begins(mind: Mind, option: Control, places: frozenset[int]) -> bool:
    """Whether the label begins with a word told at one of the places, and goes on with a number."""
    own = words(option.label)
    told = any(likeness(own[0], mind.request.said[at]) >= 1 for at in places) if own else False
    return told and own[-1].isdigit()


def _inside(place: Span, other: Span) -> bool:
    return other[0] <= place[0] and place[1] <= other[1] and place != other
