"""What happens in the editor, and how its draft becomes an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from adapters.phone.apps.calendar.days import beside, day_of, length_of, moment, written
from adapters.phone.apps.calendar.model import State, draft_for, event_of, fresh, next_id, turn_of, wrong
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.records import ONCE, Event

Result = tuple[State, tuple[Effect, ...]]


def _ui(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _new(state: State, event: Ev, view: View) -> Result:
    draft = fresh(state, view.now, event.get("day", ""))
    return replace(state, draft=draft), (Go(route("editor", key="new")), Focus("title"))


def _edit(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    one = event_of(state, key)
    if one is None:
        return state, ()
    return replace(state, draft=one), (Go(route("editor", key=key)),)


def _copy(state: State, event: Ev, view: View) -> Result:
    one = turn_of(state, event.get("key"), event.get("day", ""))
    if one is None:
        return state, (Back(),)
    return replace(state, draft=replace(one, id="new", skipped=(), reply="")), (Replace(route("editor", key="new")),)


def _drafted(state: State, event: Ev, view: View, **changes: Any) -> State:
    return replace(state, draft=replace(draft_for(state, event.get("key"), view.now), **changes))


def _text(state: State, event: Ev, view: View) -> Result:
    changes = {event.get("name"): event.get("text", "")}
    return _drafted(state, event, view, **changes), ()


def _all_day(state: State, event: Ev, view: View) -> Result:
    """On: from midnight to midnight of its days. Off: the hour that a new event has, on the first of them."""
    draft = draft_for(state, event.get("key"), view.now)
    if draft.all_day:
        usual = fresh(state, view.now, draft.start[:10])
        return _drafted(state, event, view, all_day=False, start=usual.start, end=usual.end), ()
    last = day_of(draft.end)
    if moment(draft.end) > datetime.combine(last, time()) or draft.end == draft.start:
        last += timedelta(1)
    return _drafted(state, event, view, all_day=True, start=f"{draft.start[:10]}T00:00", end=f"{last}T00:00"), ()


def _ask(state: State, event: Ev, view: View) -> Result:
    """A window of the editor, which opens with what the draft has."""
    key, which, to = event.get("key"), event.get("which", "start"), event.get("to")
    draft = draft_for(state, key, view.now)
    at = {"end": draft.end, "until": draft.until}.get(which, draft.start) or draft.start
    if which == "end" and draft.all_day:
        at = written(moment(at) - timedelta(days=1))
    state = _ui(state, pick=at[:10], picked_month=at[:7], hour=int(at[11:13] or 0), minute=int(at[14:16] or 0),
                guest="")  # fmt: skip
    more = {"which": which} if to in ("date", "time") else {}
    return state, (Focus(None), Go(route(to, key=key, **more)))


def _picked(state: State, event: Ev, view: View) -> Result:
    changes = {event.get("name"): event.get("value")}
    if event.get("name") == "repeat" and event.get("value") == ONCE:
        changes["until"] = ""
    return _drafted(state, event, view, **changes), (Back(),)


def _pick_day(state: State, event: Ev, view: View) -> Result:
    return _ui(state, pick=event.get("day")), ()


def _pick_month(state: State, event: Ev, view: View) -> Result:
    month = state.ui.picked_month or view.now.date().isoformat()[:7]
    return _ui(state, picked_month=beside(month, event.get("by"))), ()


def _hour(state: State, event: Ev, view: View) -> Result:
    return _ui(state, hour=event.get("value")), ()


def _minute(state: State, event: Ev, view: View) -> Result:
    return _ui(state, minute=event.get("value")), ()


def _moved(draft: Event, start: datetime) -> dict[str, str]:
    """Another start: the length stays."""
    return {"start": written(start), "end": written(start + length_of(draft))}


def _date_set(state: State, event: Ev, view: View) -> Result:
    key, which, day = event.get("key"), event.get("which", "start"), event.get("day", "")
    draft = draft_for(state, key, view.now)
    if which == "until":
        return _drafted(state, event, view, until=day), (Back(),)
    then = day_of(day, day_of(draft.start))
    if which == "start":
        changes = _moved(draft, datetime.combine(then, moment(draft.start).time()))
    else:
        end = datetime.combine(then, moment(draft.end).time()) + timedelta(days=1 if draft.all_day else 0)
        changes = {"end": written(end)}
    return _drafted(state, event, view, **changes), (Back(),)


def _time_set(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"), view.now)
    clock = time(state.ui.hour, state.ui.minute)
    if event.get("which") == "end":
        changes = {"end": written(datetime.combine(day_of(draft.end), clock))}
    else:
        changes = _moved(draft, datetime.combine(day_of(draft.start), clock))
    return _drafted(state, event, view, **changes), (Back(),)


def _guest_query(state: State, event: Ev, view: View) -> Result:
    return _ui(state, guest=event.get("text", "")), ()


def _guest(state: State, event: Ev, view: View) -> Result:
    """Invited, or not any more."""
    name = event.get("name")
    draft = draft_for(state, event.get("key"), view.now)
    guests = tuple(one for one in draft.guests if one != name)
    if name not in draft.guests:
        guests = (*guests, name)
    return _ui(_drafted(state, event, view, guests=guests), guest=""), ()


# Saving: what is wrong with it, whether guests are written to, and then the event.


def _save(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    draft = draft_for(state, key, view.now)
    if wrong(draft):
        return replace(state, draft=draft), (Focus(None), Toast(wrong(draft)))
    if draft.guests:
        return replace(state, draft=draft), (Focus(None), Go(route("invite", key=key)))
    return _saved(state, key, view)


def _invited(state: State, event: Ev, view: View) -> Result:
    state, effects = _saved(state, event.get("key"), view)
    return state, (Back(), *effects)


def _saved(state: State, key: str, view: View) -> Result:
    """The draft becomes an event, or the change of one; its page shows that."""
    draft, known = draft_for(state, key, view.now), event_of(state, key)
    draft = replace(draft, title=draft.title.strip(), place=draft.place.strip(), notes=draft.notes.strip())
    if known is None:
        made = replace(draft, id=next_id(state))
        state = replace(state, events=(*state.events, made))
    else:
        made = draft
        state = _with(state, known.id, lambda _: made)
    told = f"{'Saved to' if known is None else 'Changed in'} {made.calendar}"
    page = route("event", key=made.id, day=made.start[:10], saved=told)
    # The page of a known event lies below the editor and makes room for the one that tells.
    effects = (Focus(None), Replace(page)) if known is None else (Focus(None), Back(), Replace(page))
    return replace(state, draft=Event("")), effects


def _with(state: State, key: str, change: Callable[[Event], Event]) -> State:
    return replace(state, events=tuple(change(one) if one.id == key else one for one in state.events))


EDITING: Mapping[str, Callable[[State, Ev, View], Result]] = {
    "new": _new, "edit": _edit, "copy": _copy, "edit_text": _text, "all_day": _all_day, "ask": _ask,
    "picked": _picked, "pick_day": _pick_day, "pick_month": _pick_month, "hour": _hour, "minute": _minute,
    "date_set": _date_set, "time_set": _time_set, "guest_query": _guest_query, "guest": _guest, "save": _save,
    "invited": _invited,
}  # fmt: skip
