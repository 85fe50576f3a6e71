"""When disturbances begin and end, and what they do to the phone's state. Pure; chance is drawn from the phone's seed.

Declared in a task's state under `weather`, such as

    weather: [{kind: ad, app: bunwright, after: 2}, {kind: offline, after: 3, ms: 5000}]

`{kind: mix}` stands for three that the seed chooses. Nothing happens that was not declared, and whatever happens is
told in what is read of the phone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter, ValidationError

from adapters.phone.state import back_stacks
from adapters.phone.state.disturbances import KINDS, LASTING, POPUPS, Begun, Kind, Late, Sky, Spell
from adapters.phone.state.phone_state import Keyboard
from runtime.core.errors import TaskFault

if TYPE_CHECKING:
    from adapters.phone.state.phone_state import PhoneState
    from adapters.phone.ui.app import App

_MIX: Final = 3
_CALM: Final = frozenset({"secure", "kill"})
"""Not in a mix: where the screen cannot be seen, or work is lost, a task may have no solution."""
_SPELLS: Final = TypeAdapter(tuple[Spell, ...])
_FIELDS: Final = frozenset(field.name for field in fields(Spell))


def forecast(given: Sequence[Mapping[str, Any]], apps: Collection[str], seed: int) -> Sky:
    """The declared spells.

    Raises:
        TaskFault: a kind, an app or a value that there is not.
    """
    spells: list[Mapping[str, Any]] = []
    for number, one in enumerate(given):
        spells += _mix(one, seed, number) if one.get("kind") == "mix" else (one,)
    unknown = sorted({key for one in spells for key in one} - _FIELDS)
    if unknown:
        raise TaskFault(f"weather: there is no {unknown[0]!r}; a spell has {', '.join(sorted(_FIELDS))}")
    try:
        read = _SPELLS.validate_python(spells)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise TaskFault(f"weather: {where}: {first['msg']}; kinds are {', '.join(KINDS)} and mix") from None
    for spell in read:
        if spell.app and spell.app not in apps:
            raise TaskFault(f"weather for {spell.app!r}: no such app; there are {', '.join(sorted(apps))}")
        if spell.after < 1 or spell.ms < 0 or not 0 <= spell.chance <= 1:
            raise TaskFault(f"weather: {spell.kind}: after is 1 or more, ms 0 or more, chance from 0 to 1")
    return Sky(read, (Begun(),) * len(read))


def _mix(given: Mapping[str, Any], seed: int, number: int) -> list[Mapping[str, Any]]:
    random = Random(f"weather/{seed}/{number}")
    kinds = random.sample([kind for kind in KINDS if kind not in _CALM], _MIX)
    more = {key: value for key, value in given.items() if key != "kind"}
    return [{**more, "kind": kind, "after": random.randint(2, 5)} for kind in kinds]


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
        kept = tuple(one for one in state.sky.old if one[0] != app.name)
        return replace(state, sky=replace(state.sky, old=(*kept, (app.name, state.apps[app.name]))))
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
