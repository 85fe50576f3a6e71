"""Which app opens an address or takes a text that an intent brings without naming a class."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adapters.phone.shell.device.intents import Intent
from adapters.phone.shell.device.machine import Machine
from adapters.phone.ui.app import App, Route, route

VIEW: Final = "android.intent.action.VIEW"
SEND: Final = "android.intent.action.SEND"
_TEXT: Final = "android.intent.extra.TEXT"


def target(machine: Machine, intent: Intent) -> tuple[App, Route] | None:
    """The app and its place; None: nobody, or several that the user has to choose from (`choice`)."""
    if intent.component:
        return None
    if intent.action == SEND:
        takers = _takers(machine, intent)
        return (takers[0], route(takers[0].share or "", text=_text(intent))) if len(takers) == 1 else None
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
    """Let the user choose who takes a shared text; False: there are not several."""
    if intent.action != SEND or intent.component or len(_takers(machine, intent)) < 2:
        return False
    phone = machine.phone
    phone.state = replace(phone.state.opened("chooser"), shared=_text(intent))
    return True


def _text(intent: Intent) -> str:
    return intent.extras.get(_TEXT, "")


def _takers(machine: Machine, intent: Intent) -> list[App]:
    if intent.mime.partition("/")[0] not in ("text", "*") or not _text(intent):
        return []
    return [app for app in machine.phone.apps if app.share and intent.package in ("", app.package)]
