"""How much of what was told, and is not dealt with yet, a text on the screen speaks of. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from adapters.agents.scripted.reader.language.hearing import (
    KIN,
    NOTHING,
    ROOT,
    joined,
    known,
    pairs,
    shares,
    sounds,
    traits,
)
from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.words import (
    content,
    is_date,
    is_time,
    same,
    spans,
    stem,
    telling,
    words,
)

_NAME, _NOUN = 3.0, 1.5
"""What a word of a name or a number is worth, and any other noun."""
_STRANGE = 0.35
"""What each word of a label costs that was not told."""
_PHRASE = 3
"""Words of grammar in a row that say something."""
_WINDOW = 4
"""Words of grammar that may stand between the words of one label."""
_NEARBY = frozenset(("today", "yesterday", "tomorrow"))
_BESIDE = 2
"""Words from a day to the time that belongs to it."""
UNITS = frozenset(("second", "minute", "hour", "day", "week", "month", "year"))


@dataclass(frozen=True, slots=True)
class Rating:
    """The score, and the places of the words that it was given for."""

    score: float = 0.0
    places: frozenset[int] = frozenset()
    exact: bool = False
    """Whether the label was told word for word, or a name that was told stands in the texts."""
    share: float = 1.0
    """The share of the label's words that were told."""
    partial: bool = False
    """Whether a name was met of which words are missing."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The places, dealt with or not, of the words told that one text has."""

    same: frozenset[int]
    """In the same form."""
    like: frozenset[int]
    """In the same form or in one that may stand for it; a name has no other form."""
    joined: frozenset[int]
    """In one word with the next one told."""


_SILENT = Spoken(frozenset(), frozenset(), frozenset())
_UNHEARD = Rating()


@dataclass(frozen=True, slots=True)
class Ear:
    """What was told, as far as it counts now."""

    said: tuple[str, ...]
    live: frozenset[int]
    """The places of the words that are still to be dealt with."""
    named: frozenset[int]
    """The places of words that are part of a name."""
    names: tuple[tuple[str, ...], ...]
    """The names told, as words."""
    _worths: tuple[float, ...] = field(init=False, compare=False, repr=False)
    """By place: what the word is worth."""
    _known: frozenset[str | int] = field(init=False, compare=False, repr=False)
    """What the words told are compared by."""
    _ratings: dict[tuple[str, Sequence[str], bool], Rating] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """What was rated already: most rules of a decision rate the same controls."""
    _texts: dict[tuple[str, bool], tuple[bool, dict[int, float]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """What was heard already."""
    _spoken: dict[str, Spoken] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_worths", _worths(self.said, self.named))
        object.__setattr__(self, "_known", known(self.said))

    def worth(self, at: int) -> float:
        return self._worths[at]

    def firm(self, at: int) -> bool:
        """Whether the word is part of a name, or a number: nobody says it for nothing."""
        return at in self.named or any(map(str.isdigit, self.said[at]))

    def rate(self, label: str, texts: tuple[str, ...], strict: bool = False) -> Rating:
        """How well a control with this label and these texts serves. `strict`: no relatives of words."""
        rating = self._ratings.get((label, texts, strict))
        if rating is None:
            rating = self._ratings[label, texts, strict] = self._rate(label, texts, strict)
        return rating

    def _rate(self, label: str, texts: tuple[str, ...], strict: bool) -> Rating:
        own = words(label)
        whole = [span for span in spans(own, self.said) if set(range(*span)) & self.live]
        # "As somewhere I want to go" tells `Want to go`, though no word of it tells anything.
        if whole and (any(map(telling, own)) or len(own) >= _PHRASE) and any(map(str.isalpha, label)):
            places = frozenset(at for span in whole for at in range(*span))
            besides = {at for at, share in self._heard(texts, strict=True).items() if share == 1} - places
            others = {self.said[at]: self.worth(at) for at in besides if self.said[at] not in own}
            worth = sum(self.worth(at) for at in range(*whole[0])) + sum(others.values()) or _NOUN
            return Rating(worth + 1.0 + 0.1 * len(own), places, exact=True)
        heard = self._heard(texts, strict)
        if not heard:
            return _UNHEARD
        places = frozenset(at for at, share in heard.items() if share >= ROOT)
        best: dict[str, float] = {}
        for at, share in heard.items():
            best[self.said[at]] = max(best.get(self.said[at], 0.0), share * (self.worth(at) or _NOUN))
        score = sum(best.values())
        called = [name for name in self.names if any(spans(name, words(text)) for text in texts)]
        named = [name for name in called if self._at(name) & self.live]
        told = {self.said[at] for at in heard}
        mine = content(label)
        near = [[share for at, share in self.shares(one).items() if self.said[at] in told] for one in mine]
        strange = len(mine) - sum(map(bool, near))
        score += 1.0 * bool(named) - _STRANGE * min(strange, 5)
        places |= frozenset(at for name in named for at in self._at(name))
        hits = sum(any(share >= ROOT for share in one) for one in near)
        partial = any(self._at(name) & places and not self._tells(name, places) for name in self.names)
        partial = partial or self._another_time(texts, places)
        return Rating(score, places, bool(named), hits / len(mine) if mine else 0.0, partial)

    def _tells(self, name: Sequence[str], places: frozenset[int]) -> bool:
        """Whether every telling word of the name is among the places."""
        return any(
            all(at in places or at not in self.live or not telling(self.said[at]) for at in range(*span))
            for span in spans(name, self.said)
        )

    def _another_time(self, texts: Sequence[str], places: Collection[int]) -> bool:
        """Whether the texts have a day and a time as "on Sunday at 16:20", but others, and no name that was told."""
        wanted = [time for _, time in moments(self.said) if time in self.live and time not in places]
        if not wanted or any(at in self.named and not is_date(self.said[at]) for at in places):
            return False
        shown = {word for text in texts for word in words(text)}
        dated = any(is_date(word) or word in _NEARBY for word in shown)
        return dated and any(map(is_time, shown)) and not any(self.said[time] in shown for time in wanted)

    def _heard(self, texts: Sequence[str], strict: bool) -> dict[int, float]:
        """The live places that words of the texts speak of, with how surely."""
        heard: dict[int, float] = {}
        for text in texts:
            if self._known.isdisjoint(sounds(text)):
                continue
            known = self._texts.get((text, strict))
            if known is None:
                known = self._texts[text, strict] = self._listen(words(text), strict)
            grammar, here = known
            if grammar:
                heard.update(here)
            else:
                for at, share in here.items():
                    heard[at] = max(share, heard.get(at, 0.0))
        return heard

    def _listen(self, own: Sequence[str], strict: bool) -> tuple[bool, dict[int, float]]:
        """Whether a text has no telling word, and what is heard in it."""
        if 1 < len(own) <= _WINDOW and not any(map(telling, own)):
            # "Like new" says something, though neither word does.
            return True, {at: 1.0 for span in spans(own, self.said) for at in range(*span) if at in self.live}
        here: dict[int, float] = {}
        least = ROOT if strict else 0.0
        for word in own:
            if not telling(word) and not word.isdigit() and len(word) > 1:
                continue
            # Most words of a screen are like nothing that was told.
            found = self.shares(word)
            for at in self.live if found else ():
                if at in found and self._worths[at] and not self.counted(at, own):
                    share = self._share(word, at, found[at])
                    if share > least and share > here.get(at, 0.0):
                        here[at] = share
        return False, here if any(telling(self.said[at]) or len(own) == 1 for at in here) else {}

    def shares(self, word: str) -> Mapping[int, float]:
        """The places of the words told that the word is like, with how much; most words of a screen are like none."""
        return NOTHING if self._known.isdisjoint(traits(word)) else shares(word, self.said)

    def spoken(self, text: str) -> Spoken:
        """What of what was told the text has."""
        known = self._spoken.get(text)
        if known is None and self._known.isdisjoint(sounds(text)) and pairs(self.said).isdisjoint(words(text)):
            known = self._spoken[text] = _SILENT
        if known is None:
            own = words(text)
            found = [(at, share) for word in own for at, share in self.shares(word).items()]
            known = self._spoken[text] = Spoken(
                frozenset(at for at, share in found if share >= 1),
                frozenset(at for at, share in found if share >= 1 or (share == KIN and at not in self.named)),
                frozenset(at for at, word in enumerate(joined(self.said)) if word in own),
            )
        return known

    def _share(self, word: str, at: int, share: float) -> float:
        """How like the words are; a name is told letter by letter."""
        return share if at not in self.named or share < 1 or same(word, self.said[at]) else KIN

    def counted(self, at: int, own: Sequence[str] = ()) -> bool:
        """Whether the word is a unit ("2 hours") whose number the text does not have; a unit alone says nothing."""
        before = self.said[at - 1] if at else ""
        return numeral(before).isdigit() and stem(self.said[at]) in UNITS and before not in own

    def _at(self, name: Sequence[str]) -> set[int]:
        return {at for span in spans(name, self.said) for at in range(*span)}

    def close(self, label: str) -> frozenset[int]:
        """The places where every telling word of the label was told, close together; nothing if one was not."""
        own = [word for word in words(label) if telling(word) or any(map(str.isdigit, word))]
        likely = [self.shares(word) for word in own]
        if not likely or not all(likely):
            return frozenset()
        starts = [at for at, share in likely[0].items() if share >= ROOT and at in self.live]
        for start in sorted(starts):
            found = {start}
            for shares_ in likely[1:]:
                near = range(max(0, start - _WINDOW), min(len(self.said), start + len(own) + _WINDOW))
                at = next((at for at in near if at in self.live and shares_.get(at, 0.0) >= ROOT), None)
                if at is None:
                    break
                found.add(at)
            else:
                return frozenset(found)
        return frozenset()


@lru_cache(maxsize=1 << 8)
def moments(said: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The places of each day that was told with a time beside it, and of the time."""
    days = [at for at, word in enumerate(said) if is_date(word) or word in _NEARBY]
    times = [at for at, word in enumerate(said) if is_time(word)]
    return tuple((day, time) for day in days for time in times if abs(day - time) <= _BESIDE)


@lru_cache(maxsize=1 << 10)
def _worths(said: tuple[str, ...], named: frozenset[int]) -> tuple[float, ...]:
    """By place: what each word is worth."""
    return tuple(
        _NAME
        if at in named or any(map(str.isdigit, word)) or (len(word) == 1 and said[at - 1 : at] == ("size",))
        else _NOUN
        if telling(word) or numeral(word) != word
        else 0.0
        for at, word in enumerate(said)
    )


def at_hand(ear: Ear, texts: Sequence[str], places: Collection[int]) -> bool:
    """Whether what the places speak of stands in the texts: the names among them in full, else most of it."""
    own = {word for text in texts for word in words(text)}
    names = [name for name in ear.names if any(set(range(*span)) <= set(places) for span in spans(name, ear.said))]
    if names:
        return all(set(name) <= own for name in names[:1])
    numbers = {ear.said[at] for at in places if any(map(str.isdigit, ear.said[at]))}
    if numbers and numbers <= own:
        return True
    total = sum(ear.worth(at) for at in places)
    heard = {at for word in own for at, share in ear.shares(word).items() if share >= ROOT}
    here = sum(ear.worth(at) for at in places if at in heard)
    return total == 0 or here * 2 >= total
