"""Tests of the labels that are derived without any judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration.labels import ConstructionFacts, hit_key_steps, label_trajectory
from runtime.core.actions import Action, Answer, Finish, Tap
from runtime.core.events import AnyEvent, AnyTruth, Ended, Ending, Performed, StateRead
from runtime.core.tasks import Check, Intent, KeyStep, Phrasing, Reference, Requirement, Selector, Setup, Task

STEPS = tuple(KeyStep(name, Tap(0, 0), Selector(text=name)) for name in "abc")


def task(*requirements: Requirement, closing: Check | None = None, tail: int = 0) -> Task:
    """A task with these requirements."""
    reference = Reference((), STEPS, closing, tail=tail)
    intent = Intent("i", "social", "functional", "prior", (), requirements, reference, Setup(), Phrasing("", "", ()))
    return Task("i.standard", intent, "standard", "", ())


def requirement(name: str, kind: Any = "anchor") -> Requirement:
    """A requirement that `x/NAME` is true."""
    return Requirement(name, kind, name, name, name, "", truth=Check(f"x/{name}", "eq", True))


def trace(*actions: Action, ending: Ending = "finished") -> list[AnyEvent]:
    """Performed actions and the end."""
    done: list[AnyEvent] = [
        Performed(episode="e", attempt=0, seq=at, t=0, step=at, action=action) for at, action in enumerate(actions, 1)
    ]
    return [*done, Ended(episode="e", attempt=0, seq=99, t=0, ending=ending)]


def truth(*states: dict[str, Any]) -> list[AnyTruth]:
    """App state read after steps 0, 1, …; as recorded, only the changes."""
    return [
        StateRead(episode="e", attempt=0, seq=at, t=0, step=at, state={"x": state}) for at, state in enumerate(states)
    ]


@given(st.lists(st.sampled_from("abc"), max_size=7))
def test_key_steps_are_a_longest_common_subsequence(done: list[str]) -> None:
    """The key steps counted as hit are a longest common subsequence of the reference and the performed steps."""
    hits = hit_key_steps(STEPS, done)
    maximum = max(
        size
        for size in range(4)
        for subset in combinations("abc", size)
        for picked in combinations(done, size)
        if picked == subset
    )
    assert sum(hits.values()) == maximum


@pytest.mark.parametrize(
    ("done", "hits"), [("ba", "b"), ("bac", "bc"), ("aba", "ab"), ("", ""), ("cab", "ab"), ("aabbcc", "abc")]
)
def test_of_several_longest_choices_the_earliest_counts(done: str, hits: str) -> None:
    """Of several equally long sequences of key steps, the one performed earliest counts."""
    assert "".join(name for name, is_hit in hit_key_steps(STEPS, list(done)).items() if is_hit) == hits


def test_key_steps_with_the_same_operation_are_interchangeable() -> None:
    """Two key steps with the same label are the same operation."""
    twice = (KeyStep("ok1", Tap(1, 1), Selector(text="OK")), KeyStep("ok2", Tap(9, 9), Selector(text="OK")))
    assert hit_key_steps(twice, ["ok2"]) == {"ok1": True, "ok2": False}
    assert hit_key_steps(twice, ["ok2", "ok1"]) == {"ok1": True, "ok2": True}


def test_met_at_some_step_differs_from_met_at_the_end() -> None:
    """A requirement that is done and undone was met at some step but not at the end."""
    found = label_trajectory(
        task(requirement("a"), requirement("b")),
        ConstructionFacts(),
        trace(Tap(1, 1)),
        truth({}, {"a": True, "b": True}, {"b": True}),
    )
    assert found.met == {"a": (True, False), "b": (True, True)}


def test_a_parameter_without_its_anchor_is_unknown() -> None:
    """A parameter whose item was not chosen is neither met nor unmet, because its check may hold for another item."""
    asked = task(requirement("item"), requirement("size", "explicit"), requirement("bun", "explicit"))
    found = label_trajectory(asked, ConstructionFacts(), trace(), truth({}, {"size": True}))
    assert found.met == {"item": (False, False), "size": (None, None), "bun": (False, False)}


@pytest.mark.parametrize(
    ("text", "met"), [("17:30", False), ("It opens at 7:30.", True), ("7:30", True), ("Done.", False)]
)
def test_an_answer_must_contain_the_value_as_a_separate_word(text: str, met: bool) -> None:
    """An answer counts only if it contains the value as a separate word; a longer number makes it unknown."""
    asked = task(Requirement("time", "anchor", "time", "", "7:30", "", evidence="answer"))
    found = label_trajectory(asked, ConstructionFacts(), trace(Answer(text), Finish()), truth({}))
    # A text that contains the value only as part of a word is unknown and not counted.
    assert found.met["time"] == ((None, None) if text == "17:30" else (met, met))


@pytest.mark.parametrize(
    ("states", "steps", "ending", "kind"),
    [
        (({}, {"done": True}), 1, "finished", "normal"),
        (({}, {}), 1, "finished", "early"),
        (({}, {"done": True}), 3, "finished", "normal"),
        (({}, {"done": True}), 4, "finished", "delayed_goal"),
        (({}, {"done": True}, {"done": True, "more": True}), 2, "finished", "delayed_goal"),
        (({}, {}), 3, "max_steps", "delayed_cap"),
        (({}, {"done": True}), 4, "max_steps", "delayed_goal"),
        (({}, {}), 1, "stopped", "early"),
    ],
)
def test_the_termination_is_derived_from_state(
    states: tuple[dict[str, Any], ...], steps: int, ending: Ending, kind: str
) -> None:
    """From the app's state and the number of steps, a run's end is classed as normal, early or delayed; two looks at
    the result are no delay.
    """
    asked = task(requirement("done"), closing=Check("x/done", "eq", True))
    found = label_trajectory(asked, ConstructionFacts(), trace(*[Tap(1, 1)] * steps, ending=ending), truth(*states))
    assert found.termination == kind


def test_leaving_a_form_after_the_closing_is_not_a_delay() -> None:
    """A reference step after the goal is reached, such as leaving a form, does not count as a delay."""
    asked = task(requirement("done"), closing=Check("x/done", "eq", True), tail=1)
    found = label_trajectory(asked, ConstructionFacts(), trace(Tap(1, 1), Tap(2, 2)), truth({}, {"done": True}))
    assert found.termination == "normal"


@pytest.mark.parametrize("ending", ["void", "fault"])
def test_a_trajectory_that_a_fault_ended_has_no_labels(ending: Ending) -> None:
    """A trajectory that a fault ended is marked as lost."""
    assert label_trajectory(task(requirement("a")), ConstructionFacts(), trace(ending=ending), truth({})).lost


def committing_task(*serves: str) -> Task:
    """A task whose last key step is a commitment; requirement `x` has these key steps in addition."""
    asked = task(requirement("x"), closing=Check("x/x", "eq", True))
    steps = tuple(
        KeyStep(step.id, step.action, step.target, ("x",) if step.id in (*serves, "c") else (), commits=step.id == "c")
        for step in STEPS
    )
    return replace(asked, intent=replace(asked.intent, reference=replace(asked.intent.reference, key_steps=steps)))


@pytest.mark.parametrize(
    ("done", "met"),
    [
        ([(1, "a")], (None, None)),
        ([(1, "a"), (2, "c")], (True, True)),
        ([(1, "c"), (2, "a")], (None, None)),
        ([(2, "c")], (True, True)),
    ],
)
def test_a_check_that_a_draft_meets_is_unknown(
    done: list[tuple[int, str]], met: tuple[bool | None, bool | None]
) -> None:
    """A requirement met by an uncommitted draft is unknown if the commitment is missing or came before the choice."""
    found = label_trajectory(
        committing_task("a"),
        ConstructionFacts(tuple(done), ()),
        trace(Tap(1, 1), Tap(1, 1)),
        truth({}, {"x": True}, {"x": True}),
    )
    assert found.met == {"x": met}
    assert found.termination == (None if met[0] is None else "normal")


def test_an_unmet_check_is_known_without_the_commitment() -> None:
    """If a requirement's check does not hold it is unmet, even if the committing step is missing too."""
    found = label_trajectory(committing_task("a"), ConstructionFacts(((1, "a"),), ()), trace(Tap(1, 1)), truth({}, {}))
    assert found.met == {"x": (False, False)}
    assert found.termination == "early"


def test_players_are_labelled_by_state_alone() -> None:
    """Trajectories played by agents, whose omitted steps are unknown, are labelled from the app's state alone."""
    assert label_trajectory(
        committing_task("a"), ConstructionFacts(None, ()), trace(Tap(1, 1)), truth({}, {"x": True})
    ).met == {"x": (True, True)}
