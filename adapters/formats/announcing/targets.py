"""Which element of a screen a phrase means: by its name, by where it is said to be, by what was spoken of before. Pure.

A name that several elements bear, or none, or that goes on with words which nobody accounts for, means none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.formats.announcing import words as w
from adapters.formats.announcing.places import Where, narrowed, nth, points, rows, where
from adapters.formats.announcing.text import Text, Token, plain, words
from runtime.ui import Bounds

_LONGEST_LABEL = 24
"""Words of a label beyond which it is text rather than a name."""
_LOOK_BACK = 600
"""Characters before a pronoun in which what it stands for is looked for."""
_ICONS: Final = {
    "magnifying glass": "search", "three dots": "more options", "three bars": "menu", "v backward": "back",
    "nav bar circle": "home", "nav bar rect": "recent apps", "plus": "add", "x": "close", "arrow backward": "back",
    "gear": "settings", "settings": "settings", "shopping cart": "cart", "home": "home", "heart": "favorite",
}  # fmt: skip
"""What people call the icons that some datasets name `ICON_…`."""
_MORE: Final = ("more options", "more")
_MENU: Final = ("menu", "open navigation drawer", "navigation menu")
_SAME: Final = {
    "back arrow": ("back", "navigate up", "go back"), "arrow back": ("back", "navigate up"),
    "back": ("navigate up", "go back"), "magnifying glass": ("search",), "plus": ("add", "+"), "x": ("close",),
    "cross": ("close",), "gear": ("settings",), "three dot": _MORE, "three vertical dot": _MORE, "overflow": _MORE,
    "menu": (*_MORE, *_MENU[1:]), "hamburger": _MENU, "three bar": _MENU, "three line": _MENU,
}  # fmt: skip
"""Names of signs, and what elements with that sign are called."""


_AFTER_NAMES: Final = w.KINDS | w.THINGS | w.PLACES | w.BOUNDARIES | w.ADVERBS
_POINTING: Final = frozenset(("this", "that", "it", "here"))
_LOOKS_SO: Final = w.LOOKS | w.PLACES | {"hand", "most"}


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a screen: what a person would call it, and where it is in pixels (left, top, right, bottom)."""

    label: str
    bounds: Bounds
    clickable: bool = True


@dataclass(frozen=True, slots=True)
class Target:
    """A place to touch, and the element there if it was meant; without a place `why` says what is in doubt."""

    point: tuple[int, int] | None
    element: int | None
    why: str


def centre(bounds: Bounds, screen: tuple[int, int]) -> tuple[int, int]:
    """The point of an element to touch, on the screen."""
    left, top, right, bottom = bounds
    return min(max((left + right) // 2, 0), max(screen[0] - 1, 0)), min(
        max((top + bottom) // 2, 0), max(screen[1] - 1, 0)
    )


class Screen:
    """The elements of one screen, to be found by their names."""

    def __init__(self, elements: Sequence[Element], size: tuple[int, int], *, finger: bool = False) -> None:
        self.elements = elements
        self.size = size
        self.finger = finger
        """Whether a `scroll` names the finger's way too."""
        self.bounds = [element.bounds for element in elements]
        self._named: dict[tuple[str, ...], list[int]] = {}
        self._plain: dict[str, list[int]] = {}
        for index, element in enumerate(elements):
            for name in _names(element.label):
                self._plain.setdefault(plain(name), []).append(index)
                said = words(name)
                if 0 < len(said) <= _LONGEST_LABEL:
                    self._named.setdefault(said, []).append(index)
        self._plain.pop("", None)
        self.longest = max(map(len, self._named), default=0)

    def called(self, name: str) -> list[int]:
        """The elements of exactly that name."""
        return list(self._plain.get(plain(name), ()))

    def containing(self, name: str) -> list[int]:
        """The elements whose name has these words in it, beside others."""
        wanted = plain(name)
        if len(wanted) < 2:
            return []
        latin = wanted[0].isascii() and wanted[-1].isascii()
        return [index for own, found in self._plain.items() if _holds(own, wanted, latin) for index in found]

    def beginning(self, said: Sequence[str]) -> tuple[int, list[int]]:
        """The longest name that these words begin with: how many words it has, and who bears it."""
        for count in range(min(self.longest, len(said)), 0, -1):
            if found := self._named.get(tuple(said[:count])):
                return count, list(found)
        return 0, []

    def prefix(self, said: str, at: int) -> tuple[int, list[int]]:
        """The longest name that stands at a place of a text in small letters, and who bears it."""
        best, found = 0, list[int]()
        for own, bearers in self._plain.items():
            if len(own) > best and said.startswith(own, at):
                best, found = len(own), list(bearers)
        return best, found

    def one(self, among: Sequence[int], place: Where = Where()) -> int | None:  # noqa: B008 - a frozen value
        """The one that is meant of several with one name, None if that is in doubt."""
        among = list(dict.fromkeys(among))
        if place.ordinal is not None and len(among) > 1:
            return nth(self._apart(among), self.bounds, place.ordinal)
        if len(among) > 1 and (place.across is not None or place.down is not None):
            among = narrowed(among, self.bounds, place, self.size)
        if len(among) > 1:
            among = self._apart(among)
        if len(among) > 1:
            touched = [index for index in among if self.elements[index].clickable]
            among = touched if len(touched) == 1 else among
        return among[0] if len(among) == 1 else None

    def _apart(self, among: Sequence[int]) -> list[int]:
        """Without those that stand for the same: an element around another one of that name is the same to a finger."""
        kept: list[int] = []
        for index in sorted(among, key=lambda index: (not self.elements[index].clickable, _area(self.bounds[index]))):
            if len(kept) > 60:
                return list(among)
            if not any(_covers(self.bounds[index], self.bounds[other]) for other in kept):
                kept.append(index)
        return kept

    def at(self, point: tuple[int, int]) -> int | None:
        """The smallest touchable element under a point."""
        x, y = point
        under = [
            index
            for index, (left, top, right, bottom) in enumerate(self.bounds)
            if left <= x < right and top <= y < bottom and self.elements[index].clickable
        ]
        return min(under, key=lambda index: _area(self.bounds[index]), default=None)

    def touch(self, index: int, why: str = "") -> Target:
        """That element as a target."""
        return Target(centre(self.bounds[index], self.size), index, why)


def _names(label: str) -> list[str]:
    if not label.startswith("ICON_"):
        return [label]
    own = label.removeprefix("ICON_").replace("_", " ").lower()
    return [own, _ICONS[own]] if own in _ICONS else [own]


def _holds(own: str, wanted: str, latin: bool) -> bool:
    if not latin:
        return wanted in own
    at = own.find(wanted)
    end = at + len(wanted)
    return at >= 0 and not own[at - 1 : at].isalnum() and not own[end : end + 1].isalnum()


def _area(bounds: Bounds) -> int:
    return max(bounds[2] - bounds[0], 0) * max(bounds[3] - bounds[1], 0)


def _covers(outer: Bounds, inner: Bounds) -> bool:
    """Whether a touch of the one's middle is a touch of the other's surroundings, in either way."""
    x, y = (inner[0] + inner[2]) // 2, (inner[1] + inner[3]) // 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def phrase(tokens: Sequence[Token]) -> list[Token]:
    """The words up to where the clause ends; marks inside a name stay."""
    found: list[Token] = []
    for token in tokens[:60]:
        if token.low in (";", ":", "—", "–", "\n") and found:
            break
        found.append(token)
    return found


def resolved(tokens: Sequence[Token], text: Text, screen: Screen, before: int) -> Target:
    """The element that stands behind a verb; `before` is where the verb stands, for what pronouns stand for."""
    said = phrase(tokens)
    span = text.flat[said[0].start : said[-1].end] if said else ""
    clause = _clause(said)
    own = text.flat[clause[0].start : clause[-1].end] if clause else ""
    places = points(own, screen.size) or (points(span, screen.size) if len(points(span, screen.size)) == 1 else [])
    if len(places) > 1:
        return Target(None, None, "several places")
    if places:
        return _pointed(said, text, screen, places[0])
    return _called(said, clause, text, screen, before)


def _pointed(said: Sequence[Token], text: Text, screen: Screen, place: tuple[int, int]) -> Target:
    """A place that is written down counts, unless an element elsewhere is called exactly by the name beside it."""
    named = _called(said, _clause(said), text, screen, said[0].start)
    if named.element is None:
        return Target(place, screen.at(place), "")
    left, top, right, bottom = screen.bounds[named.element]
    if left <= place[0] <= right and top <= place[1] <= bottom:
        return Target(place, named.element, "")
    name = plain(screen.elements[named.element].label)
    if name not in plain(text.said[said[0].start : said[-1].end]) or any(
        one[0] <= place[0] <= one[2] and one[1] <= place[1] <= one[3]
        for index, one in enumerate(screen.bounds)
        if plain(screen.elements[index].label) == name
    ):
        return Target(place, screen.at(place), "")
    return Target(None, None, f"{name!r} is not at {place}")


def _clause(said: Sequence[Token]) -> list[Token]:
    """The words up to where something else than the name may begin."""
    for index, token in enumerate(said):
        if token.low in w.BOUNDARIES - {"in", "for", "by"} and index:
            return list(said[:index])
        if token.low in (",", ".") and index:
            return list(said[:index])
    return list(said)


def _called(said: Sequence[Token], clause: Sequence[Token], text: Text, screen: Screen, before: int) -> Target:
    place = where([token.low for token in clause], w.ORDINALS)
    start = 0
    while start < len(said):
        token = said[start]
        if token.quoted is not None:
            return by_quotation(token.quoted, screen, place)
        count, found = screen.beginning([one.low for one in said[start:]])
        if count and _ended(said, start + count) and (token.low not in w.DETERMINERS | w.PRONOUNS or count > 1):
            index = screen.one(found, place)
            name = screen.elements[found[0]].label
            return screen.touch(index) if index is not None else Target(None, None, f"several are called {name!r}")
        if not _passed_over(token):
            break
        start += 1
    name = _rest(said[start:], clause, text)
    if not name:
        return _unnamed(clause, text, screen, place, before)
    found_target = likely(name, screen, place)
    if found_target.point is None and clause and clause[0].low in _POINTING:
        index = spoken_of(text, screen, before)
        return screen.touch(index) if index is not None else found_target
    return found_target


def _passed_over(token: Token) -> bool:
    low = token.low
    return (
        low in w.DETERMINERS or low in w.KINDS or low in w.NAMING or low in w.LOOKS or low in w.ORDINALS
        or low in w.PLACES or low in "-(:#" or all(part in _LOOKS_SO for part in low.split("-"))
    )  # fmt: skip


def _ended(said: Sequence[Token], at: int) -> bool:
    """Whether the name may be over there: nothing of content follows."""
    if at >= len(said):
        return True
    token = said[at]
    return (not token.word and token.quoted is None) or token.low in _AFTER_NAMES


def by_quotation(name: str, screen: Screen, place: Where) -> Target:
    """The element that is called what stands in quotes."""
    found = screen.called(name) or screen.containing(name)
    if not found:
        return Target(None, None, f"nothing on the screen is called {name[:60]!r}")
    index = screen.one(found, place)
    if index is None:
        return Target(None, None, f"several are called {name[:60]!r}")
    return screen.touch(index)


def _rest(said: Sequence[Token], clause: Sequence[Token], text: Text) -> str:
    """The name's own words, without what only says what kind of thing it is and where."""
    last = clause[-1].end if clause else 0
    own = [token for token in said if token.end <= last]
    while own and own[-1].low in w.KINDS | w.LOOKS | w.ADVERBS | w.PRONOUNS - {"one"}:
        own = own[:-1]
    for index, token in enumerate(own):
        if index and token.low in w.PLACES:
            own = own[:index]
            break
    while own and own[-1].low in w.KINDS | w.DETERMINERS:
        own = own[:-1]
    own = [] if all(_passed_over(token) or token.low in w.PRONOUNS for token in own) else own
    return text.flat[own[0].start : own[-1].end] if own else ""


def likely(name: str, screen: Screen, place: Where) -> Target:
    """By a part of its name, or by what people call such a sign, if that is one element."""
    ways: tuple[Callable[[str], list[int]], ...] = (
        screen.called,
        lambda said: [index for other in _SAME.get(_sign(said), ()) for index in screen.called(other)],
        screen.containing,
    )
    for way in ways:
        if found := way(name):
            index = screen.one(found, place)
            if index is not None:
                return screen.touch(index)
            return Target(None, None, f"several are called {name[:60]!r}")
    return Target(None, None, f"nothing on the screen is called {name[:60]!r}")


def _sign(said: str) -> str:
    return plain(said).replace("-", " ").replace("dots", "dot").replace("bars", "bar")


def by_place(screen: Screen, place: Where) -> Target:
    """Something without a name: by where it is, or by its number in the screen's only list."""
    everywhere = [index for index, element in enumerate(screen.elements) if element.clickable]
    if place.across is not None or place.down is not None:
        found = narrowed(everywhere, screen.bounds, place, screen.size)
        index = screen.one(found, Where(ordinal=place.ordinal))
        return screen.touch(index) if index is not None else Target(None, None, "which one there is in doubt")
    found = rows(everywhere, screen.bounds)
    index = nth(found, screen.bounds, place.ordinal) if found and place.ordinal is not None else None
    return screen.touch(index) if index is not None else Target(None, None, "which one by number is in doubt")


def _unnamed(clause: Sequence[Token], text: Text, screen: Screen, place: Where, before: int) -> Target:
    if place.named:
        return by_place(screen, place)
    kinds = {token.low for token in clause} & w.KINDS
    again = kinds <= w.GENERIC or bool(clause and clause[0].low in _POINTING)
    index = spoken_of(text, screen, before) if again else None
    return screen.touch(index) if index is not None else Target(None, None, "what it is about is not said")


def spoken_of(text: Text, screen: Screen, before: int) -> int | None:
    """The element whose name was written last before a place, by its own capitals or in quotes; None if in doubt."""
    start = max(before - _LOOK_BACK, 0)
    tokens = [
        token
        for sentence in text.sentences
        for token in sentence.tokens
        if start <= token.start and token.end <= before
    ]
    last: list[int] = []
    for at, token in enumerate(tokens):
        if token.quoted is not None:
            last = screen.called(token.quoted) or last
            continue
        count, found = screen.beginning([one.low for one in tokens[at : at + _LONGEST_LABEL]])
        if count and plain(text.said[token.start : tokens[at + count - 1].end]):
            written = " ".join(text.said[token.start : tokens[at + count - 1].end].split())
            exact = [index for index in found if written in " ".join(screen.elements[index].label.split())]
            if (
                exact
                and len(written) > 1
                and not written.islower()
                and (at or count > 1 or written not in ("The", "A", "I", "It"))
            ):
                last = exact
    return screen.one(last) if last else None
