"""What happens to timers and the stopwatch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.clock.content import Timer
from adapters.phone.apps.clock.model import State, Stopwatch, elapsed, left, next_id, typed
from adapters.phone.apps.clock.ringing import timer_heard
from adapters.phone.apps.clock.times import stamp
from adapters.phone.ui.app import Back, Effect, Focus, Go, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
MOST_KEYS = 6


def _timer(state: State, event: Ev) -> Timer | None:
    return next((one for one in state.timers if one.id == event.get("key")), None)


def _changed(state: State, event: Ev, change: Callable[[Timer], Timer]) -> State:
    key = event.get("key")
    return replace(state, timers=tuple(change(one) if one.id == key else one for one in state.timers))


def _running(one: Timer, seconds: int, view: View) -> Timer:
    return replace(one, left=seconds, ends=stamp(view.moment + timedelta(seconds=seconds)))


def _start(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None or one.ends:
        return state, ()
    return _changed(state, event, lambda each: _running(each, each.left, view)), ()


def _pause(state: State, event: Ev, view: View) -> Result:
    return _changed(state, event, lambda one: replace(one, left=max(1, left(one, view.moment)), ends="")), ()


def _reset(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None:
        return state, ()
    state = _changed(state, event, lambda each: replace(each, left=each.length, ends=""))
    return state, (timer_heard(one.id),) if one.ends else ()


def _stop(state: State, event: Ev, view: View) -> Result:
    """The end of a timer whose time is over."""
    one = _timer(state, event)
    if one is None:
        return state, ()
    return _changed(state, event, lambda each: replace(each, left=each.length, ends="")), (timer_heard(one.id),)


def _more(state: State, event: Ev, view: View) -> Result:
    """A minute more; a timer that is over gets a minute from now on."""

    def longer(one: Timer) -> Timer:
        seconds = max(0, left(one, view.moment)) + 60
        return _running(one, seconds, view) if one.ends else replace(one, left=seconds)

    return _changed(state, event, longer), (timer_heard(event.get("key")),)


def _drop(state: State, event: Ev, view: View) -> Result:
    one = _timer(state, event)
    if one is None:
        return state, ()
    kept = tuple(each for each in state.timers if each.id != one.id)
    return replace(state, timers=kept), (timer_heard(one.id), Toast("Timer deleted"))


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
    return state, (Focus(None), Back())


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


def _watch_reset(state: State, event: Ev, view: View) -> Result:
    return replace(state, stopwatch=Stopwatch()), ()


COUNTING: dict[str, Step[State]] = {
    "timer_start": _start, "timer_pause": _pause, "timer_reset": _reset, "timer_stop": _stop, "timer_more": _more,
    "timer_drop": _drop, "new_timer": _new_timer, "key": _key, "preset": _preset,
    "timer_name": _timer_name, "timer_make": _make, "watch": _watch, "watch_lap": _lap, "watch_reset": _watch_reset,
}  # fmt: skip
