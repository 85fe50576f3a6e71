"""Side effects in app state: what the end state has that neither the start nor the reference's end has."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.evidence.state_changes import changes_between, differences, reference_end, side_effects

START: dict[str, Any] = {
    "shop": {"orders": [], "labels": ["red", "green"], "cart": {"item": "", "extras": []}},
    "mail": {"inbox": [{"from": "Bea", "read": False}, {"from": "Noor", "read": False}], "muted": False},
}
WANTED: dict[str, Any] = {
    "shop": {
        "orders": [{"item": "Pan", "size": "Double", "extras": ["onion"], "paid": 940}],
        "labels": ["red", "green", "blue"],
        "cart": {"item": "", "extras": []},
    },
    "mail": {"inbox": [{"from": "Bea", "read": True}, {"from": "Noor", "read": False}], "muted": False},
}


def changed(**parts: Any) -> dict[str, Any]:
    """The reference's end state with other values; a name is app and key, joined by `__`."""
    end = deepcopy(WANTED)
    for name, value in parts.items():
        app, _, key = name.partition("__")
        end[app][key] = value
    return end


ORDER = WANTED["shop"]["orders"][0]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (START, ()),
        (WANTED, ()),
        (changed(shop__labels=["red", "green"]), ()),
        (changed(shop__labels=["green", "blue", "red"]), ()),
        (changed(shop__orders=[{**ORDER, "size": "Single", "paid": 700}]), ()),
        (changed(shop__labels=["red", "green", "violet"]), ()),
        (changed(mail__muted=True), ("mail/muted",)),
        (changed(shop__orders=[ORDER, {**ORDER, "item": "Salad"}]), ("shop/orders/1",)),
        (changed(shop__orders=[{**ORDER, "extras": ["onion", "cheese"]}]), ("shop/orders/0/extras/1",)),
        (changed(shop__orders=[{**ORDER, "gift": True}]), ("shop/orders/0/gift",)),
        (changed(shop__labels=["red", "green", "blue", "violet"]), ("shop/labels/3",)),
        (changed(shop__labels=["red", "blue"]), ("shop/labels/1",)),
        (changed(mail__inbox=[{"from": "Bea", "read": True}, {"from": "Noor", "read": True}]), ("mail/inbox/1/read",)),
        (changed(mail__inbox=[{"from": "Bea", "read": True}]), ("mail/inbox/1",)),
    ],
)
def test_only_what_the_reference_does_not_explain_is_a_side_effect(end: Any, expected: tuple[str, ...]) -> None:
    """Undone and wrong values fail requirements; extra, lost and otherwise changed things are side effects."""
    assert side_effects(START, WANTED, end) == expected


_LEAVES = st.one_of(st.none(), st.booleans(), st.integers(0, 3), st.text("ab", max_size=2))
_VALUES = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip
_STATES = st.dictionaries(st.sampled_from("abc"), _VALUES, max_size=3)


@given(_STATES, _STATES)
def test_changes_lead_from_one_state_to_the_other(before: Any, after: Any) -> None:
    """What was recorded of a reference makes its end state again, whatever was changed, added or removed."""
    made = reference_end(before, changes_between(before, after))
    assert changes_between(made, after) == ()


@given(_STATES, _STATES)
def test_nothing_done_and_everything_done_have_no_side_effect(start: Any, wanted: Any) -> None:
    """The start and the reference's end are explained, whatever they are."""
    assert side_effects(start, wanted, start) == ()
    assert side_effects(start, wanted, wanted) == ()


@given(_STATES, _STATES, _STATES)
def test_any_three_states_are_compared(start: Any, wanted: Any, end: Any) -> None:
    """The result is a sorted tuple of paths; what the reference leaves alone may not change at all."""
    found = side_effects(start, wanted, end)
    assert list(found) == sorted(found)
    assert bool(side_effects(start, start, end)) == bool(changes_between(start, end)) or _only_moved(start, end)


def _only_moved(start: Any, end: Any) -> bool:
    """Whether items of lists were moved and nothing else: order is no effect."""
    return side_effects(start, start, end) == () and side_effects(end, end, start) == ()


def test_a_record_in_place_of_null_is_compared_field_by_field() -> None:
    """A refund that the reference gives at another minute differs in its minute only."""
    start, wanted = {"refund": None}, {"refund": {"at": "09:24", "amount": "12.00"}}
    assert differences(start, wanted, {"refund": {"at": "09:26", "amount": "12.00"}}).other_values == ("refund/at",)
    assert differences(wanted, start, {"refund": {"at": "09:26", "amount": "12.00"}}).other_values == ("refund/at",)
