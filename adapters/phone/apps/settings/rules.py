"""What happens in Settings: almost everything is a value put into the device tables."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.settings.model import BRIGHTNESS, TIMEOUTS, VOLUMES, State, duration, is_on
from adapters.phone.ui.app import Back, Effect, Focus, Go, Permit, Put, Start, Stop, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))), Focus(None))


def _app(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("app", label=event.get("label"))),)


def _go_app(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"), label=event.get("label"))),)


def _go_permission(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("app_permission", label=event.get("label"), name=event.get("name"))),)


def _app_open(state: State, event: Ev, view: View) -> Result:
    return state, (Start(event.get("package")),)


def _app_stop(state: State, event: Ev, view: View) -> Result:
    return state, (Back(), Stop(event.get("package")))


def _permit(state: State, event: Ev, view: View) -> Result:
    return state, (Permit(event.get("package"), event.get("name"), event.get("allowed")),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _done(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _flip(state: State, event: Ev, view: View) -> Result:
    """A switch row: the other value of its key."""
    table, key = event.get("table"), event.get("key")
    before = is_on(view, key, event.get("default", "0"), table)
    on, off = ("2", "1") if key == "ui_night_mode" else ("1", "0")
    return state, (Put(table, key, off if before else on),)


def _duration(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, duration="")), (Go(route("dnd_duration")),)


def _duration_pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, duration=event.get("value"))), ()


def _duration_ok(state: State, event: Ev, view: View) -> Result:
    chosen = state.ui.duration or duration(view)
    return replace(state, ui=replace(state.ui, duration="")), (Put("global", "zen_duration", chosen), Back())


def _calls_pick(state: State, event: Ev, view: View) -> Result:
    return state, (Put("global", "zen_calls", event.get("value")), Back())


def _timeout_pick(state: State, event: Ev, view: View) -> Result:
    value = next((ms for label, ms in TIMEOUTS if label == event.get("value")), TIMEOUTS[2][1])
    return state, (Put("system", "screen_off_timeout", value), Back())


def _dnd(state: State, event: Ev, view: View) -> Result:
    return state, (Put("global", "zen_mode", "0" if is_on(view, "zen_mode") else "1"),)


def _level(state: State, event: Ev, view: View) -> Result:
    """A slider: its share of the largest value, as the whole number that Android keeps."""
    share = min(1.0, max(0.0, float(event.get("value", 0.0))))
    key = event.get("key")
    top = next((largest for name, _, _, largest, _ in VOLUMES if name == key), BRIGHTNESS)
    return state, (Put("system", key, str(round(share * top))),)


def _say(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(event.get("text")),)


update = reducer(
    {
        "go": _go,
        "app": _app,
        "go_app": _go_app,
        "go_permission": _go_permission,
        "app_open": _app_open,
        "app_stop": _app_stop,
        "permit": _permit,
        "search": _search,
        "query": _query,
        "searched": _done,
        "flip": _flip,
        "duration": _duration,
        "duration_pick": _duration_pick,
        "duration_ok": _duration_ok,
        "calls_pick": _calls_pick,
        "timeout_pick": _timeout_pick,
        "dnd": _dnd,
        "level": _level,
        "say": _say,
    }
)
