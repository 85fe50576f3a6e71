"""Start, effect and end of disturbances on the phone's state. Pure; randomness comes from the phone's seed.

Only declared disturbances occur, and each one is recorded in the state that `Phone.read` returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from adapters.phone.state import back_stacks
from adapters.phone.state.disturbances import LASTING, POPUPS, Disturbance, Kind, PendingText, Progress
from adapters.phone.state.phone_state import Keyboard, PhoneState
from adapters.phone.ui.app import App


def place_opened(state: PhoneState, app: App) -> PhoneState:
    """Count a newly opened place of an app and start the disturbances that are due."""
    if app.system:
        return state
    for index, disturbance in enumerate(state.disturbances.declared):
        begun = state.disturbances.progress[index]
        if begun.at is not None or disturbance.app not in ("", app.name):
            continue
        begun = Progress(begun.places + 1)
        if begun.places >= disturbance.after and not (disturbance.kind in POPUPS and state.panel):
            begun = Progress(begun.places, state.now_ms)
            state = _start(state, disturbance, index, app)
        changed = (*state.disturbances.progress[:index], begun, *state.disturbances.progress[index + 1 :])
        state = replace(state, disturbances=replace(state.disturbances, progress=changed))
    return state


def _start(state: PhoneState, disturbance: Disturbance, index: int, app: App) -> PhoneState:
    state = record_incident(state, disturbance.kind, app.name)
    if disturbance.kind in POPUPS:
        return replace(state, panel="disturbance", shared=str(index), keyboard=Keyboard())
    if disturbance.kind == "kill":
        return back_stacks.drop(state, app.package)
    if disturbance.kind == "stale":
        remaining = tuple(pair for pair in state.disturbances.stale_states if pair[0] != app.name)
        return replace(
            state, disturbances=replace(state.disturbances, stale_states=(*remaining, (app.name, state.apps[app.name])))
        )
    return state


def record_incident(state: PhoneState, what: str, detail: str) -> PhoneState:
    """Return the state with one more entry in its list of incidents."""
    return replace(state, happened=(*state.happened, (what, detail)))


def active_disturbance(state: PhoneState, kind: Kind, app: App) -> Disturbance | None:
    """Return the active disturbance of a kind for an app, None without one; system apps are exempt."""
    if app.system:
        return None
    for disturbance, begun in zip(state.disturbances.declared, state.disturbances.progress, strict=True):
        if disturbance.kind != kind or begun.at is None or disturbance.app not in ("", app.name):
            continue
        if kind in LASTING or state.now_ms < begun.at + disturbance.ms:
            return disturbance
    return None


def ends(state: PhoneState) -> Iterator[int]:
    """Yield when the disturbances end that affect the screen (virtual ms)."""
    for disturbance, begun in zip(state.disturbances.declared, state.disturbances.progress, strict=True):
        if begun.at is not None and disturbance.kind not in LASTING and state.now_ms < begun.at + disturbance.ms:
            yield begun.at + disturbance.ms


def any_ends_until(state: PhoneState, until: int) -> bool:
    """Return whether a disturbance that affects the screen ends between now and `until` (virtual ms)."""
    return any(end <= until for end in ends(state))


def visible_app_state(state: PhoneState, app: App) -> Any:
    """Return the app state that the screen shows: an old one while the app is stale."""
    if active_disturbance(state, "stale", app) is not None:
        return dict(state.disturbances.stale_states).get(app.name, state.apps[app.name])
    return state.apps[app.name]


def register_tap(state: PhoneState, app: App) -> tuple[PhoneState, bool]:
    """Count a tap on an app; return the new state and whether the tap reaches the app."""
    disturbance = active_disturbance(state, "drop", app)
    if disturbance is None:
        return state, True
    lost = Random(f"drop/{state.seed}/{state.disturbances.taps}").random() < disturbance.chance
    state = replace(state, disturbances=replace(state.disturbances, taps=state.disturbances.taps + 1))
    return (record_incident(state, "drop", "a tap was lost") if lost else state), not lost


def delay_text(state: PhoneState, app: App, text: str) -> PhoneState | None:
    """Return the state with text scheduled to arrive later; None if the keyboard is not slow."""
    disturbance = active_disturbance(state, "slow_keyboard", app)
    if disturbance is None:
        return None
    before = state.disturbances.pending_text.text if state.disturbances.pending_text is not None else ""
    late = PendingText(state.now_ms + disturbance.ms, state.top.focus, before + text)
    return replace(state, disturbances=replace(state.disturbances, pending_text=late))
