"""One claim and what was measured of it, and the ways to measure: the command as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Bar:
    """What must hold, the figure, and whether it holds."""

    what: str
    figure: str
    holds: bool


def bench(
    *arguments: str, folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        command(arguments),
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )


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
