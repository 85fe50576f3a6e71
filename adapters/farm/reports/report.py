"""The result of a load test as one document, made from its measurements. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from adapters.farm.plan.profile import Profile
from adapters.farm.results.health import Health
from adapters.farm.results.histogram import Latencies, LatencySummary
from adapters.farm.results.layers import LAYERS, Layer, blamed
from adapters.farm.results.measurements import ITERATION, Measurements, gini
from adapters.farm.results.saturation import Knee, find_knee
from adapters.farm.results.thresholds import Threshold

VERSION: Final = 1
_LATE_MS: Final = 20.0
_LATE_SHARE: Final = 0.1
_BUSY: Final = 0.9
_WORST_RECOVERIES: Final = 100


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class OperationRow(_Part):
    """One kind of operation over all devices. Latencies in ms count from when an operation was due."""

    name: str
    rate: float
    """Operations that succeeded, per second."""
    failed: int
    latency: LatencySummary
    curve: tuple[tuple[float, float], ...]
    """Pairs of share and latency in ms along the distribution."""
    layers: dict[Layer, float]
    """Mean time in ms that each layer had."""


class DeviceRow(_Part):
    """One device. `health` is what it reported before and after the test; None if it did not answer."""

    name: str
    uri: str
    done: int
    failed: int
    iterations: int
    rate: float
    recoveries: int
    down: bool
    """Whether it failed until the end."""
    latency: LatencySummary
    operations: dict[str, LatencySummary]
    health: tuple[Health | None, Health | None]


class ErrorRow(_Part):
    """Failures of one operation of one kind, with the message of the first."""

    operation: str
    kind: str
    count: int
    example: str


class Recovery(_Part):
    """A device failed, and worked again so many seconds later."""

    device: str
    at: float
    seconds: float


class FaultRow(_Part):
    """Faults that the test made, and the layer that had the time of the operations that ended meanwhile."""

    faults: str
    at: float
    seconds: float
    devices: tuple[str, ...]
    failed: int
    blamed: Layer


class ThresholdRow(_Part):
    """A threshold, what was measured, and whether it holds."""

    text: str
    value: str
    holds: bool


class SeriesRow(_Part):
    """A stretch of the test: its start in seconds, rates per second, latencies in ms, seconds by layer."""

    at: float
    load: float
    rate: float
    iterations: float
    failed: int
    dropped: int
    in_flight: int
    p50: float
    p99: float
    layers: dict[Layer, float]


class LoadReport(_Part):
    """The result of a load test. `invalid` says why the generator, and not the farm, was the limit; empty if valid."""

    version: int = VERSION
    started: str
    seconds: float
    profile: dict[str, Any]
    open_load: bool
    devices: tuple[DeviceRow, ...]
    left_out: tuple[str, ...] = ()
    """Devices that were named and did not answer, each with its reason."""
    operations: tuple[OperationRow, ...]
    iterations: int
    dropped: int
    unfinished: int
    failed: int
    rate: float
    errors: tuple[ErrorRow, ...]
    layers: dict[Layer, float]
    """Share of the time of all operations, by layer."""
    slow_layers: dict[Layer, float]
    """Share of the time of the slowest tenth, by layer."""
    blamed: Layer
    """The layer that had most of the time of the slowest tenth."""
    servers: dict[str, tuple[float, float]]
    """Mean times in ms of a connection to each adb server, and of a reply from it."""
    fairness: float
    """Gini coefficient of the operations by device: 0 is equal."""
    reconnects: LatencySummary
    recoveries: tuple[Recovery, ...]
    thresholds: tuple[ThresholdRow, ...]
    aborted: str = ""
    chaos: tuple[FaultRow, ...] = ()
    series: tuple[SeriesRow, ...] = ()
    series_width: float = 1.0
    knee: Knee | None = None
    lateness: LatencySummary
    cpu: float
    """Share of one core that the generator used."""
    lag: LatencySummary
    """By how much the generator's event loop was late for timers."""
    invalid: tuple[str, ...] = Field(default=())

    @property
    def failed_thresholds(self) -> tuple[ThresholdRow, ...]:
        """The thresholds that do not hold."""
        return tuple(row for row in self.thresholds if not row.holds)


def operation_rows(found: Measurements, seconds: float) -> tuple[OperationRow, ...]:
    """Return a row for each operation, and for iterations."""
    rows = []
    for name, latencies in sorted(found.latencies.items(), key=lambda item: (item[0] == ITERATION, item[0])):
        failed = sum(count for (operation, _), count in found.failures.items() if operation == name)
        times = found.layers.get(name, {})
        counted = len(latencies) + failed
        means = {layer: round(times.get(layer, 0.0) / counted * 1000, 3) for layer in LAYERS} if times else {}
        rows.append(
            OperationRow(
                name=name,
                rate=round(len(latencies) / seconds, 2),
                failed=failed,
                latency=latencies.summary(),
                curve=latencies.curve(),
                layers=means,
            )
        )
    return tuple(rows)


def device_rows(
    found: Measurements,
    uris: Mapping[str, str],
    health: Mapping[str, tuple[Health | None, Health | None]],
    seconds: float,
) -> tuple[DeviceRow, ...]:
    """Return a row for each device."""
    rows = []
    for name, count in found.devices.items():
        together = Latencies(2)
        for latencies in count.latencies.values():
            together.merge(latencies)
        rows.append(
            DeviceRow(
                name=name,
                uri=uris[name],
                done=count.done,
                failed=count.failed,
                iterations=count.iterations,
                rate=round(count.done / seconds, 2),
                recoveries=count.recoveries,
                down=count.down_since is not None,
                latency=together.summary(),
                operations={operation: item.summary() for operation, item in sorted(count.latencies.items())},
                health=health.get(name, (None, None)),
            )
        )
    return tuple(rows)


def series_rows(found: Measurements, profile: Profile, seconds: float) -> tuple[SeriesRow, ...]:
    """Return the course of a test."""
    curve = profile.curve(len(found.devices))
    width = found.series.width
    rows: list[SeriesRow] = []
    for index, bucket in enumerate(found.series.buckets):
        at = index * width
        length = min(width, seconds - at)
        if length < width / 2 and rows:
            break  # the rest of a stretch says little about a rate, and what ended after the test nothing
        rows.append(
            SeriesRow(
                at=at,
                load=round(curve.load(at + length / 2), 3),
                rate=round(bucket.done / length, 2),
                iterations=round(bucket.iterations / length, 2),
                failed=bucket.failed,
                dropped=bucket.dropped,
                in_flight=bucket.in_flight,
                p50=bucket.quantile(0.5),
                p99=bucket.quantile(0.99),
                layers={layer: round(part, 4) for layer, part in bucket.layers.items()},
            )
        )
    return tuple(rows)


def threshold_rows(thresholds: Sequence[Threshold], found: Measurements, seconds: float) -> tuple[ThresholdRow, ...]:
    """Return each threshold with what was measured."""
    rows = []
    for threshold in thresholds:
        value = threshold.value(found, seconds)
        rows.append(ThresholdRow(text=threshold.text, value=threshold.show(value), holds=threshold.holds(value)))
    return tuple(rows)


def shares(times: Mapping[Layer, float]) -> dict[Layer, float]:
    """Return the share of each layer in the time of all."""
    total = sum(times.values())
    return {layer: round(times.get(layer, 0.0) / total, 4) if total else 0.0 for layer in LAYERS}


def worst_recoveries(found: Measurements) -> tuple[Recovery, ...]:
    """Return the longest recoveries, in the order in which they began."""
    longest = sorted(found.recoveries, key=lambda item: item[2], reverse=True)[:_WORST_RECOVERIES]
    rows = (
        Recovery(device=name, at=round(at - found.start, 3), seconds=round(took, 3))
        for name, at, took in sorted(longest, key=lambda item: item[1])
    )
    return tuple(rows)


def generator_limits(found: Measurements, cpu: float, *, open_load: bool) -> tuple[str, ...]:
    """Return the reasons why a result says more about the generator than about the farm."""
    reasons = []
    late = found.lateness.summary()
    typical = min((item.summary().p50 for item in found.latencies.values() if len(item)), default=0.0)
    limit = max(_LATE_MS, _LATE_SHARE * typical)
    if open_load and late.p99 > limit:
        reasons.append(f"one operation in a hundred started {late.p99:.0f} ms late or more; {limit:.0f} ms are allowed")
    if cpu > _BUSY:
        reasons.append(f"the generator used {cpu:.0%} of a core: use more machines, or a smaller load")
    return tuple(reasons)


def make_report(
    *,
    found: Measurements,
    profile: Profile,
    started: str,
    seconds: float,
    uris: Mapping[str, str],
    health: Mapping[str, tuple[Health | None, Health | None]],
    thresholds: Sequence[Threshold],
    aborted: str,
    chaos: tuple[FaultRow, ...],
    servers: Mapping[str, tuple[float, float]],
    cpu: float,
    lag: LatencySummary,
) -> LoadReport:
    """Make the report of a test that lasted so many seconds; `cpu` is the share of a core that the generator used."""
    series = series_rows(found, profile, seconds)
    totals = {layer: sum(times[layer] for times in found.layers.values()) for layer in LAYERS}
    errors = (
        ErrorRow(operation=operation, kind=kind, count=count, example=found.examples[operation, kind])
        for (operation, kind), count in found.failures.most_common()
    )
    return LoadReport(
        started=started,
        seconds=round(seconds, 3),
        profile=profile.model_dump(mode="json", exclude_defaults=True, by_alias=True),
        open_load=profile.open,
        devices=device_rows(found, uris, health, seconds),
        operations=operation_rows(found, seconds),
        iterations=sum(device.iterations for device in found.devices.values()),
        dropped=found.dropped,
        unfinished=found.unfinished,
        failed=found.failed,
        rate=round(found.done / seconds, 2),
        errors=tuple(errors),
        layers=shares(totals),
        slow_layers=shares(found.slow_layers),
        blamed=blamed(found.slow_layers),
        servers={name: (round(way * 1000, 3), round(reply * 1000, 3)) for name, (way, reply) in servers.items()},
        fairness=gini([device.done for device in found.devices.values()]),
        reconnects=found.reconnects.summary(),
        recoveries=worst_recoveries(found),
        thresholds=threshold_rows(thresholds, found, seconds),
        aborted=aborted,
        chaos=chaos,
        series=series,
        series_width=found.series.width,
        knee=find_knee([(row.load, row.iterations, row.p99) for row in series]) if profile.open else None,
        lateness=found.lateness.summary(),
        cpu=round(cpu, 3),
        lag=lag,
        invalid=generator_limits(found, cpu, open_load=profile.open),
    )
