"""Natural answers: the labelled texts, and how the judges' verdicts on them are counted."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from benchmarks.acceptance.answers import (
    JudgedAnswer,
    Kind,
    NaturalAnswer,
    bars,
    judge_all,
    load_answers,
    load_visits,
    visited_screens,
)
from benchmarks.clarity240 import load, replay

ANSWERS = load_answers()
TASKS = {task.id: task for task in load().tasks}


def test_each_text_has_a_label_and_an_information_task() -> None:
    """There are 3,527 texts of four kinds; none stands twice under one task, and each task asks for an answer."""
    kinds = {"correct": 1661, "wrong": 748, "listed": 550, "hedged": 568}
    assert Counter(answer.kind for answer in ANSWERS) == kinds
    assert len({(answer.task, answer.language, answer.text) for answer in ANSWERS}) == len(ANSWERS)
    answered = {TASKS[answer.task].intent.id for answer in ANSWERS}
    asking = {
        task.intent.id
        for task in TASKS.values()
        if any(requirement.evidence == "answer" for requirement in task.intent.requirements)
    }
    assert answered == asking == set(load_visits())


def test_visits_show_other_values() -> None:
    """The screens of the visits show the closing times of other branches, those of the reference do not."""
    task, phone = TASKS["info.hours.standard"], replay.phone()
    for labels, shown in (((), False), (load_visits()["info.hours"], True)):
        screens = visited_screens(task, phone, labels)
        texts = [node.text for screen in screens for node in screen.tree.walk()]
        assert any("20:45" in text for text in texts)
        assert any("23:00" in text for text in texts) is shown


def test_a_visit_to_a_label_that_is_missing_is_an_error() -> None:
    """A label that is on no screen ends the measurement."""
    with pytest.raises(ValueError, match="No such label"):
        visited_screens(TASKS["info.hours.standard"], replay.phone(), ["No such label"])


def test_the_bare_value_is_accepted_and_another_is_not() -> None:
    """The judges' verdict counts: the value itself meets all requirements, another closing time does not."""
    answers = [NaturalAnswer("info.hours.standard", "en", text, "correct", True) for text in ("20:45", "18:00")]
    right, wrong = judge_all(answers, load_visits())
    assert (right.accepted, right.misjudged) == (True, False)
    assert (wrong.accepted, wrong.misjudged) == (False, True)


def test_a_value_that_was_not_seen_is_not_accepted() -> None:
    """An answer whose value was on no screen is judged without screens."""
    (judged,) = judge_all([NaturalAnswer("info.hours.standard", "en", "20:45", "wrong", False)], load_visits())
    assert not judged.accepted


def test_five_per_cent_of_the_correct_answers_may_be_refused_and_no_other_accepted() -> None:
    """A bar holds up to its limit and breaks above it."""

    def judged(kind: Kind, misjudged: int) -> list[JudgedAnswer]:
        accepted = [(kind == "correct") != (number < misjudged) for number in range(20)]
        return [JudgedAnswer(NaturalAnswer("", "en", "", kind, True), each, "") for each in accepted]

    found = {
        (kind, count): next(bar.holds for bar in bars("", judged(kind, count)) if f" {kind} " in bar.what)
        for kind in get_args(Kind)
        for count in range(3)
    }
    assert {key for key, holds in found.items() if holds} == {
        ("correct", 0), ("correct", 1), ("wrong", 0), ("listed", 0), ("hedged", 0)
    }  # fmt: skip
