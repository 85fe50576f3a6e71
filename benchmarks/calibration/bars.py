"""What a judge must reach before its numbers are believed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runtime.core.errors import UsageError

BARS: dict[str, float] = {
    "v_out.jaccard": 0.97,
    "v_step.jaccard": 0.95,
    "fills.recall": 0.99,
    "fills.precision": 0.98,
    "violations.kappa": 0.9,
    "termination.kappa": 0.95,
    "by_family.v_out.jaccard": 0.90,
}
"""Where a figure is read in the report → the least that it may be. The paper's model judges: 0.92, 0.84, 96 %."""
_EACH = "by_family."


def parsed(changes: list[str]) -> dict[str, float]:
    """The bars, some of them moved by `NAME=VALUE`.

    Raises:
        UsageError: no such bar, or no number.
    """
    bars = dict(BARS)
    for change in changes:
        name, _, value = change.partition("=")
        if name not in bars:
            raise UsageError(f"there is no bar {name!r}; there is: {', '.join(BARS)}")
        try:
            bars[name] = float(value)
        except ValueError:
            raise UsageError(f"{change!r}: write {name}=NUMBER") from None
    return bars


def failures(document: Mapping[str, Any], bars: Mapping[str, float]) -> Iterator[str]:
    """A line for each figure below its bar. What could not be measured (no items) is no failure."""
    for name, least in bars.items():
        if name.startswith(_EACH):
            for family, part in document["by_family"].items():
                yield from _below(f"{family} {name.removeprefix(_EACH)}", _read(part, name.removeprefix(_EACH)), least)
        else:
            yield from _below(name, _read(document, name), least)


def _read(document: Mapping[str, Any], name: str) -> float | None:
    found: Any = document
    for part in name.split("."):
        found = found[part]
    return None if found is None else float(found)


def _below(name: str, value: float | None, least: float) -> Iterator[str]:
    if value is not None and value < least:
        yield f"{name} is {value:.3f}, below {least:g}"
