"""Properties for any thought: parsing raises nothing, is fast, and gives positions on the screen."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.core.actions import Swipe, Tap
from runtime.language.announced import Element, find_announced_action
from tests.support.hostile import PATTERNS

_PARTS = (
    "I will tap ", "the ", "Search", "button", " at (5, 7)", ", ", ". ", "\n", "scroll ", "down", "type ", "“", "”",
    "'", " to ", "and ", "not ", "it", "open ", "app ", "first ", "ask the user ", "the task is complete", "Action: ",
    "(", "点击", "搜索", "按钮", "，", "。", "输入", "如果", "向上滑动", "打开", "应用", "返回", "第一个",
    "but ", "or ", "top right ",
)  # fmt: skip
_thoughts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(_PARTS), max_size=30).map("".join),
    st.lists(
        st.one_of(st.sampled_from(_PARTS), st.text(max_size=4), st.characters(categories=["Cs"])), max_size=20
    ).map("".join),
)
_numbers = st.integers(-50, 2600)
_elements = st.lists(
    st.builds(
        Element,
        st.one_of(st.sampled_from(["Search", "搜索", "", "ICON_PLUS", "the", "down", "(5, 7)"]), st.text(max_size=12)),
        st.tuples(_numbers, _numbers, _numbers, _numbers),
        st.booleans(),
    ),
    max_size=8,
)


@given(_thoughts, _elements, st.tuples(st.integers(1, 3000), st.integers(1, 3000)))
@settings(max_examples=150)
def test_any_thought_is_read_or_doubted(thought, elements, screen):
    """Any thought gives either an action on the screen or a reason."""
    found = find_announced_action(thought, elements, screen)
    assert (found.action is None) == bool(found.why)
    assert found.element is None or 0 <= found.element < len(elements)
    width, height = screen
    match found.action:
        case Tap(x, y):
            assert 0 <= x < width
            assert 0 <= y < height
        case Swipe(x1, y1, x2, y2):
            assert 0 <= x1 < width
            assert 0 <= x2 < width
            assert 0 <= y1 < height
            assert 0 <= y2 < height
        case _:
            pass


@given(_thoughts, _elements)
def test_a_thought_is_read_the_same_twice(thought, elements):
    """The result depends only on the thought and the screen."""
    assert find_announced_action(thought, elements, (1080, 2400)) == find_announced_action(
        thought, elements, (1080, 2400)
    )


@pytest.mark.parametrize(
    "part", ["tap ", "I will tap Search. ", "点击", "点击搜索。", "if ", "the the ", "the task is ", "“"]
)
def test_a_long_thought_takes_no_longer_than_it_may(part):
    """Thoughts of a hundred thousand characters are parsed within two seconds."""
    elements = [Element(f"Search {number}", (0, number, 9, number + 5)) for number in range(300)]
    started = time.process_time()
    find_announced_action(part * (100_000 // len(part)), elements, (1080, 2400))
    assert time.process_time() - started < 2


def test_no_pattern_makes_a_reader_go_back_and_forth():
    """Repeated patterns that cause backtracking are parsed within four seconds."""
    started = time.process_time()
    for pattern in PATTERNS:
        find_announced_action(pattern * (20_000 // len(pattern)), (), (1080, 2400))
    assert time.process_time() - started < 4
