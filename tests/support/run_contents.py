"""What two runs of the same tasks must have in common, wherever they were played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from runtime import Rollout, RunConfig, Runtime, Selection
from runtime.core.events import VOLATILE
from runtime.screen.frames.png import decode


async def played(devices: str, out: Path, tasks: Selection, agents: Sequence[Any] = ("oracle",)) -> dict[str, Any]:
    """What a run leaves, without the fields that may differ."""
    async with Runtime(RunConfig(selection=tasks), devices=[devices], out=out) as runtime:
        count = len([score async for score in runtime.run(agents)])
        assert count == len(agents) * len(runtime.tasks())
    return contents(out)


def contents(out: Path) -> dict[str, Any]:
    """Metrics, logs and blobs of a run folder, without the fields that may differ."""
    found: dict[str, Any] = {"metrics": (out / "metrics.json").read_bytes()}
    for folder in ("events", "truth", "verdicts"):
        for path in (out / folder).iterdir():
            records = [
                {key: value for key, value in json.loads(line).items() if key not in VOLATILE}
                for line in path.read_bytes().splitlines()
            ]
            if folder == "verdicts":  # lines of episodes that end at the same time have no order
                records.sort(key=json.dumps)
            found[f"{folder}/{path.name}"] = records
    for path in (out / "blobs").rglob("*.*"):
        found[path.name] = decode(path.read_bytes()).digest if path.suffix == ".png" else path.read_bytes()
    return found


def essence(rollouts: Sequence[Rollout]) -> Any:
    """What must be equal in two collections of the same rollouts."""
    return sorted(
        (
            rollout.group,
            rollout.member,
            rollout.seed,
            rollout.reward,
            [(str(step.decision), step.reward.parts(), step.state, step.data) for step in rollout.steps],
        )
        for rollout in rollouts
    )
