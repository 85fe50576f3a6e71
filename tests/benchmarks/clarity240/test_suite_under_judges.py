"""The rule judge and the state judge give the expected verdicts on scripted runs of the committed suite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import load, setup
from benchmarks.clarity240.soundness import instrument
from judges.rules.judge import RuleJudge
from judges.state import StateJudge
from runtime.core.actions import DEVICE_ACTIONS, AskUser, Decision
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Decided,
    Ended,
    KeyStepHit,
    Observed,
    Performed,
    Released,
    Replied,
    RequirementMet,
    SideEffect,
    Started,
    StateRead,
    Terminated,
    TurnJudged,
    subject,
)
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence

EPISODE = "e"
TASKS = [task.id for task in load().tasks]


def events_of(played: setup.Stage) -> Iterator[AnyEvent | AnyTruth]:
    """The events and the truth of an episode on the stage, one decision for each action."""
    seq = iter(range(10_000))

    def head() -> dict[str, Any]:
        return {"episode": EPISODE, "attempt": 0, "seq": next(seq), "t": 0.0}

    states, replies, turns = iter(played.states), iter(played.replies), iter(played.turns)
    yield Started(**head(), task=played.task.id, agent="a", device="d", seed=0)
    yield StateRead(**head(), step=0, state=next(states))
    yield Observed(**head(), step=0, frame=None, tree="0")
    for step, action in enumerate(played.actions, 1):
        yield Decided(**head(), step=step, decision=Decision((action,)))
        yield Performed(**head(), step=step, action=action)
        if isinstance(action, AskUser):
            turn = next(turns)
            yield Released(**head(), step=step, requirements=turn.compliant, turn=turn.label)
            yield Replied(**head(), step=step, question=action.question, text=next(replies))
        if isinstance(action, DEVICE_ACTIONS):
            yield StateRead(**head(), step=step, state=next(states))
        yield Observed(**head(), step=step, frame=None, tree=str(step))
    yield Ended(**head(), ending="finished")


def verdicts(kind: type[RuleJudge] | type[StateJudge], played: setup.Stage) -> list[AnyVerdict]:
    """The last verdict on each subject."""
    judge = kind(Evidence(tree=lambda digest: played.trees[int(digest)], frame=lambda digest: b""))
    judge.begin(played.task, EPISODE)
    last: dict[object, AnyVerdict] = {}
    for event in events_of(played):
        for verdict in judge.feed(event):
            last[subject(verdict)] = verdict
    return list(last.values())


def _task(identifier: str) -> Task:
    return next(task for task in load().tasks if task.id == identifier)


@pytest.mark.parametrize("judge", [RuleJudge, StateJudge])
@pytest.mark.parametrize("identifier", TASKS)
def test_an_oracle_run_is_perfect_before_both_judges(pure_phone: Phone, identifier, judge):
    """Both judges rate an oracle run as perfect: all met, questions compliant, a normal end, no side effects."""
    task = _task(identifier)
    events = verdicts(judge, setup.play(instrument("oracle"), task, pure_phone))
    met = {event.requirement: (event.any, event.final) for event in events if isinstance(event, RequirementMet)}
    assert met == {requirement.id: (True, True) for requirement in task.intent.requirements}
    assert {event.key_step for event in events if isinstance(event, KeyStepHit) and event.hit} == {
        step.id for step in task.intent.reference.key_steps
    }
    assert [event.label for event in events if isinstance(event, TurnJudged)] == ["compliant"] * len(task.gap)
    assert {name for event in events if isinstance(event, TurnJudged) for name in event.filled} == set(task.gap)
    assert [event.termination for event in events if isinstance(event, Terminated)] == ["normal"]
    assert [event for event in events if isinstance(event, SideEffect) and not event.undone] == []


@pytest.mark.parametrize("judge", [RuleJudge, StateJudge])
@pytest.mark.parametrize("identifier", [name for name in TASKS if name.endswith(("incomplete", "ambiguous"))])
def test_a_silent_run_misses_exactly_what_is_open_before_both_judges(pure_phone: Phone, identifier, judge):
    """In a run without questions, both judges find exactly the unstated requirements unmet."""
    task = _task(identifier)
    events = verdicts(judge, setup.play(instrument("silent"), task, pure_phone))
    met = {event.requirement: event.any for event in events if isinstance(event, RequirementMet)}
    assert met == {requirement.id: requirement.id not in task.gap for requirement in task.intent.requirements}
