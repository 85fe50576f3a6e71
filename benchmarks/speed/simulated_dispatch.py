"""Placement alone: the real dispatch on phones that are nothing but their speed, driven by a heap of ends."""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from benchmarks.speed.contender import Places, Run
from runtime.scheduling.dispatch import Dispatch
from runtime.scheduling.placement import Job

_TASKS: Final = 240
_SECONDS: Final = 3.0
"""A step, and the preparation of an episode."""


class _Queue:
    """The floor: episodes in the order in which they came, to any idle phone."""

    def __init__(self, jobs: list[tuple[int, Job]], phones: list[str]) -> None:
        self._jobs = deque(jobs)
        self._idle = phones[::-1]

    def assign(self) -> Iterator[tuple[str, int, str]]:
        while self._jobs and self._idle:
            number, job = self._jobs.popleft()
            yield self._idle.pop(), number, job.id

    def played(self, identifier: str, phone: str, took: float, steps: int) -> None:
        self._idle.append(phone)


class _Placed:
    """Ours."""

    def __init__(self, jobs: list[tuple[int, Job]], phones: list[str]) -> None:
        self.now = 0.0
        self._dispatch = Dispatch(jobs, phones, attempts=3, seed=1)
        self.played = self._dispatch.played

    def assign(self) -> Iterator[tuple[str, int, str]]:
        for phone, turn in self._dispatch.assign(lambda phone: True, self.now):
            yield phone, turn.item, turn.id


def _play(phones: int, episodes: int, kind: type[_Queue | _Placed]) -> None:
    draw = Random(1)
    slowness = {f"phone-{number}": draw.lognormvariate(0.0, 0.3) for number in range(phones)}
    lengths = [min(24, max(2, round(draw.lognormvariate(math.log(8), 0.7)))) for _ in range(_TASKS)]
    jobs = [
        (number, Job(f"{number}", f"{number % _TASKS}", "agent", lengths[number % _TASKS], "standard"))
        for number in range(episodes)
    ]
    steps = [min(24, max(1, round(job.length * draw.lognormvariate(0.0, 0.7)))) for _, job in jobs]
    plan = kind(jobs, list(slowness))
    ends: list[tuple[float, str, int, str, float]] = []
    now = 0.0
    for _ in range(episodes):
        for phone, number, identifier in plan.assign():
            took = _SECONDS * (1 + steps[number]) * slowness[phone]
            heapq.heappush(ends, (now + took, phone, number, identifier, took))
        now, phone, number, identifier, took = heapq.heappop(ends)
        if isinstance(plan, _Placed):
            plan.now = now
        plan.played(identifier, phone, took, steps[number])


def _contender(phones: int, kind: type[_Queue | _Placed]) -> Callable[[Places], object]:
    @contextmanager
    def contender(_: Places) -> Iterator[Run]:
        yield lambda count: _play(phones, count, kind)

    return contender


phones_20 = _contender(20, _Placed)
phones_100 = _contender(100, _Placed)
phones_1000 = _contender(1000, _Placed)
phones_10000 = _contender(10_000, _Placed)
queue = _contender(10_000, _Queue)
