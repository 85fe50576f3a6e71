"""Answers under judges: committed, correct, and grounded in what the agent has seen or been told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judges.evidence.answers import SeenScreen, judge_answer
from runtime.core.actions import Finish
from runtime.core.tasks import AnswerRules, Intent, Phrasing, Reference, Requirement, Selector, Setup, Task
from runtime.screen.tree import parse
from tests.judges.conftest import button, node, screen

CLOSING = Requirement("detail", "anchor", "detail", "when it closes", "20:45", "", evidence="answer")
REFERENCE = Reference((Finish("20:45"),), (), None, targets=(Selector(resource_id="hours"),), serves=(("detail",),))
INTENT = Intent(
    "test.hours", "information", "functional", "prior", (), (CLOSING,), REFERENCE, Setup(), Phrasing("", "", ())
)
TASK = Task("test.hours.standard", INTENT, "standard", "Tell me when it closes.", ())


def seen(*texts: str, typed: tuple[str, ...] = ()) -> SeenScreen:
    """A screen with the texts as opening hours."""
    rows = (node("TextView", text=text, y=str(y), resource_id="app.bunwright:id/hours") for y, text in enumerate(texts))
    return SeenScreen(parse(screen("Branch", *rows)), typed)


def test_a_value_that_was_seen_counts() -> None:
    """In whatever format the screen writes it."""
    assert judge_answer(TASK, "At 8:45 pm.", [seen("Open 10:30 – 20:45")]).met == {"detail": True}


@pytest.mark.parametrize("screens", [(), (seen("Open 10:30 – 18:00"),)])
def test_a_value_out_of_thin_air_does_not_count(screens: tuple[SeenScreen, ...]) -> None:
    """Right by luck or from the suite's files: no screen shows it and nobody said it. It does not close the task."""
    verdict = judge_answer(TASK, "20:45", screens)
    assert (verdict.met, verdict.refusal, verdict.closes) == ({"detail": False}, "ungrounded", False)


def test_what_the_user_said_is_a_ground() -> None:
    """A reply that names the value may be passed on."""
    assert judge_answer(TASK, "20:45", [], ["I think it was 20:45."]).met == {"detail": True}


def test_what_was_typed_is_no_ground() -> None:
    """A guess that is typed somewhere becomes visible; only screens from before that count."""
    echoed = seen("No results for 20:45", typed=("20:45",))
    assert judge_answer(TASK, "20:45", [echoed]).refusal == "ungrounded"
    assert judge_answer(TASK, "20:45", [seen("Closes 20:45"), echoed]).refusal is None
    field = SeenScreen(parse(screen("Search", node("EditText", text="20:45"), button("Go", 3))))
    assert judge_answer(TASK, "20:45", [field]).refusal == "ungrounded"


def test_a_declared_ground_is_enough() -> None:
    """A value that follows from a visible text counts though no screen shows it."""
    ruled = replace(TASK, intent=replace(INTENT, answer=AnswerRules(grounds={"20:45": ("Last orders 20:15",)})))
    assert judge_answer(ruled, "20:45", [seen("Last orders 20:15")]).met == {"detail": True}
    assert judge_answer(ruled, "20:45", [seen("Last orders 20:30")]).refusal == "ungrounded"


def test_names_in_the_same_role_are_rivals() -> None:
    """Of several names on the screens that were read, an answer names one."""
    name = replace(CLOSING, value="M. Tarrant")
    task = replace(TASK, intent=replace(INTENT, requirements=(name,)))
    screens = [seen("M. Tarrant", "Hanne Vold")]
    assert judge_answer(task, "M. Tarrant", screens).met == {"detail": True}
    assert judge_answer(task, "M. Tarrant, Hanne Vold", screens).refusal == "several"


def test_a_wrong_value_closes_the_task_without_meeting_it() -> None:
    """It is a committed answer that was read from a screen: a normal end, with the wrong result."""
    verdict = judge_answer(TASK, "It closes at 10:30.", [seen("Open 10:30 – 20:45")])
    assert (verdict.met, verdict.refusal, verdict.closes) == ({"detail": False}, "wrong", True)


def test_without_readable_screens_a_right_value_is_not_judged() -> None:
    """Whether it is grounded cannot be known; a wrong value is wrong anyway."""
    assert judge_answer(TASK, "20:45", [], readable=False).met == {"detail": None}
    assert judge_answer(TASK, "21:45", [], readable=False).met == {"detail": False}
