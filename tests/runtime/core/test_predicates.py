"""Checks over state, screen patterns, answers, and changed paths."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.checks import changed_paths, changed_values, holds, paths_outside, select
from runtime.core.tasks import Check, Op, Pattern
from runtime.core.text import mentions
from runtime.screen.patterns import shows

STATE: dict[str, Any] = {
    "bunwright": {
        "orders": [
            {"item": "Copper Pan", "size": "Double", "extras": ["onion", "cheese"], "paid": True, "price": 9.4},
            {"item": "Plain Jane", "size": "Single", "extras": [], "paid": False, "price": 5},
        ],
        "note": "Ring the BELL twice",
    },
    "settings": {"wifi": False},
}


@pytest.mark.parametrize(
    ("path", "selected"),
    [
        ("bunwright/orders/*/size", ["Double", "Single"]),
        ("bunwright/orders/-1/item", ["Plain Jane"]),
        ("bunwright/orders/0/extras/*", ["onion", "cheese"]),
        ("settings/*", [False]),
        ("bunwright/orders/7/item", []),
        ("bunwright/note/0", []),
        ("nothing/at/all", []),
    ],
)
def test_select_follows_keys_indexes_and_stars(path: str, selected: list[Any]) -> None:
    """A path in a check selects all values that it reaches, or none."""
    assert select(STATE, path) == selected


@pytest.mark.parametrize(
    ("path", "op", "value", "expected"),
    [
        ("bunwright/orders/*/size", "eq", "Double", True),
        ("bunwright/orders/*/size", "eq", "double", False),
        ("bunwright/orders/*/paid", "eq", 1, False),
        ("settings/wifi", "ne", True, True),
        ("settings/bluetooth", "ne", True, False),
        ("bunwright/orders/*", "has", {"item": "Copper Pan", "extras": ["cheese"]}, True),
        ("bunwright/orders/*", "has", {"item": "Copper Pan", "size": "Single"}, False),
        ("bunwright/note", "contains", "the bell", True),
        ("bunwright/orders/0/extras", "contains", "cheese", True),
        ("bunwright/orders/0/extras", "contains", "chee", False),
        ("bunwright/orders/1", "exists", None, True),
        ("bunwright/orders/2", "missing", None, True),
        ("bunwright/orders/*", "at_least", 2, True),
        ("bunwright/orders/*", "at_least", 3, False),
        ("bunwright/orders/*", "at_most", 1, False),
    ],
)
def test_holds_says_what_each_operator_promises(path: str, op: Op, value: Any, expected: bool) -> None:
    """Each operator of a check gives the expected result over the selected values."""
    assert holds(Check(path, op, value), STATE) is expected


PAGE = "app.bunwright/Order placed"
LINES = "Order placed\n1 x Copper Pan | Double | 11.40\n1 x Plain Jane | Single | 5.00"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (Pattern(app="griddle"), None),
        (Pattern(app="bunwright", page="Basket"), None),
        (Pattern(app="BUNWRIGHT", page="order PLACED"), True),
        (Pattern(texts=("copper pan", "SINGLE")), True),
        (Pattern(row=("copper pan", "single")), False),
        (Pattern(row=("copper pan", "double")), True),
        (Pattern(row=("copper pan",), row_absent=("double",)), False),
        (Pattern(row=("plain jane",), row_absent=("double",)), True),
        (Pattern(texts=("copper pan",), absent=("plain jane",)), False),
        (Pattern(row_absent=("double",)), False),
        (Pattern(row_absent=("triple",)), True),
        (Pattern(texts=("fries",)), False),
    ],
)
def test_shows_keeps_rows_apart(pattern: Pattern, expected: bool | None) -> None:
    """A pattern applies by app and page, and its row texts must be in one line."""
    assert shows(pattern, PAGE, LINES) is expected


@given(st.text(), st.text())
def test_a_text_mentions_each_of_its_parts(left: str, right: str) -> None:
    """A phrase is found between any other texts, despite different spacing and case."""
    assert mentions(f"{left} kestrel bay {right}", "Kestrel  Bay")


def test_changes_are_named_by_path() -> None:
    """Changed leaves, grown lists and removed keys each give the path of the difference."""
    before = {"a": {"list": [1, 2], "flag": True, "gone": 1}, "b": {}}
    after = {"a": {"list": [1, 2, {"x": 1}], "flag": 1}, "b": {}, "c": {"new": 0}}
    assert changed_paths(before, after) == ("a/flag", "a/gone", "a/list/2", "c")


def test_changed_values_are_shown_for_people():
    """A change, an addition and a removal, in words; long values are shortened."""
    before, after = {"a": {"x": 1, "gone": [True]}}, {"a": {"x": "1", "new": {"text": "y" * 200}}}
    changes = changed_values(before, after)
    assert tuple(change.path for change in changes) == changed_paths(before, after)
    gone, new, x = (change.words for change in changes)
    assert (gone, x) == ("a/gone removed: [true]", 'a/x: 1 → "1"')
    assert new.startswith('a/new added: {"text": "yyy')
    assert new.endswith("y…")
    assert len(new) < 150


def test_write_patterns_cover_what_lies_below() -> None:
    """A pattern covers itself and everything below; a star is one segment; part of a name is not a prefix."""
    paths = ("a/orders/2", "a/orders/2/size", "a/ordersX", "b/rooms/7/seen", "b/rooms/7/text")
    assert paths_outside(paths, ("a/orders", "b/rooms/*/seen")) == ("a/ordersX", "b/rooms/7/text")
    assert paths_outside(("a/orders/2",), ("a/orders/2/size", "b")) == ("a/orders/2",)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["p", "q"]), JSON), st.dictionaries(st.sampled_from(["p", "q"]), JSON))
def test_equal_states_and_only_they_have_no_changes(before: dict[str, Any], after: dict[str, Any]) -> None:
    """There are no changed paths exactly if two states are equal, and the pattern of an app covers all its changes."""
    paths = changed_paths(before, after)
    assert changed_paths(before, before) == ()
    assert (not paths) == (repr(_sorted(before)) == repr(_sorted(after)))
    assert paths_outside(paths, ("p", "q")) == ()


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value
