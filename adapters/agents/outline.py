"""A tree laid out as one list: what is below an element is a stretch of it, and what is above is known once. Pure."""

from __future__ import annotations

from itertools import accumulate

from runtime.ui import UiNode, UiTree


class Outline:
    """All elements of a tree in document order, with the texts below each and what each lies in."""

    def __init__(self, tree: UiTree) -> None:
        self.nodes = list(tree.walk())
        at = {id(node): index for index, node in enumerate(self.nodes)}
        ends = list(range(1, len(self.nodes) + 1))
        for index in range(len(self.nodes) - 1, -1, -1):
            if children := self.nodes[index].children:
                ends[index] = ends[at[id(children[-1])]]
        self._at, self._ends = at, ends
        said = [node.text or node.desc for node in self.nodes]
        self._said = [text for text in said if text]
        self._before = [0, *accumulate(1 if text else 0 for text in said)]
        self._touchable: set[int] = set()
        self._moving: set[int] = set()
        for node in self.nodes:
            above = id(node.parent)
            if node.clickable or above in self._touchable:
                self._touchable.add(id(node))
            if node.parent is not None and (node.parent.scrollable or above in self._moving):
                self._moving.add(id(node))

    def end(self, index: int) -> int:
        """Where what lies in the element ends."""
        return self._ends[index]

    def texts(self, node: UiNode) -> list[str]:
        """Every text and description below and including the element."""
        index = self._at[id(node)]
        return self._said[self._before[index] : self._before[self._ends[index]]]

    def touchable(self, node: UiNode) -> bool:
        """Whether a touch on it touches something."""
        return id(node) in self._touchable

    def fixed(self, node: UiNode) -> bool:
        """Whether it stays where it is when the page is scrolled."""
        return id(node) not in self._moving
