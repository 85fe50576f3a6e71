"""Where the reader looks when the screen before it does not say: apps, rows not yet opened, further down, back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from adapters.agents.request import Request
from adapters.agents.screen import Control, Seen
from runtime.actions import Decision, Key, Swipe

_EXPLORED = 5
"""Rows looked into, in an app that should be right, when nothing on its screen was told."""
_BAR = 60
"""Pixels by which the middles of one bar's tabs may differ."""
_SCROLLS = 3
_BACKS = 4
_APPS = 4
_INSIDE = frozenset(("on", "in", "from", "open", "to", "have"))
"""Words before the name of the app in which something is to be done."""
_SEARCH = "Search"
"""A search box is no app and no row; the reader has nothing to type into it."""


@dataclass(slots=True)
class Travel:
    """What of the phone was seen so far."""

    visited: list[str] = field(default_factory=list)
    """Apps opened, by label."""
    believed: bool = False
    """Whether the app that is open should be the right one."""
    touches: int = 0
    """Since the app was opened."""
    at_home: bool = False
    """Whether the page is the one that the app opened with."""
    _led: bool = False
    """Whether an app was opened because of what was told; then the others are no better."""
    _drawn: bool = False
    """Whether the list of all apps was opened."""
    _home: str = ""
    """The title of the app's first page."""
    _explored: int = 0
    _backs: int = 0
    _scrolled: dict[str, list[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(list))
    """By title: the screens from which it was scrolled."""

    def app(self, seen: Seen, request: Request) -> Control | None:
        """The app to open: one that was told, the phone's settings for the phone's own matters, or the next one."""
        fresh = [
            one
            for one in seen.controls
            if one.role in ("row", "button", "tab") and one.label and one.label not in self.visited
            if not one.label.startswith(_SEARCH)
        ]
        told = [(places[0], index) for index, one in enumerate(fresh) if (places := request.places(one.label))]
        if request.kind:
            # "The shop's receipt into my folder" is not about the shop.
            told = [one for one in told if one[0][0] and request.said[one[0][0] - 1] in _INSIDE]
        plain = request.kind or ("settings" if request.device else "")
        device = [one for one in fresh if plain and one.label.casefold() == plain]
        if not (told or device) and not self._drawn:
            return None
        if not fresh or len(self.visited) >= _APPS or (self._led and not (told or device)):
            return None
        app = fresh[min(told)[1]] if told else (device or fresh)[0]
        self.visited.append(app.label)
        self.believed = self._led = bool(told or device)
        self._backs = self.touches = 0
        self._home = ""
        return app

    def more(self, seen: Seen) -> Decision | None:
        """The list of all apps, once, if no app on the home screen was told."""
        if self._drawn or self._led:
            return None
        self._drawn = True
        return self.drawer(seen)

    def drawer(self, seen: Seen) -> Decision:
        """Every app: on the home screen a swipe upwards opens the list of all, and moves it on once it is open."""
        right = max((one.center[0] for one in seen.controls), default=540)
        bottom = max((one.center[1] for one in seen.controls), default=2000)
        middle = right * 5 // 8
        swipe = Swipe(middle, bottom * 3 // 4, middle, bottom // 4, 300)
        return Decision((swipe,), thought="Are there more apps?")

    def elsewhere(self, inner: bool) -> Decision | None:
        """Leave an app that nobody named and in which nothing was worth a touch; from an `inner` page go back."""
        if self.believed or self.touches:
            return None
        back = self.back() if inner else None
        return back or Decision((Key("HOME"),), thought="Nothing here has to do with the request.")

    def arrive(self, title: str) -> None:
        """Take note of the page that an app opens with."""
        self._home = self._home or title
        self.at_home = title == self._home

    def unopened(self, title: str, rows: list[Control], bars: Collection[int]) -> Control | None:
        """A row to look into in an app that should be right: its sections, beside the tabs at the height of `bars`,
        else what is on its first page; a page of few rows is no menu.
        """
        fresh = [row for row in rows if not row.label.startswith(_SEARCH)]
        if not self.believed or self._explored >= _EXPLORED or len(fresh) < 3:
            return None
        bar = [row for row in fresh if any(abs(row.center[1] - at) < _BAR for at in bars)]
        if title != self._home and not bar:
            return None
        self._explored += 1
        return (bar or fresh)[0]

    def scroll(self, seen: Seen) -> Decision | None:
        """Further down, as long as that shows something new."""
        before = self._scrolled[seen.title]
        if seen.scroll is None or len(before) >= _SCROLLS or seen.signature in before:
            return None
        before.append(seen.signature)
        left, top, right, bottom = seen.scroll
        middle, quarter = (left + right) // 2, (bottom - top) // 4
        swipe = Swipe(middle, bottom - quarter, middle, top + quarter, 500)
        return Decision((swipe,), thought="Nothing to do here; further down?")

    def back(self) -> Decision | None:
        """Out of a dead end, a few times for each app."""
        if self._backs >= _BACKS:
            return None
        self._backs += 1
        return Decision((Key("BACK"),), thought="A dead end.")
