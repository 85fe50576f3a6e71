"""Runs a judge that computes on a simulated phone beside the event loop, without starving it."""

from __future__ import annotations

import select
from collections.abc import Callable, Sequence

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Decided, DisturbanceOccurred, Ended, Performed, Started
from runtime.core.log import Log

_LIMITER: RunVar[anyio.CapacityLimiter] = RunVar("judges.gap.turn")
"""Per event loop: lets one mirror compute at a time, so that twenty attempts do not starve the loop."""


async def judge_in_thread(
    feed: Callable[[Sequence[AnyEvent | AnyTruth]], Sequence[AnyVerdict]],
    trace: Log[AnyEvent],
    verdicts: Log[AnyVerdict],
    truth: Log[AnyTruth] | None,
) -> None:
    """Feed events and truth to a judge in their common order until the trace is closed, and record its verdicts."""
    consumed = 0
    async for event in trace:
        recorded_truth = list(truth)[consumed:] if truth is not None else []
        before = [record for record in recorded_truth if record.seq < event.seq]
        consumed += len(before)
        # Most events are only stored. Those that need computing run in a worker thread.
        if isinstance(event, (Started, Decided, Performed, DisturbanceOccurred, Ended)):
            new_verdicts = await anyio.to_thread.run_sync(feed, (*before, event), limiter=_limiter())
        else:
            new_verdicts = feed((*before, event))
        for verdict in new_verdicts:
            verdicts.append(verdict)


def release_interpreter_lock() -> None:
    """Release the interpreter lock for a moment.

    A computing thread keeps the lock for five milliseconds at a time. An event loop that needs it several times for one
    event would wait each time.
    """
    select.select((), (), (), 0)


def _limiter() -> anyio.CapacityLimiter:
    try:
        return _LIMITER.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(1)
        _LIMITER.set(limiter)
        return limiter
