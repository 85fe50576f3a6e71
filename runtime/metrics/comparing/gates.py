"""Gates: conditions on metrics that a run or a comparison must meet, such as `TSR>=0.6` and `dTSR>=-0.02`. Pure."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from runtime.core.errors import UsageError
from runtime.metrics.reducers import METRICS, SECONDARY_METRICS

GATED: Final = (*METRICS, *SECONDARY_METRICS)
"""Names of the metrics that a gate can be about."""
_GATE: Final = re.compile(r"\s*(?P<metric>\w+)\s*(?P<relation>[<>]=?)\s*(?P<bound>[^\s<>=]+)\s*")
_RELATIONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True, slots=True)
class Gate:
    """A metric, or with `difference` that of the second side minus the first, and the bound that it must keep."""

    metric: str
    relation: str
    bound: float
    difference: bool = False

    def __str__(self) -> str:
        return f"{self.quantity} {self.relation} {self.bound:g}"

    @property
    def quantity(self) -> str:
        """What is measured: the metric, with a `d` before it for a difference."""
        return f"d{self.metric}" if self.difference else self.metric


@dataclass(frozen=True, slots=True)
class GateResult:
    """What a gate required of whom, and what was measured there; `value` is None if there was nothing to average."""

    gate: Gate
    subject: str
    value: float | None
    interval: tuple[float, float] | None

    @property
    def holds(self) -> bool:
        """Whether the condition is met; a metric without a value meets none."""
        return self.value is not None and _RELATIONS[self.gate.relation](self.value, self.gate.bound)

    @property
    def sentence(self) -> str:
        """What was measured and what was required."""
        sign = "+" if self.gate.difference else ""
        if self.value is None:
            measured = "has no value"
        else:
            measured = f"is {self.value:{sign}.3f}"
            if self.interval is not None:
                low, high = self.interval
                measured += f" (95 % interval {low:{sign}.3f} to {high:{sign}.3f})"
        return f"{self.gate.quantity} of {self.subject} {measured}, required: {self.gate.relation} {self.gate.bound:g}"


def parse_gate(text: str) -> Gate:
    """Parse a gate.

    Raises:
        UsageError: it has another form, or there is no such metric.
    """
    found = _GATE.fullmatch(text)
    bound = math.nan if found is None else _number(found["bound"])
    if found is None or math.isnan(bound):
        raise UsageError(f"--require {text!r} is no condition: write METRIC>=NUMBER, such as TSR>=0.6 or dTSR>=-0.02")
    name = found["metric"]
    difference = name not in GATED and name.startswith("d")
    metric = name.removeprefix("d") if difference else name
    if metric not in GATED:
        raise UsageError(
            f"--require {text!r}: there is no metric {metric!r}; there is: {', '.join(GATED)}; with a d before the "
            "name: the difference of two sides"
        )
    return Gate(metric, found["relation"], bound, difference)


def _number(text: str) -> float:
    """Return a finite number, else nan."""
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def check_run(gates: Iterable[Gate], document: Mapping[str, Any]) -> list[GateResult]:
    """Check gates against the metrics document of a run, for each agent. Gates about differences are left out."""
    return [
        _result(gate, name, {**agent["overall"], **agent["beside"]["overall"]}[gate.metric])
        for gate in gates
        if not gate.difference
        for name, agent in document["agents"].items()
    ]


def check_comparison(gates: Iterable[Gate], document: Mapping[str, Any]) -> list[GateResult]:
    """Check gates against a comparison: those about metrics for each side, those about differences for the first two.

    Raises:
        UsageError: a gate is about a difference, and there is only one side.
    """
    titles = [side["title"] for side in document["sides"]]
    results = []
    for gate in gates:
        cells = document["metrics"][gate.metric]
        if not gate.difference:
            results += [_result(gate, title, cell) for title, cell in zip(titles, cells, strict=True)]
            continue
        if len(titles) < 2:
            raise UsageError(f"--require {gate}: a difference needs two sides; there is only {titles[0]}")
        against = cells[1]["against"]
        found = {"value": None} if against is None else {**against, "value": against["difference"]}
        results.append(_result(gate, f"{titles[1]} minus {titles[0]}", found))
    return results


def _result(gate: Gate, subject: str, cell: Mapping[str, Any]) -> GateResult:
    low, high = cell.get("low"), cell.get("high")
    interval = None if low is None or high is None else (low, high)
    return GateResult(gate, subject, cell["value"], interval)
