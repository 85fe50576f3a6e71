"""What happens to alarms, bedtime and settings: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.clock.content import DAYS, Alarm
from adapters.phone.apps.clock.counting import COUNTING
from adapters.phone.apps.clock.model import State, alarm_of, armed, draft_for, next_id, rings
from adapters.phone.apps.clock.pickers import BED, BEDTIME, CARD, TIMER, WAKE
from adapters.phone.apps.clock.ringing import RULES
from adapters.phone.apps.clock.setup import VOLUME_MOST
from adapters.phone.apps.clock.times import next_time, parts, until
from adapters.phone.ui.app import Back, Effect, Focus, Go, Put, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.pickers import month_beside
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))), Focus(None))


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _ask(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route(event.get("to"), key=event.get("key"))))


def _ask_sound(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("sounds", key=event.get("key"))))


def _card_sound(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("sounds", key=CARD + event.get("key"))),)


# Alarms of the list.


def _put(state: State, key: str, change: Callable[[Alarm], Alarm]) -> State:
    return replace(state, alarms=tuple(change(one) if one.id == key else one for one in state.alarms))


def _expand(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    return replace(state, ui=replace(state.ui, open="" if state.ui.open == key else key)), ()


def _told(alarm: Alarm, view: View) -> tuple[Effect, ...]:
    """The word about when an alarm will ring."""
    then = rings(alarm, view.now)
    return (Toast(f"Alarm set for {until(view.now, then)} from now."),) if then is not None else ()


def _toggle(state: State, event: Ev, view: View) -> Result:
    one = alarm_of(state, event.get("key"))
    if one is None:
        return state, ()
    was = rings(one, view.now) is not None
    after = replace(one, on=False) if was else armed(one, view.now)
    return _put(state, one.id, lambda _: after), _told(after, view)


def _flipped(days: tuple[str, ...], day: str) -> tuple[str, ...]:
    return tuple(one for one in DAYS if (one in days) != (one == day))


def _card_day(state: State, event: Ev, view: View) -> Result:
    one = alarm_of(state, event.get("key"))
    if one is None:
        return state, ()
    was = rings(one, view.now) is not None
    after = replace(one, days=_flipped(one.days, event.get("day")), date="")
    after = armed(after, view.now) if was else replace(after, on=False)
    return _put(state, one.id, lambda _: after), _told(after, view)


def _card_vibrate(state: State, event: Ev, view: View) -> Result:
    return _put(state, event.get("key"), lambda one: replace(one, vibrate=not one.vibrate)), ()


def _copy(state: State, event: Ev, view: View) -> Result:
    one = alarm_of(state, event.get("key"))
    if one is None:
        return state, ()
    twin = replace(one, id=next_id([each.id for each in state.alarms]))
    state = replace(state, alarms=(*state.alarms, twin), ui=replace(state.ui, open=twin.id))
    return state, (Toast("Alarm duplicated"),)


def _delete(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("delete", key=event.get("key"))))


def _deleted(state: State, event: Ev, view: View) -> Result:
    one = alarm_of(state, event.get("key"))
    if one is None:
        return state, (Back(),)
    kept = tuple(each for each in state.alarms if each.id != one.id)
    return replace(state, alarms=kept, draft=Alarm("")), (Replace(route("alarms"), root=True), Toast("Alarm deleted"))


# The editor.


def _new(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=draft_for(replace(state, draft=Alarm("")), "new")), (Go(route("alarm", key="new")),)


def _edit(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    return replace(state, draft=alarm_of(state, key) or Alarm("")), (Go(route("alarm", key=key)),)


def _drafted(state: State, event: Ev, **changes: Any) -> State:
    return replace(state, draft=replace(draft_for(state, event.get("key")), **changes))


def _day(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"))
    return _drafted(state, event, days=_flipped(draft.days, event.get("day"))), ()


def _days(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, days=event.get("days")), ()


def _label(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, label=event.get("text", "")), ()


def _flag(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    return _drafted(state, event, **{name: not getattr(draft_for(state, event.get("key")), name)}), ()


def _snooze(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, snooze=event.get("value")), (Back(),)


def _sound(state: State, event: Ev, view: View) -> Result:
    key, value = event.get("key"), event.get("value")
    if key == TIMER:
        return replace(state, prefs=replace(state.prefs, timer_sound=value)), ()
    if key == BEDTIME:
        return replace(state, bedtime=replace(state.bedtime, sound=value)), ()
    if key.startswith(CARD):
        return _put(state, key.removeprefix(CARD), lambda one: replace(one, sound=value)), ()
    return _drafted(state, event, sound=value), ()


def _save(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    draft = draft_for(state, key)
    made = armed(replace(draft, label=draft.label.strip()), view.now)
    if alarm_of(state, key) is None:
        made = replace(made, id=next_id([one.id for one in state.alarms]))
        state = replace(state, alarms=(*state.alarms, made))
    else:
        state = _put(state, key, lambda _: made)
    return replace(state, draft=Alarm("")), (Focus(None), Back(), *_told(made, view))


# A time, for the editor and for the bedtime.


def _ask_time(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    time = {BED: state.bedtime.bed, WAKE: state.bedtime.wake}.get(key) or draft_for(state, key).time
    return replace(state, ui=replace(state.ui, time=time)), (Focus(None), Go(route("time", key=key)))


def _picked(state: State, minutes: int) -> State:
    minutes %= 1440
    return replace(state, ui=replace(state.ui, time=f"{minutes // 60:02d}:{minutes % 60:02d}"))


def _hour(state: State, event: Ev, view: View) -> Result:
    return _picked(state, event.get("value") * 60 + parts(state.ui.time)[1]), ()


def _minute(state: State, event: Ev, view: View) -> Result:
    return _picked(state, parts(state.ui.time)[0] * 60 + event.get("value")), ()


def _minute_by(state: State, event: Ev, view: View) -> Result:
    hour, minute = parts(state.ui.time)
    return _picked(state, hour * 60 + minute + event.get("by")), ()


def _time_set(state: State, event: Ev, view: View) -> Result:
    key, time = event.get("key"), state.ui.time
    if key not in (BED, WAKE):
        return _drafted(state, event, time=time), (Back(),)
    bed = replace(state.bedtime, bed=time) if key == BED else replace(state.bedtime, wake=time)
    return replace(state, bedtime=bed), (Back(),)


# The day of an alarm that rings once.


def _ask_day(state: State, event: Ev, view: View) -> Result:
    day = draft_for(state, event.get("key")).date
    day = "" if day < next_time(draft_for(state, event.get("key")).time, view.now).date().isoformat() else day
    opened = replace(state, ui=replace(state.ui, day=day, month=day[:7]))
    return opened, (Focus(None), Go(route("date", key=event.get("key"))))


def _day_pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, day=event.get("day"))), ()


def _month_turn(state: State, event: Ev, view: View) -> Result:
    month = state.ui.month or state.ui.day[:7] or view.now.date().isoformat()[:7]
    return replace(state, ui=replace(state.ui, month=month_beside(month, event.get("by")))), ()


def _day_set(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, date=event.get("day"), days=()), (Back(),)


# Bedtime and settings.


def _bed_day(state: State, event: Ev, view: View) -> Result:
    bed = state.bedtime
    return replace(state, bedtime=replace(bed, days=_flipped(bed.days, event.get("day")))), ()


def _bed_flag(state: State, event: Ev, view: View) -> Result:
    flipped: Any = {event.get("name"): not getattr(state.bedtime, event.get("name"))}
    return replace(state, bedtime=replace(state.bedtime, **flipped)), ()


def _reminder(state: State, event: Ev, view: View) -> Result:
    return replace(state, bedtime=replace(state.bedtime, reminder=event.get("value"))), (Back(),)


def _ask_pref(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", name=event.get("name"))),)


def _pref(state: State, event: Ev, view: View) -> Result:
    chosen: Any = {event.get("name"): event.get("value")}
    return replace(state, prefs=replace(state.prefs, **chosen)), (Back(),)


def _pref_flag(state: State, event: Ev, view: View) -> Result:
    flipped: Any = {event.get("name"): not getattr(state.prefs, event.get("name"))}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


def _volume(state: State, event: Ev, view: View) -> Result:
    share = min(1.0, max(0.0, float(event.get("value", 0.0))))
    return state, (Put("system", "volume_alarm", str(round(share * VOLUME_MOST))),)


update = reducer(
    {
        "go": _go, "tab": _tab, "searched": _searched, "ask": _ask,
        "ask_sound": _ask_sound, "card_sound": _card_sound, "expand": _expand, "toggle": _toggle,
        "card_day": _card_day, "card_vibrate": _card_vibrate, "copy": _copy, "delete": _delete, "deleted": _deleted,
        "new": _new, "edit": _edit, "day": _day, "days": _days, "label": _label, "flag": _flag, "snooze": _snooze,
        "sound": _sound,
        "save": _save, "ask_day": _ask_day, "day_pick": _day_pick, "month_turn": _month_turn, "day_set": _day_set,
        "ask_time": _ask_time, "hour": _hour, "minute": _minute, "minute_by": _minute_by,
        "time_set": _time_set, "bed_day": _bed_day, "bed_flag": _bed_flag, "reminder": _reminder,
        "ask_pref": _ask_pref, "pref": _pref, "pref_flag": _pref_flag, "volume": _volume, **COUNTING,
        **RULES,
    }
)  # fmt: skip
