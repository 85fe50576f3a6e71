"""Finding elements: by the newer half of the library in all windows, by the older one in the active window.

The older half walks the tree once for a whole chain of selectors and never turns back: that decides which element a
child of a child means where several fit, and is kept here as it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator.selectors import Relation, Selector, checked, fits, fits_anywhere


@dataclass(frozen=True, slots=True)
class Pattern:
    """One of several elements of a kind within another: what `childByText` and its like give back.

    `then` continues from it, as a chain of selectors does.
    """

    container: Selector
    kind: Selector
    instance: int
    then: tuple[tuple[Relation, Selector], ...] = ()

    def __str__(self) -> str:
        row = f"UiSelector[INSTANCE={self.instance}, PATTERN={self.kind}]"
        return f"UiSelector[CONTAINER={self.container}, PATTERN={row}]"


Query = Selector | Pattern


def anywhere(selector: Selector, roots: Sequence[View]) -> View | None:
    """The first node of any window that fits a simple selector.

    Raises:
        BadState: the selector asks for one thing twice.
    """
    checked(selector)
    return next((view for root in roots for view in root.walk() if fits_anywhere(selector, view)), None)


def onward(query: Query, relation: Relation, selector: Selector) -> Query:
    """What continues from an element."""
    return replace(query, then=(*query.then, (relation, selector)))


def find(query: Query, root: View) -> View | None:
    """What the older half finds in a window."""
    if isinstance(query, Selector):
        return _walk(query.chain(), root)
    outer = _walk(query.container.chain(), root)
    if outer is None:
        return None
    found = _nth(query.kind.chain(), outer, query.instance)
    if found is None or not query.then:
        return found
    return _Walk(Selector(then=query.then).chain()).from_node(0, found)


def count(selector: Selector, root: View) -> int:
    """How many elements fit; one at most where the selector says which.

    Asked as the server asks: is there a second, a fourth, an eighth, and then in between.
    """
    if find(selector, root) is None:
        return 0
    if selector.deepest.get("instance") is not None:
        return 1
    low, high = 1, 2
    while find(selector.at(high - 1), root) is not None:
        low, high = high, high * 2
    while high > low + 1:
        middle = (low + high) // 2
        if find(selector.at(middle - 1), root) is not None:
            low = middle
        else:
            high = middle
    return low


Chain = tuple[tuple[Relation, Selector], ...]


class _Walk:
    """One search; instances are counted over all of it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.left = [selector.get("instance") or 0 for _, selector in chain]

    def matches(self, at: int, view: View) -> bool:
        if not fits(self.chain[at][1], view):
            return False
        if self.left[at] == 0:
            return True
        self.left[at] -= 1
        return False

    def from_node(self, at: int, view: View) -> View | None:
        if self.matches(at, view):
            if at == len(self.chain) - 1:
                return view
            at += 1
            if self.chain[at][0] == "sibling":
                if view.parent is None:
                    return None
                view = view.parent
        return self.below(at, view)

    def below(self, at: int, view: View) -> View | None:
        for child in view.children:
            found = self.from_node(at, child)
            if found is not None:
                return found
        return None


def _walk(chain: Chain, root: View) -> View | None:
    return _Walk(chain).from_node(0, root)


def _below(chain: Chain, view: View) -> View | None:
    return _Walk(chain).below(0, view)


def _nth(chain: Chain, root: View, instance: int) -> View | None:
    """The element of that number that fits the whole chain, counted in the order of the tree."""
    for view in root.walk():
        if view is not root and fits(chain[0][1], view):
            found = view if len(chain) == 1 else _below(chain[1:], view)
            if found is not None:
                if instance == 0:
                    return found
                instance -= 1
    return None
