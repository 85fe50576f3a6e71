"""Virtual phones for all tests of a module, and the oracle's steps of its tasks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from adapters.agents.llm.kit.presets import Preset
from runtime.core.actions import Decision
from runtime.core.events import Score
from runtime.core.tasks import Task
from runtime.engine import Runtime
from tests.support.native_writers import Step
from tests.support.scripted_models import PlayedEpisode, ScriptedModel, play, right_way, summaries


@dataclass
class Stage:
    """Phones for episodes; `way` returns the oracle's steps."""

    runtime: Runtime
    ways: dict[str, list[Step]] = field(default_factory=dict)
    twins: dict[str, tuple[Score, ...]] = field(default_factory=dict)

    def task(self, name: str) -> Task:
        """Returns the task of that name."""
        return next(task for task in self.runtime.suite.tasks if task.id == name)

    async def way(self, name: str) -> list[Step]:
        """Returns the oracle's steps for a task, played once."""
        if name not in self.ways:
            self.ways[name] = await right_way(self.runtime, self.task(name))
        return self.ways[name]

    async def twin(self, name: str) -> tuple[Score, ...]:
        """Returns the judges' verdicts on the oracle's steps played without a model."""
        if name not in self.twins:
            way = await self.way(name)
            async with self.runtime.session(self.task(name), "twin") as lease:
                for step in way:
                    await lease.live.step(Decision((step.action,)))
            self.twins[name] = lease.scores
        return self.twins[name]

    async def played(self, preset: Preset[Any], replies: Sequence[str], name: str) -> PlayedEpisode:
        """Plays an episode with a model that gives these replies, and then only unreadable ones."""
        return await play(self.runtime, preset, self.task(name), ScriptedModel(replies, summaries))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for a module's tests, so that they can share phones."""
    return "asyncio"


@pytest.fixture(scope="module")
async def stage() -> AsyncIterator[Stage]:
    """Opens the phones of a module's tests."""
    async with Runtime(devices=["phone://2"]) as runtime:
        yield Stage(runtime)
