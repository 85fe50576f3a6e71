"""The way through an app's pages: where the reader came from, and which words each touch on the way was for. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.agents.scripted.reader.screen.screen import Seen

_ALIKE = 0.6
"""The share of what two screens have on their bars from which they are one page."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a page is known by."""

    package: str
    head: str
    bars: frozenset[str]

    def like(self, other: Face) -> bool:
        """Whether it is the same page, though a bar or a keyboard came or went."""
        if (self.package, self.head) != (other.package, other.head):
            return False
        # A page with a name of its own may show less of its bars while something covers it.
        sizes = len(self.bars), len(other.bars)
        return len(self.bars & other.bars) >= _ALIKE * (min(sizes) if self.head else max(sizes))


@dataclass(slots=True)
class Stop:
    """A page on the way. `passed`: for each touch that it was left by, the places of the words it was for."""

    page: int
    passed: list[frozenset[int]] = field(default_factory=list)


@dataclass(slots=True)
class Trail:
    """The pages from the app's first to this one."""

    stops: list[Stop] = field(default_factory=list)
    retreating: bool = False
    """Whether the last thing done was to go back from a dead end."""
    touched: bool = False
    """Whether the last thing done was a touch."""
    new: bool = False
    """Whether this page was entered just now, and not by going back."""
    passed: frozenset[int] = frozenset()
    """The places that all touches on the way were for."""
    picked: set[str] = field(default_factory=set)
    """Labels of what was chosen; a row that is called so shows what stands, and has nothing more to choose."""
    _faces: list[Face] = field(default_factory=list)

    def page(self, seen: Seen) -> int:
        """The number of the page."""
        face = Face(seen.package, seen.head, seen.bars)
        known = next((at for at, one in enumerate(self._faces) if one.like(face)), None)
        if known is None:
            self._faces.append(face)
        return len(self._faces) - 1 if known is None else known

    def arrive(self, page: int) -> frozenset[int]:
        """Take note of the page; the places that are dealt with for good by what was chosen on the pages left.

        Words that led into a dead end are open again.
        """
        at = next((at for at, one in enumerate(self.stops) if one.page == page), None)
        gained: set[int] = set()
        self.new = at is None
        if at is None:
            self.stops.append(Stop(page))
        elif at < len(self.stops) - 1:
            left = self.stops[at:]
            del self.stops[at + 1 :]
            if self.retreating:
                del self.stops[at].passed[-1:]
            else:
                gained.update(*(places for one in left for places in one.passed))
        elif self.touched and not self.retreating:
            # A touch that led nowhere chose something.
            gained.update(*self.stops[at].passed[-1:])
        self.retreating = self.touched = False
        self._add_up()
        return frozenset(gained)

    def leave(self, places: frozenset[int]) -> None:
        """A touch that leads on was for these words."""
        self.touched = True
        if self.stops:
            self.stops[-1].passed.append(places)
        self._add_up()

    def clear(self) -> None:
        self.stops.clear()
        self._add_up()

    def _add_up(self) -> None:
        # Read far more often than it changes.
        self.passed = frozenset().union(*(places for one in self.stops for places in one.passed))
