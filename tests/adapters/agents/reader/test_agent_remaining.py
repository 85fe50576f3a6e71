"""What is done to one row of a list and otherwise to the rest of it, by buttons that bear no names."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Tap
from runtime.screen.tree import UiTree
from tests.support.playing import believing, decide, ends
from tests.support.trees import button, node, page, text, up


def _offers(*open_: str) -> UiTree:
    """Offers one below the other, of which these are not answered."""
    pairs = {name: (button("Decline"), button("Accept")) for name in ("Plum jam", "Rye loaf", "Oat milk")}
    rows = [
        node(
            "LinearLayout",
            "",
            text(content),
            *([node("LinearLayout", "", *pair)] if content in open_ else [text("Done")]),
        )
        for content, pair in pairs.items()
    ]
    tree = page(text("Offers"), up(), *rows)
    for left, right in pairs.values():
        for item, (start, end) in ((left, (0, 500)), (right, (540, 1080))):
            object.__setattr__(item, "bounds", (start, item.bounds[1], end, item.bounds[3]))
    return tree


def test_buttons_side_by_side_are_about_what_stands_above_them():
    """That two buttons stand together says nothing about either."""
    found = [control.near for control in take_in(_offers("Plum jam", "Rye loaf")).controls if control.label == "Accept"]
    assert ["Plum jam" in near for near in found] == [True, False]
    assert ["Rye loaf" in near for near in found] == [False, True]


@pytest.mark.parametrize(
    "content", ["take the rye loaf and refuse everything else", "accept the rye loaf, reject the rest"]
)
def test_each_row_is_answered(content):
    """The one that was told with its deed, all others with theirs, whatever the buttons call them."""
    policy = believing(f"Answer the offers: {content}.")
    open_, answered = ["Plum jam", "Rye loaf", "Oat milk"], []
    while open_:
        tree = _offers(*open_)
        (tap,) = decide(policy, tree).actions
        assert isinstance(tap, Tap)
        control = next(item for item in take_in(tree).controls if item.center == (tap.x, tap.y))
        answered.append((control.label, *(name for name in open_ if name in control.near)))
        open_.remove(answered[-1][1])
    assert answered == [("Decline", "Plum jam"), ("Accept", "Rye loaf"), ("Decline", "Oat milk")]
    assert ends(policy, _offers())
