"""One claim and what was measured of it, and the ways to measure: the command as a user runs it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Bar:
    """A condition, its measured figure, and whether it holds."""

    what: str
    figure: str
    holds: bool


def bench(
    *arguments: str, folder: Path, environment: Mapping[str, str] | None = None, timeout: float = 900
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end; `timeout` in seconds."""
    return subprocess.run(
        command(arguments),
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that a command took: on the wall, and of CPU in all of its processes."""

    wall: float
    cpu: float


def measured(*arguments: str, folder: Path) -> tuple[subprocess.CompletedProcess[str], Cost]:
    """Run the command to its end, and tell what that cost. No other child may run meanwhile.

    A process hands what it used, and what those that it waited for used, to the one that waits for it.
    """
    began, spent = time.monotonic(), _spent()
    done = bench(*arguments, folder=folder)
    return done, Cost(time.monotonic() - began, _spent() - spent)


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def command(arguments: Sequence[str]) -> list[str]:
    """The command line."""
    return [sys.executable, "-m", "runtime.bench", *arguments]


def metrics_of(run: Path) -> dict[str, Any]:
    """The run's metrics.json."""
    document: dict[str, Any] = json.loads((run / "metrics.json").read_text())
    return document


def value(document: Mapping[str, Any], agent: str, level: str, metric: str) -> float | None:
    """One number of the document; `level` may be `overall`."""
    found = document["agents"][agent]
    cells = found["overall"] if level == "overall" else found["by_level"][level]
    number: float | None = cells[metric]["value"]
    return number
