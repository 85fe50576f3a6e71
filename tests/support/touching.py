"""Drives an app on a phone by what its screen says: finds, scrolls to and touches elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from adapters.phone.accessibility import toolkits
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, Route
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import UiNode, parse

T = TypeVar("T", Node, Box)


def phone_with(app: App, *others: App, place: Route | None = None, state: Mapping[str, Any] | None = None) -> Phone:
    """A phone with an app in front, at home or at a place; `state` is merged into the app's initial one."""
    phone = Phone(with_launcher((app, *others)))
    phone.reset({} if state is None else {app.name: state}, 0)
    phone.start(app.package, place)
    return phone


def state_of(phone: Phone, app: App) -> dict[str, Any]:
    """The state of an app as tasks see it."""
    state: dict[str, Any] = phone.read()[app.name]
    return state


def walk(root: T) -> Iterator[T]:
    """A node or a box and everything in it, in document order."""
    yield root
    for child in root.children:
        yield from walk(child)


def found(phone: Phone, name: str) -> UiNode | None:
    """The first element with this text, else with this description; `#id` finds a resource id, also if it is shrunk."""
    nodes = list(parse(phone.dump()).walk())
    if name.startswith("#"):
        short_id = toolkits._short_id(name[1:])
        return next((node for node in nodes if node.short_id == short_id), None)
    matches = [node for node in nodes if name in (node.text, node.desc)]
    return next((node for node in matches if node.text == name), matches[0] if matches else None)


def reach(phone: Phone, name: str) -> UiNode:
    """The element `found`, after scrolling down to it if necessary. AssertionError if the page does not have it."""
    for _ in range(14):
        node = found(phone, name)
        if node is not None:
            return node
        phone.touch_swipe(540, 1500, 540, 1000, 500)
    raise AssertionError(f"no {name!r} on this screen")


def tap(phone: Phone, *names: str) -> None:
    """Touch elements one after the other, each by its text or description, scrolling down where necessary."""
    for name in names:
        phone.touch_tap(*reach(phone, name).center)


def window_texts(phone: Phone) -> list[str]:
    """The texts of the active window, in document order."""
    return [node.text for node in parse(phone.dump()).walk() if node.text]


def texts(phone: Phone) -> list[str]:
    """The texts and descriptions on the screen, in document order."""
    return [word for node in parse(phone.dump()).walk() for word in (node.text, node.desc) if word]


def toast(phone: Phone) -> str:
    """The text of the toast."""
    assert phone.state.toast is not None
    return phone.state.toast.text
