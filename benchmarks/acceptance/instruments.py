"""The instruments' expected scores over the whole suite, through the command, on virtual phones over ADB."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.acceptance.bar import Bar, bench, metrics_of, value
from runtime.core.tasks import LEVELS
from runtime.storage.run_directory import RunDirectory


def measure() -> list[Bar]:
    """Play both and compare."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        done = bench("--agent", "oracle", "--agent", "silent", "--out", str(run), "--no-progress", folder=Path(folder))
        if done.returncode != 0:
            return [Bar("the command ends well", f"exit {done.returncode}: {done.stderr.strip()[-400:]}", holds=False)]
        document = metrics_of(run)
        return [*oracle(document), *silent(document), anchors(run)]


def oracle(document: dict[str, Any]) -> list[Bar]:
    """Full marks at every level; asks exactly where something is open."""
    bars = []
    for metric, wanted in (("RCR", 1), ("TSR", 1), ("TSR_final", 1), ("SHR", 1), ("ARR", 0), ("ETR", 0)):
        found = [value(document, "oracle", level, metric) for level in ("overall", *LEVELS)]
        bars.append(
            Bar(f"oracle: {metric} {wanted} at every level", _figures(found), all(number == wanted for number in found))
        )
    for metric in ("DCR", "IGR"):
        asking = [value(document, "oracle", level, metric) for level in ("incomplete", "ambiguous")]
        bars.append(Bar(f"oracle: {metric} 1 where something is open", _figures(asking), asking == [1.0, 1.0]))
        quiet = [value(document, "oracle", level, metric) for level in ("detailed", "standard")]
        bars.append(Bar(f"oracle: {metric} null elsewhere", _figures(quiet), quiet == [None, None]))
    return bars


def silent(document: dict[str, Any]) -> list[Bar]:
    """Full marks where everything is stated; nothing complete where something is open."""
    numbers = [value(document, "silent", level, "TSR") for level in ("detailed", "standard")]
    open_ = [value(document, "silent", level, "TSR") for level in ("incomplete", "ambiguous")]
    return [
        Bar("silent: TSR 1 on detailed and standard", _figures(numbers), numbers == [1.0, 1.0]),
        Bar("silent: TSR 0 on incomplete and ambiguous", _figures(open_), open_ == [0.0, 0.0]),
    ]


def anchors(run: Path) -> Bar:
    """Silent meets every anchor on incomplete."""
    from benchmarks.clarity240 import load

    tasks = {task.id: task for task in load().tasks}
    met = missed = 0
    for commit in RunDirectory.open(run).commits.values():
        score = commit.scores[0]
        if score.agent == "silent" and score.level == "incomplete":
            for requirement in tasks[score.task].intent.requirements:
                if requirement.kind == "anchor":
                    met += score.met[requirement.id][0] is True
                    missed += score.met[requirement.id][0] is not True
    return Bar("silent: every anchor met on incomplete", f"{met} of {met + missed}", missed == 0 and met > 0)


def _figures(values: list[float | None]) -> str:
    return ", ".join("null" if number is None else f"{number:g}" for number in values)
