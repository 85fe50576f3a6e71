"""Where the reader looks when the screen before it does not say: apps, rows not yet opened, further down, back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from adapters.agents.scripted.reader.language.phrases import HANDING
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.request import Request, is_stock
from adapters.agents.scripted.reader.language.words import Span, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from runtime.core.actions import Decision, Key, Swipe

_EXPLORED = 8
"""Rows looked into, in an app that should be right, when nothing on its screen was told."""
_BAR = 60
"""Pixels by which the middles of one bar's tabs may differ."""
_HUBS = frozenset((
    "account", "profile", "me", "you", "menu", "drawer", "settings", "preferences", "library", "orders", "saved",
))  # fmt: skip
"""Words of labels behind which the rest of an app is."""
_LABEL = 4
"""Words of the longest such label."""
_SCROLLS = 3
_SHORT = 40
"""Per cent of the window; a swipe that moves the page by less, of half the window, came to its end."""
_BACKS = 4
_APPS = 4
_INSIDE = frozenset(("on", "in", "from", "open", "to", "have", "let"))
"""Words before the name of the app in which something is to be done."""
_SOURCES = frozenset(("from", "open"))
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
    probing: tuple[int, str] | None = None
    """The page and the resource id of the row that was looked behind just now."""
    inert: set[tuple[int, str]] = field(default_factory=set)
    """Those of rows that open nothing: they turn something on or off, and so do the others of their kind."""
    _led: bool = False
    """Whether an app was opened because of what was told; then the others are no better."""
    _drawn: bool = False
    """Whether the list of all apps was opened."""
    _home: int | None = None
    """The app's first page."""
    _explored: int = 0
    _looked: set[tuple[int, str]] = field(default_factory=set)
    """What was looked into, by page and label."""
    _backs: int = 0
    _last: tuple[int, dict[str, int]] = (-1, {})
    """The page that was scrolled last, and where everything was on it."""
    _scrolled: dict[int, list[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(list))
    """By page: the screens from which it was scrolled."""

    def app(self, seen: Seen, request: Request, later: Collection[int] = ()) -> Control | None:
        """The app to open: one that was told, the phone's settings for the phone's own matters, or the next one.

        An app of which only words at `later` places speak is for afterwards, unless all apps were seen.
        """
        fresh = [
            one
            for one in seen.controls
            if one.role in ("row", "button", "tab") and one.label and one.label not in self.visited
            if not one.label.startswith(_SEARCH)
        ]
        told = [(places[0], index) for index, one in enumerate(fresh) if (places := request.places(one.label))]
        if request.kind:
            # "The shop's receipt into my folder" is not about the shop.
            told = [one for one in told if one[0][0] and _source(one[0], request, _INSIDE)]
            if request.hands:
                # "On the chat, send Ann my photo": the photo has to be found before it is handed on.
                told = [one for one in told if _source(one[0], request, _SOURCES) or _first_deed(one[0], request)]
        plain = request.kind or ("settings" if request.device else "")
        device = [one for one in fresh if plain and one.label.casefold() == plain]
        soon = [one for one in told if not set(range(*one[0])) <= set(later)]
        told = told if self._drawn else soon
        told = soon or told
        if not told and (not device or (request.placed and request.kind)) and not self._drawn:
            return None
        if not fresh or len(self.visited) >= _APPS or (self._led and not (told or device)):
            return None
        app = fresh[min(told)[1]] if told else (device or fresh)[0]
        self.visited.append(app.label)
        self.believed = self._led = bool(told or device)
        self._backs = self.touches = 0
        self._home = None
        return app

    def found_inert(self, page: int, retreating: bool) -> None:
        """Take note of where the row led that was looked behind."""
        if self.probing is not None and self.probing[0] == page and not retreating:
            self.inert.add(self.probing)
        self.probing = None

    @property
    def drawn(self) -> bool:
        """Whether all apps were seen."""
        return self._drawn

    def enter(self, app: Control | None) -> Control | None:
        """Take note of an app that is opened because it should know."""
        if app is None or len(self.visited) >= _APPS:
            return None
        self.enter_named(app.label)
        return app

    def enter_named(self, app: str) -> None:
        """Take note of the app that is open."""
        self.visited.append(app)
        self.believed = True
        self._backs = self.touches = 0
        self._home = None

    def front(self, page: int) -> bool:
        """Whether the page is the one that the app opened with."""
        return page == self._home

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

    def arrive(self, page: int) -> None:
        """Take note of the page that an app opens with."""
        self._home = page if self._home is None else self._home
        self.at_home = page == self._home

    def unopened(self, page: int, rows: list[Control], bars: Collection[int], ear: Ear) -> Control | None:
        """What to look into in an app that should be right: what has to do with the request, its sections, beside the
        tabs at the height of `bars`, what leads to everything else, then what is on its first page.
        """
        if not self.believed or self._explored >= _EXPLORED:
            return None
        found = []
        for index, row in enumerate(rows):
            if row.label.startswith(_SEARCH) or (page, row.label) in self._looked:
                continue
            bar = any(abs(row.center[1] - at) < _BAR for at in bars)
            hub = 1.0 * (bool(_HUBS & set(words(row.label))) and len(words(row.label)) <= _LABEL)
            # Who sets something was led there already; for all else what the app is for comes first.
            hub -= 0.5 * (words(row.label) in (("settings",), ("preferences",)))
            if bar or hub or (page == self._home and row.role == "row"):
                found.append((ear.rate(row.label, (row.label,)).score + bar + hub, -index))
        if not found:
            return None
        self._explored += 1
        row = rows[-max(found)[1]]
        self._looked.add((page, row.label))
        return row

    def scrolls(self, page: int) -> int:
        """How often the page was moved on."""
        return len(self._scrolled[page])

    def scrollable(self, seen: Seen, page: int) -> bool:
        """Whether scrolling may still show something new."""
        before = self._scrolled[page]
        fresh = len(before) < _SCROLLS and seen.signature not in before
        return seen.scroll is not None and fresh and not self._at_end(seen, page)

    def scroll(self, seen: Seen, page: int) -> Decision | None:
        """Further down, as long as that shows something new."""
        before = self._scrolled[page]
        if seen.scroll is None or not self.scrollable(seen, page):
            return None
        before.append(seen.signature)
        self._last = (page, _places(seen))
        left, top, right, bottom = seen.scroll
        middle, quarter = (left + right) // 2, (bottom - top) // 4
        swipe = Swipe(middle, bottom - quarter, middle, top + quarter, 500)
        return Decision((swipe,), thought="Nothing to do here; further down?")

    def _at_end(self, seen: Seen, page: int) -> bool:
        """Whether the last swipe was cut short: then there is no more below."""
        (last, before), now = self._last, _places(seen)
        moved = [before[name] - now[name] for name in before.keys() & now.keys() if before[name] != now[name]]
        if last != page or seen.scroll is None or not moved:
            return False
        return 0 < max(moved) < (seen.scroll[3] - seen.scroll[1]) * _SHORT // 100

    def back(self) -> Decision | None:
        """Out of a dead end, a few times for each app."""
        if self._backs >= _BACKS:
            return None
        self._backs += 1
        return Decision((Key("BACK"),), thought="A dead end.")


def _first_deed(span: Span, request: Request) -> bool:
    """Whether it is told beside what is done before anything is handed on: "Answer the letter in Quill, send ..."."""
    return any(
        one.object and not one.aim and one.prep and one.verb not in HANDING and span[0] in one.places
        for one in request.phrases
    )


def _source(place: Span, request: Request, before: Collection[str]) -> bool:
    """Whether the app is where the thing is: one of the words `before` stands before it, or it tells whose it is."""
    start, end = place
    return request.said[start - 1] in before or is_stock(request.said[end], request.kind)


def _places(seen: Seen) -> dict[str, int]:
    """How far down each label stands."""
    return {f"{one.role} {one.label}": one.center[1] for one in seen.controls}
