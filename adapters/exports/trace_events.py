"""The episodes of a run as a timeline that https://ui.perfetto.dev opens. Pure.

A device is a process. Each episode is a slice, its steps are slices within it, and these consist of *think* (until the
decision), *act* (the action on the device) and *settle* (until the screen is at rest). Questions, replies, disturbances
and faults are instants.

A run records times within an episode only. So the episodes of a device follow each other without a pause, in the order
in which they finished; what different devices did at the same time is not shown.

The form is the JSON trace-event format, because it needs the standard library only. Perfetto's own form is written with
its package, which would add a dependency and show nothing more of a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.core.actions import Action, AskUser, Takeover
from runtime.core.events import (
    AnyEvent,
    Decided,
    DisturbanceOccurred,
    Faulted,
    Observed,
    Performed,
    Replied,
    Score,
    Started,
)
from runtime.metrics import counts
from runtime.recordings.rows import action_arguments

_THREAD = 1


@dataclass(slots=True)
class _Step:
    """A step of an episode, in microseconds from the beginning of the episode."""

    number: int
    action: Action
    began: int
    decided: int
    acting: int
    acted: int
    ended: int
    thought: str


def trace(run: str, episodes: Iterable[tuple[Score, Sequence[AnyEvent]]]) -> dict[str, Any]:
    """Return the trace of the episodes, each with its score; `run` is a name for the title."""
    processes: dict[str, int] = {}
    ends: dict[str, int] = {}
    found: list[dict[str, Any]] = []
    for score, events in episodes:
        device = next((event.device for event in events if isinstance(event, Started)), "unknown device")
        if device not in processes:
            process = processes[device] = len(processes) + 1
            found += [_metadata("process_name", process, device), _metadata("thread_name", process, "episodes")]
        began = ends.get(device, 0)
        ends[device] = began + max((_micros(event.t) for event in events), default=0)
        found += _episode(score, events, processes[device], began, ends[device])
    return {"traceEvents": found, "displayTimeUnit": "ms", "otherData": {"run": run}}


def _episode(score: Score, events: Sequence[AnyEvent], process: int, began: int, ended: int) -> list[dict[str, Any]]:
    def piece(name: str, start: int, end: int, category: str, facts: dict[str, Any] | None = None) -> dict[str, Any]:
        return _slice(name, process, began + start, end - start, category, facts or {})

    facts = {
        "agent": score.agent,
        "task": score.task,
        "level": score.level,
        "ending": score.ending,
        "success": counts.success(score),
        "requirements": f"{counts.met(score)} of {score.requirements}",
    }
    found = [piece(score.episode, 0, ended - began, "episode", facts)]
    for step in _steps(events):
        about = {"step": step.number, "thought": step.thought, **action_arguments(step.action)}
        found += [
            piece(step.action.kind, step.began, step.ended, "step", about),
            piece("think", step.began, step.decided, "think"),
            piece("act", step.acting, step.acted, "act"),
            piece("settle", step.acted, step.ended, "settle"),
        ]
    for event in events:
        at = began + _micros(event.t)
        match event:
            case Performed(action=AskUser(question=text) | Takeover(message=text)):
                found.append(_instant("question", process, at, text))
            case Replied(text=text):
                found.append(_instant("reply", process, at, text))
            case DisturbanceOccurred():
                found.append(_instant(event.weather, process, at, event.detail))
            case Faulted():
                found.append(_instant(f"fault: {event.boundary}", process, at, event.error))
            case _:
                pass
    return found


def _steps(events: Iterable[AnyEvent]) -> list[_Step]:
    """The steps, each from the end of the one before it to the last screen or reply that followed its action."""
    steps: list[_Step] = []
    last = decided = 0
    thought = ""
    following = False
    """Whether what is observed now follows the last step's action."""
    for event in events:
        at = _micros(event.t)
        match event:
            case Decided():
                decided, thought, following = at, event.decision.thought, False
            case Performed():
                decided = max(decided, last)
                acting = max(decided, at - 1000 * event.took)
                steps.append(_Step(event.step, event.action, last, decided, acting, at, at, thought))
                last, thought, following = at, "", True
            case Observed() | Replied():
                if following:
                    steps[-1].ended = at
                last = at
            case _:
                pass
    return steps


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _metadata(name: str, process: int, text: str) -> dict[str, Any]:
    return {"name": name, "ph": "M", "pid": process, "tid": _THREAD, "args": {"name": text}}


def _slice(name: str, process: int, at: int, lasts: int, category: str, facts: dict[str, Any]) -> dict[str, Any]:
    place = {"pid": process, "tid": _THREAD, "ts": at, "dur": lasts}
    return {"name": name, "cat": category, "ph": "X", **place, "args": facts}


def _instant(name: str, process: int, at: int, text: str) -> dict[str, Any]:
    place = {"pid": process, "tid": _THREAD, "ts": at, "s": "t"}
    return {"name": name, "cat": "instant", "ph": "i", **place, "args": {"text": text}}
