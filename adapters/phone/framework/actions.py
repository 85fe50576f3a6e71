"""What a control does, as a value on its node: `on=go("order", number=7)`, `on=toast("Saved")`. Pure.

An action is an event like any other, but no app needs a handler for it. `then` joins several into one.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeVar

from adapters.phone.framework.state_paths import ASSIGN, TOGGLE, value_at, with_value
from adapters.phone.ui.app import Back, Copy, Effect, Focus, Go, Put, Replace, Route, Share, Start, Toast, route
from adapters.phone.ui.node import Ev, ev

S = TypeVar("S")
Outcome = tuple[S, tuple[Effect, ...]]
Handled = Any
"""What a handler returns: the new state, an effect, a tuple of a state and effects, or None for no change."""

EFFECTS: Final = "action:effects"
SEVERAL: Final = "action:several"


def do(*effects: Effect) -> Ev:
    """Carry out effects."""
    return ev(EFFECTS, effects=effects)


def go(name: str, /, **args: Any) -> Ev:
    """Go to a place of the app."""
    return do(Go(route(name, **args)))


def replace_with(name: str, /, **args: Any) -> Ev:
    """Replace the current place by another one, which BACK will not return to."""
    return do(Replace(route(name, **args)))


def switch_to(name: str, /, **args: Any) -> Ev:
    """Go to a main page: everything on the back stack is dropped."""
    return do(Replace(route(name, **args), root=True))


def back(levels: int = 1) -> Ev:
    """Leave the current place, or several."""
    return do(Back(levels))


def toast(text: str) -> Ev:
    """Show a short message."""
    return do(Toast(text))


def share(text: str) -> Ev:
    """Share text with another app."""
    return do(Share(text))


def copy(text: str) -> Ev:
    """Put text on the clipboard."""
    return do(Copy(text))


def start(package: str, place: Route | None = None) -> Ev:
    """Open another app."""
    return do(Start(package, place))


def put(namespace: Literal["global", "secure", "system"], key: str, value: str) -> Ev:
    """Write a device setting."""
    return do(Put(namespace, key, value))


def focus(field: str | None) -> Ev:
    """Move the input focus to a field, or close the keyboard."""
    return do(Focus(field))


def assign(path: str, value: Any) -> Ev:
    """Set a value of the state."""
    return ev(ASSIGN, path=path, value=value)


def toggle(path: str) -> Ev:
    """Turn a yes-or-no value of the state."""
    return ev(TOGGLE, path=path)


def then(*actions: Ev) -> Ev:
    """Do several things one after another, handlers of the app included.

    What the gesture adds, such as the `text` of a field, reaches each of them that has no argument of this name.
    """
    return ev(SEVERAL, actions=actions)


def apply_action(state: S, action: Ev) -> Outcome[S] | None:
    """Return what a single action makes of a state, and its effects; None if it is no action of this module.

    Raises:
        LookupError: it names a value that the state does not have.
    """
    if action.name == EFFECTS:
        return state, action.get("effects")
    if action.name == ASSIGN:
        value, most = action.get("value", action.get("text")), action.get("most")
        return with_value(state, action.get("path"), value if most is None else value[:most]), ()
    if action.name == TOGGLE:
        path = action.get("path")
        return with_value(state, path, not value_at(state, path)), ()
    return None
