"""What apps ask of the phone, and what its own windows do when they are touched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from adapters.world import editing, stack, system, weather_windows
from adapters.world.app import (
    App,
    Back,
    Effect,
    Focus,
    Go,
    Notice,
    Notify,
    Put,
    Replace,
    Share,
    Start,
    Toast,
    Withdraw,
    route,
)
from adapters.world.stack import HOME
from adapters.world.state import TOAST_MS, Keyboard, PhoneState, Posted, ToastShown

if TYPE_CHECKING:
    from adapters.world.node import Ev
    from adapters.world.phone import Phone

SETTINGS: Final = "com.android.settings"


def carry_out(phone: Phone, effect: Effect, app: App) -> None:
    """Do what an app has asked for."""
    state = phone.state
    match effect:
        case Go():
            phone.state = stack.push(state, app.package, effect.route)
        case Replace():
            phone.state = stack.put(state, effect.route, root=effect.root)
        case Back():
            phone.state = stack.pop(state, effect.levels)
        case Toast():
            phone.state = replace(state, toast=ToastShown(effect.text, app.package, state.now_ms + TOAST_MS))
        case Start():
            if effect.route is None:
                phone.start(effect.package)
            elif phone.app(effect.package) is not None:
                phone.state = stack.push(state, effect.package, effect.route)
        case Put():
            phone.put_setting(effect.namespace, effect.key, effect.value)
        case Share():
            _share(phone, effect.text)
        case Notify():
            phone.state = posted(state, app.package, effect.notice)
        case Withdraw():
            phone.state = withdrawn(state, app.package, effect.key)
        case Focus():
            phone.focus(effect.field or "", shown=effect.field is not None)


def on_system(phone: Phone, event: Ev) -> None:
    """A touch on one of the system's own windows: keyboard, quick settings, recents, chooser, crash dialog.

    Raises:
        ValueError: nothing of the system sends this event.
    """
    state = phone.state
    match event.name:
        case "@key":
            editing.press(phone, str(event.get("value")))
        case "@tile":
            phone.state = system.toggled(state, str(event.get("name")))
        case "@task":
            phone.state = stack.bring(state, int(event.get("id")))
        case "@clear_all":
            home = [task for task in state.tasks if task.package == HOME]
            phone.state = stack.home(replace(state, tasks=tuple(home)))
        case "@notice":
            _open_notice(phone, str(event.get("package")), str(event.get("key")))
        case "@clear_notices":
            phone.state = replace(state, posted=())
        case "@close":
            phone.dismiss()
        case "@info":
            phone.dismiss()
            phone.start(SETTINGS)
        case "@weather":
            phone.state = weather_windows.answered(state, str(event.get("do")))
        case "@share":
            receiver = phone.app(event.get("package"))
            if receiver is not None:
                _share_to(phone, receiver, state.shared)
        case _:
            raise ValueError(f"no system event {event.name!r}")


def posted(state: PhoneState, package: str, notice: Notice, at_ms: int | None = None) -> PhoneState:
    """The state with a notification on top of the others."""
    rest = withdrawn(state, package, notice.key).posted
    one = Posted(package, notice, state.now_ms if at_ms is None else at_ms)
    return replace(state, posted=(one, *rest))


def withdrawn(state: PhoneState, package: str, key: str) -> PhoneState:
    """The state without that notification."""
    kept = tuple(one for one in state.posted if (one.package, one.notice.key) != (package, key))
    return state if len(kept) == len(state.posted) else replace(state, posted=kept)


def _open_notice(phone: Phone, package: str, key: str) -> None:
    one = next((one for one in phone.state.posted if (one.package, one.notice.key) == (package, key)), None)
    if one is not None:
        phone.state = withdrawn(phone.state, package, key)
        phone.start(package, one.notice.route)


def _share(phone: Phone, text: str) -> None:
    receivers = phone.receivers
    if len(receivers) == 1:
        _share_to(phone, receivers[0], text)
    elif receivers:
        phone.state = replace(phone.state, panel="chooser", shared=text, keyboard=Keyboard())


def _share_to(phone: Phone, app: App, text: str) -> None:
    if app.share is not None:
        phone.state = stack.push(phone.state, app.package, route(app.share, text=text))
