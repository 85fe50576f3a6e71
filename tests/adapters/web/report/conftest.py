"""A small run, really played by two agents, and its report."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import Context
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from adapters.web.report.contents import open_runs
from adapters.web.report.files import WrittenReport, write_report
from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime

TASKS = ("shop.griddleshake.incomplete", "device.quiet.standard")
AGENTS = ("reader", "monkey")


def play(folder: Path, device: str, tasks: Sequence[str] = TASKS, agents: Sequence[str] = AGENTS) -> Path:
    """Play the tasks. In a loop of its own, so that no fixture keeps a test's loop."""

    async def played() -> None:
        config = RunConfig(suite="clarity240", seed=7, max_steps=12)
        async with Runtime(config, devices=[device], judges=("rules", "state"), out=folder) as runtime:
            async for _ in runtime.run(select=Selection(tasks=tuple(tasks)), agents=agents):
                pass

    Context().run(anyio.run, played)
    return folder


async def reported(paths: Sequence[Path], target: Path, *, most_inside: int = 300) -> WrittenReport:
    """Write the report of runs."""
    runs, notes = await anyio.to_thread.run_sync(open_runs, paths)
    return await write_report(runs, notes, target, most_inside=most_inside)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of four episodes with pictures. Tests that change it must copy it."""
    return play(tmp_path_factory.mktemp("played") / "run", "phone://2")


@pytest.fixture(scope="session")
def page(run: Path) -> Path:
    """Its report, in its folder."""

    async def write() -> Path:
        return (await reported([run], run / "report.html")).path

    return Context().run(anyio.run, write)
