"""Whether recorded screens show that a play ended otherwise than the reference. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runtime.screen.tree import UiTree

Line = tuple[str, str, bool, bool]
"""Text and description of an element, and whether it is checked and selected."""


def lines(trees: Iterable[UiTree], package_ignored: str = "com.android.systemui") -> frozenset[Line]:
    """What the screens of a play show, apart from the status bar."""
    return frozenset(_lines(trees, package_ignored))


def _lines(trees: Iterable[UiTree], package_ignored: str) -> Iterator[Line]:
    for tree in trees:
        for node in tree.walk():
            if (node.text or node.desc) and node.package != package_ignored:
                yield node.text, node.desc, node.checked, node.selected


def shows_difference(play: frozenset[Line], reference: frozenset[Line]) -> bool:
    """Whether the play's screens show anything that the reference's do not, or lack anything that those show.

    This is generous: whatever differs counts as shown, so that no survivor is excused lightly.
    """
    return play != reference
