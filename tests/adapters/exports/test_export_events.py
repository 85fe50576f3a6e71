"""Events that few runs have, in trajectories and timelines: calls of models, several actions, faults, disturbances."""

from __future__ import annotations

import json
from typing import Any

from adapters.exports.atif import TrajectoryContext, trajectory
from adapters.exports.trace_events import trace
from runtime.core.actions import AskUser, Decision, Finish, Tap
from runtime.core.events import (
    AnyEvent,
    Decided,
    DisturbanceOccurred,
    Ended,
    Faulted,
    ModelCalled,
    Observed,
    Performed,
    Replied,
    Score,
    Started,
)
from runtime.recordings.rows import step_rows
from tests.support.atif_schema import Trajectory
from tests.support.trace_event_schema import Trace

SCORE = Score(
    episode="a/t.standard/0",
    judge="rules",
    task="t.standard",
    agent="a",
    intent="t",
    level="standard",
    domain="device",
    difficulty="simple",
    apps=("clock",),
    ending="fault",
    cause="device",
)
CONTEXT = TrajectoryContext("suite", "1", "0", lambda digest: f"../{digest}.png")


def recorded(*events: tuple[type, dict[str, Any]]) -> list[AnyEvent]:
    """Events of an episode, a tenth of a second apart."""
    common = {"episode": SCORE.episode, "attempt": 0}
    return [kind(**common, seq=seq, t=seq / 10, **fields) for seq, (kind, fields) in enumerate(events)]


TWO_TAPS = Decision([Tap(1, 2), Tap(3, 4)], thought="Both.", raw="tap tap")
EVENTS = recorded(
    (Started, {"task": "t.standard", "agent": "a", "device": "phone-3", "seed": 9}),
    (Observed, {"step": 0, "frame": "frame-a", "tree": None}),
    (ModelCalled, {"role": "agent", "model": "m", "usage": {"input": 10, "output": 2, "reused": 4}, "error": "bad"}),
    (ModelCalled, {"role": "agent", "model": "m", "usage": {"input": 11, "output": 3}}),
    (Decided, {"step": 1, "decision": TWO_TAPS}),
    (Performed, {"step": 1, "action": Tap(1, 2), "took": 50}),
    (Performed, {"step": 2, "action": Tap(3, 4), "took": 900}),
    (DisturbanceOccurred, {"weather": "popup", "detail": "An offer"}),
    (Observed, {"step": 2, "frame": "frame-b", "tree": None}),
    (Decided, {"step": 3, "decision": Decision([AskUser("Which?"), Finish()])}),
    (Performed, {"step": 3, "action": AskUser("Which?")}),
    (ModelCalled, {"role": "user", "model": "u", "usage": {"input": 5}}),
    (Replied, {"step": 3, "question": "Which?", "text": "The red one."}),
    (Faulted, {"boundary": "device", "error": "gone"}),
    (Ended, {"ending": "fault", "cause": "device"}),
)


def test_calls_of_the_agents_model_are_counted_in_its_step():
    """Tokens of both calls are added up, the user's model is not counted, and the totals are those of the steps."""
    found = Trajectory.model_validate(trajectory("Do it.", {"rules": SCORE}, EVENTS, CONTEXT))
    first = found.steps[1]
    assert first.metrics is not None
    assert (first.metrics.prompt_tokens, first.metrics.completion_tokens, first.metrics.cached_tokens) == (21, 5, 4)
    assert (first.llm_call_count, first.model_name, found.agent.model_name) == (2, "m", "m")
    assert found.steps[2].llm_call_count is None
    assert found.final_metrics is not None
    assert (found.final_metrics.total_prompt_tokens, found.final_metrics.total_steps) == (21, 3)


def test_each_executed_action_has_a_result_and_the_screen_belongs_to_the_last():
    """Of two actions before the next screen the last one has it; an action that was never executed has no result."""
    found = Trajectory.model_validate(trajectory("Do it.", {"rules": SCORE}, EVENTS, CONTEXT))
    assert found.steps[1].observation is not None
    taps = found.steps[1].observation.results
    assert [result.content is None for result in taps] == [True, False]
    assert found.steps[2].observation is not None
    assert [result.content for result in found.steps[2].observation.results] == ["The red one."]
    assert [call.function_name for call in found.steps[2].tool_calls or ()] == ["ask", "finish"]
    assert found.extra is not None
    assert (found.extra["ending"], found.extra["cause"], found.extra["seed"]) == ("fault", "device", 9)


def test_the_gap_marks_of_a_decision_are_in_the_row_of_its_first_action():
    """The second action of a decision has none, so that each decision counts once."""
    rows = step_rows(EVENTS, SCORE, {1: (True, False), 3: (False, None)})
    assert [(row["step"], row["decision"], row["em"], row["gta"]) for row in rows] == [
        (1, 1, True, False),
        (2, 1, None, None),
        (3, 3, False, None),
    ]
    assert [(row["frame_before"], row["frame_after"]) for row in rows[:2]] == [
        ("frame-a", None),
        ("frame-a", "frame-b"),
    ]


def test_an_action_that_took_longer_than_its_time_stays_within_its_step():
    """Slices are nested also if an action is recorded with more milliseconds than have passed since the decision."""
    found = Trace.model_validate(json.loads(json.dumps(trace("run", [(SCORE, EVENTS)]))))
    steps = [(event.name, event.ts, event.dur) for event in found.traceEvents if event.cat == "step"]
    assert steps == [("tap", 100_000, 400_000), ("tap", 500_000, 300_000), ("ask", 800_000, 400_000)]
    acts = [(event.ts, event.dur) for event in found.traceEvents if event.cat == "act"]
    assert acts == [(450_000, 50_000), (500_000, 100_000), (1_000_000, 0)]


def test_disturbances_faults_and_dialogue_are_instants():
    """Each has its text."""
    found = Trace.model_validate(trace("run", [(SCORE, EVENTS)]))
    instants = [(event.name, event.args["text"]) for event in found.traceEvents if event.ph == "i"]
    assert instants == [
        ("popup", "An offer"),
        ("question", "Which?"),
        ("reply", "The red one."),
        ("fault: device", "gone"),
    ]


def test_episodes_of_a_device_follow_each_other():
    """The second episode of a device begins where the first ended; another device begins at 0."""
    elsewhere = [event if not isinstance(event, Started) else _moved(event) for event in EVENTS]
    found = Trace.model_validate(trace("run", [(SCORE, EVENTS), (SCORE, elsewhere), (SCORE, EVENTS)]))
    episodes = [(event.pid, event.ts) for event in found.traceEvents if event.cat == "episode"]
    assert episodes == [(1, 0), (2, 0), (1, 1_400_000)]


def _moved(event: Started) -> Started:
    return Started(
        episode=event.episode,
        attempt=0,
        seq=0,
        t=0.0,
        task=event.task,
        agent=event.agent,
        device="phone-4",
        seed=9,
    )
