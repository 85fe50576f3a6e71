"""Element search: by the library's newer half in all windows, by its older half in the active window.

The older half walks the tree once for a complete chain of selectors and never backtracks. Which of several matching
elements a chain finds depends on that, so this module does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator.selectors import Relation, Selector, check_simple, fits, fits_anywhere


@dataclass(frozen=True, slots=True)
class NthChild:
    """The n-th element of a kind within another, as `childByText` and similar methods return it.

    `then` continues from it with further selectors of the chain.
    """

    container: Selector
    kind: Selector
    instance: int
    then: tuple[tuple[Relation, Selector], ...] = ()

    def __str__(self) -> str:
        row = f"UiSelector[INSTANCE={self.instance}, PATTERN={self.kind}]"
        return f"UiSelector[CONTAINER={self.container}, PATTERN={row}]"


Query = Selector | NthChild


def find_in_all_windows(selector: Selector, roots: Sequence[View]) -> View | None:
    """Return the first node of any window that matches a simple selector.

    Raises:
        IllegalStateError: the selector has two conditions of the same type.
    """
    check_simple(selector)
    return next((view for root in roots for view in root.walk() if fits_anywhere(selector, view)), None)


def extend(query: Query, relation: Relation, selector: Selector) -> Query:
    """Return the query extended by a child or sibling selector."""
    return replace(query, then=(*query.then, (relation, selector)))


def find(query: Query, root: View) -> View | None:
    """Return the first match in a window by the rules of the older half."""
    if isinstance(query, Selector):
        return _walk(query.chain(), root)
    outer = _walk(query.container.chain(), root)
    if outer is None:
        return None
    found = _nth(query.kind.chain(), outer, query.instance)
    if found is None or not query.then:
        return found
    return _Search(Selector(then=query.then).chain()).from_node(0, found)


def count(selector: Selector, root: View) -> int:
    """Return the number of matches; at most one if the selector has an instance number.

    Like the server it probes the second, fourth, eighth match and then bisects.
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


class _Search:
    """One search; instances are counted over the complete walk."""

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
    return _Search(chain).from_node(0, root)


def _below(chain: Chain, view: View) -> View | None:
    return _Search(chain).below(0, view)


def _nth(chain: Chain, root: View, instance: int) -> View | None:
    """Return the n-th element that matches the complete chain, in tree order."""
    for view in root.walk():
        if view is not root and fits(chain[0][1], view):
            found = view if len(chain) == 1 else _below(chain[1:], view)
            if found is not None:
                if instance == 0:
                    return found
                instance -= 1
    return None
