"""What happens in Seatmint before and beside a booking: leafing, searching, watching, settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.phone.apps.seatmint import booking as booked
from adapters.phone.apps.seatmint import reminders
from adapters.phone.apps.seatmint.booking import Result
from adapters.phone.apps.seatmint.catalogue import show
from adapters.phone.apps.seatmint.model import Preferences, State, booking
from adapters.phone.apps.seatmint.records import where
from adapters.phone.ui.app import Back, Copy, Focus, Go, Replace, Share, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

RECENT, QUERY = 5, 60
"""Searches that are remembered, and how long one may be."""


def _drawer(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("drawer")),)


def _leave(state: State, event: Ev, view: View) -> Result:
    """To one of the drawer's places, with home below it."""
    to = event.get("to")
    home = Replace(route("home"), root=True)
    return state, (home,) if to == "home" else (home, Go(route(to)))


def _visit(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _open(state: State, event: Ev, view: View) -> Result:
    """A show opens on today's programme."""
    return replace(state, ui=replace(state.ui, day="")), (Focus(None), Go(route("show", key=event.get("key"))))


def _venue(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("venue", name=event.get("name"))),)


def _share(state: State, event: Ev, view: View) -> Result:
    one = show(event.get("key"))
    return state, (Share(f"{one.title} ({one.genre}) on Seatmint: {one.about}"),)


def _share_ticket(state: State, event: Ev, view: View) -> Result:
    made = booking(state, event.get("number"))
    if made is None:
        return state, ()
    return state, (Share(f"{made.show}, {made.day} at {made.time}, {made.venue}. {where(made)}."),)


def _ticket(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("ticket", number=event.get("number"))),)


def _copy(state: State, event: Ev, view: View) -> Result:
    return state, (Copy(event.get("code")),)


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", "")[:QUERY])), ()


def _kind(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, kind=event.get("value"))), ()


def _remembered(state: State, word: str) -> State:
    word = word.strip()
    rest = tuple(one for one in state.ui.recent if one != word)
    recent = (word, *rest)[:RECENT] if word else rest
    return replace(state, ui=replace(state.ui, query=word, recent=recent))


def _searched(state: State, event: Ev, view: View) -> Result:
    return _remembered(state, state.ui.query), (Focus(None),)


def _tip(state: State, event: Ev, view: View) -> Result:
    return _remembered(state, event.get("text")), (Focus(None),)


def _forget(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, recent=())), ()


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("tickets", tab=event.get("tab"))),)


def _day(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, day=event.get("day"))), ()


def _pref(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    flipped: dict[str, Any] = {key: not getattr(state.preferences, key)}
    return replace(state, preferences=replace(state.preferences, **flipped)), ()


def _pref_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", key=event.get("key"))),)


def _pref_pick(state: State, event: Ev, view: View) -> Result:
    prefs: Preferences = replace(state.preferences, **{event.get("key"): event.get("value")})
    return replace(state, preferences=prefs), (Back(),)


update = reducer(
    {
        **booked.STEPS,
        "@due": reminders.fall_due,
        "drawer": _drawer,
        "leave": _leave,
        "visit": _visit,
        "open": _open,
        "venue": _venue,
        "share": _share,
        "share_ticket": _share_ticket,
        "ticket": _ticket,
        "copy": _copy,
        "query": _query,
        "kind": _kind,
        "searched": _searched,
        "tip": _tip,
        "forget": _forget,
        "tab": _tab,
        "day": _day,
        "pref": _pref,
        "pref_ask": _pref_ask,
        "pref_pick": _pref_pick,
    }
)
