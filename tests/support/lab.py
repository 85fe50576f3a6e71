"""Programs played as agents for tests: what became of each, and what it wrote."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread
import pytest

from runtime.core.config import Confinement, Deadlines, Selection
from runtime.core.events import AnyEvent, Ended, Faulted
from runtime.engine import Runtime
from runtime.storage.run_directory import EpisodeKey, RunDirectory

TASK = "device.airplane.standard"
ENTRIES = """
[mobile_agent_runtime.programs]
exec = adapters.agents.external.process.openers:Exec
yaml = adapters.agents.external.process.openers:File
original = adapters.agents.external.recipes.originals:Original
[mobile_agent_runtime.doors]
talk = adapters.web.agent_api.server:AgentApiServer
[mobile_agent_runtime.agents]
twin = benchmarks.acceptance.programs:Twin
"""


@dataclass(frozen=True)
class Became:
    """One episode of a program."""

    out: str
    err: str
    ending: str
    cause: str | None
    faults: tuple[str, ...]
    trace: tuple[AnyEvent, ...]
    folder: Path


@cache
def skip_unless_isolated() -> None:
    """Skip the tests of a module if the system does not permit namespaces."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed; .ci/run installs it")
    tried = subprocess.run(
        ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "true"],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    if tried.returncode:
        pytest.skip(f"nobody can have namespaces here: {tried.stderr}")


async def play(
    folder: Path,
    programs: Mapping[str, str],
    *,
    isolation: Literal["namespaces", "none"] = "namespaces",
    tasks: Sequence[str] = (TASK,),
    phones: int = 2,
    concurrency: int | None = None,
    deadlines: Deadlines | None = None,
    confinement: Mapping[str, Any] | None = None,
) -> dict[str, Became]:
    """Play the tasks with each of the programs, by their labels; what became of the first task of each."""
    agents = [address if label == address else f"{label}={address}" for label, address in programs.items()]
    rt = Runtime(
        devices=[f"phone://{phones}"],
        confinement=confined_to(isolation, **(confinement or {})),
        deadlines=deadlines,
        concurrency=concurrency,
        out=folder / "run",
    )
    await anyio.to_thread.run_sync(rt.cast, agents)
    async with rt:
        async for _ in rt.run(agents, select=Selection(tasks=list(tasks))):
            pass
    return await anyio.to_thread.run_sync(became, folder / "run", list(programs), tasks[0])


def confined_to(isolation: Literal["namespaces", "none"], **given: Any) -> Confinement:
    """Restrictions of programs: as strict as possible unless given."""
    return Confinement(**{"isolation": isolation, "paths": (), "environment": (), "reach": (), **given})


def became(path: Path, labels: Sequence[str], task: str) -> dict[str, Became]:
    """The outcome of each program in a task of a recorded run."""
    run = RunDirectory.open(path)
    found = {}
    for label in labels:
        key = EpisodeKey(label, task, 0)
        attempt = run.played(key) or 0
        trace = tuple(run.read_trace(key, attempt))
        (end,) = [event for event in trace if isinstance(event, Ended)]
        folder = run.console(key, attempt)
        texts = [(folder / name).read_text(errors="replace") if (folder / name).exists() else "" for name in _NAMES]
        faults = tuple(event.error for event in trace if isinstance(event, Faulted))
        found[label] = Became(texts[0], texts[1], end.ending, end.cause, faults, trace, folder)
    return found


_NAMES = ("stdout.txt", "stderr.txt")
