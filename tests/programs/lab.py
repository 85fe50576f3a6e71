"""Programs played as agents for tests: what became of each, and what it wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import anyio
import pytest

from adapters.sandbox.programs import bwrap
from adapters.sandbox.programs.opening import Exec
from runtime.config import Confinement, Deadlines
from runtime.engine import Runtime
from runtime.errors import UsageError
from runtime.events import AnyEvent, Ended, Faulted
from runtime.ports import Program
from runtime.rundir import EpisodeKey, RunDirectory

TASK = "device.airplane.standard"
ENTRIES = """
[mobile_agent_runtime.programs]
exec = adapters.sandbox.programs.opening:Exec
yaml = adapters.sandbox.programs.opening:File
[mobile_agent_runtime.doors]
talk = adapters.web.talk:TalkDoor
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


async def isolates() -> str:
    """Why no program can be isolated here; empty if one can."""
    try:
        async with Exec(Program("none", "exec:true")):
            return ""
    except UsageError as error:
        return str(error)


def skip_unless_isolated() -> None:
    """Skip the tests of a module where the system lets nobody have namespaces."""
    try:
        bwrap.program()
    except UsageError as error:
        pytest.skip(str(error))


async def play(
    folder: Path,
    programs: Mapping[str, str],
    *,
    isolation: Literal["namespaces", "none"] = "namespaces",
    tasks: Sequence[str] = (TASK,),
    phones: int = 2,
    concurrency: int | None = None,
    deadlines: Deadlines | None = None,
    confinement: Mapping[str, object] | None = None,
) -> dict[str, Became]:
    """Play the tasks with each of the programs, by their labels; what became of the first task of each."""
    given = {"isolation": isolation, "paths": (), "environment": (), "reach": (), **(confinement or {})}
    agents = [address if label == address else f"{label}={address}" for label, address in programs.items()]
    rt = Runtime(
        devices=[f"phone://{phones}"],
        confinement=Confinement(**given),
        deadlines=deadlines,
        concurrency=concurrency,
        out=folder / "run",
    )
    rt.cast(agents)
    async with rt:
        async for _ in rt.run(agents, tasks=list(tasks)):
            pass
    return await anyio.to_thread.run_sync(_became, folder / "run", list(programs), tasks[0])


def _became(path: Path, labels: Sequence[str], task: str) -> dict[str, Became]:
    run = RunDirectory.open(path)
    found = {}
    for label in labels:
        key = EpisodeKey(label, task, 0)
        trace = tuple(run.read_trace(key, 0))
        (end,) = [event for event in trace if isinstance(event, Ended)]
        folder = run.console(key, 0)
        texts = [(folder / name).read_text(errors="replace") if (folder / name).exists() else "" for name in _NAMES]
        faults = tuple(event.error for event in trace if isinstance(event, Faulted))
        found[label] = Became(texts[0], texts[1], end.ending, end.cause, faults, trace, folder)
    return found


_NAMES = ("stdout.txt", "stderr.txt")
