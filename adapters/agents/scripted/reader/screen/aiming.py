"""Which control a clause of a way is about: what shares most of its words and has fewest others. Pure.

A clause may name a control, or what a control stands beside ("Follow beside Ann"), what kind of thing it is ("the chat
Ann"), or the heading above it ("Large for the size"): each way to read it is tried, and the best counts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.path import PLAIN, Step
from adapters.agents.scripted.reader.language.signs import KINDS, OUT, SAME, SIGNS, UNDOING
from adapters.agents.scripted.reader.language.words import deeds_of, is_time, spans, stem, telling, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen

CLEAR, SURE, FAINT = 0.8, 0.65, 0.36
"""The worth from which a control is touched at once, where all of the page was seen, and where nothing else helps."""
EXACT = 0.97
_PREP = re.compile(
    r"\s+(?:beside|next to|under|below|above|among|for|of|from|in|on|at|about|to|as|by|with|that|which|marked|called"
    r"|named)\s+",
    re.IGNORECASE,
)
_LITERAL = re.compile(r"(?<!\w)(?=[A-Z0-9+\"“‘$€£¥])")
_PRICE = re.compile(r"\s*[+(]?[$€£¥]\s?\d[\d.,]*\)?")
_WHERE = re.compile(r"\s+(?:at the (?:top|bottom)|(?:up|down) there|on the (?:left|right))\b.*$", re.I)
_TOUCHES = frozenset(("tap", "press", "click", "hit", "touch", "toggle"))
_TOP = (
    (re.compile(r"\b(?:at the top|top|first|latest|newest|uppermost)\b", re.I), 0),
    (re.compile(r"\bsecond\b", re.I), 1),
    (re.compile(r"\bthird\b", re.I), 2),
    (re.compile(r"\bfourth\b", re.I), 3),
    (re.compile(r"\b(?:at the bottom|last|oldest|bottom)\b", re.I), -1),
)
_TIME_AT = re.compile(r"(?P<time>\d{1,2}:\d\d) (?:at|in|under|below|for|of) (?:the )?(?P<where>.+)")
_BESIDE, _TOUCHED, _ALONE, _LONELY = 0.3, 0.04, 0.82, 0.72
_UNDONE = 0.6
_ALL = 0.75
"""The share of the words for what a control stands beside from which it is the one."""
_LOOSE = 0.35
"""How much of a label has to be told."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What may be meant: the words of a control, and those of what it belongs to."""

    own: tuple[str, ...]
    beside: tuple[str, ...] = ()
    weight: float = 1.0
    plain: str = ""
    """The words as they were written."""
    whole: bool = True
    """Whether these are all the words of the clause that say anything."""
    verb: bool = False
    """Whether it is only the verb: what it is done to goes without saying."""


@lru_cache(maxsize=1 << 10)
def aims(step: Step) -> tuple[Aim, ...]:
    """The ways to read a clause, the likeliest first."""
    target, verb = step.target, step.verb
    slot = tuple(one for one in words(step.slot) if telling(one))
    found: dict[Aim, None] = {}

    def add(own: str, beside: str = "", weight: float = 1.0, whole: bool = True, verb: bool = False) -> None:
        rest = tuple(one for one in words(beside) if telling(one) and one not in KINDS)
        for kept in (words(own), tuple(one for one in words(own) if one not in KINDS)):
            if kept:
                found[Aim(kept, (*rest, *slot), weight, own, whole, verb)] = None

    hard = bool(verb) and verb not in PLAIN and not step.search
    soft = 0.8 if hard and not step.picks else 1.0
    if step.reads:
        add(step.reads, target)
    add(target, "", soft, whole=soft == 1.0)
    bare = tuple(one for one in words(target) if one not in KINDS)
    for other in _otherwise(target):
        add(other, "", 0.95 * soft)
    start = _LITERAL.search(target)
    if start is not None and start.start():
        before, literal = target[: start.start()], target[start.start() :]
        add(literal, before, soft)
    else:
        before, literal = "", target
    for one in _PREP.finditer(target):
        left, right = target[: one.start()], target[one.end() :]
        add(left, right, soft)
        named = _LITERAL.search(left)
        if named is not None and named.start():
            add(left[named.start() :], f"{left[: named.start()]} {right}", soft)
        later = _LITERAL.search(right)
        if named is not None and later is None:
            # "Pay at the door" is no door.
            continue
        add(right, left, 0.9 * soft)
        if later is not None and later.start():
            add(right[later.start() :], f"{left} {right[: later.start()]}", 0.9 * soft)
    if hard:
        add(step.said, "", 1.04)
        add(verb, target, 0.95 if not any(telling(one) for one in bare) else 0.9, verb=True)
    elif verb and verb not in _TOUCHES:
        add(step.said, "", 1.0)
    return tuple(found)


def _otherwise(target: str) -> list[str]:
    """What else the target may be called: without where it stands, by what its sign means."""
    found = [sign.sub(name, target) for sign, name in SIGNS if sign.search(target)]
    place = _WHERE.search(target)
    if place is not None and target != target.lower():
        found.append(target[: place.start()])
    return found


def find(step: Step, seen: Seen, least: float = SURE) -> Control | None:
    """What the step is about on this screen."""
    found = best(step, seen)
    return found[1] if found is not None and found[0] >= least else None


def best(step: Step, seen: Seen) -> tuple[float, Control] | None:
    """The likeliest control and how well it fits; nothing if none has anything to do with the step."""
    if (under := _under(step, seen)) is not None:
        return EXACT, under
    if step.wants is not None:
        found = _best(step, seen, ("switch", "choice"))
        if found is not None and found[0] >= SURE:
            return found
    return _best(
        step, seen, ("switch", "choice", "row", "tab", *(() if step.wants is not None else ("button", "field")))
    )


def _under(step: Step, seen: Seen) -> Control | None:
    """The time of "10:15 at the Pier" in the list that stands below the Pier."""
    told = _TIME_AT.fullmatch(step.target)
    if told is None:
        return None
    where, below = words(told["where"]), False
    for one in seen.controls:
        if words(one.label) == where:
            below = True
        elif below and one.role in ("row", "choice", "button", "tab") and words(one.label)[:1] == (told["time"],):
            return one
    return None


def _best(step: Step, seen: Seen, roles: Sequence[str]) -> tuple[float, Control] | None:
    headings = {option.center: group.heading for group in seen.groups for option in group.options}
    top: tuple[float, ...] = ()
    found: Control | None = None
    worth, beside = 0.0, 1.0
    for index, control in enumerate(seen.controls):
        if control.role not in roles or not (control.texts or control.resource_id):
            continue
        score, there = fit(step, control, headings.get(control.center, ""))
        if score < FAINT:
            continue
        ranked = (round(score + _prior(step, control), 3), -index)
        if not top or ranked > top:
            top, found, worth, beside = ranked, control, score, there
    if found is not None and beside < _ALL:
        twins = sum((one.label, one.role) == (found.label, found.role) for one in seen.controls)
        # One of several of that name, or one that stands beside something else.
        worth = min(worth, CLEAR - 0.01) if twins > 1 or beside else worth
    nth = next((number for pattern, number in _TOP if pattern.search(step.target)), None)
    if (
        nth is not None
        and worth < EXACT
        and step.target == step.target.lower()
        and (one := _nth(step, seen, nth)) is not None
    ):
        return max(worth, CLEAR), one
    return (worth, found) if found is not None else None


def _prior(step: Step, control: Control) -> float:
    """What speaks for a control besides its name."""
    more = 0.0
    if control.role == "field" and not ({"field", "box", "search"} & set(words(step.said))):
        more -= 5 * _TOUCHED
    if step.picks or step.slot:
        more += _TOUCHED * (control.role in ("choice", "switch"))
    elif step.verb in _TOUCHES or step.verb not in PLAIN:
        more += _TOUCHED * (control.role == "button")
    if settled(step, control):
        more -= _TOUCHED / 2
    return more


def fit(step: Step, control: Control, heading: str = "") -> tuple[float, float]:
    """How well a control is what the step names, from 0 to 1.3, and how much of what it stands beside is there."""
    most, there = 0.0, 1.0
    near = (*control.near, *control.texts, heading, control.resource_id.replace("_", " "))
    undoes = control.role == "button" and not UNDOING.isdisjoint(words(control.label))
    for aim in aims(step):
        own = max(
            like(_named(control.label), aim.own, aim.plain),
            *(0.97 * like(text, aim.own, aim.plain) for text in control.texts[:8]),
            0.9 * _together(control.texts, aim.own),
            0.85 * like(_identified(control.resource_id), aim.own, ""),
        )
        if not own:
            continue
        if undoes and UNDOING.isdisjoint(aim.own):
            own *= _UNDONE
        beside = _heard(aim.beside, near) if aim.beside else own * aim.whole
        # Where nothing says what it belongs to, it may be another of that name.
        alone = 1.0 if beside or aim.verb or not aim.whole else _ALONE if len(aim.own) > 1 else _LONELY
        score = aim.weight * own * alone + _BESIDE * beside
        if score > most:
            most, there = score, beside if aim.beside else 1.0
    return most, there


@lru_cache(maxsize=1 << 12)
def _identified(resource_id: str) -> str:
    """What an app itself calls a control."""
    return " ".join(one for one in words(resource_id.replace("_", " ")) if one not in KINDS)


def _named(label: str) -> str:
    return _PRICE.sub("", label) or label


def _heard(told: Sequence[str], texts: Sequence[str]) -> float:
    """The share of the words told that stand in the texts."""
    there = {word for text in texts for word in _split(text)}
    alike = (1.0 if word in there else 0.9 * any(likeness(one, word) >= 0.7 for one in there) for word in told)
    return sum(alike) / len(told)


@lru_cache(maxsize=1 << 14)
def _split(text: str) -> tuple[str, ...]:
    """The words; of `3:4` the numbers."""
    return tuple(
        part for one in words(text) for part in (one.split(":") if ":" in one and not is_time(one) else (one,))
    )


@lru_cache(maxsize=1 << 14)
def like(label: str, told: tuple[str, ...], plain: str) -> float:
    """How like a label is to what was told: 1 word for word."""
    own = _split(label)
    if not own or not told:
        return 0.0
    if own == told or (len(own) == len(told) and spans(own, told)):
        return 1.0 if any(map(telling, own)) or not plain or label.strip() in plain else 0.5
    names = [one for one in own if telling(one)]
    asked = [one for one in told if telling(one)]
    if not names or not asked:
        short = bool(spans(own, told)) and not names
        return (
            0.98
            if short and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", plain) and label[:1].isupper()
            else (0.98 if not asked and not names and tuple(filter(_kept, own)) == tuple(filter(_kept, told)) else 0.0)
        )
    if names == asked:
        return 0.98
    if len(names) == len(asked) == 1 and _stand_for(names[0], asked[0]):
        return 0.9
    heard = sum(max(_alike(one, word) for one in names) for word in asked) / len(asked)
    said = sum(max(_alike(one, word) for word in asked) for one in names) / len(names)
    if heard < 0.5 or said < _LOOSE:
        return 0.0
    exact = 0.08 if spans(own, told) or spans(told, own) else 0.0
    return min(0.96, heard * math.sqrt(heard) * (0.55 + 0.35 * said) + exact)


def _kept(word: str) -> bool:
    return word not in ("the", "a", "an", "it")


def _stand_for(seen: str, told: str) -> bool:
    """Whether buttons use the one word for the other."""
    return any(seen in same and told in same for same in SAME)


@lru_cache(maxsize=1 << 14)
def _alike(seen: str, told: str) -> float:
    if (share := likeness(seen, told)) >= 0.7:
        return share
    if _stand_for(seen, told):
        return 0.75
    if deeds_of(stem(seen)) & deeds_of(stem(told)):
        return 0.6
    return share


def _together(texts: Sequence[str], told: tuple[str, ...]) -> float:
    """How much of what was told stands in all texts of a row together."""
    if len(texts) < 2:
        return 0.0
    asked = [one for one in told if telling(one)]
    there = {word for text in texts for word in _split(text)}
    if not asked or not there:
        return 0.0
    heard = sum(max(likeness(one, word) for one in there) for word in asked) / len(asked)
    return heard * math.sqrt(heard) if heard > 0.5 else 0.0


def _nth(step: Step, seen: Seen, number: int) -> Control | None:
    """The name of a page, or a row of its longest list by its place."""
    rows = [one for one in seen.controls if one.role in ("row", "choice")]
    if "name" in words(step.target) and "top" in words(step.target):
        return min((one for one in rows if one.role == "row"), key=lambda one: one.center[1], default=None)
    lists = sorted(seen.lists, key=lambda one: -len(one.rows))
    tall = [one for one in rows if len(one.texts) > 1]
    kinds = [one for one in words(step.target) if telling(one) and not any(top.fullmatch(one) for top, _ in _TOP)]
    named = [one for one in tall if any(_heard(kinds, (*one.texts, _identified(one.resource_id))) for _ in kinds[:1])]
    found = named if len(named) > 1 else lists[0].rows if lists else tall
    return found[number] if -len(found) <= number < len(found) else None


def affirmed(seen: Seen) -> Control | None:
    """On a page that only asks whether it is to be done: what stands beside the way out."""
    asked = [one for one in seen.controls if one.role in ("button", "row") and one.label]
    out = [one for one in asked if words(one.label)[:1] and words(one.label)[0] in OUT]
    rest = [one for one in asked if one not in out]
    return rest[-1] if out and 0 < len(rest) <= 2 else None


def there(step: Step, seen: Seen) -> bool:
    """Whether the page is called what is to be gone to."""
    told = frozenset(map(stem, words(step.target)))
    return bool(told) and any(told == frozenset(map(stem, words(text))) for text in (seen.title, seen.head))


def settled(step: Step, control: Control) -> bool:
    """Whether the control stands as it should already."""
    if control.role == "switch" or (step.wants is not None and control.role == "choice"):
        return step.wants is not None and control.on == step.wants
    if step.wants is not None and control.role == "row":
        return any(words(text) == (("on",) if step.wants else ("off",)) for text in control.texts[1:])
    if control.role == "choice" and step.verb in _TOUCHES and not step.picks:
        return False
    return (control.role in ("choice", "tab") and control.on) or done(step, control)


def done(step: Step, control: Control) -> bool:
    """Whether the control says that what it did is done: `Following` for Follow, `Unlike` for Like."""
    told, own = words(step.target), words(control.label)
    if not told or not own or own == told or control.role not in ("button", "row", "tab"):
        return False
    first = told[0].rstrip("e")
    if told[0] == "add" and own[0] == "remove":
        return own[-1] == told[-1]
    if len(told) == 1 or own[1:] == told[1:]:
        return own[0] in (f"un{told[0]}", f"{first}ing", f"{first}ed") or own == ("on", *told)
    return False


def shown(step: Step, seen: Seen) -> bool:
    """Whether something on the screen is called what the step names, word for word."""
    found = best(step, seen)
    return found is not None and found[0] >= EXACT - 0.04


def field(step: Step, seen: Seen, last: tuple[str, str] | None) -> Control | None:
    """Where to type: the field that the clause names, the one touched last, the one that is ready, else the first."""
    fields = [one for one in seen.controls if one.role == "field"]
    if step.target:
        named = sorted(((-fit(step, one)[0], index) for index, one in enumerate(fields)))
        if named and -named[0][0] >= FAINT:
            return fields[named[0][1]]
    for one in fields:
        if last is not None and (one.resource_id, one.label) == last:
            return one
    ready = [one for one in fields if one.focused]
    return next(iter((*ready, *fields)), None)
