"""Applies the effects that apps request from the phone."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.files import shared_storage
from adapters.phone.files.shared_storage import FileEffect
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state import back_stacks, permissions
from adapters.phone.state.notifications import posted, withdrawn
from adapters.phone.state.phone_state import COPIED_MS, TOAST_MS, ClipboardNotice, Keyboard, PhoneState, ToastShown
from adapters.phone.ui.app import (
    App,
    Ask,
    Back,
    Copy,
    Effect,
    Focus,
    Go,
    Notify,
    Permit,
    Put,
    Replace,
    Share,
    Start,
    Stop,
    Toast,
    Withdraw,
    route,
)


def carry_out(phone: RunningPhone, effect: Effect, app: App) -> None:
    """Apply an effect of the app in front."""
    state = phone.state
    match effect:
        case Go():
            phone.state = back_stacks.push(state, app.package, effect.route)
        case Replace():
            phone.state = back_stacks.put(state, effect.route, root=effect.root)
        case Back():
            phone.state = back_stacks.pop(state, effect.levels)
        case Start():
            if effect.route is None:
                phone.start(effect.package)
            elif phone.app(effect.package) is not None:
                phone.state = back_stacks.push(state, effect.package, effect.route)
        case Share():
            share(phone, effect.text)
        case Focus():
            phone.focus(effect.field or "", shown=effect.field is not None)
        case Stop() if app.oversees:
            phone.stop(effect.package)
        case Permit() if app.oversees:
            phone.state = permissions.decide(state, effect.package, effect.permission, effect.allowed)
        case Copy():
            phone.state = copy_text(state, effect.text)
        case Ask():
            phone.state, item = permissions.ask(state, app.package, effect)
            if item is not None:
                phone.dispatch(item)
        case _:
            carry_out_in_background(phone, effect, app)


def carry_out_in_background(phone: RunningPhone, effect: Effect, app: App) -> None:
    """Apply an effect that a background app may request; others are dropped, as Android does."""
    state = phone.state
    match effect:
        case Toast():
            phone.state = replace(state, toast=ToastShown(effect.text, app.package, state.now_ms + TOAST_MS))
        case Put():
            phone.put_setting(effect.namespace, effect.key, effect.value)
        case Notify():
            phone.state = posted(state, app.package, effect.notice)
        case Withdraw():
            phone.state = withdrawn(state, app.package, effect.key)
        case Start() if app.system and effect.package == app.package:
            over = back_stacks.push(replace(state, awake=True), app.package, effect.route or app.home)
            phone.state = replace(over, occluded=over.locked)
        case _ if isinstance(effect, FileEffect):
            shared_storage.carry_out(phone.files, effect)
        case _:
            pass


def copy_text(state: PhoneState, text: str) -> PhoneState:
    """Return the state with text on the clipboard and the "Copied" toast."""
    return replace(state, clipboard=text, copied=ClipboardNotice(text, state.now_ms + COPIED_MS))


def share(phone: RunningPhone, text: str) -> None:
    """Send text to the only app that accepts it, or show the chooser."""
    receivers = phone.receivers
    if len(receivers) == 1:
        share_to(phone, receivers[0], text)
    elif receivers:
        phone.state = replace(phone.state, panel="chooser", shared=text, keyboard=Keyboard())


def share_to(phone: RunningPhone, app: App, text: str) -> None:
    """Open the place of an app that receives text."""
    if app.share is not None:
        phone.state = back_stacks.push(phone.state, app.package, route(app.share, text=text))
