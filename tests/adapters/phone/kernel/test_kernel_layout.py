"""Layout: sizes and positions of nodes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.style.typography import line_height, measure
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.layout import intersect, layout, natural
from adapters.phone.ui.node import Length, Node, ev, node
from adapters.phone.ui.scene import Box, Rect

SCREEN = (0, 0, 1080, 2400)


def rects(box: Box) -> list[Rect]:
    """The rectangles of the box's children."""
    return [child.rect for child in box.children]


def block(width: Length = 10, height: Length = 10, **look: Any) -> Node:
    """An image node of a fixed size."""
    return node("image", width=width, height=height, **look)


def test_dp_rounds_half_up() -> None:
    """Lengths in dp are rounded to the pixel values that Android uses."""
    table = {1: 3, 2: 5, 4: 11, 8: 21, 12: 32, 16: 42, 20: 53, 24: 63, 40: 105, 48: 126, 56: 147, 64: 168, 96: 252}
    assert {value: dp(value) for value in table} == table


def test_a_row_shares_remaining_width_by_grow() -> None:
    """Fixed children come first, growing ones share the rest by weight, and no pixel is lost."""
    box = layout(node("row", block(100), block(grow=1), block(grow=3), gap=8), SCREEN)
    (a, b, c) = rects(box)
    left = 1080 - dp(100) - 2 * dp(8)
    assert a[2] - a[0] == dp(100)
    assert b[2] - b[0] == left // 4
    assert c[2] == 1080
    assert c[0] - b[2] == dp(8)


def test_a_long_text_leaves_room_for_what_follows() -> None:
    """A growing text is cut with an ellipsis before the icon at the row's end."""
    words = "word " * 60
    box = layout(node("row", node("text", text=words, grow=1, lines=1), node("icon", icon="add")), SCREEN)
    text, icon = box.children
    assert text.rect[2] == icon.rect[0]
    assert icon.rect[2] == 1080
    assert text.lines[0].endswith("…")
    assert measure(text.lines[0], "bodyL") <= text.rect[2] - text.rect[0]


def test_wrapped_text_has_the_height_of_its_lines() -> None:
    """Wrapped text is as high as its lines and padding, and not wider than the limit."""
    width, height = natural(node("text", text="one two three four", pad=(4, 2, 4, 2)), dp(60))
    box = layout(node("column", node("text", text="one two three four", pad=(4, 2, 4, 2))), (0, 0, dp(60), 2400))
    assert len(box.children[0].lines) > 1
    assert height == len(box.children[0].lines) * line_height("bodyL") + 2 * dp(2)
    assert width <= dp(60)


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        ({"align": "start"}, (0, 0)),
        ({"align": "center"}, ((1080 - 26) // 2, 0)),
        ({"align": "end"}, (1080 - 26, 0)),
        ({"justify": "center"}, (0, (2400 - 26) // 2)),
        ({"justify": "end"}, (0, 2400 - 26)),
    ],
)
def test_align_and_justify(look: dict[str, Any], expected: tuple[int, int]) -> None:
    """A column places its children horizontally by `align` and vertically by `justify`."""
    (rect,) = rects(layout(node("column", block(), **look), SCREEN))
    assert rect[:2] == expected


def test_between_spreads_to_both_ends() -> None:
    """`justify="between"` puts the first child at the start, the last at the end, with equal gaps."""
    found = rects(layout(node("row", block(), block(), block(), justify="between"), (0, 0, 1078, 100)))
    assert found[0][0] == 0
    assert found[-1][2] == 1078
    assert found[1][0] - found[0][2] == found[2][0] - found[1][2]


def test_stack_places() -> None:
    """Each child of a stack is positioned by its own `place`."""
    corners = [(a, b) for a in ("start", "center", "end") for b in ("start", "center", "end")]
    box = layout(
        node("stack", [block(place=place) for place in corners], node("spacer", place=("fill", "fill"))), SCREEN
    )
    spots = {"start": (0, 0), "center": ((1080 - 26) // 2, (2400 - 26) // 2), "end": (1080 - 26, 2400 - 26)}
    for place, rect in zip(corners, rects(box), strict=False):
        assert rect[:2] == (spots[place[0]][0], spots[place[1]][1])
    assert box.children[-1].rect == SCREEN


def test_grid_columns_cover_the_width() -> None:
    """Grid columns are equal to within a pixel and fill the width; a row is as high as its highest cell."""
    cells = [block(height=20 + 10 * (i % 2), width="fill") for i in range(5)]
    box = layout(node("grid", cells, columns=3, gap=4), SCREEN)
    found = rects(box)
    widths = {rect[2] - rect[0] for rect in found}
    assert max(widths) - min(widths) <= 1
    assert found[2][2] == 1080
    assert found[3][1] == dp(30) + dp(4)
    assert natural(box.node, 1080)[1] == dp(30) + dp(4) + dp(30)


def test_a_wrapping_row_breaks_and_grows() -> None:
    """Chips that do not fit continue on the next line, and the row is as high as its lines."""
    chips = [node("chip", text="Grilled onion") for _ in range(7)]
    row = node("row", chips, wrap=True, gap=8, width="fill")
    box = layout(node("column", row), SCREEN).children[0]
    tops = sorted({rect[1] for rect in rects(box)})
    assert len(tops) == 3
    assert tops[1] - tops[0] == dp(32) + dp(8)
    assert box.rect[3] == tops[-1] + dp(32)


def test_scroll_clips_and_clamps() -> None:
    """The scroll offset is limited to the content, children are clipped, and a list from the end counts backwards."""
    rows = [block(width="fill", height=100) for _ in range(20)]
    content = 20 * dp(100)
    for offset, expected in ((0, 0), (500, 500), (99_999, content - 1000)):
        box = layout(node("scroll", rows, id="a"), (0, 0, 1080, 1000), lambda key, at=offset: at)  # type: ignore[misc]
        assert box.scroll == (expected, content - 1000)
        assert box.children[0].rect[1] == -expected
        assert {child.clip for child in box.children} == {(0, 0, 1080, 1000)}
    end = layout(node("scroll", rows, id="a", variant="end"), (0, 0, 1080, 1000), lambda key: 100)
    assert end.scroll[0] == content - 1000 - 100


def test_interactive_controls_are_at_least_48_dp() -> None:
    """Interactive controls are at least 48 dp wide and high; controls that only show a state are smaller."""
    for kind in ("icon_button", "switch", "checkbox", "radio"):
        width, height = natural(node(kind, on=ev("x"), icon="add"), 1080)
        assert (width >= dp(48), height >= dp(48)) == (True, True), kind
    assert natural(node("switch"), 1080) == (dp(52), dp(32))
    assert natural(node("radio"), 1080) == (dp(20), dp(20))


def test_repeated_field_ids_have_keys_of_their_own() -> None:
    """Of two fields with one id only one is focused, wherever the scroll position is."""
    form = node("scroll", node("row", node("field", id="f")), block(height=900), node("field", id="f"), id="s")
    first = layout(form, (0, 0, 1080, 1500), lambda key: 0, "f#1").children[0].children[0]
    assert (first.key, first.focused) == ("f", False)
    last = layout(form, (0, 0, 1080, 1500), lambda key: 2000, "f#1").children[2]
    assert (last.key, last.focused) == ("f#1", True)


LEAVES = st.builds(
    lambda kind, text, width, height, grow: node(kind, text=text, width=width, height=height, grow=grow, icon="add"),
    st.sampled_from(
        ("text", "button", "chip", "icon", "image", "icon_button", "field", "switch", "radio", "divider", "badge")
    ),
    st.sampled_from(("", "Yes", "a longer text that will have to wrap", "林晓雨")),
    st.sampled_from(("wrap", "fill", 30, 500)),
    st.sampled_from(("wrap", "wrap", "fill", 30, 500)),
    st.sampled_from((0, 0, 1, 2)),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda kind, children, **look: node(kind, children, columns=2, **look),
        st.sampled_from(("column", "row", "stack", "grid")),
        st.lists(inner, max_size=4),
        width=st.sampled_from(("wrap", "fill", 120)),
        height=st.sampled_from(("wrap", "wrap", "fill", 90)),
        grow=st.sampled_from((0, 1)),
        pad=st.sampled_from((0, 8, 40)),
        gap=st.sampled_from((0, 8)),
        align=st.sampled_from(("start", "center", "end", "stretch")),
        justify=st.sampled_from(("start", "center", "end", "between")),
        wrap=st.booleans(),
        place=st.sampled_from((("start", "start"), ("center", "end"), ("fill", "fill"))),
    ),
    max_leaves=20,
)


@given(TREES, st.integers(40, 1080), st.integers(40, 2400))
def test_boxes_nest_for_any_node_tree(tree: Node, width: int, height: int) -> None:
    """Visible children lie inside their parents, and siblings in rows and columns do not overlap."""

    def check(box: Box) -> None:
        left, top, right, bottom = box.rect
        assert left <= right
        assert top <= bottom
        for child in box.children:
            if child.rect[0] < child.rect[2] and child.rect[1] < child.rect[3]:
                assert intersect(child.rect, box.rect) == child.rect
            check(child)
        if box.node.kind == "column":
            assert all(a.rect[3] <= b.rect[1] for a, b in zip(box.children, box.children[1:], strict=False))
        if box.node.kind == "row" and not box.node.look.wrap:
            assert all(a.rect[2] <= b.rect[0] for a, b in zip(box.children, box.children[1:], strict=False))

    check(layout(tree, (0, 0, width, height)))
