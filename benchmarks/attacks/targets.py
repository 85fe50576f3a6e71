"""The attacked tasks: the published ones, and procedural draws of each intent."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import replay, suite
from benchmarks.clarity240.schema import IntentFile
from benchmarks.clarity240.task_variants import Draws
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite, Task


def attacked_suite(draws: int, seed: int, intents: Collection[str] = ()) -> Suite:
    """The published tasks, followed by so many draws of each intent, or as many as it has.

    `intents`: only these; all of them if empty.

    Raises:
        UsageError: the suite has no such intent.
    """
    published = suite.suite()
    unknown = set(intents).difference(intent.id for intent in published.intents)
    if unknown:
        raise UsageError(f"there is no intent {min(unknown)!r}")
    tasks = [task for task in published.tasks if not intents or task.intent.id in intents]
    sources = [source for source in suite.sources() if not intents or source.id in intents] if draws else []
    phone = replay.phone()
    drawn = (task for source in sources for task in _drawn(source, phone, draws, seed))
    return Suite(f"{published.name}-attacked", published.version, (*tasks, *drawn))


def _drawn(source: IntentFile, phone: Phone, draws: int, seed: int) -> list[Task]:
    """All tasks of the first draws of one intent."""
    found: dict[str, list[Task]] = {}
    for task in Draws([source], phone).tasks(seed):
        if task.intent.id not in found and len(found) == draws:
            break
        found.setdefault(task.intent.id, []).append(task)
    return [task for tasks in found.values() for task in tasks]


def sample(tasks: Sequence[Task], limit: int | None, seed: int) -> tuple[Task, ...]:
    """At most so many of the tasks, drawn by the seed and in their order."""
    if limit is None or limit >= len(tasks):
        return tuple(tasks)
    places = sorted(random.Random(seed).sample(range(len(tasks)), limit))
    return tuple(tasks[place] for place in places)
