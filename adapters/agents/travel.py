"""Where the reader looks when the screen before it does not say: apps, rows not yet opened, further down, back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from adapters.agents.request import Request
from adapters.agents.screen import Control, Seen
from runtime.actions import Decision, Key, Swipe

_EXPLORED = 3
"""Rows looked into, in an app that should be right, when nothing on its screen was told."""
_SCROLLS = 3
_BACKS = 4
_APPS = 4
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
    _led: bool = False
    """Whether an app was opened because of what was told; then the others are no better."""
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
        device = [one for one in fresh if one.label == "Settings"] if request.device else []
        if not fresh or len(self.visited) >= _APPS or (self._led and not (told or device)):
            return None
        app = fresh[min(told)[1]] if told else (device or fresh)[0]
        self.visited.append(app.label)
        self.believed = self._led = bool(told or device)
        self._backs = self.touches = 0
        self._home = ""
        return app

    def elsewhere(self, inner: bool) -> Decision | None:
        """Leave an app that nobody named and in which nothing was worth a touch; from an `inner` page go back."""
        if self.believed or self.touches:
            return None
        back = self.back() if inner else None
        return back or Decision((Key("HOME"),), thought="Nothing here has to do with the request.")

    def arrive(self, title: str) -> None:
        """Take note of the page that an app opens with."""
        self._home = self._home or title

    def unopened(self, title: str, rows: list[Control]) -> Control | None:
        """A row to look into, on the first page of an app that should be right; a page of few rows is no menu."""
        fresh = [row for row in rows if not row.label.startswith(_SEARCH)]
        if not self.believed or title != self._home or self._explored >= _EXPLORED or len(fresh) < 3:
            return None
        self._explored += 1
        return fresh[0]

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
