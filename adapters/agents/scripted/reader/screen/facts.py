"""Which text on a screen answers what was asked: a fact of the right form beside words that were asked for. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.language.asked import Asked
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.words import is_date, words
from adapters.agents.scripted.reader.screen.parts import Part

_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
_LONG = 90
"""Letters from which a text is read sentence by sentence."""
_SOFT = 0.2
"""What a word counts that a screen may put otherwise."""
_NAMED = 0.6
"""The share of a name's words that have to be there."""
_AGAIN, _FIRST = 0.2, 6.0
"""What a word counts that the page is about anyway, and what the words for the fact itself count."""
_OTHER = 2.0
"""What it costs that a fact has not the form that was expected."""
_COUNTED = 3.0
"""What it counts that a number stands before what is counted: "9 seats are free", rather than "seat 9"."""
_EACH = 0.05
"""What each further word of a part costs."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An answer. `share`: how much of what was asked the screen speaks of; `whole`: nothing that matters is missing."""

    text: str
    share: float
    whole: bool
    here: float
    """How much of it stands in the answer's own part of the page."""


def read(
    asked: Asked, ear: Ear, top: Sequence[str], page: Sequence[str], parts: Sequence[Part], served: Collection[int]
) -> Fact | None:
    """The best fact on a page with `top` above it and the texts `page`; words at `served` places the way was for."""
    above = _heard(asked, ear, top)
    said = {at for at in asked.need if at in served} | above
    # A day stands beside what it is the day of, or above it.
    around = said | {at for at in _heard(asked, ear, page) if not is_date(ear.said[at])}
    teller, firm, names = _Teller(asked, ear), _firm(asked), list(_names(asked, ear))
    best: tuple[float, Fact] | None = None
    for part in (piece for one in parts for piece in _pieces(one)):
        value = _value(asked, ear, part, teller)
        if not value:
            continue
        own = _heard(asked, ear, part)
        if not own and not asked.formed:
            continue
        covered = around | own
        here = sum(_weight(asked, ear, at) * (_AGAIN if at in said else 1.0) for at in own - above)
        loose = own if asked.formed else set()
        first = all(at in loose or _plain(at, ear, (*part, *top)) for at in firm)
        whole = first and all(_told(ear, name, covered) for name in names)
        size = sum(len(words(text)) for text in part)
        form = _heard_at(asked.used, ear, part)
        number = not asked.formed and any(map(str.isdigit, value))
        other = asked.formed and asked.fact.search(value) is None
        score = here - _EACH * size + _FIRST * first + len(form) + number - _OTHER * other
        score += _COUNTED * _counted(asked, ear, part)
        if best is None or score > best[0] + 1e-6:
            share = _share(asked, names, covered)
            best = (score, Fact(_say(part, own | form, value, asked, ear), share, whole, score))
    return best[1] if best is not None else None


def _counted(asked: Asked, ear: Ear, part: Part) -> bool:
    """Whether it is asked how many there are, and the part says so many of them."""
    if not asked.counts or not asked.head:
        return False
    for said in map(words, part):
        after = (said[at + 1 : at + 3] for at, word in enumerate(said) if word.isdigit())
        if any(max(asked.head) in ear.spoken(" ".join(noun)).same for noun in after):
            return True
    return False


def _pieces(part: Part) -> Iterator[Part]:
    """The part, and each sentence of a long text with what stands above it."""
    if all(len(text) <= _LONG for text in part):
        yield part
    for text in part:
        if len(text) > _LONG:
            for sentence in _SENTENCE.split(text):
                if sentence.strip():
                    yield (sentence.strip(),)


def _firm(asked: Asked) -> set[int]:
    """The last word of the phrase for the fact: of "air pressure" the pressure."""
    return {max(asked.head)} if asked.head else set()


def _share(asked: Asked, names: Sequence[tuple[int, ...]], covered: set[int]) -> float:
    """How much of the question is covered; a name counts as one word, however long it is."""
    parts = [set(name) for name in names]
    parts += [{at} for at in asked.need if not any(at in one for one in parts)]
    light = asked.soft | (asked.head - _firm(asked))
    worth = [_SOFT if one <= light else 1.0 for one in parts]
    total = sum(worth)
    return sum(a * len(one & covered) / len(one) for a, one in zip(worth, parts, strict=True)) / total if total else 1.0


def _weight(asked: Asked, ear: Ear, at: int) -> float:
    return _SOFT if at in asked.soft else ear.worth(at)


def _heard(asked: Asked, ear: Ear, texts: Sequence[str]) -> set[int]:
    """The needed places that words of the texts speak of."""
    return _heard_at(asked.need, ear, texts)


def _heard_at(places: Collection[int], ear: Ear, texts: Sequence[str]) -> set[int]:
    spoken = [ear.spoken(text) for text in texts]
    found = {at for at in places if any(at in one.like for one in spoken)}
    for at in places:
        # "The sun sets" is a sunset.
        if at + 1 in places and any(at in one.joined for one in spoken):
            found |= {at, at + 1}
    return found


def _plain(at: int, ear: Ear, part: Part) -> bool:
    """Whether the word itself stands there, and none that merely may stand for it."""
    return any(at in one.same or at - 1 in one.joined for one in map(ear.spoken, part))


def _names(asked: Asked, ear: Ear) -> Iterator[tuple[int, ...]]:
    """The places of each name that is asked about."""
    for name in ear.names:
        for start in range(len(ear.said) - len(name) + 1):
            places = tuple(at for at in range(start, start + len(name)) if at in asked.need)
            if tuple(ear.said[start : start + len(name)]) == tuple(name) and places:
                yield places


def _told(ear: Ear, places: Sequence[int], covered: set[int]) -> bool:
    """Whether enough of a name is there, its first word with it: names reach no further than their capitals."""
    return places[0] in covered and len(covered & set(places)) >= _NAMED * len(places)


def _value(asked: Asked, ear: Ear, part: Part, teller: _Teller) -> str:
    """The text with the fact, the nearest to the words about it; it has to say something beside what was asked."""
    found = [at for at, text in enumerate(part) if teller.tells(text, len(part))]
    label = asked.head | asked.used
    if not found and asked.used and len(part) > 1 and all(_plain(at, ear, part[:1]) for at in label):
        # What is called just so has what stands below its name, whatever form that has.
        return part[1]
    if len(found) < 2:
        return part[found[0]] if found else ""
    near = [at for at, text in enumerate(part) if teller.touches(text)]
    return part[min(found, key=lambda at: min((abs(at - one) for one in near), default=0))]


class _Teller:
    """Which texts tell more than was asked; a text stands in many parts of a page."""

    def __init__(self, asked: Asked, ear: Ear) -> None:
        self._asked, self._ear = asked, ear
        self._places = asked.need | asked.used
        self._told = {ear.said[at] for at in self._places}
        self._about = _firm(asked) | asked.used
        self._known: dict[tuple[str, bool], bool] = {}
        self._near: dict[str, bool] = {}

    def tells(self, text: str, texts: int) -> bool:
        """Whether it does, among so many texts."""
        known = self._known.get((text, texts > 1))
        if known is None:
            known = self._known[text, texts > 1] = self._tells(text, texts)
        return known

    def touches(self, text: str) -> bool:
        """Whether it speaks of the fact."""
        known = self._near.get(text)
        if known is None:
            known = self._near[text] = bool(_heard_at(self._about, self._ear, (text,)))
        return known

    def _tells(self, text: str, texts: int) -> bool:
        if self._asked.formed:
            return any(not self._told.issuperset(words(one.group())) for one in self._asked.fact.finditer(text))
        own = words(text)
        rest = [word for word in own if self._places.isdisjoint(self._ear.shares(word))]
        return bool(rest) and (texts > 1 or len(rest) < len(own))


def _say(part: Part, own: set[int], value: str, asked: Asked, ear: Ear) -> str:
    """The value with the words beside it that were asked for."""
    kept = [text for text in part if text == value or not own.isdisjoint(ear.spoken(text).like) or not asked.formed]
    return " ".join(dict.fromkeys(kept))
