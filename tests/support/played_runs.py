"""A small run, really played and judged for gaps, that tests of readers share; they copy it before they change it."""

from __future__ import annotations

from contextvars import Context
from pathlib import Path

import anyio

from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime

TASKS = ("device.quiet.standard", "info.hours.incomplete", "social.mute.ambiguous")
AGENTS = ("oracle", "reader")


def play_run(folder: Path) -> Path:
    """Play the tasks with both agents. In a loop of its own, so that no fixture keeps a test's loop."""

    async def play() -> None:
        config = RunConfig(suite="clarity240", seed=7)
        async with Runtime(config, devices=["phone://2"], judges=("rules", "state", "gap"), out=folder) as runtime:
            async for _ in runtime.run(select=Selection(tasks=TASKS), agents=AGENTS):
                pass

    Context().run(anyio.run, play)
    return folder


def damage(run: Path, episode: str) -> None:
    """Change the events of an episode of a run folder."""
    agent, task, repeat = episode.split("/")
    path = run / "events" / f"{agent}.{task}.{repeat}.0.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"ended"', b'"endet"'))


def unfinish(run: Path) -> str:
    """Remove the last commit line of a run folder, as if it had been stopped; returns the name of that episode."""
    results = run / "results.jsonl"
    *lines, last = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines))
    (run / "seal.json").unlink()
    return last.decode().split('"episode":"')[1].split('"')[0]
