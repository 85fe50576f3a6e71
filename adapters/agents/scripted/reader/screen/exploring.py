"""Where to look next when nothing on the page is plainly meant: best first, no page twice, nothing that does anything.

Every harmless control of a page gets a worth: how much of what is still open it speaks of, and how much of the app lies
behind controls like it. What is left untouched on a page is remembered, so that going back is weighed against going on.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.request import Request
from adapters.agents.scripted.reader.language.words import content, deeds_of, stem, words
from adapters.agents.scripted.reader.screen.buttons import does, goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.screen.trail import Trail

ACTS = frozenset((
    "accept", "add", "allow", "answer", "apply", "archive", "attach", "back", "ban", "block", "call", "cancel",
    "change", "clear", "close", "collapse", "compose", "copy", "decline", "delete", "disable", "discard", "dislike",
    "dismiss", "done", "download", "downvote", "duplicate", "edit", "empty", "enable", "erase", "exit", "forget",
    "hide", "install", "invite", "join", "leave", "lock", "log", "make", "mark", "merge", "mute", "new", "not", "pause",
    "pin", "play", "print", "record", "refresh", "rename", "reset", "restore", "rotate", "scan", "select", "sign",
    "skip", "stop", "swap", "take", "text", "turn", "unblock", "undo", "unfollow", "uninstall", "unmute", "upvote",
    "video", "voice", "write", "remove", "report", "rate", "withdraw", "jump", "keep", "star",
    "warn", "set", "try", "remind", "upload", "browse", "use", "choose", "increase", "decrease", "share",
    "next", "previous", "don't", "don’t", "no", "never",
))  # fmt: skip
"""First words of labels of what does something."""
_STATES = frozenset(("following", "liked", "joined", "subscribed", "followed", "muted", "blocked"))
"""Buttons that say how it stands, and change that."""
_SHORT = 4
"""Words of the longest label that is a command; what is longer is a headline."""
_PLACES = frozenset((
    "account", "profile", "me", "you", "menu", "drawer", "settings", "preferences", "library", "orders", "saved",
    "all", "details", "info", "about", "options", "history", "sections", "categories", "folders", "more", "activity",
    "lists", "groups", "people", "files", "organise", "manage", "overview", "show", "see", "view", "expand",
))  # fmt: skip
"""Words of labels behind which much of an app is."""
_KNOWS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        frozenset(("directions", "route", "routes", "navigate")),
        frozenset(("walk", "drive", "cycle", "ride", "distance", "far", "reach", "bike", "car", "foot", "bus", "tram")),
    ),
    (
        frozenset(("account", "profile", "me", "you", "settings", "menu", "drawer", "preferences", "more", "options")),
        frozenset((
            "account", "address", "balance", "card", "credit", "point", "level", "member", "membership", "payment",
            "plan", "profile", "subscription", "version", "wallet", "voucher", "coupon", "receipt", "email", "language",
            "notification", "theme", "unit", "privacy", "home", "birthday", "quality", "download", "default", "storage",
        )),
    ),
    (
        frozenset((
            "orders", "history", "activity", "trips", "bookings", "purchases", "tickets", "me", "you", "account",
        )),
        frozenset((
            "order", "bought", "purchase", "booking", "trip", "ticket", "receipt", "refund", "delivery", "past",
        )),
    ),
    (
        frozenset(("library", "saved", "favourites", "favorites", "lists", "bookmarks", "collections")),
        frozenset(("saved", "list", "favourite", "favorite", "bookmark", "collection", "playlist", "album", "later")),
    ),
)  # fmt: skip
"""What lies behind sections of such names in any app."""
_KNOWN = 1.2
_ASIDE = frozenset(("options", "more"))
"""First words of labels of menus of a thing; the thing itself tells more."""
_TAB, _PLACE, _ROW, _BUTTON, _BARE = 0.7, 0.6, 0.25, 0.15, 0.1
_SAID = 2.5
"""What a section counts beside that is called just what was asked about."""
_FILLED = 0.5
"""The share that a row is worth on a page that is filled in; what is asked is hardly behind what is chosen there."""
_LOOK = 2
"""Steps to look into something and to come back."""
_MOST = 6.0
_BARRED, _WIDE = 60, 6
"""Pixels by which the middles of one bar may differ, and how many there are on it at most."""

_ANY = -1

Key = tuple[int, str, str, str]


@dataclass(slots=True)
class Explorer:
    """What was looked into so far, and what is left where."""

    tried: set[Key] = field(default_factory=set)
    left: dict[int, float] = field(default_factory=dict)
    """By page: the worth of the best that was not tried there."""

    def clear(self) -> None:
        """Another app."""
        self.left.clear()

    def key(self, page: int, seen: Seen, control: Control, bars: frozenset[str]) -> Key:
        """A control is known by its page and by what the page shows."""
        if control.label in bars:
            return (_ANY, seen.package, "", control.label)
        where = "" if control.fixed else seen.title
        return (page, where, control.resource_id, control.label)

    def pass_by(self, page: int, worth: float) -> None:
        """A page that is left by something else than a touch on what was ranked."""
        self.left[page] = worth

    def choose(
        self, page: int, seen: Seen, ear: Ear, request: Request, trail: Trail, more: float
    ) -> Control | str | None:
        """The control to touch, `further` for more of this page (worth `more`), `back`, or nothing.

        What counts is the worth for each step that it takes: one to scroll, two to look into something and come back.
        """
        found = sorted(self.ranked(page, seen, ear, request), key=lambda one: -one[0])
        best, control = found[0] if found else (0.0, None)
        second = found[1][0] if len(found) > 1 else 0.0
        behind = max(
            (
                self.left.get(stop.page, 0.0) / (_LOOK + steps)
                for steps, stop in enumerate(reversed(trail.stops))
                if steps
            ),
            default=0.0,
        )
        if behind > max(best / _LOOK, more):
            self.left[page] = max(best, more)
            return "back"
        if more > best / _LOOK:
            self.left[page] = best
            return "further"
        self.left[page] = max(second, more)
        if control is not None:
            self.tried.add(self.key(page, seen, control, _bars(seen)))
        return control

    def ranked(self, page: int, seen: Seen, ear: Ear, request: Request) -> Iterator[tuple[float, Control]]:
        """The untried harmless controls with their worth."""
        bars = _bars(seen)
        form = any(goes_on(one, request) for one in seen.buttons)
        kinds: dict[str, int] = {}
        for one in seen.controls:
            kinds[one.resource_id] = kinds.get(one.resource_id, 0) + 1
        for control in seen.controls:
            if not harmless(control, request) or control.on or self.key(page, seen, control, bars) in self.tried:
                continue
            worth = self._worth(control, ear, control.label in bars, kinds[control.resource_id] > 1)
            yield worth * (_FILLED if form and control.role == "row" and not control.fixed else 1.0), control

    def _worth(self, control: Control, ear: Ear, bar: bool, listed: bool) -> float:
        rating = ear.rate(control.label, (control.label, *control.texts))
        score = min(rating.score, _MOST)
        own = words(control.label)
        if own[:1] and own[0] in _ASIDE and len(own) > 2:
            return min(score, 1.0) / 2
        known = {word for hub, about in _KNOWS if hub & set(own) for word in about} if len(own) <= _SHORT else set()
        score += _KNOWN * any(stem(ear.said[at]) in known for at in ear.live)
        place = len(own) <= _SHORT and bool(_PLACES & set(own))
        prior = _TAB if bar else _PLACE if place else _BUTTON if control.role == "button" else _ROW
        if bar and rating.share == 1.0 and rating.places and not rating.places & ear.named:
            prior += _SAID
        if listed and not bar and not place and score <= 0:
            prior = _BARE
        return score + prior


def _bars(seen: Seen) -> frozenset[str]:
    """The labels of what lies beside the chosen tab: the same sections on every page that shows them."""
    found: set[str] = set()
    for tab in seen.controls:
        if tab.role == "tab" and tab.on:
            beside = [one for one in seen.controls if abs(one.center[1] - tab.center[1]) < _BARRED]
            if len(beside) <= _WIDE:
                found.update(one.label for one in beside)
    return frozenset(found)


def harmless(control: Control, request: Request) -> bool:
    """Whether a touch only shows something."""
    own = words(control.label)
    if control.role not in ("row", "button", "tab") or not own or not any(map(str.isalpha, control.label)):
        return False
    if control.role == "button" and len(own) == 1 and own[0] in _STATES:
        return False
    if own[0] == "search" or does(control) or goes_on(control, request):
        return False
    thing = control.role == "row" and len(control.texts) > 2 and bool(content(control.label))
    if (thing or len(own) > _SHORT) and not (own[0] in ACTS and ":" in control.label):
        return own[0] not in ACTS or len(own) > 1
    # "Orders" are a place, "Order again" is a deed.
    meant = deeds_of(own[0]) if len(own) > 1 else deeds_of(own[0]) - {"buy"}
    return own[0] not in ACTS and (not meant or any(map(str.isdigit, control.label)))
