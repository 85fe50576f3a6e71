"""A tree laid out as one list: what is below an element is a stretch of it, and what is above is known once. Pure.

Every element but the first has its parent in the tree, before it: so it is in a tree that was read.
"""

from __future__ import annotations

from itertools import accumulate

from runtime.screen.tree import UiNode, UiTree


class Outline:
    """All elements of a tree in document order, with the texts below each and what each lies in."""

    def __init__(self, tree: UiTree) -> None:
        self.nodes = list(tree.walk())
        self._at: dict[int, int] = {}
        self._touchable: list[bool] = []
        self._moving: list[bool] = []
        above: list[int] = []
        for index, node in enumerate(self.nodes):
            self._at[id(node)] = index
            parent = self._at.get(id(node.parent), -1)
            above.append(parent)
            self._touchable.append(node.clickable or (parent >= 0 and self._touchable[parent]))
            self._moving.append(parent >= 0 and (self.nodes[parent].scrollable or self._moving[parent]))
        self._ends = list(range(1, len(self.nodes) + 1))
        for index in range(len(self.nodes) - 1, 0, -1):
            self._ends[above[index]] = max(self._ends[above[index]], self._ends[index])
        said = [node.text or node.desc for node in self.nodes]
        self._said = [text for text in said if text]
        self._before = [0, *accumulate(1 if text else 0 for text in said)]

    def end(self, index: int) -> int:
        """Where what lies in the element ends."""
        return self._ends[index]

    def texts(self, node: UiNode) -> list[str]:
        """Every text and description below and including the element."""
        index = self._at[id(node)]
        return self._said[self._before[index] : self._before[self._ends[index]]]

    def touchable(self, node: UiNode) -> bool:
        """Whether a touch on it touches something."""
        return self._touchable[self._at[id(node)]]

    def fixed(self, node: UiNode) -> bool:
        """Whether it stays where it is when the page is scrolled."""
        return not self._moving[self._at[id(node)]]
