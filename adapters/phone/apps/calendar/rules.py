"""What happens in the calendar outside its editor: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from adapters.phone.apps.calendar.days import begins, day_of, moment, turn, when
from adapters.phone.apps.calendar.editing import EDITING
from adapters.phone.apps.calendar.events import REPLIES
from adapters.phone.apps.calendar.grids import neighbour
from adapters.phone.apps.calendar.model import State, event_of, front, turn_of
from adapters.phone.ui.app import Back, Copy, Effect, Focus, Go, Notice, Notify, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.records import ONCE, Event
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
VIEW_ROUTES = ("schedule", "day", "month")


def _ui(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _go(state: State, event: Ev, view: View) -> Result:
    more = {name: event.get(name) for name in ("key", "day") if event.get(name) is not None}
    return state, (Go(route(event.get("to"), **more)),)


def _drawer(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("drawer", over=event.get("over", "schedule"))),)


def _view(state: State, event: Ev, view: View) -> Result:
    to = event.get("to")
    if to not in VIEW_ROUTES:
        return state, (Back(),)
    home = Replace(route("schedule"), root=True)
    return state, (home,) if to == "schedule" else (home, Go(route(to)))


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Back(), Go(route(event.get("to"))))


def _show(state: State, event: Ev, view: View) -> Result:
    return _ui(state, day=event.get("day")), ()


def _show_day(state: State, event: Ev, view: View) -> Result:
    return _ui(state, day=event.get("day")), (Go(route("day")),)


def _today(state: State, event: Ev, view: View) -> Result:
    return _ui(state, day=""), ()


def _step(state: State, event: Ev, view: View) -> Result:
    day = neighbour(front(state, view.now), event.get("unit"), event.get("by"))
    return _ui(state, day=day.isoformat()), ()


def _search(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query=""), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query=event.get("text", "")), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("event", key=event.get("key"), day=event.get("day", ""))))


# The page of an event.


def _put(state: State, key: str, change: Callable[[Event], Event]) -> State:
    return replace(state, events=tuple(change(one) if one.id == key else one for one in state.events))


def _reply(state: State, event: Ev, view: View) -> Result:
    one, value = event_of(state, event.get("key")), event.get("value")
    if one is None or value not in REPLIES or one.reply == value:
        return state, ()
    after = replace(one, reply=value)
    return _put(state, one.id, lambda _: after), (Toast(f"Reply sent to {one.organiser}: {value}"),)


def _share(state: State, event: Ev, view: View) -> Result:
    one = turn_of(state, event.get("key"), event.get("day", ""))
    if one is None:
        return state, ()
    first, second = when(one, view)
    lines = (one.title or "(No title)", f"{first}, {second}", one.place)
    return state, (Share("\n".join(part for part in lines if part)),)


def _copy_place(state: State, event: Ev, view: View) -> Result:
    return state, (Copy(event.get("text")),)


def _delete(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("delete", key=event.get("key"), day=event.get("day", ""))),)


def _deleted(state: State, event: Ev, view: View) -> Result:
    kept = tuple(each for each in state.events if each.id != event.get("key"))
    return replace(state, events=kept), (Back(2), Toast("Event deleted"))


# Calendars and settings.


def _shown(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    flipped = tuple(replace(one, shown=not one.shown) if one.name == name else one for one in state.calendars)
    return replace(state, calendars=flipped), ()


def _pref_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", name=event.get("name"))),)


def _pref(state: State, event: Ev, view: View) -> Result:
    chosen: Any = {event.get("name"): event.get("value")}
    return replace(state, prefs=replace(state.prefs, **chosen)), (Back(),)


def _pref_flag(state: State, event: Ev, view: View) -> Result:
    flipped: Any = {event.get("name"): not getattr(state.prefs, event.get("name"))}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


# Notifications.

MINUTES = {
    "At time of event": 0, "5 minutes before": 5, "10 minutes before": 10, "30 minutes before": 30,
    "1 hour before": 60, "1 day before": 24 * 60,
}  # fmt: skip
FAR = 400
"""Days that are searched for the next turn of a repeated event."""


def _tells(one: Event, after: datetime) -> tuple[datetime, Event] | None:
    """When the phone tells of an event next, and of which turn."""
    if one.reminder not in MINUTES:
        return None
    early = timedelta(minutes=MINUTES[one.reminder])
    first: date = max(day_of(one.start), (after + early).date())
    for ahead in range(1 if one.repeat == ONCE else FAR):
        day = first + timedelta(ahead) if one.repeat != ONCE else day_of(one.start)
        if begins(one, day):
            its = turn(one, day)
            then = moment(its.start) - early
            if then > after:
                return then, its
    return None


def due(state: State, after: datetime) -> datetime | None:
    """When the next notification is to be posted."""
    if not state.prefs.notify:
        return None
    plain = after.replace(tzinfo=None)
    coming = [found[0] for one in state.events if (found := _tells(one, plain)) is not None]
    return min(coming).replace(tzinfo=after.tzinfo) if coming else None


def _due(state: State, event: Ev, view: View) -> Result:
    """Post what is due now."""
    plain = view.moment.replace(tzinfo=None)
    just_before = plain - timedelta(seconds=1)
    effects = []
    for one in state.events:
        found = _tells(one, just_before)
        if found is not None and found[0] <= plain and state.prefs.notify:
            its = found[1]
            told = ", ".join(part for part in (when(its, view)[1], its.place) if part)
            place = route("event", key=its.id, day=its.start[:10])
            effects.append(Notify(Notice(f"event-{its.id}", its.title or "(No title)", told, place)))
    return state, tuple(effects)


update = reducer(
    {
        "go": _go, "drawer": _drawer, "view": _view, "nav": _nav, "show": _show, "show_day": _show_day,
        "earlier": _show, "today": _today, "step": _step, "search": _search,
        "query": _query, "searched": _searched, "open": _open, "reply": _reply, "share": _share,
        "copy_place": _copy_place, "delete": _delete, "deleted": _deleted,
        "calendar_shown": _shown,
        "pref_ask": _pref_ask, "pref": _pref, "pref_flag": _pref_flag, "@due": _due, **EDITING,
    }
)  # fmt: skip
