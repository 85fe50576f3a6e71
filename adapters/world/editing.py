"""The fields of a screen, and what the on-screen keyboard's keys do to the focused one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adapters.world.app import Screen
from adapters.world.node import Node
from adapters.world.state import Keyboard

if TYPE_CHECKING:
    from adapters.world.phone import Phone


def fields(screen: Screen) -> list[tuple[str, Node]]:
    """The fields in the order in which layout meets and numbers them, by focus key."""
    if screen.overlay is not None:
        parts: tuple[Node | None, ...] = (screen.overlay.root,)
    elif screen.edge:
        parts = (screen.body, screen.fab, screen.top, screen.bottom)
    else:
        parts = (screen.top, screen.body, screen.fab, screen.bottom)
    found: list[tuple[str, Node]] = []
    counts: dict[str, int] = {}
    for part in parts:
        if part is not None:
            _collect(part, found, counts)
    return found


def _collect(node: Node, found: list[tuple[str, Node]], counts: dict[str, int]) -> None:
    if node.kind == "field":
        name = node.id or "field"
        count = counts.get(name, 0)
        counts[name] = count + 1
        found.append((f"{name}#{count}" if count else name, node))
    for child in node.children:
        _collect(child, found, counts)


def press(phone: Phone, key: str) -> None:
    """A key of the on-screen keyboard; a letter also lets go of shift."""
    state = phone.state
    board = state.keyboard
    if key == "shift":
        phone.state = replace(state, keyboard=replace(board, shift=not board.shift))
    elif key == "symbols":
        phone.state = replace(state, keyboard=replace(board, symbols=not board.symbols))
    elif key == "hide":
        phone.state = replace(state, keyboard=Keyboard())
    elif key == "delete":
        phone.delete()
    elif key == "enter":
        phone.editor_action()
    elif key != "emoji":
        phone.type_text(key)
        after = phone.state.keyboard
        if after.shift:
            phone.state = replace(phone.state, keyboard=replace(after, shift=False))
