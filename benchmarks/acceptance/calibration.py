"""The rule judge against what is known of set-aside trajectories: every figure that a judge is held to."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.acceptance.bar import Bar, bench
from benchmarks.calibration.bars import BARS
from benchmarks.calibration.population import NEVER_MET_FAMILIES
from runtime.core.errors import UsageError

_TRAJECTORIES: Final = 600
_ENOUGH: Final = 30
"""Minimum number of truly met requirements; figures of smaller families are marked as of few."""
_LONGEST: Final = 3600.0
_FAMILY: Final = "by_family."

PARTS: Final[Mapping[str, tuple[str, ...]]] = {"headless": ("--headless",), "phones": ()}
"""On phones without pixels (minutes), or on virtual phones with everything that belongs to them (longer)."""


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Plays the set-aside part and holds the rule judge against each bar."""
    return [bar for part in parts or ["headless"] for bar in _measured(part)]


def _measured(part: str) -> Iterator[Bar]:
    with tempfile.TemporaryDirectory() as folder:
        out = ("--out", str(Path(folder) / "run"))
        done = bench("calibrate", "--json", *PARTS[part], *out, folder=Path(folder), timeout=_LONGEST)
    if done.returncode != 0:
        raise UsageError(f"calibrate: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    document: dict[str, Any] = json.loads(done.stdout)
    count = document["trajectories"]
    yield Bar(f"{part}: trajectories >= {_TRAJECTORIES}", str(count), count >= _TRAJECTORIES)
    yield from bars(document, part)


def bars(document: Mapping[str, Any], part: str) -> Iterator[Bar]:
    """A bar for each figure and for each family; figures that could not be measured are marked."""
    for name, least in BARS.items():
        if not name.startswith(_FAMILY):
            group, figure = name.split(".")
            yield _bar(f"{part}: {name}", document[group][figure], least, f"of {document[group]['n']}")
            continue
        for family, figures in document["by_family"].items():
            found = figures["v_out"]
            true, wrong = found["positive"], found["false_positive"] + found["false_negative"]
            if family in NEVER_MET_FAMILIES:
                false = found["false_positive"]
                yield Bar(f"{part}: {family} V_out: no false finding", f"{false} FP of {found['n']}", false == 0)
                continue
            few = ": few" if true < _ENOUGH else ""
            yield _bar(
                f"{part}: {family} V_out", found["jaccard"], least, f"{true} true{few}, {wrong} wrong of {found['n']}"
            )


def _bar(what: str, figure: float | None, least: float, of: str) -> Bar:
    if figure is None:
        return Bar(f"{what} >= {least:g}", "not measured: nothing to measure it on", False)
    return Bar(f"{what} >= {least:g}", f"{figure:.3f} ({of})", figure >= least)
