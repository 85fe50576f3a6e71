"""Divides crawls and replays among processes. Each process works on its own apps; results do not depend on how."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from time import monotonic, process_time
from typing import Final, TypeVar

from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.atlas.crawler import Crawl
from benchmarks.acceptance.atlas.differences import Differences, Replay
from benchmarks.acceptance.atlas.findings import Findings
from benchmarks.acceptance.atlas.pins import PinnedApp
from benchmarks.acceptance.atlas.starts import starts_of

WORKERS: Final = 2
T = TypeVar("T")
R = TypeVar("R")
_SLICE: Final = 500
"""Inputs made on one app before the next app's turn."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much to explore: inputs per app, and the time (of `time.monotonic`) at which to stop in any case."""

    inputs: int
    until: float
    seed: int = 0


@dataclass(frozen=True, slots=True)
class CrawledApp:
    """What a crawl through one app found; `complete`: everything found was also expanded."""

    pinned: PinnedApp
    findings: Findings
    complete: bool
    seconds: float
    """CPU time of the process."""


def crawl_apps(names: Sequence[str], budget: Budget) -> list[CrawledApp]:
    """Explore apps in turns in this process."""
    phone = Phone(installed_apps())
    by_name = {app.name: app for app in phone.apps}
    crawls = [
        Crawl(Phone(phone.apps, factory=phone.factory), by_name[name], starts_of(name), budget.seed) for name in names
    ]
    gc.collect()
    gc.freeze()
    spent = [0.0] * len(crawls)
    waiting = deque(range(len(crawls)))
    while waiting and monotonic() < budget.until:
        index = waiting.popleft()
        crawl, began = crawls[index], process_time()
        crawl.run(min(_SLICE, budget.inputs - crawl.inputs))
        spent[index] += process_time() - began
        if not crawl.done and crawl.inputs < budget.inputs:
            waiting.append(index)
    return [
        CrawledApp(
            PinnedApp(crawl.app.name, crawl.inputs, crawl.visits, crawl.edges), crawl.findings, crawl.done, spent[index]
        )
        for index, crawl in enumerate(crawls)
    ]


def replay_apps(pinned: Sequence[PinnedApp]) -> list[tuple[PinnedApp, Differences]]:
    """Replay pinned visits in this process."""
    phone = Phone(installed_apps())
    by_name = {app.name: app for app in phone.apps}
    return [
        (item, Replay(phone, by_name[item.app], starts_of(item.app)).run(item.visits, item.edges))
        for item in pinned
        if item.app in by_name
    ]


def crawl_in_processes(names: Sequence[str], budget: Budget) -> list[CrawledApp]:
    """Explore apps in several processes; returned in the order of their names."""
    found = _divided(partial(crawl_apps, budget=budget), names)
    return sorted(found, key=lambda item: names.index(item.pinned.app))


def replay_in_processes(pinned: Sequence[PinnedApp]) -> list[tuple[PinnedApp, Differences]]:
    """Replay pinned visits in several processes."""
    largest_first = sorted(pinned, key=lambda item: -len(item.visits))
    return sorted(_divided(replay_apps, largest_first), key=lambda item: item[0].app)


def _divided(work: Callable[[Sequence[T]], list[R]], items: Sequence[T]) -> list[R]:
    """Return the results of several processes that share the items."""
    parts = [part for part in (items[at::WORKERS] for at in range(WORKERS)) if part]
    if len(parts) == 1:
        return work(parts[0])
    with ProcessPoolExecutor(len(parts), mp_context=get_context("spawn")) as pool:
        return [result for results in pool.map(work, parts) for result in results]
