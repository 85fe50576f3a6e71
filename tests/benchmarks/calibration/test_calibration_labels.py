"""What is known of a trajectory without any judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration.labels import Making, hit, label
from runtime.core.actions import Action, Answer, Finish, Tap
from runtime.core.events import AnyEvent, AnyTruth, Ended, Ending, Performed, StateRead
from runtime.core.tasks import Check, Intent, KeyStep, Phrasing, Reference, Requirement, Selector, Setup, Task

STEPS = tuple(KeyStep(name, Tap(0, 0), Selector(text=name)) for name in "abc")


def task(*requirements: Requirement, closing: Check | None = None, tail: int = 0) -> Task:
    """A task with these requirements."""
    reference = Reference((), STEPS, closing, tail=tail)
    intent = Intent("i", "social", "functional", "prior", (), requirements, reference, Setup(), Phrasing("", "", ()))
    return Task("i.standard", intent, "standard", "", ())


def wants(name: str, kind: Any = "anchor") -> Requirement:
    """A requirement that `x/NAME` is true."""
    return Requirement(name, kind, name, name, name, "", truth=Check(f"x/{name}", "eq", True))


def trace(*actions: Action, ending: Ending = "finished") -> list[AnyEvent]:
    """Performed actions and the end."""
    done: list[AnyEvent] = [
        Performed(episode="e", attempt=0, seq=at, t=0, step=at, action=action) for at, action in enumerate(actions, 1)
    ]
    return [*done, Ended(episode="e", attempt=0, seq=99, t=0, ending=ending)]


def truth(*states: dict[str, Any]) -> list[AnyTruth]:
    """App state read after step 0, 1, …; only what changed, as it is recorded."""
    return [
        StateRead(episode="e", attempt=0, seq=at, t=0, step=at, state={"x": state}) for at, state in enumerate(states)
    ]


@given(st.lists(st.sampled_from("abc"), max_size=7))
def test_key_steps_are_a_longest_common_subsequence(done: list[str]) -> None:
    """As many are hit as any order-preserving choice could hit."""
    hits = hit(STEPS, done)
    most = max(
        size
        for size in range(4)
        for subset in combinations("abc", size)
        for picked in combinations(done, size)
        if picked == subset
    )
    assert sum(hits.values()) == most


@pytest.mark.parametrize(
    ("done", "hits"), [("ba", "b"), ("bac", "bc"), ("aba", "ab"), ("", ""), ("cab", "ab"), ("aabbcc", "abc")]
)
def test_of_several_longest_choices_the_earliest_counts(done: str, hits: str) -> None:
    """Ties are broken by the steps, so two people get the same key steps."""
    assert "".join(name for name, is_hit in hit(STEPS, list(done)).items() if is_hit) == hits


def test_the_same_operation_twice_can_stand_for_either() -> None:
    """Two key steps on one element with one label are one operation."""
    twice = (KeyStep("ok1", Tap(1, 1), Selector(text="OK")), KeyStep("ok2", Tap(9, 9), Selector(text="OK")))
    assert hit(twice, ["ok2"]) == {"ok1": True, "ok2": False}
    assert hit(twice, ["ok2", "ok1"]) == {"ok1": True, "ok2": True}


def test_met_at_some_step_and_met_at_the_end_are_two_things() -> None:
    """Done and undone is met, and not met in the end."""
    found = label(
        task(wants("a"), wants("b")), Making(), trace(Tap(1, 1)), truth({}, {"a": True, "b": True}, {"b": True})
    )
    assert found.met == {"a": (True, False), "b": (True, True)}


def test_a_parameter_of_what_was_never_there_is_not_known() -> None:
    """A check that does not name its entity holds of another one; that is neither met nor unmet."""
    asked = task(wants("item"), wants("size", "explicit"), wants("bun", "explicit"))
    found = label(asked, Making(), trace(), truth({}, {"size": True}))
    assert found.met == {"item": (False, False), "size": (None, None), "bun": (False, False)}


@pytest.mark.parametrize(
    ("text", "met"), [("17:30", False), ("It opens at 7:30.", True), ("7:30", True), ("Done.", False)]
)
def test_an_answer_counts_by_itself(text: str, met: bool) -> None:
    """The value stands there as a word, or it does not."""
    asked = task(Requirement("time", "anchor", "time", "", "7:30", "", evidence="answer"))
    found = label(asked, Making(), trace(Answer(text), Finish()), truth({}))
    # What merely contains the value is nobody's answer and nobody's mistake: it is not counted.
    assert found.met["time"] == ((None, None) if text == "17:30" else (met, met))


@pytest.mark.parametrize(
    ("states", "steps", "ending", "kind"),
    [
        (({}, {"done": True}), 1, "finished", "normal"),
        (({}, {}), 1, "finished", "early"),
        (({}, {"done": True}), 2, "finished", "delayed_goal"),
        (({}, {}), 3, "max_steps", "delayed_cap"),
        (({}, {"done": True}), 3, "max_steps", "delayed_goal"),
        (({}, {}), 1, "stopped", "early"),
    ],
)
def test_the_end_is_told_by_state(states: tuple[dict[str, Any], ...], steps: int, ending: Ending, kind: str) -> None:
    """Early, delayed by acting on, delayed into the cap, or as it should be."""
    asked = task(wants("done"), closing=Check("x/done", "eq", True))
    found = label(asked, Making(), trace(*[Tap(1, 1)] * steps, ending=ending), truth(*states))
    assert found.termination == kind


def test_what_a_person_does_to_leave_a_form_is_no_acting_on() -> None:
    """The reference's own last steps after closing belong to the goal."""
    asked = task(wants("done"), closing=Check("x/done", "eq", True), tail=1)
    found = label(asked, Making(), trace(Tap(1, 1), Tap(2, 2)), truth({}, {"done": True}))
    assert found.termination == "normal"


@pytest.mark.parametrize("ending", ["void", "fault"])
def test_what_a_fault_ended_tells_nothing(ending: Ending) -> None:
    """It is lost, and nobody's figure counts it."""
    assert label(task(wants("a")), Making(), trace(ending=ending), truth({})).lost


def sealed(*serves: str) -> Task:
    """A task whose last key step cannot be taken back; the requirement `x` has these key steps besides it."""
    asked = task(wants("x"), closing=Check("x/x", "eq", True))
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
def test_a_draft_is_not_believed_to_be_done(done: list[tuple[int, str]], met: tuple[bool | None, bool | None]) -> None:
    """A check that holds although what commits was left out, or came before the choice, tells nothing."""
    found = label(
        sealed("a"), Making(tuple(done), ()), trace(Tap(1, 1), Tap(1, 1)), truth({}, {"x": True}, {"x": True})
    )
    assert found.met == {"x": met}
    assert found.termination == (None if met[0] is None else "normal")


def test_what_is_not_there_needs_no_commitment_to_be_missed() -> None:
    """Where the check does not hold, leaving the commitment out leaves nothing unknown."""
    found = label(sealed("a"), Making(((1, "a"),), ()), trace(Tap(1, 1)), truth({}, {}))
    assert found.met == {"x": (False, False)}
    assert found.termination == "early"


def test_of_players_it_is_not_known_what_they_left_out() -> None:
    """Their requirements are labelled by state alone."""
    assert label(sealed("a"), Making(None, ()), trace(Tap(1, 1)), truth({}, {"x": True})).met == {"x": (True, True)}
