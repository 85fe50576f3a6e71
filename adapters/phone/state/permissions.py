"""Runtime permissions: decisions and the pending request. Pure; also used by `pm grant` and `pm revoke`.

Decisions are stored by package and permission: `granted`, `once` (until the app is stopped), `denied` (the app may ask
once more) and `refused` (denied twice, so that nothing is asked again, as since Android 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adapters.phone.state.phone_state import Keyboard, PermissionRequest, PhoneState
from adapters.phone.ui.app import App, Ask, InstalledApp
from adapters.phone.ui.node import Ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.permission_names import COARSE, FINE


def granted(state: PhoneState, package: str) -> frozenset[str]:
    """Return the permissions granted to an app."""
    return frozenset(name for name, how in state.permissions.get(package, {}).items() if how in ("granted", "once"))


def decided(state: PhoneState, package: str) -> Mapping[str, str]:
    """Return all decisions for an app: permission to `granted`, `once`, `denied` or `refused`."""
    return state.permissions.get(package, {})


def grant(state: PhoneState, package: str, permission: str) -> PhoneState:
    """Return the state with a permission granted permanently."""
    return _put(state, package, permission, "granted")


def revoke(state: PhoneState, package: str, permission: str) -> PhoneState:
    """Return the state with the decision on a permission removed."""
    left = {name: how for name, how in decided(state, package).items() if name != permission}
    return replace(state, permissions={**state.permissions, package: left})


def decide(state: PhoneState, package: str, permission: str, allowed: bool) -> PhoneState:
    """Return the state after the user has changed a permission in Settings."""
    return _put(state, package, permission, "granted" if allowed else "refused")


def stopped(state: PhoneState, package: str) -> PhoneState:
    """Return the state after an app was stopped: permissions granted once expire."""
    remaining = {name: how for name, how in decided(state, package).items() if how != "once"}
    if len(remaining) == len(decided(state, package)):
        return state
    return replace(state, permissions={**state.permissions, package: remaining})


def _put(state: PhoneState, package: str, permission: str, how: str) -> PhoneState:
    return replace(state, permissions={**state.permissions, package: {**decided(state, package), permission: how}})


def installed_apps(state: PhoneState, apps: Sequence[App]) -> tuple[InstalledApp, ...]:
    """Return all apps but the launcher as Settings sees them: running apps first, most recent first."""
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
    """Return the state with the permission dialog open; or the event for the app if the decision is already made."""
    how = decided(state, package).get(what.permission)
    if how in ("granted", "once"):
        return state, what.granted
    if how == "refused":
        return state, what.denied
    asked = PermissionRequest(package, what.permission, what.granted, what.denied)
    return replace(state, panel="permission", asked=asked, keyboard=Keyboard()), None


def answered(state: PhoneState, answer: str) -> tuple[PhoneState, Ev | None]:
    """Return the state after an answer to the dialog, and the event for the app that asked.

    Args:
        state: the state with the dialog open.
        answer: `allow`, `once`, `deny`, `cancel` (BACK: nothing is decided), `fine` or `coarse` (the accuracy).
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
        if (
            not asked.fine
        ):  # approximate location only: the requested permission is denied, but the coarse one is granted
            return _put(closed, package, FINE, "denied"), asked.granted
    return _put(closed, package, permission, how), asked.granted
