"""The auditor of turns: labels of asks, and whether the candidates stood on a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judges.evidence.screens import ScreenText
from judges.evidence.trail import Screen
from judges.evidence.turns import TurnAuditor
from runtime.core.events import Released, Replied
from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup, Task

REQUIREMENTS = (
    Requirement("dish", "anchor", "dish", "", "Soup", "", options=("Soup", "Salad", "Stew")),
    Requirement("day", "explicit", "day", "", "Friday", "Monday", options=("Monday", "Friday", "Sunday")),
    Requirement("loaves", "explicit", "loaves", "", "two", "one", options=("one", "two", "three"), listed=False),
    Requirement("bag", "explicit", "bag", "", "Yes", "No", options=("Yes", "No")),
    Requirement("note", "explicit", "note", "", "Ring twice", ""),
)
TASK = Task(
    "shop.lunch.ambiguous",
    Intent(
        "shop.lunch", "e-commerce", "functional", "prior", (), REQUIREMENTS, Reference((), (), None), Setup(),
        Phrasing("", "", ()),
    ),
    "ambiguous",
    "Get me lunch.",
    ("dish", "day", "loaves", "bag", "note"),
)  # fmt: skip


def screen(*lines: str) -> Screen:
    """A screen that shows these rows."""
    return Screen(1, 0, None, ScreenText("shop/Page", lines))


def asked(question: str, *, answered: bool = True) -> Replied:
    """A turn of the trace."""
    return Replied(episode="e", attempt=0, seq=1, t=0.0, step=2, question=question, text="", answered=answered)


@pytest.mark.parametrize(
    ("question", "lines", "filled", "ungrounded"),
    [
        ("Which day, Monday or Friday?", (), (), ("day",)),
        ("Which day, Monday or Friday?", ("Choose | Monday",), (), ("day",)),
        ("Which day, Monday or Friday?", ("Monday", "Friday"), ("day",), ()),
        ("Which day, Monday or Friday?", ("Mon | Fri",), ("day",), ()),
        ("Which dish, Soup or Salad?", (), ("dish",), ()),
        ("How many loaves?", (), ("loaves",), ()),
        ("Do you want a bag?", (), ("bag",), ()),
        ("What note should I leave?", (), ("note",), ()),
    ],
)
def test_an_ask_for_a_parameter_needs_candidates_that_a_screen_has_shown(
    question: str, lines: tuple[str, ...], filled: tuple[str, ...], ungrounded: tuple[str, ...]
) -> None:
    """Two candidates must have been shown, maybe shortened; anchors, counts, switches and free text need no screen."""
    judged = TurnAuditor(TASK, "e", "rules").judge(asked(question), [screen(*lines)])
    assert (judged.label, judged.filled, judged.ungrounded) == ("compliant", filled, ungrounded)


def test_a_screen_that_could_not_be_read_may_have_shown_anything() -> None:
    """Without a tree nobody can say that candidates were not shown."""
    judged = TurnAuditor(TASK, "e", "rules").judge(asked("Monday or Friday?"), [Screen(0, 0, None, None)])
    assert (judged.filled, judged.ungrounded) == (("day",), ())


def test_a_turn_reports_each_ask_and_what_nobody_would_answer() -> None:
    """The label is the worst, the labels of all asks that are answered stand beside it, further ones are counted."""
    question = "Soup or Salad? Should I tap OK? What note should I leave? And how many loaves? Do you want a bag?"
    judged = TurnAuditor(TASK, "e", "rules").judge(asked(question), [])
    assert judged.label == "trivial"
    assert sorted(judged.asks) == ["compliant", "compliant", "trivial"]
    assert (judged.filled, judged.ignored) == (("dish", "note"), 2)


def test_what_the_user_released_fills_unless_the_ask_violates() -> None:
    """With the truth the user's own label and releases count; a confirmation too many fills nothing."""
    auditor = TurnAuditor(TASK, "e", "state")
    shown = [screen("Monday", "Friday", "Sunday")]
    base = Released(episode="e", attempt=0, seq=1, t=0.0, step=2, requirements=())
    first = auditor.judge(asked("Should it be Monday?"), shown, replace(base, turn="compliant"))
    second = auditor.judge(
        asked("Should it be Friday?"), shown, replace(base, turn="context_missing", requirements=("day",))
    )
    assert [(item.label, item.filled) for item in (first, second)] == [("compliant", ()), ("context_missing", ())]
