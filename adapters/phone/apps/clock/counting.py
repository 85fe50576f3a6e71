"""What happens to timers, the stopwatch and the cities of the world clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.clock.content import CITIES, Timer
from adapters.phone.apps.clock.model import State, Stopwatch, elapsed, left, logged, next_id, timer_name, typed
from adapters.phone.apps.clock.ringing import timer_heard
from adapters.phone.apps.clock.times import brief, digits, stamp
from adapters.phone.ui.app import Back, Effect, Focus, Go, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
MOST_KEYS = 6


def _timer(state: State, event: Ev) -> Timer | None:
    return next((one for one in state.timers if one.id == event.get("key")), None)


def _changed(state: State, event: Ev, change: Callable[[Timer], Timer]) -> State:
    key = event.get("key")
    return replace(state, timers=tuple(change(one) if one.id == key else one for one in state.timers))


def _title(one: Timer) -> str:
    return f"{timer_name(one)}, {brief(one.length)}"


def _running(one: Timer, seconds: int, view: View) -> Timer:
    return replace(one, left=seconds, ends=stamp(view.moment + timedelta(seconds=seconds)))


def _start(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None or one.ends:
        return state, ()
    state = _changed(state, event, lambda each: _running(each, each.left, view))
    return logged(state, view.now, "Timer", "Started", _title(one)), ()


def _pause(state: State, event: Ev, view: View) -> Result:
    return _changed(state, event, lambda one: replace(one, left=max(1, left(one, view.moment)), ends="")), ()


def _reset(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None:
        return state, ()
    if one.ends:
        state = logged(state, view.now, "Timer", "Cancelled", _title(one))
    state = _changed(state, event, lambda each: replace(each, left=each.length, ends=""))
    return state, (timer_heard(one.id),) if one.ends else ()


def _stop(state: State, event: Ev, view: View) -> Result:
    """The end of a timer whose time is over."""
    one = _timer(state, event)
    if one is None:
        return state, ()
    state = _changed(state, event, lambda each: replace(each, left=each.length, ends=""))
    return logged(state, view.now, "Timer", "Finished", _title(one)), (timer_heard(one.id),)


def _more(state: State, event: Ev, view: View) -> Result:
    """A minute more; a timer that is over gets a minute from now on."""

    def longer(one: Timer) -> Timer:
        seconds = max(0, left(one, view.moment)) + 60
        return _running(one, seconds, view) if one.ends else replace(one, left=seconds)

    return _changed(state, event, longer), (timer_heard(event.get("key")),)


def _without(state: State, one: Timer, view: View) -> State:
    kept = tuple(each for each in state.timers if each.id != one.id)
    return logged(replace(state, timers=kept), view.now, "Timer", "Deleted", _title(one))


def _drop(state: State, event: Ev, view: View) -> Result:
    """One that runs asks first."""
    one = _timer(state, event)
    if one is None:
        return state, ()
    if one.ends:
        return state, (Go(route("timer_drop", key=one.id)),)
    return _without(state, one, view), (Toast("Timer deleted"),)


def _dropped(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None:
        return state, (Back(),)
    return _without(state, one, view), (timer_heard(one.id), Back(), Toast("Timer deleted"))


def _new_timer(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, keys="", name="")), (Go(route("newtimer")),)


def _key(state: State, event: Ev, view: View) -> Result:
    value, keys = event.get("value"), state.ui.keys
    keys = keys[:-1] if value == "back" else (keys + value).lstrip("0")
    if len(keys) > MOST_KEYS:
        return state, ()
    return replace(state, ui=replace(state.ui, keys=keys)), ()


def _preset(state: State, event: Ev, view: View) -> Result:
    minutes, seconds = divmod(event.get("value"), 60)
    keys = f"{minutes // 60:02d}{minutes % 60:02d}{seconds:02d}".lstrip("0")
    return replace(state, ui=replace(state.ui, keys=keys)), ()


def _timer_name(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=event.get("text", ""))), ()


def _make(state: State, event: Ev, view: View) -> Result:
    length = typed(state.ui.keys)
    if not length:
        return state, (Toast("Set a length first"),)
    made = Timer(next_id([one.id for one in state.timers]), length, length, state.ui.name.strip())
    state = replace(state, timers=(_running(made, length, view), *state.timers), ui=replace(state.ui, keys="", name=""))
    return logged(state, view.now, "Timer", "Started", _title(made)), (Focus(None), Back())


def _watch(state: State, event: Ev, view: View) -> Result:
    """Start, or pause."""
    watch = state.stopwatch
    if watch.since:
        after = replace(watch, since="", kept=elapsed(watch, view.moment))
    else:
        after = replace(watch, since=stamp(view.moment))
    return replace(state, stopwatch=after), ()


def _lap(state: State, event: Ev, view: View) -> Result:
    watch = state.stopwatch
    if not watch.since:
        return state, (Toast("Start the stopwatch first"),)
    laps = (*watch.laps, elapsed(watch, view.moment))
    return replace(state, stopwatch=replace(watch, laps=laps)), ()


def _laps(watch: Stopwatch) -> str:
    return "1 lap" if len(watch.laps) == 1 else f"{len(watch.laps)} laps" if watch.laps else "No laps"


def _watch_reset(state: State, event: Ev, view: View) -> Result:
    watch = state.stopwatch
    if watch == Stopwatch():
        return state, ()
    what = f"Stopped at {digits(elapsed(watch, view.moment))}"
    return logged(replace(state, stopwatch=Stopwatch()), view.now, "Stopwatch", what, _laps(watch)), ()


def _watch_share(state: State, event: Ev, view: View) -> Result:
    watch = state.stopwatch
    if watch == Stopwatch():
        return state, (Toast("Nothing to share yet"),)
    lines = [f"Lap {number}: {digits(mark)}" for number, mark in enumerate(watch.laps, 1)]
    return state, (Share("\n".join([f"My time is {digits(elapsed(watch, view.moment))}", *lines])),)


def _find(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _city(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("city", name=event.get("name"))), Focus(None))


def _add_city(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    if name in state.cities or name not in CITIES:
        return state, ()
    return replace(state, cities=(*state.cities, name)), (Toast(f"{name} added"),)


def _remove(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    kept = tuple(one for one in state.cities if one != name)
    return replace(state, cities=kept), (Back(), Toast(f"{name} removed"))


def _home(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    return replace(state, prefs=replace(state.prefs, home=name)), (Toast(f"{name} is your home city now"),)


COUNTING: dict[str, Step[State]] = {
    "timer_start": _start, "timer_pause": _pause, "timer_reset": _reset, "timer_stop": _stop, "timer_more": _more,
    "timer_drop": _drop, "timer_dropped": _dropped, "new_timer": _new_timer, "key": _key, "preset": _preset,
    "timer_name": _timer_name, "timer_make": _make, "watch": _watch, "watch_lap": _lap, "watch_reset": _watch_reset,
    "watch_share": _watch_share, "find": _find, "query": _query, "city": _city, "add_city": _add_city,
    "remove": _remove, "home": _home,
}  # fmt: skip
