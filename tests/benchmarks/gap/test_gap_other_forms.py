"""Model outputs in other formats, and steps of other datasets, are converted to their meaning."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.gap import rules
from benchmarks.gap.records import COMPLETE, DUAL, IMPOSSIBLE, TYPE, Predicted, Step, Truth
from benchmarks.gap.rules import aitz

_AT = (0.5, 0.5)
_FAR = (0.5, 0.9)
_KINDS = {
    "click": (Predicted("click", _AT), "click"),
    "a click without a place": (Predicted("click"), None),
    "long press": (Predicted("long_press", _AT), "long_point"),
    "long press of two seconds": (Predicted("long_press", _AT, duration=2000.0), "long_point"),
    "swipe by direction": (Predicted("scroll", to="up"), "scroll"),
    "slow swipe by direction": (Predicted("scroll", to="up", duration=500.0), "scroll"),
    "slow swipe from a place": (Predicted("scroll", _AT, "up", 500.0), "long_point"),
    "swipe nowhere": (Predicted("scroll", _AT), None),
    "typing at a place": (Predicted("type", _AT, text="a"), "type"),
    "typing without a text": (Predicted("type"), None),
    "key": (Predicted("press", button="Back"), "press"),
    "unknown key": (Predicted("press", button="VOLUME_UP"), None),
    "no key": (Predicted("press"), None),
    "answer": (Predicted("stop", text="42", status="finish"), "stop"),
    "stop without a status": (Predicted("stop"), "stop"),
    "wait": (Predicted("wait", duration=1000.0), "stop"),
    "open": (Predicted("open", text="Clock"), None),
    "note": (Predicted("note", text="seen"), None),
    "clear": (Predicted("clear"), "stop"),
    "recent": (Predicted("link"), "stop"),
}


@pytest.mark.parametrize(("predicted", "kind"), _KINDS.values(), ids=_KINDS)
def test_agentcpm_categorizes_actions_like_the_public_converters(predicted, kind):
    """Each action has the category that the public converters give it; actions that they cannot convert have none."""
    found = rules.named("agentcpm").match(Step("d", "e", 0, "", Truth("wait")), predicted)
    assert (found.kind, found.format_hit) == (kind, kind is not None)


def exact(rule: str, truth: Truth, predicted: Predicted) -> bool:
    """Whether they match on a screen without boxes."""
    return rules.named(rule).match(Step("d", "e", 0, "", truth, screen=(1000, 1000)), predicted).exact


_CLICK, _UP = Truth("click", DUAL, _AT, _AT), Truth("scroll", DUAL, _FAR, (0.5, 0.2))
_ROWS: list[tuple[Truth, Predicted]] = [
    (_CLICK, Predicted("click", _AT, box=(0.4, 0.4, 0.6, 0.6))),
    (_UP, Predicted("scroll", to="up")),
    (_UP, Predicted("scroll", _FAR, _AT)),
    (Truth("scroll", direction="up"), Predicted("scroll", _FAR, "up")),
    (Truth("type", TYPE, text="tea"), Predicted("type", text="tea")),
    (Truth("press", button="back"), Predicted("press", button="BACK")),
    (Truth("stop", COMPLETE), Predicted("stop", status="finish")),
    (Truth("stop", IMPOSSIBLE), Predicted("stop", status="impossible")),
]


@pytest.mark.parametrize(
    "name", [*(name for name in rules.names() if name != "aitz-official"), "aitz-official?click=intended"]
)
@pytest.mark.parametrize(
    ("truth", "predicted"), _ROWS, ids=[truth.kind + str(at) for at, (truth, _) in enumerate(_ROWS)]
)
def test_every_rule_knows_the_right_action(name, truth, predicted):
    """The correct action is an exact match by every rule, for any dataset and format."""
    assert exact(name, truth, predicted)


@pytest.mark.parametrize("name", rules.names())
@pytest.mark.parametrize(
    ("truth", "predicted"), _ROWS, ids=[truth.kind + str(at) for at, (truth, _) in enumerate(_ROWS)]
)
def test_no_rule_knows_it_for_another(name, truth, predicted):
    """An action is not an exact match, by any rule, if an action of another kind is correct."""
    for other, _ in _ROWS:
        if other.kind != truth.kind:
            assert not exact(name, other, predicted)


@pytest.mark.parametrize(
    ("truth", "status", "same"),
    [
        (Truth("stop", COMPLETE), "finish", True),
        (Truth("stop", COMPLETE), "satisfied", True),
        (Truth("stop"), "finish", True),
        (Truth("stop", COMPLETE), "impossible", False),
        (Truth("stop", COMPLETE), "need_feedback", False),
        (Truth("stop", IMPOSSIBLE), "impossible", True),
        (Truth("stop", IMPOSSIBLE), "finish", False),
        (Truth("wait", 1), "finish", False),
    ],
)
def test_endings_are_distinguished_with_the_option(truth, status, same):
    """With stop=status, complete matches complete and impossible matches impossible."""
    assert exact("agentcpm?stop=status", truth, Predicted("stop", status=status)) is same
    assert exact("agentcpm", truth, Predicted("stop", status=status))


def test_waits_match_only_waits_with_the_option():
    """With wait=own only a wait matches a wait, of any length."""
    assert exact("agentcpm?wait=own", Truth("wait", 1), Predicted("wait", duration=1.0))
    assert not exact("agentcpm?wait=own", Truth("stop", COMPLETE), Predicted("wait", duration=1.0))
    assert exact("agentcpm?stop=status", Truth("wait", 1), Predicted("wait", duration=1.0))


def test_elements_are_numbered_row_by_row():
    """CoAT's numbers go along rows from the top; a box whose middle is within a row belongs to it."""
    first, second, third, below = [10, 10, 50, 30], [60, 14, 90, 36], [100, 8, 150, 28], [10, 60, 50, 80]
    assert aitz.row_by_row([below, third, second, first]) == [first, second, third, below]
    assert aitz.row_by_row([first]) == [first]


def test_invalid_boxes_contain_nothing():
    """Boxes without size, off the screen or with NaN contain no point."""
    odd = np.array(
        [[np.nan] * 4, [np.inf, 0, 1, 1], [5.0, 5.0, -1.0, -1.0], [0.5, 0.5, 0.0, 0.0], [9.0] * 4, [7.0] * 4]
    )
    for name in rules.names():
        step = Step("d", "e", 0, "", _CLICK, odd, screen=(1000, 1000))
        assert not rules.named(name).match(step, Predicted("click", (0.1, 0.9))).exact
