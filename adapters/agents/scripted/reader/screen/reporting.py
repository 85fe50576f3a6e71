"""What is to be told at the end of a way that was spelt out, read off the page that the way led to. Pure.

The clause says what kind of thing it is ("its length", "the first result", "the time of the last train"), the steps
before it what it is about. A fact that has a form is known by that; of a list, a row is told by its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.agents.scripted.reader.language.asked import Asked, asked
from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.spotting import answer
from adapters.agents.scripted.reader.language.words import content, spans, stem, telling, words
from adapters.agents.scripted.reader.screen.screen import Seen

_PLACES = {"first": 0, "top": 0, "newest": 0, "latest": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_NAMED = re.compile(r"(?<!\w)[A-Z][\w’'-]*(?:\s+(?:[A-Z&][\w’'-]*|of|the))*")
_HERE = 1.0
"""What a word of the clause counts, beside which words of the way count little."""
_WAY, _SIZE = 0.3, 0.05
_ENDS = frozenset(
    ("close", "closes", "closing", "end", "ends", "finish", "finishes", "until", "till", "arrive", "arrives")
)
"""Words that ask for the second of two times."""
_KIN = (
    frozenset(("arrive", "arrival", "there", "eta", "reach", "arrives")),
    frozenset(("leave", "departure", "depart", "leaves", "departs")),
    frozenset(("close", "closes", "closing", "until", "till")),
    frozenset(("open", "opens", "opening", "from")),
    frozenset(("length", "duration", "long", "lasts")),
    frozenset(("cost", "costs", "price", "total")),
)


def report(told: str, instruction: str, way: Sequence[str], seen: Seen, last: bool) -> str:
    """The answer on this page, or nothing. `way`: what the steps before were about; `last`: there is no more of it."""
    question = _asked(told, instruction)
    place = next((_PLACES[one] for one in words(told) if one in _PLACES), None)
    names = _NAMED.findall(told)
    if names and not all(_stands(name, seen) for name in names) and not last:
        return ""
    if question.formed:
        return _formed(question, told, instruction, way, seen, place)
    if place is not None and (text := _placed(seen, place)):
        return text
    kept = content(told) & content(instruction) or content(instruction)
    return _beside(told, way, seen) or answer(instruction, kept, seen.rows)


def _asked(told: str, instruction: str) -> Asked:
    """The form of what is to be told; of "it" the form that was asked for at first."""
    said = ("tell", "me", *words(told))
    found = asked(said, frozenset(), frozenset({0}), frozenset())
    if found.formed or any(map(telling, words(told))):
        return found
    return asked(words(instruction), frozenset(), frozenset(), frozenset())


def _stands(name: str, seen: Seen) -> bool:
    there = {stem(word) for one in seen.parts for text in one for word in words(text)}
    return all(stem(word) in there for word in words(name) if telling(word))


def _formed(question: Asked, told: str, instruction: str, way: Sequence[str], seen: Seen, place: int | None) -> str:
    """The text of the right form that stands nearest to what was told; what was told itself is no answer."""
    said = words(instruction)
    asked_ = [one for one in words(told) if one not in _PLACES and (telling(one) or any(one in kin for kin in _KIN))]
    around = [one for text in way for one in words(text) if telling(one)]
    best, most = "", 0.0
    after = 0.0
    place = -1 if place is None and not _ENDS.isdisjoint(asked_) else place
    for number, part in enumerate(seen.parts):
        own = [word for text in part for word in words(text)]
        near = _HERE * _heard(asked_, own) + _WAY * _heard(around, own)
        facts = [(text, one) for text in part for one in question.fact.finditer(text) if not spans(words(one[0]), said)]
        after = max(after * 0.8, _HERE * _heard(asked_, own) if not facts else 0.0)
        if not facts:
            continue
        ranked = max(
            (
                (_heard(asked_, words(text)), -at if place != -1 else at, text, one)
                for at, (text, one) in enumerate(facts)
            ),
            key=lambda one: one[:2],
        )
        score = 1 + near + after + ranked[0] - _SIZE * len(own) - 0.001 * number
        if score > most:
            best, most = ranked[3][0] if len(ranked[2]) > 60 or len(facts) > 1 else ranked[2], score
    return best


def _heard(told: Sequence[str], own: Sequence[str]) -> float:
    """How many of the words told are there, in the same words or in others for the same."""
    there = set(own)
    return sum(
        1.0
        if word in there
        else 0.7 * any(likeness(one, word) >= 0.7 or any(one in kin and word in kin for kin in _KIN) for one in there)
        for word in dict.fromkeys(told)
    )


def _placed(seen: Seen, place: int) -> str:
    """The name of a row by its place in the list; of a page without rows that can be touched, of its largest parts."""
    tall = [one for one in seen.controls if one.role == "row" and len(one.texts) > 1]
    rows = [one for one in tall if not one.fixed] or tall
    if rows:
        return rows[place].label if -len(rows) <= place < len(rows) else ""
    sizes: dict[int, list[str]] = {}
    for part in seen.parts:
        if len(part) > 2:
            sizes.setdefault(len(part), []).append(part[0])
    lists = [one for one in sizes.values() if len(one) > 1]
    found = max(lists, key=len, default=[])
    return found[place] if -len(found) <= place < len(found) else ""


def _beside(told: str, way: Sequence[str], seen: Seen) -> str:
    """What stands in the smallest part that speaks of all that is to be told, without the words that say so."""
    wanted = [one for one in words(told) if telling(one)]
    if not wanted:
        return ""
    parts = [
        one for one in seen.parts if len(one) > 1 and _heard(wanted, [w for t in one for w in words(t)]) >= len(wanted)
    ]
    if not parts:
        return ""
    part = min(parts, key=len)
    rest = [text for text in part if not any(_heard([word], words(text)) for word in wanted)]
    return " ".join(rest or part)
