"""An episode as a trajectory in ATIF v1.8, the Agent Trajectory Interchange Format of Harbor. Pure.

The format is described at https://harborframework.com/docs/trajectory-format. The first step is the user's: the
instruction and the first screen. Every other step is a decision of the agent: its raw output is the message, its
thought the reasoning, its actions are tool calls. The observation of an action is the next screen or the user's reply.
Steps have no timestamps, because a run records times within an episode only; they are in `extra`, in seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runtime.core.events import (
    AnyEvent,
    Decided,
    Digest,
    Ended,
    ModelCalled,
    Observed,
    Performed,
    Replied,
    Score,
    Started,
)
from runtime.recordings.rows import action_arguments, contributions

SCHEMA: Final = "ATIF-v1.8"


@dataclass(frozen=True, slots=True)
class TrajectoryContext:
    """What all trajectories of a run share. `picture` returns the path of a screen as it is written to the file."""

    suite: str
    suite_version: str
    runtime_version: str
    picture: Callable[[Digest], str]


def trajectory(
    instruction: str, scores: Mapping[str, Score], events: Sequence[AnyEvent], context: TrajectoryContext
) -> dict[str, Any]:
    """Return the trajectory of a finished episode; `scores` are those of its judges by name."""
    score = next(iter(scores.values()))
    first = next((event.frame for event in events if isinstance(event, Observed) and event.frame), None)
    message: str | list[dict[str, Any]] = instruction
    if first is not None:
        message = [{"type": "text", "text": instruction}, _picture(first, context)]
    steps: list[dict[str, Any]] = [{"source": "user", "message": message}, *_decisions(events, context)]
    models = Counter(event.model for event in events if isinstance(event, ModelCalled) and event.role == "agent")
    agent = {"name": score.agent, "version": context.runtime_version}
    if models:
        agent["model_name"] = models.most_common(1)[0][0]
    started = next((event for event in events if isinstance(event, Started)), None)
    ended = next((event for event in events if isinstance(event, Ended)), None)
    return {
        "schema_version": SCHEMA,
        "session_id": score.episode,
        "trajectory_id": f"{score.episode}/{score.attempt}",
        "agent": agent,
        "steps": [{"step_id": number, **step} for number, step in enumerate(steps, start=1)],
        "final_metrics": {**_total(steps), "total_steps": len(steps)},
        "extra": {
            "suite": context.suite,
            "suite_version": context.suite_version,
            "task": score.task,
            "level": score.level,
            "repeat": score.repeat,
            "seed": started.seed if started is not None else None,
            "can_ask": score.can_ask,
            "ending": ended.ending if ended is not None else None,
            "cause": ended.cause if ended is not None else None,
            "scores": {judge: contributions(each) for judge, each in scores.items()},
        },
    }


def _decisions(events: Iterable[AnyEvent], context: TrajectoryContext) -> list[dict[str, Any]]:
    """A step for each decision, with the observations that follow its actions."""
    steps: list[dict[str, Any]] = []
    calls: list[ModelCalled] = []
    observed: dict[str, Any] | None = None
    """The observation of the last action, until something is observed."""
    waiting: list[str] = []
    for event in events:
        match event:
            case ModelCalled(role="agent"):
                calls.append(event)
            case Decided():
                identifiers = [f"call-{event.seq}-{number}" for number in range(1, len(event.decision.actions) + 1)]
                steps.append(_decision(event, identifiers, calls))
                calls, waiting, observed = [], identifiers, None
            case Performed() if waiting:
                observed = {"source_call_id": waiting.pop(0)}
                steps[-1].setdefault("observation", {"results": []})["results"].append(observed)
            case Observed() if observed is not None and event.frame is not None:
                observed.setdefault("content", [_picture(event.frame, context)])
            case Replied() if observed is not None:
                observed.setdefault("content", event.text)
            case _:
                pass
    return steps


def _decision(event: Decided, identifiers: Sequence[str], calls: Sequence[ModelCalled]) -> dict[str, Any]:
    decision = event.decision
    step: dict[str, Any] = {"source": "agent", "message": decision.raw}
    if decision.thought:
        step["reasoning_content"] = decision.thought
    if decision.actions:
        step["tool_calls"] = [
            {"tool_call_id": identifier, "function_name": action.kind, "arguments": action_arguments(action)}
            for identifier, action in zip(identifiers, decision.actions, strict=True)
        ]
    if calls:
        step["llm_call_count"] = len(calls)
        step["model_name"] = calls[-1].model
        usage: Counter[str] = Counter()
        for call in calls:
            usage.update(call.usage)
        step["metrics"] = {
            name: usage[ours]
            for name, ours in (("prompt_tokens", "input"), ("completion_tokens", "output"), ("cached_tokens", "reused"))
            if ours in usage
        }
    step["extra"] = {"step": event.step, "t": event.t, "source": event.source}
    return step


def _total(steps: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for step in steps:
        total.update(step.get("metrics", {}))
    return {f"total_{name}": count for name, count in sorted(total.items())}


def _picture(digest: Digest, context: TrajectoryContext) -> dict[str, Any]:
    return {"type": "image", "source": {"media_type": "image/png", "path": context.picture(digest)}}
