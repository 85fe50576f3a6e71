"""Played runs in which other decisions are tried."""

from __future__ import annotations

from contextvars import Context
from pathlib import Path

import anyio
import pytest

from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime


def _play(folder: Path, config: RunConfig, device: str = "headless://2") -> Path:
    """Play a run. In a loop of its own, so that no fixture keeps a test's loop."""

    async def play() -> None:
        async with Runtime(config, devices=[device], out=folder) as runtime:
            async for _ in runtime.run():
                pass

    Context().run(anyio.run, play)
    return folder


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without pixels: an episode with questions, one that is cut off, one that finishes."""
    tasks = ("info.hours.incomplete", "device.quiet.standard")
    config = RunConfig(agents=("oracle", "monkey"), selection=Selection(tasks=tasks), max_steps=9)
    return _play(tmp_path_factory.mktemp("branching") / "run", config)


@pytest.fixture(scope="session")
def disturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without pixels, with disturbances, played twice."""
    selection = Selection(tasks=("info.drizzlegusts.detailed",))
    config = RunConfig(agents=("reader",), selection=selection, weather="mix", repeat=2)
    return _play(tmp_path_factory.mktemp("branching") / "run", config)


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with pixels."""
    config = RunConfig(agents=("oracle",), selection=Selection(tasks=("info.hours.incomplete",)))
    return _play(tmp_path_factory.mktemp("branching") / "run", config, "phone://1")
