"""Why an episode was not solved follows from its score and verdicts: one kind, and one sentence that says it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.actions import Finish, Tap
from runtime.core.events import (
    AnyVerdict,
    Bypass,
    GapJudged,
    KeyStepHit,
    Redundant,
    RequirementMet,
    Score,
    SideEffect,
)
from runtime.core.tasks import Check, Intent, KeyStep, Phrasing, Reference, Requirement, Selector, Setup, Task
from runtime.metrics import counts
from runtime.recordings.failures import explain_failure

MENU = Requirement("menu", "anchor", "menu", "the burger menu", "Burger menu", "Fries")
SIZE = Requirement("size", "explicit", "size", "in size Large", "Large", "Small", options=("Small", "Large"))
TIME = replace(SIZE, id="time", slot="closing time", value="22:00", evidence="answer")
STEPS = (
    KeyStep("menu", Tap(1, 1), Selector(text="Burger menu"), ("menu",)),
    KeyStep("order", Tap(2, 2), Selector(text="Order"), commits=True),
)
EPISODE = "reader/shop.burger.incomplete/0"


def task(*requirements: Requirement, gap: tuple[str, ...] = ()) -> Task:
    """A task of ordering a burger."""
    closing = None if requirements == (TIME,) else Check("shop/orders/0", "exists")
    reference = Reference((Tap(1, 1), Tap(2, 2), Finish()), STEPS, closing)
    intent = Intent(
        "shop.burger", "e-commerce", "functional", "prior", ("shop",), requirements, reference, Setup(),
        Phrasing("", "", ()),
    )  # fmt: skip
    return Task("shop.burger.incomplete", intent, "incomplete", "Order a burger menu.", gap)


TASK = task(MENU, SIZE, gap=("size",))
WRONG = {"menu": (True, True), "size": (False, False)}


def score(**changes: Any) -> Score:
    """The score of an episode that was solved, with changes."""
    found = Score(
        episode=EPISODE, judge="rules", task=TASK.id, agent="reader", intent="shop.burger", level="incomplete",
        domain="e-commerce", difficulty="simple", apps=("shop",), ending="finished", requirements=2, key_steps=2, gap=1,
        steps=6, met={"menu": (True, True), "size": (True, True)}, hits={"menu": True, "order": True},
        termination="normal",
    )  # fmt: skip
    return replace(found, **changes)


def about(kind: type[Any], **given: Any) -> AnyVerdict:
    """A verdict on the episode."""
    verdict: AnyVerdict = kind(episode=EPISODE, judge="rules", **given)
    return verdict


HITS = [
    about(KeyStepHit, key_step="menu", hit=True, step=3),
    about(KeyStepHit, key_step="order", hit=True, step=6),
]
ALL_HIT = "2 of 2 key steps, the last at step 6: Tap “Order”"
SIDE = about(SideEffect, what="shop/cart/1", step=4)
NO_ANSWER = "the answer 22:00 was not given: the answer has several values"
REFUSED = "closing time = 22:00: the answer has several values"
ANSWER = about(RequirementMet, requirement="time", any=False, final=False, reason=REFUSED)


@pytest.mark.parametrize(
    ("changes", "verdicts", "given_task", "kind", "sentence", "step"),
    [
        ({"cause": "device", "ending": "fault", "error": "unplugged"}, [], TASK, "infrastructure",
         "lost to the device: unplugged", None),
        ({"ending": "void"}, [], TASK, "infrastructure", "lost to a pause of the computer: no message", None),
        ({"cause": "agent", "ending": "fault", "error": "no key"}, HITS, TASK, "agent_error",
         "the agent failed: no key; 2 of 2 key steps, the last at step 6: Tap “Order”", 6),
        ({"met": {"menu": (None, None), "size": (True, True)}}, [], TASK, "undecided",
         "rules could not decide every requirement", None),
        ({"bypasses": {"shop/cart": True}}, [about(Bypass, what="shop/cart", step=2)], TASK, "bypass",
         "changed by shell commands: shop/cart", 2),
        ({"met": WRONG, "termination": "early", "hits": {"menu": True, "order": False}}, HITS[:1], TASK,
         "stopped_early",
         "stopped after 6 steps; 1 of 2 key steps, the last at step 3: Tap “Burger menu”, missed: Tap “Order”", 3),
        ({"met": WRONG, "termination": "delayed_cap", "redundant": {5: "loop"}},
         [*HITS, about(Redundant, step=5, redundancy="loop")], TASK, "out_of_steps",
         f"used up the step limit, 1 of them redundant; {ALL_HIT}; first wrong step 5: repeated what had been done", 5),
        ({"met": WRONG, "filled": {1: ("size",)}, "turns": 1}, HITS, TASK, "ignored_reply",
         "the user replied size = Large, but it was not done; 2 of 2 key steps, the last at step 6: Tap “Order”", 6),
        ({"met": WRONG}, HITS, TASK, "never_asked",
         "never asked for size; 2 of 2 key steps, the last at step 6: Tap “Order”", 6),
        ({"met": WRONG, "can_ask": False}, HITS, TASK, "never_asked",
         "could not ask for size; 2 of 2 key steps, the last at step 6: Tap “Order”", 6),
        ({"met": {"time": (False, False)}, "requirements": 1}, [ANSWER], task(TIME), "wrong_answer",
         f"{NO_ANSWER}; 2 of 2 key steps", None),
        ({"met": {"time": (False, False)}, "requirements": 1, "termination": "early", "hits": {"menu": True}},
         [HITS[0], ANSWER], task(TIME), "wrong_answer",
         f"{NO_ANSWER}; 1 of 2 key steps, the last at step 3: Tap “Burger menu”", 3),
        ({"met": {"time": (False, False)}, "requirements": 1, "filled": {1: ("time",)}}, [ANSWER],
         task(TIME, gap=("time",)), "wrong_answer", f"{NO_ANSWER}; 2 of 2 key steps", None),
        ({"met": {"menu": (True, False), "size": (True, True)}}, HITS, TASK, "undone",
         f"menu = Burger menu held for a time, but not at the end; {ALL_HIT}", 6),
        ({"met": {"menu": (False, False), "size": (True, True)}},
         [*HITS, about(GapJudged, step=2, em=False, gta=True, rule="state")], TASK, "wrong_value",
         f"not as asked for: menu = Burger menu; {ALL_HIT}; first wrong step 2: not an action that is right there", 2),
        ({"side_effects": {"shop/cart/1": True}}, [SIDE], TASK, "side_effect",
         "did what was asked for, and also changed shop/cart/1", 4),
    ],
)  # fmt: skip
def test_an_unsolved_episode_has_one_kind_of_failure_and_one_sentence(
    changes: dict[str, Any], verdicts: list[AnyVerdict], given_task: Task, kind: str, sentence: str, step: int | None
) -> None:
    """Faults come first, then how it ended, then what is missing in the result."""
    found = explain_failure(score(**changes), verdicts, given_task)
    assert found is not None
    assert (found.kind, found.sentence, found.step) == (kind, sentence, step)


def test_verdicts_that_were_replaced_are_not_cited() -> None:
    """A withdrawn side effect or redundant step is no wrong step."""
    withdrawn = [
        about(Redundant, step=2, redundancy="loop"), about(Redundant, step=2, redundancy="none"),
        SIDE, about(SideEffect, what="shop/cart/1", step=5, undone=True),
    ]  # fmt: skip
    found = explain_failure(score(met=WRONG), [*HITS, *withdrawn], TASK)
    assert found is not None
    assert "wrong step" not in found.sentence


_MARKS = st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None]))


@given(
    met=st.fixed_dictionaries({"menu": _MARKS, "size": _MARKS}),
    termination=st.sampled_from([None, "normal", "early", "delayed_goal", "delayed_cap"]),
    remains=st.booleans(),
    bypassed=st.booleans(),
    cause=st.sampled_from([None, "agent", "device", "runtime"]),
    installed=st.booleans(),
)
def test_an_episode_has_a_failure_exactly_if_it_was_not_solved(
    met: Any, termination: Any, remains: bool, bypassed: bool, cause: Any, installed: bool
) -> None:
    """Whatever the marks are, and whether or not the suite is installed: one line of text, or the episode is solved."""
    given_score = score(
        met=met, termination=termination, side_effects={"a": remains}, bypasses={"b": bypassed}, cause=cause
    )
    verdicts = [
        about(SideEffect, what="a", step=1, undone=not remains),
        about(Bypass, what="b", step=1, undone=not bypassed),
    ]
    found = explain_failure(given_score, verdicts, TASK if installed else None)
    assert (found is None) == (cause is None and counts.success_final(given_score))
    assert found is None or (found.sentence and "\n" not in found.sentence)
    alone = explain_failure(given_score, (), TASK if installed else None)
    assert (alone and alone.kind) == (found and found.kind)
