"""Resolves intents without a class to the app that opens their address or accepts their text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adapters.phone.shell.device.intents import Intent
from adapters.phone.shell.device.machine import Machine
from adapters.phone.ui.app import App, Route, route

VIEW: Final = "android.intent.action.VIEW"
SEND: Final = "android.intent.action.SEND"
_TEXT: Final = "android.intent.extra.TEXT"


def resolve(machine: Machine, intent: Intent) -> tuple[App, Route] | None:
    """Return the app and its place; None if no app accepts it or the user must choose (see `choose`)."""
    if intent.component:
        return None
    if intent.action == SEND:
        receivers = _receivers(machine, intent)
        return (receivers[0], route(receivers[0].share or "", text=_text(intent))) if len(receivers) == 1 else None
    scheme, _, rest = intent.data.partition(":")
    action = intent.action or VIEW
    for app in machine.phone.apps:
        if intent.package not in ("", app.package):
            continue
        for link in app.links:
            if (link.action, link.scheme) == (action, scheme.lower()):
                place = link.place(rest, intent.extras)
                if place is not None:
                    return app, place
    return None


def choose(machine: Machine, intent: Intent) -> bool:
    """Open the chooser for shared text; False unless several apps accept it."""
    if intent.action != SEND or intent.component or len(_receivers(machine, intent)) < 2:
        return False
    phone = machine.phone
    phone.state = replace(phone.state.opened("chooser"), shared=_text(intent))
    return True


def _text(intent: Intent) -> str:
    return intent.extras.get(_TEXT, "")


def _receivers(machine: Machine, intent: Intent) -> list[App]:
    if intent.mime.partition("/")[0] not in ("text", "*") or not _text(intent):
        return []
    return [app for app in machine.phone.apps if app.share and intent.package in ("", app.package)]
