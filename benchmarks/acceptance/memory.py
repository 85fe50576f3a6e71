"""Memory of long runs: how much the main process grows with the number of episodes, and what a run leaves behind."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio

from benchmarks.acceptance.bar import Bar
from runtime import RunConfig, Runtime

PARTS: Final[Mapping[str, str]] = {
    "headless": "10,000 episodes on headless phones: at most 40 MB more after the first tenth",
    "pixels": "2,000 episodes on phones with pixels: at most 80 MB more after the first tenth",
}
OPTIONS: Final[Mapping[str, str]] = {"episodes": "play this many episodes instead"}
_DEVICES: Final = {"headless": "headless://4", "pixels": "phone://4"}
_EPISODES: Final = {"headless": 10_000, "pixels": 2_000}
_MOST: Final = {"headless": 40.0, "pixels": 80.0}
"""Megabytes of growth."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What this process holds: open descriptors, tasks, child processes, and entries of its temporary folder."""

    descriptors: int
    tasks: int
    children: int
    temporary: int


def measure(parts: list[str] | None = None, episodes: str = "") -> list[Bar]:
    """Measure the chosen parts."""
    return [
        bar for part in parts or PARTS for bar in anyio.run(_soak, part, int(episodes) if episodes else _EPISODES[part])
    ]


async def _soak(part: str, episodes: int) -> list[Bar]:
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        temporary = Path(folder) / "tmp"
        temporary.mkdir()
        tempfile.tempdir = str(temporary)
        before = _left(temporary)
        warm = highest = 0.0
        played = 0
        config = RunConfig(agents=("oracle",), repeat=-(-episodes // 240))
        async with Runtime(config, devices=[_DEVICES[part]], out=Path(folder) / "run") as runtime:
            async for _ in runtime.run():
                played += 1
                if played % max(episodes // 40, 1) == 0:
                    gc.collect()
                    resident = _resident()
                    warm = warm if played > episodes // 10 else resident
                    highest = max(highest, resident) if played > episodes // 10 else resident
                    print(f"{part}: {played} episodes, {resident:.1f} MB", file=sys.stderr)
                if played == episodes:
                    break
        gc.collect()
        after = _left(temporary)
        tempfile.tempdir = None
    growth = highest - warm
    return [
        Bar(
            f"{part}: growth of the main process over {played} episodes",
            f"{growth:.1f} MB from {warm:.0f} MB, {growth * 1000 / (played * 0.9):.1f} KB an episode; at most "
            f"{_MOST[part]:.0f} MB",
            growth <= _MOST[part],
        ),
        Bar(f"{part}: left behind", f"{before} before, {after} after", before == after),
    ]


def _resident() -> float:
    """The resident memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _left(temporary: Path) -> _Left:
    children = Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text().split()
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return _Left(descriptors, len(asyncio.all_tasks()), len(children), len(list(temporary.iterdir())))
