"""The rule-based evaluator: announced actions as predictions, in the coordinates of the dataset."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import rules
from benchmarks.gap.evaluators import NoOutput, announcing
from benchmarks.gap.evaluators.announcing import RuleEvaluator, announced_action
from benchmarks.gap.records import Predicted, Step, Truth
from runtime.core.actions import Action, Noop, Note, ParseError
from runtime.language.announced import Announced
from tests.benchmarks.gap.evaluators.conftest import boxes, make_step

SCREEN = (1080, 2400)
LABELS = ("Search", "Clock", "Cancel", "")
BOXES = boxes((0.04, 0.1, 0.05, 0.2), (0.5, 0.4, 0.1, 0.15), (0.9, 0.05, 0.05, 0.3), (0.7, 0.7, 0.01, 0.01))


def page(**more: Any) -> Step:
    """Makes a screen with three labelled elements and one without a label."""
    return make_step(3, **{"screen": SCREEN, "boxes": BOXES, "labels": LABELS, "picture": None, **more})


@pytest.mark.parametrize(
    ("thought", "expected"),
    [
        ("I will tap the Search button.", Predicted("click", point=(0.1 + 0.2 / 2, 0.04 + 0.05 / 2))),
        ("Tap Clock.", Predicted("click", point=(0.4 + 0.15 / 2, 0.5 + 0.1 / 2))),
        ("I tap at (540, 1200).", Predicted("click", point=(0.4 + 0.15 / 2, 0.5 + 0.1 / 2))),
        ("I tap at (270, 1800).", Predicted("click", point=(0.25, 0.75))),
        ("I type “pizza”.", Predicted("type", text="pizza")),
        ("Press back.", Predicted("press", button="BACK")),
        ("Press the home button.", Predicted("press", button="HOME")),
        ("Press enter.", Predicted("press", button="ENTER")),
        ("The task is complete.", Predicted("stop", status="finish")),
        ("The task can't be completed.", Predicted("stop", status="impossible")),
    ],
)
def test_an_announced_action_is_a_prediction(thought: str, expected: Predicted):
    """An announced action becomes a prediction in fractions of the screen; an element is predicted at its centre."""
    assert announced_action(page(), thought).predicted == expected


@pytest.mark.parametrize(
    ("thought", "way"),
    [
        ("I scroll down to see more.", "up"),
        ("I scroll up.", "down"),
        ("I swipe up.", "up"),
        ("I swipe left.", "left"),
        ("I swipe right.", "right"),
        ("Swipe from (540, 1800) to (540, 600).", "up"),
    ],
)
def test_a_swipe_has_the_direction_of_the_finger(thought: str, way: str):
    """A swipe's direction is the finger's: scrolling down is a swipe up, while an explicit "swipe up" stays up."""
    if "scroll" in thought:
        other = announced_action(page(), thought, "finger").predicted
        assert other is not None
        assert other.to == {"up": "down", "down": "up", "left": "right", "right": "left"}[way]
    found = announced_action(page(), thought).predicted
    assert found is not None
    assert (found.kind, found.to) == ("scroll", way)


@pytest.mark.parametrize(
    ("thought", "kind"), [("I long press Clock.", "long_press"), ("I wait for the page to load.", "wait")]
)
def test_times_are_long_enough_for_every_rule(thought: str, kind: str):
    """A long press is longer than a tap by every rule; a wait has a duration."""
    found = announced_action(page(), thought).predicted
    assert found is not None
    assert found.kind == kind
    assert (found.duration or 0) > 200


def test_a_question_to_the_user_is_need_feedback():
    """Other formats' calls to the user correspond to AgentCPM-GUI's need_feedback."""
    found = announced_action(page(), "I should ask the user which size they want.").predicted
    assert found == Predicted("stop", status="need_feedback")


def test_announced_actions_are_converted_like_executed_ones():
    """Announced double taps, answers and Chinese actions give predictions in the form of executed actions."""
    document = {
        "I double-tap Clock.": Predicted("click", point=(0.4 + 0.15 / 2, 0.5 + 0.1 / 2)),
        "The answer is “26 knots”; the task is complete.": Predicted("stop", text="26 knots", status="finish"),
        "向上滑动页面": Predicted("scroll", point=(0.5, 0.7), to="up"),
        "返回上一页": Predicted("press", button="BACK"),
    }
    assert {thought: announced_action(page(), thought).predicted for thought in document} == document


@pytest.mark.parametrize(
    "action", [argument for argument in get_args(get_args(Action)[0]) if argument not in (Note, Noop, ParseError)]
)
def test_no_action_is_left_out(action: Any, monkeypatch: pytest.MonkeyPatch):
    """Each kind of action that a thought can announce is converted to a prediction."""
    given = {"x": 540, "y": 1200, "x1": 1, "y1": 9, "x2": 1, "y2": 1, "name": "APP_SWITCH"}
    texts = dict.fromkeys(("text", "app", "question", "message"), "t")
    names = [field.name for field in fields(action) if field.default is MISSING]
    made = action(**{name: {**given, **texts}[name] for name in names})
    monkeypatch.setattr(announcing, "find_announced_action", lambda *_, **__: Announced(made))
    found = announced_action(page(), "whatever")
    assert found.predicted is not None, found.invalid
    assert found.predicted.button in ("", "APPSELECT")


def test_an_app_is_opened_directly_if_the_dataset_supports_it():
    """Opening an app is an `open` in datasets that have it, else a tap on its icon if there is one."""
    middle = Predicted("click", point=(0.4 + 0.15 / 2, 0.5 + 0.1 / 2))
    thought = "I open the Clock app."
    assert announced_action(page(), thought).predicted == middle
    other = Step("androidcontrol-options", "e", 1, "go", Truth("open", text="Clock"), BOXES, LABELS, SCREEN)
    assert announced_action(other, thought).predicted == Predicted("open", text="Clock")
    assert announced_action(page(boxes=boxes(), labels=()), thought).predicted == Predicted("open", text="Clock")


@pytest.mark.parametrize("thought", ["", "Hm.", "The page shows three results.", "I will tap the Frobnicate button."])
async def test_a_thought_without_an_action_is_unreadable_or_skipped(thought: str):
    """A thought without an action counts as unreadable, or with unreadable=skip raises NoOutput."""
    usual, other = RuleEvaluator(), RuleEvaluator("skip")
    found = await usual.evaluate(page(), thought, ())
    assert found.predicted is None
    assert found.invalid.startswith("announces no action: ")
    with pytest.raises(NoOutput, match="announces no action"):
        await other.evaluate(page(), thought, ())
    assert usual.label != other.label


@given(
    st.text(max_size=60) | st.sampled_from(("Tap Search.", "swipe from (0,0) to (0,0)", "tap (99999, -5)", "点击搜索")),
    st.sampled_from((SCREEN, (1, 1), (0, 9), None)),
    st.sampled_from((LABELS, (), ("Search",), ("a",) * 9)),
    st.sampled_from((BOXES, boxes(), boxes((float("nan"), 0, 1, 1), (-3.0, 0, float("inf"), 1)))),
)
def test_nothing_that_a_dataset_holds_raises(thought: str, screen: Any, labels: Any, rows: Any):
    """Any thought, size, labels and boxes, even malformed ones, give an evaluation."""
    found = announced_action(page(screen=screen, labels=labels, boxes=rows), thought)
    assert (found.predicted is None) == bool(found.invalid)


def test_a_prediction_fits_the_rules_of_the_paper():
    """Each announced action exactly matches only its own correct action under the paper's rule."""
    rule = rules.named("agentcpm")
    right = {
        "Tap Clock.": Truth("click", touch=(0.47, 0.55), lift=(0.47, 0.55), code=4),
        "I scroll down.": Truth("scroll", touch=(0.5, 0.7), lift=(0.5, 0.3), code=4),
        "I type “pizza”.": Truth("type", text="Pizza ", code=3),
        "Press back.": Truth("press", button="back", code=5),
        "I long press Clock.": Truth("long_press", touch=(0.47, 0.55), lift=(0.47, 0.55), code=0),
        "The task is complete.": Truth("stop", code=10),
        "I wait for it to load.": Truth("wait", code=1),
    }
    for thought in right:
        for other, truth in right.items():
            step = Step("cagui", "e", 1, "go", truth, BOXES, LABELS, SCREEN)
            exact = rule.match(step, announced_action(step, thought).predicted).exact
            stops = {"The task is complete.", "I wait for it to load."}
            assert exact == (thought == other or {thought, other} <= stops), (thought, other)
