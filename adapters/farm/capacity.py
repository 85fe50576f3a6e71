"""Finds out what a farm can carry: short load tests with more or less devices, or a higher or lower rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import anyio

from adapters.farm.devices import FarmDevice
from adapters.farm.experiment import LoadTest
from adapters.farm.plan.profile import Profile
from adapters.farm.plan.scenario import Scenario
from adapters.farm.reports.report import LoadReport
from adapters.farm.results.saturation import CapacitySearch
from adapters.farm.results.thresholds import Threshold

Of = Literal["devices", "rate"]
_PAUSE: Final = 1.0
"""Seconds between two tests, for the farm to come to rest."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a search."""

    number: int
    holds: bool
    why: str
    report: LoadReport


@dataclass(frozen=True, slots=True)
class Capacity:
    """The largest number that held, within 5 %; 0 if none did. `bounded` if all that was allowed held."""

    of: Of
    number: int
    bounded: bool
    trials: tuple[Trial, ...]


async def find_capacity(
    of: Of,
    most: int,
    per_device: float,
    profile: Profile,
    devices: Sequence[FarmDevice],
    scenario: Scenario,
    thresholds: Sequence[Threshold],
    observe: Callable[[Trial], None] = lambda _: None,
) -> Capacity:
    """Search for the most devices at `per_device` iterations per second each, or the highest rate over all devices."""
    search = CapacitySearch(most)
    trials: list[Trial] = []
    while (number := search.next()) is not None:
        if trials:
            await anyio.sleep(_PAUSE)
        chosen = devices[:number] if of == "devices" else devices
        rate = number * per_device if of == "devices" else float(number)
        test = LoadTest(profile.model_copy(update={"rate": rate, "users": None}), chosen, scenario, thresholds)
        report = await test.run()
        why = _why(report)
        search.report(number, holds=not why, carried=_carried(report) / (per_device if of == "devices" else 1.0))
        trials.append(Trial(number, not why, why, report))
        observe(trials[-1])
    return Capacity(of, search.low, search.low == most, tuple(trials))


def _why(report: LoadReport) -> str:
    """Return why a test does not hold; empty if it does."""
    if report.invalid:
        return f"the generator was the limit: {report.invalid[0]}"
    if report.dropped:
        return f"{report.dropped} iterations could not start"
    failed = next(iter(report.failed_thresholds), None)
    return f"{failed.text}: {failed.value}" if failed else ""


def _carried(report: LoadReport) -> float:
    """Return the iterations per second that a farm completed in the second half of a test, once queues are full."""
    rows = report.series[len(report.series) // 2 :]
    return sum(row.iterations for row in rows) / len(rows) if rows else 0.0
