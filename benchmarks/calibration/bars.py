"""Thresholds that a judge must reach to be trusted. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from runtime.core.errors import UsageError

BARS: dict[str, float] = {
    "v_out.jaccard": 0.97,
    "v_step.jaccard": 0.95,
    "fills.recall": 0.99,
    "fills.precision": 0.98,
    "side_effects.recall": 0.9,
    "side_effects.precision": 0.95,
    "violations.kappa": 0.9,
    "termination.kappa": 0.95,
    "by_family.v_out.jaccard": 0.90,
}
"""Minimum value by path of the figure in the report. The paper's model judges reach 0.92, 0.84 and 96 %."""
_PER_FAMILY = "by_family."


def parse_bars(changes: list[str]) -> dict[str, float]:
    """The bars, with changes of the form `NAME=VALUE` applied.

    Raises:
        UsageError: a bar is unknown, or its value is not a number.
    """
    bars = dict(BARS)
    for change in changes:
        name, _, value = change.partition("=")
        if name not in bars:
            raise UsageError(f"there is no bar {name!r}; choose from: {', '.join(BARS)}")
        try:
            bars[name] = float(value)
        except ValueError:
            raise UsageError(f"{change!r}: write {name}=NUMBER") from None
        if not math.isfinite(bars[name]):
            raise UsageError(f"{change!r}: write {name}=NUMBER")
    return bars


def failures(document: Mapping[str, Any], bars: Mapping[str, float]) -> Iterator[str]:
    """A line for each figure below its bar. A figure without items cannot fail."""
    for name, minimum in bars.items():
        if name.startswith(_PER_FAMILY):
            for family, part in document["by_family"].items():
                yield from _below(
                    f"{family} {name.removeprefix(_PER_FAMILY)}", _read(part, name.removeprefix(_PER_FAMILY)), minimum
                )
        else:
            yield from _below(name, _read(document, name), minimum)


def _read(document: Mapping[str, Any], name: str) -> float | None:
    found: Any = document
    for part in name.split("."):
        found = found[part]
    return None if found is None else float(found)


def _below(name: str, value: float | None, minimum: float) -> Iterator[str]:
    if value is not None and value < minimum:
        yield f"{name} is {value:.3f}, below {minimum:g}"
