"""Thresholds of a load test: `screenshot.p99<800ms`, `all.errors<1%`, `shell.rate>50`. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from adapters.farm.plan.quantities import parse_seconds
from adapters.farm.results.measurements import ITERATION, Measurements
from runtime.core.errors import UsageError

ALL: Final = "all"
_QUANTILES: Final = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
_SHARES: Final = ("errors", "dropped")
_METRICS: Final = (*_QUANTILES, "mean", "rate", *_SHARES)
_FORM: Final = re.compile(r"([\w-]+)\.([\w.]+?)\s*(<=|>=|<|>)\s*([\d.]+)\s*(us|ms|s|m|%)?")


@dataclass(frozen=True, slots=True)
class Threshold:
    """A condition that a load test must meet. `limit` is in ms, per second, or a share from 0 to 1."""

    text: str
    operation: str
    metric: str
    comparison: str
    limit: float

    def value(self, found: Measurements, seconds: float) -> float | None:
        """Return what the threshold is compared with; None if nothing was measured yet."""
        if self.metric in _SHARES:
            return self._share(found)
        names = [name for name in found.latencies if name != ITERATION or self.operation == ITERATION]
        chosen = [found.latencies[name] for name in names if self.operation in (ALL, name)]
        if self.metric == "rate":
            return sum(map(len, chosen)) / seconds if seconds > 0 else None
        if not any(map(len, chosen)):
            return None
        if self.metric == "mean":
            return sum(item.summary().mean * len(item) for item in chosen) / sum(map(len, chosen))
        # For all operations together: the worst of them, as every one must meet it.
        return max(item.quantile(_QUANTILES[self.metric]) for item in chosen)

    def _share(self, found: Measurements) -> float | None:
        if self.metric == "dropped":
            began = found.dropped + len(found.latencies[ITERATION]) if ITERATION in found.latencies else found.dropped
            return found.dropped / began if began else None
        failed = sum(count for (name, _), count in found.failures.items() if self.operation in (ALL, name))
        done = sum(
            len(item) for name, item in found.latencies.items() if name != ITERATION and self.operation in (ALL, name)
        )
        return failed / (failed + done) if failed + done else None

    def holds(self, value: float | None) -> bool:
        """Return whether a value meets the threshold; what was never measured does not."""
        if value is None:
            return False
        match self.comparison:
            case "<":
                return value < self.limit
            case "<=":
                return value <= self.limit
            case ">":
                return value > self.limit
            case _:
                return value >= self.limit

    def show(self, value: float | None) -> str:
        """Return a value with its unit."""
        if value is None:
            return "nothing measured"
        if self.metric in _SHARES:
            return f"{value:.2%}"
        return f"{value:.1f}/s" if self.metric == "rate" else f"{value:.1f} ms"


def parse_threshold(text: str, operations: Collection[str]) -> Threshold:
    """Parse `OPERATION.METRIC<VALUE` with the operations that the load test has.

    Raises:
        UsageError: it has another form, or names an operation or metric that does not exist.
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise UsageError(
            f"threshold {text!r}: write OPERATION.METRIC<VALUE, such as screenshot.p99<800ms or all.errors<1%"
        )
    operation, metric, comparison, number, unit = found.groups()
    known = [ALL, ITERATION, *sorted(operations)]
    if operation not in known:
        raise UsageError(
            f"threshold {text!r}: this load test has no operation {operation!r}; it has {', '.join(known)}"
        )
    if metric not in _METRICS:
        raise UsageError(f"threshold {text!r}: there is no metric {metric!r}; there are {', '.join(_METRICS)}")
    return Threshold(text.strip(), operation, metric, comparison, _limit(text, metric, number, unit))


def _limit(text: str, metric: str, number: str, unit: str | None) -> float:
    try:
        value = float(number)
    except ValueError:
        raise UsageError(f"threshold {text!r}: {number!r} is no number") from None
    if metric in _SHARES:
        if unit not in ("%", None) or (unit is None and value > 1):
            raise UsageError(f"threshold {text!r}: {metric} is a share; write for example 1% or 0.01")
        return value / 100 if unit == "%" else value
    if metric == "rate":
        if unit is not None:
            raise UsageError(f"threshold {text!r}: a rate is a number per second, without a unit")
        return value
    if unit in (None, "%"):
        raise UsageError(f"threshold {text!r}: {metric} is a time; write for example 800ms or 2s")
    return parse_seconds(f"{number}{unit}") * 1000
