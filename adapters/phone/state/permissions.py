"""Permissions at run time: what was decided, and what is being asked. Pure; `pm grant` and `pm revoke` come here too.

What was decided is kept by package and permission: `granted`, `once` (until the app is stopped), `denied` (it may ask
once more) and `refused` (denied twice, so that nothing is asked again, as since Android 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adapters.phone.state.phone_state import Asked, Keyboard, PhoneState
from adapters.phone.ui.app import App, Ask, InstalledApp
from adapters.phone.ui.node import Ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.permission_names import COARSE, FINE


def granted(state: PhoneState, package: str) -> frozenset[str]:
    """The permissions that an app has been given."""
    return frozenset(name for name, how in state.permissions.get(package, {}).items() if how in ("granted", "once"))


def decided(state: PhoneState, package: str) -> Mapping[str, str]:
    """All that was decided for an app: permission to `granted`, `once`, `denied` or `refused`."""
    return state.permissions.get(package, {})


def grant(state: PhoneState, package: str, permission: str) -> PhoneState:
    """The state with a permission given for good."""
    return _put(state, package, permission, "granted")


def revoke(state: PhoneState, package: str, permission: str) -> PhoneState:
    """The state as if nobody had ever been asked."""
    left = {name: how for name, how in decided(state, package).items() if name != permission}
    return replace(state, permissions={**state.permissions, package: left})


def decide(state: PhoneState, package: str, permission: str, allowed: bool) -> PhoneState:
    """The state after the user has changed her mind about a permission in Settings."""
    return _put(state, package, permission, "granted" if allowed else "refused")


def stopped(state: PhoneState, package: str) -> PhoneState:
    """The app has been stopped: what was allowed once is over."""
    remaining = {name: how for name, how in decided(state, package).items() if how != "once"}
    if len(remaining) == len(decided(state, package)):
        return state
    return replace(state, permissions={**state.permissions, package: remaining})


def _put(state: PhoneState, package: str, permission: str, how: str) -> PhoneState:
    return replace(state, permissions={**state.permissions, package: {**decided(state, package), permission: how}})


def overseen(state: PhoneState, apps: Sequence[App]) -> tuple[InstalledApp, ...]:
    """All apps but the launcher, as the one sees them that oversees them: those that run first, the latest before."""
    running = [entry.package for task in reversed(state.tasks) for entry in reversed(task.entries)]
    seen = [
        InstalledApp(app, app.package in running, decided(state, app.package)) for app in apps if app.package != HOME
    ]
    return tuple(
        sorted(
            seen, key=lambda components: running.index(components.app.package) if components.running else len(running)
        )
    )


def ask(state: PhoneState, package: str, what: Ask) -> tuple[PhoneState, Ev | None]:
    """The state with the question on the screen; or the answer that the app gets at once, as it is decided already."""
    how = decided(state, package).get(what.permission)
    if how in ("granted", "once"):
        return state, what.granted
    if how == "refused":
        return state, what.denied
    asked = Asked(package, what.permission, what.granted, what.denied)
    return replace(state, panel="permission", asked=asked, keyboard=Keyboard()), None


def answered(state: PhoneState, answer: str) -> tuple[PhoneState, Ev | None]:
    """The state after a touch on the question, and what the app that asked is told.

    Args:
        state: with the question on its screen.
        answer: `allow`, `once`, `deny`, `cancel` (BACK: nothing is kept), `fine` or `coarse` (which discs are chosen).
    """
    asked = state.asked
    if state.panel != "permission" or asked is None:
        return state, None
    if answer in ("fine", "coarse"):
        return replace(state, asked=replace(asked, fine=answer == "fine")), None
    closed = replace(state, panel="", asked=None)
    package, permission = asked.package, asked.permission
    if answer == "cancel":
        return closed, asked.denied
    if answer == "deny":
        before = decided(state, package).get(permission)
        return _put(closed, package, permission, "refused" if before == "denied" else "denied"), asked.denied
    how = "once" if answer == "once" else "granted"
    if permission == FINE:
        closed = _put(closed, package, COARSE, how)
        if not asked.fine:  # the area only: the app has not got what it asked for, but may read the other permission
            return _put(closed, package, FINE, "denied"), asked.granted
    return _put(closed, package, permission, how), asked.granted
