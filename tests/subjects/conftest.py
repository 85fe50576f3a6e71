"""Two virtual phones for all tests of a module, and the right way of its tasks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from runtime.engine import Runtime
from runtime.tasks import Task
from tests.subjects.native_writers import Step
from tests.subjects.scripted_models import right_way


@dataclass
class Stage:
    """Phones to play on; `way` is what the oracle does there."""

    runtime: Runtime
    ways: dict[str, list[Step]] = field(default_factory=dict)

    def task(self, name: str) -> Task:
        """The task of that name."""
        return next(task for task in self.runtime.suite.tasks if task.id == name)

    async def way(self, name: str) -> list[Step]:
        """The oracle's steps at a task, played once."""
        if name not in self.ways:
            self.ways[name] = await right_way(self.runtime, self.task(name))
        return self.ways[name]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for a module's tests, so that they can share phones."""
    return "asyncio"


@pytest.fixture(scope="module")
async def stage() -> AsyncIterator[Stage]:
    """Phones of a module's tests."""
    async with Runtime(devices=["phone://2"]) as runtime:
        yield Stage(runtime)
