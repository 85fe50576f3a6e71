"""Finds elements of a screen by name and place. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from runtime.language.announcing.places import PlaceHint, elements_at, nth_element
from runtime.language.announcing.text import label_words, normalize_label
from runtime.screen.tree import Bounds

LONGEST_LABEL = 24
"""Maximum number of words of a name; a longer label is text."""
_ICONS: Final = {
    "magnifying glass": "search", "three dots": "more options", "three bars": "menu", "v backward": "back",
    "nav bar circle": "home", "nav bar rect": "recent apps", "plus": "add", "x": "close", "arrow backward": "back",
    "gear": "settings", "settings": "settings", "shopping cart": "cart", "home": "home", "heart": "favorite",
}  # fmt: skip
"""Usual names of icons that some datasets label `ICON_…`."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a screen: its visible name, and its bounds in pixels (left, top, right, bottom)."""

    label: str
    bounds: Bounds
    clickable: bool = True


@dataclass(frozen=True, slots=True)
class Target:
    """A point to touch and the element there, if one was meant; without a point, `why` is the reason."""

    point: tuple[int, int] | None
    element: int | None
    why: str


def centre(bounds: Bounds, screen: tuple[int, int]) -> tuple[int, int]:
    """Return the center of an element, limited to the screen."""
    left, top, right, bottom = bounds
    return min(max((left + right) // 2, 0), max(screen[0] - 1, 0)), min(
        max((top + bottom) // 2, 0), max(screen[1] - 1, 0)
    )


class Screen:
    """The elements of one screen, searchable by name."""

    def __init__(self, elements: Sequence[Element], size: tuple[int, int], *, finger: bool = False) -> None:
        self.elements = elements
        self.size = size
        self.finger = finger
        """Whether "scroll down" names the finger's direction, too."""
        self.bounds = [element.bounds for element in elements]
        self._named: dict[tuple[str, ...], list[int]] = {}
        self._plain: dict[str, list[int]] = {}
        for index, element in enumerate(elements):
            for name in _names(element.label):
                self._plain.setdefault(normalize_label(name), []).append(index)
                name_words = label_words(name)
                if 0 < len(name_words) <= LONGEST_LABEL:
                    self._named.setdefault(name_words, []).append(index)
        self._plain.pop("", None)
        self.longest = max(map(len, self._named), default=0)

    def called(self, name: str) -> list[int]:
        """Return the elements with exactly that name."""
        return list(self._plain.get(normalize_label(name), ()))

    def containing(self, name: str) -> list[int]:
        """Return the elements whose name contains these words."""
        wanted = normalize_label(name)
        if len(wanted) < 2:
            return []
        latin = wanted[0].isascii() and wanted[-1].isascii()
        return [index for own, found in self._plain.items() if _holds(own, wanted, latin) for index in found]

    def beginning(self, texts: Sequence[str]) -> tuple[int, list[int]]:
        """Return the longest name that the words begin with: its number of words and its elements."""
        for count in range(min(self.longest, len(texts)), 0, -1):
            if found := self._named.get(tuple(texts[:count])):
                return count, list(found)
        return 0, []

    def prefix(self, label: str, at: int) -> tuple[int, list[int]]:
        """Return the longest name at a position of a lower-case text: its length and its elements."""
        best, found = 0, list[int]()
        for own, bearers in self._plain.items():
            if len(own) > best and label.startswith(own, at):
                best, found = len(own), list(bearers)
        return best, found

    def unique(self, among: Sequence[int], place: PlaceHint = PlaceHint()) -> int | None:  # noqa: B008 - a frozen value
        """Return the only element meant among several with one name, None if that is in doubt."""
        among = list(dict.fromkeys(among))
        if place.ordinal is not None and len(among) > 1:
            return nth_element(self._distinct(among), self.bounds, place.ordinal)
        if len(among) > 1 and (place.across is not None or place.down is not None):
            among = elements_at(among, self.bounds, place, self.size)
        if len(among) > 1:
            among = self._distinct(among)
        if len(among) > 1:
            touched = [index for index in among if self.elements[index].clickable]
            among = touched if len(touched) == 1 else among
        return among[0] if len(among) == 1 else None

    def _distinct(self, among: Sequence[int]) -> list[int]:
        """Merge elements that a touch cannot distinguish, such as an element and a container with the same name."""
        numbers: list[int] = []
        for index in sorted(among, key=lambda index: (not self.elements[index].clickable, _area(self.bounds[index]))):
            if len(numbers) > 60:
                return list(among)
            if not any(_covers(self.bounds[index], self.bounds[other]) for other in numbers):
                numbers.append(index)
        return numbers

    def at(self, point: tuple[int, int]) -> int | None:
        """Return the smallest clickable element at a point."""
        x, y = point
        under = [
            index
            for index, (left, top, right, bottom) in enumerate(self.bounds)
            if left <= x < right and top <= y < bottom and self.elements[index].clickable
        ]
        return min(under, key=lambda index: _area(self.bounds[index]), default=None)

    def touch(self, index: int, why: str = "") -> Target:
        """Return the element as a target."""
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
    """Return whether the center of the inner element lies within the outer one."""
    x, y = (inner[0] + inner[2]) // 2, (inner[1] + inner[3]) // 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]
