"""Run folders that hold committed scores only, written by the storage code as a run writes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.metrics.report import encode_document, metrics_document
from runtime.storage.chain import Chain
from runtime.storage.run_directory import COMMITS, Commit, Manifest, RunDirectory


def episode(agent: str, task: str, *, solved: bool, repeat: int = 0, **changes: Any) -> Score:
    """Make a judged episode of a task `INTENT.LEVEL` with one requirement."""
    intent, _, level = task.partition(".")
    base: dict[str, Any] = {
        "episode": f"{agent}/{task}/{repeat}",
        "judge": "rules",
        "task": task,
        "agent": agent,
        "intent": intent,
        "level": level or "standard",
        "domain": "social",
        "difficulty": "simple",
        "apps": ("x",),
        "repeat": repeat,
        "ending": "finished",
        "requirements": 1,
        "met": {"r": (solved, solved)},
        "termination": "normal" if solved else "early",
        "steps": 3,
    }
    return Score(**{**base, **changes})


def episodes(agent: str, outcomes: str, level: str = "standard", repeat: int = 0, **changes: Any) -> list[Score]:
    """Make an episode of an intent of its own for each letter; `x` is solved."""
    return [
        episode(agent, f"i{at}.{level}", solved=letter == "x", repeat=repeat, **changes)
        for at, letter in enumerate(outcomes)
    ]


def write_run(
    path: Path, scores: Iterable[Score], *, finished: bool = True, version: str = "1", **settings: Any
) -> Path:
    """Write a run folder whose commit lines hold these scores; the suite is not installed."""
    chosen = list(scores)
    config = RunConfig(
        **{
            "suite": "nowhere",
            "agents": tuple(dict.fromkeys(score.agent for score in chosen)) or ("reader",),
            "judges": ("rules",),
            **settings,
        }
    )
    directory = RunDirectory.create(path, Manifest(version="0", suite_version=version, config=config))
    chain = Chain(directory.head)
    lines = [chain.link(COMMITS.dump_json(Commit(score.episode, score.attempt, (score,)))) for score in chosen]
    directory.results.write_bytes(b"".join(lines))
    if finished:
        directory.metrics.write_bytes(encode_document(metrics_document(chosen)))
        directory.seal.write_bytes(directory.seal_document(chain.head))
    return path
