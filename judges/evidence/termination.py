"""Judges how an episode ended: early, delayed or normal (AmbiBench §4.1.2)."""

from __future__ import annotations

from judges.evidence.trail import Trail
from runtime.core.events import Ended, Terminated, TerminatedKind

_STOPPED = ("finished", "stopped", "deadline")


def judge_termination(
    trail: Trail, closed_at: int | None, complete_at: int | None, episode: str, judge: str
) -> Terminated:
    """The verdict on how the attempt ended.

    `closed_at` is the first step after which everything asked for was done, rightly or wrongly; `complete_at` is the
    step by which every requirement had been met; None: never. Early: the agent stopped before `closed_at`. Delayed: it
    acted on the device after both, or reached the step limit. An attempt that another party's fault ended is unscored.
    """
    ended = trail.ended
    assert ended is not None, "the attempt has not ended"
    kind, step, reason = _kind(trail, ended, closed_at, complete_at)
    return Terminated(episode=episode, judge=judge, termination=kind, step=step, reason=reason)


def _kind(
    trail: Trail, ended: Ended, closed_at: int | None, complete_at: int | None
) -> tuple[TerminatedKind | None, int, str]:
    last = trail.last_step
    if ended.ending == "void" or (ended.ending == "fault" and ended.cause != "agent"):
        return None, last, f"lost to {ended.cause or 'a fault'}"
    if closed_at is not None and complete_at is not None:
        goal = max(closed_at, complete_at)
        late = next((move.step for move in trail.moves if move.step > goal), None)
        if late is not None:
            return "delayed_goal", late, f"all was done by step {goal}, yet it went on"
    if ended.ending == "max_steps":
        return "delayed_cap", last, "it used up its steps"
    if closed_at is None and (ended.ending in _STOPPED or ended.cause == "agent"):
        return "early", last, "it stopped before the task had closed"
    return "normal", last, ""
