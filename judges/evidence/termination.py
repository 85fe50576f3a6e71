"""Judges how an episode ended: early, delayed or normal (AmbiBench §4.1.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from judges.evidence.trail import Move, Trail
from runtime.core.events import Ended, Terminated, TerminatedKind

_STOPPED = ("finished", "stopped", "deadline")
_LOOKS: Final = 2
"""Actions after the goal that an agent may spend on looking at the result."""


def judge_termination(
    trail: Trail,
    closed_at: int | None,
    complete_at: int | None,
    episode: str,
    judge: str,
    *,
    tail: int = 0,
    changes: Callable[[Move], bool] = lambda _: False,
) -> Terminated:
    """The verdict on how the attempt ended.

    `closed_at` is the first step after which everything asked for was done, rightly or wrongly; `complete_at` is the
    step by which every requirement had been met; None: never. Early: the agent stopped before `closed_at`. Delayed: it
    reached the step limit, or acted on the device after both. The reference's own `tail` actions after closing are not
    late, nor are two more that look at the result, if they change nothing. An attempt that another party's fault ended
    is unscored.
    """
    ended = trail.ended
    assert ended is not None, "the attempt has not ended"
    last = trail.last_step
    late: list[Move] = []
    if closed_at is not None and complete_at is not None:
        late = [move for move in trail.moves if move.step > closed_at][tail:]
        late = [move for move in late if move.step > complete_at]
    looks = _looks(late, changes)
    kind, step, reason = _kind(ended, late[looks:], closed_at, last)
    return Terminated(episode=episode, judge=judge, termination=kind, step=step, reason=reason, looks=looks)


def _looks(late: list[Move], changes: Callable[[Move], bool]) -> int:
    """How many of the actions after the goal are tolerated."""
    first = next((number for number, move in enumerate(late[:_LOOKS]) if changes(move)), _LOOKS)
    return min(first, len(late))


def _kind(ended: Ended, late: list[Move], closed_at: int | None, last: int) -> tuple[TerminatedKind | None, int, str]:
    if ended.ending == "void" or (ended.ending == "fault" and ended.cause != "agent"):
        return None, last, f"lost to {ended.cause or 'a fault'}"
    if late:
        return "delayed_goal", late[0].step, f"all was done before step {late[0].step}, yet it went on"
    if ended.ending == "max_steps":
        return "delayed_cap", last, "it used up its steps"
    if closed_at is None and (ended.ending in _STOPPED or ended.cause == "agent"):
        return "early", last, "it stopped before the task had closed"
    return "normal", last, ""
