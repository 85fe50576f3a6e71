"""What happens in the pickers of the editor: a day, a time, or one of a few labels for the draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.tickmoss.days import beside, day_of
from adapters.phone.apps.tickmoss.model import State, draft_for
from adapters.phone.ui.app import Back, Effect, Focus, Go, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
PLACES = {"list": "folder"}
"""Pickers whose place has another name than the field that they fill."""


def _pick(state: State, event: Ev, view: View) -> Result:
    """Open a picker at what the draft holds."""
    what, draft = event.get("what"), draft_for(state, event.get("key"), view.now)
    day = draft.day or view.now.date().isoformat()
    hour, minute = (int(part) for part in draft.time.split(":")) if draft.time else (9, 0)
    ui = replace(state.ui, day=day, month=day[:7], hour=hour, minute=minute)
    return replace(state, draft=draft, ui=ui), (Focus(None), Go(route(PLACES.get(what, what), key=event.get("key"))))


def _picked(state: State, event: Ev, view: View) -> Result:
    """One of the labels of a list, a priority, a repeat or a reminder."""
    draft = draft_for(state, event.get("key"), view.now)
    changed = replace(draft, **{event.get("what"): event.get("value")})
    return replace(state, draft=changed), (Back(),)


def _month(state: State, event: Ev, view: View) -> Result:
    month = beside(state.ui.month or view.now.strftime("%Y-%m"), event.get("by"))
    return replace(state, ui=replace(state.ui, month=month)), ()


def _calendar(state: State, event: Ev, view: View) -> Result:
    day = event.get("day")
    if day_of(day) is None:
        return state, ()
    return replace(state, ui=replace(state.ui, day=day, month=day[:7])), ()


def _day_set(state: State, event: Ev, view: View) -> Result:
    """The day under "OK", or no date at all; a task without a date has no time."""
    draft = draft_for(state, event.get("key"), view.now)
    day = event.get("day", "")
    draft = replace(draft, day=day) if day else replace(draft, day="", time="")
    return replace(state, draft=draft), (Back(),)


def _hour(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, hour=event.get("value"))), ()


def _minute(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, minute=event.get("value"))), ()


def _time_set(state: State, event: Ev, view: View) -> Result:
    """The time under "OK", or none. A time without a date means today."""
    draft = draft_for(state, event.get("key"), view.now)
    time = event.get("time", "")
    day = draft.day or (view.now.date().isoformat() if time else "")
    return replace(state, draft=replace(draft, time=time, day=day)), (Back(),)


PICKING: Mapping[str, Step[State]] = {
    "pick": _pick,
    "picked": _picked,
    "month": _month,
    "calendar": _calendar,
    "day_set": _day_set,
    "hour": _hour,
    "minute": _minute,
    "time_set": _time_set,
}
