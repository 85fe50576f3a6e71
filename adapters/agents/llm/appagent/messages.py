"""Builds AppAgent's requests: one message for each round, whose only memory is the last summary. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.llm.kit.marks import Element, numbered, on_screen
from runtime.llm import Message, Picture, Prompt
from runtime.screen.tree import UiNode, UiTree

APART: Final = 30
"""Elements whose middles are not farther apart than so many pixels count as one."""
NOTHING: Final = "None"
"""The last summary in the first round."""


def elements(tree: UiTree, screen: Screen) -> tuple[Element, ...]:
    """The elements that get a number, from 1: what can be touched, then what can only take the focus.

    Of elements whose middles lie close together the first one stands for all.
    """
    seen = [node for node in tree.walk() if on_screen(node.bounds, screen) is not None]
    touched = _apart(node for node in seen if node.clickable)
    taken = [node.center for node in touched]
    others = (node for node in _apart(node for node in seen if node.focusable) if not _near(node.center, taken))
    return numbered([*touched, *others], screen, 1)


def _apart(nodes: Iterable[UiNode]) -> list[UiNode]:
    found: list[UiNode] = []
    for node in nodes:
        if not _near(node.center, (other.center for other in found)):
            found.append(node)
    return found


def _near(point: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any((point[0] - x) ** 2 + (point[1] - y) ** 2 <= APART**2 for x, y in others)


def messages(prompt: Prompt, instruction: str, last: str, picture: Picture) -> tuple[Message, ...]:
    """The request of one round; `prompt` is the one for elements or for the grid, `last` the summary before."""
    return (Message("user", (prompt.fill(task=instruction, last=last or NOTHING), picture)),)
