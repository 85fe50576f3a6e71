"""When disturbances begin and end, and what they do to the phone's state. Pure; chance is drawn from the phone's seed.

Nothing happens that was not declared, and whatever happens is told in what is read of the phone.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from adapters.phone.state import back_stacks
from adapters.phone.state.disturbances import LASTING, POPUPS, Begun, Kind, Late, Spell
from adapters.phone.state.phone_state import Keyboard, PhoneState
from adapters.phone.ui.app import App


def arrive(state: PhoneState, app: App) -> PhoneState:
    """A place of an app has come to the front: count it, and let begin what is due."""
    if app.system:
        return state
    for index, spell in enumerate(state.sky.spells):
        begun = state.sky.begun[index]
        if begun.at is not None or spell.app not in ("", app.name):
            continue
        begun = Begun(begun.places + 1)
        if begun.places >= spell.after and not (spell.kind in POPUPS and state.panel):
            begun = Begun(begun.places, state.now_ms)
            state = _begin(state, spell, index, app)
        changed = (*state.sky.begun[:index], begun, *state.sky.begun[index + 1 :])
        state = replace(state, sky=replace(state.sky, begun=changed))
    return state


def _begin(state: PhoneState, spell: Spell, index: int, app: App) -> PhoneState:
    state = happened(state, spell.kind, app.name)
    if spell.kind in POPUPS:
        return replace(state, panel="weather", shared=str(index), keyboard=Keyboard())
    if spell.kind == "kill":
        return back_stacks.drop(state, app.package)
    if spell.kind == "stale":
        remaining = tuple(pair for pair in state.sky.old if pair[0] != app.name)
        return replace(state, sky=replace(state.sky, old=(*remaining, (app.name, state.apps[app.name]))))
    return state


def happened(state: PhoneState, what: str, detail: str) -> PhoneState:
    """The same with one more line in the list of what has happened."""
    return replace(state, happened=(*state.happened, (what, detail)))


def current(state: PhoneState, kind: Kind, app: App) -> Spell | None:
    """The spell of a kind that an app is under now; the system's own are under none."""
    if app.system:
        return None
    for spell, begun in zip(state.sky.spells, state.sky.begun, strict=True):
        if spell.kind != kind or begun.at is None or spell.app not in ("", app.name):
            continue
        if kind in LASTING or state.now_ms < begun.at + spell.ms:
            return spell
    return None


def turns(state: PhoneState, until: int) -> bool:
    """Whether anything that is shown changes between now and then because a spell ends."""
    return any(
        begun.at is not None and spell.kind not in LASTING and state.now_ms < begun.at + spell.ms <= until
        for spell, begun in zip(state.sky.spells, state.sky.begun, strict=True)
    )


def app_state(state: PhoneState, app: App) -> Any:
    """What an app shows of its state: the old one while that is stale."""
    if current(state, "stale", app) is not None:
        return dict(state.sky.old).get(app.name, state.apps[app.name])
    return state.apps[app.name]


def tapped(state: PhoneState, app: App) -> tuple[PhoneState, bool]:
    """A tap on an app: the state after it, and whether it arrives."""
    spell = current(state, "drop", app)
    if spell is None:
        return state, True
    lost = Random(f"drop/{state.seed}/{state.sky.taps}").random() < spell.chance
    state = replace(state, sky=replace(state.sky, taps=state.sky.taps + 1))
    return (happened(state, "drop", "a tap was lost") if lost else state), not lost


def typed(state: PhoneState, app: App, text: str) -> PhoneState | None:
    """The state with text on its way; None if the keyboard is not slow."""
    spell = current(state, "slow_keyboard", app)
    if spell is None:
        return None
    before = state.sky.late.text if state.sky.late is not None else ""
    late = Late(state.now_ms + spell.ms, state.top.focus, before + text)
    return replace(state, sky=replace(state.sky, late=late))
