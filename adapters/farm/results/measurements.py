"""Operations of a load test, counted as they end. Pure; bounded memory, however long the test is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from adapters.farm.results.histogram import Latencies
from adapters.farm.results.layers import LAYERS, Layer, Route, Timed, blamed

ITERATION: Final = "iteration"
"""The name under which complete iterations of a scenario are counted."""
_DEVICE_DIGITS: Final = 2
_BUCKETS: Final = 600
_RESOLUTION: Final = 20
"""Steps of a logarithm to base 2 in which a bucket of the series counts latencies: 3.5 %."""
_KINDS_OF_ERRORS: Final = 200
_RECOVERIES: Final = 10_000
_SLOW: Final = 0.9


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation that has ended. Times are in seconds of one monotonic clock.

    `due` is when it should have started: latencies count from there, so that a generator or device that was stuck does
    not hide its own waiting (coordinated omission). `failure` is the kind of error, empty if it succeeded.
    """

    name: str
    device: str
    due: float
    started: float
    ended: float
    trips: int = 1
    streams: int = 1
    failure: str = ""
    message: str = ""


@dataclass(slots=True)
class Bucket:
    """What ended in one stretch of time."""

    done: int = 0
    iterations: int = 0
    failed: int = 0
    dropped: int = 0
    in_flight: int = 0
    latencies: Counter[int] = field(default_factory=Counter)
    layers: dict[Layer, float] = field(default_factory=lambda: dict.fromkeys(LAYERS, 0.0))

    def quantile(self, share: float) -> float:
        """Return a latency in ms, within 3.5 %; 0 if nothing ended."""
        wanted = share * sum(self.latencies.values())
        for step, number in sorted(self.latencies.items()):
            wanted -= number
            if wanted <= 0:
                return round(2 ** ((step + 0.5) / _RESOLUTION) / 1000, 3)
        return 0.0

    def merge(self, other: Bucket) -> None:
        """Add another stretch."""
        self.done += other.done
        self.iterations += other.iterations
        self.failed += other.failed
        self.dropped += other.dropped
        self.in_flight = max(self.in_flight, other.in_flight)
        self.latencies += other.latencies
        for layer, seconds in other.layers.items():
            self.layers[layer] += seconds


class Series:
    """Stretches of equal length from the start of a test. When there are too many, neighbours are joined."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.width = 1.0
        self.buckets: list[Bucket] = []

    def at(self, moment: float) -> Bucket:
        """Return the stretch of a moment."""
        index = max(int((moment - self.start) / self.width), 0)
        while index >= _BUCKETS:
            self._halve()
            index = max(int((moment - self.start) / self.width), 0)
        while len(self.buckets) <= index:
            self.buckets.append(Bucket())
        return self.buckets[index]

    def between(self, start: float, end: float) -> Iterator[Bucket]:
        """Yield the stretches that overlap with a time."""
        for index, bucket in enumerate(self.buckets):
            first = self.start + index * self.width
            if first < end and first + self.width > start:
                yield bucket

    def _halve(self) -> None:
        joined: list[Bucket] = []
        for index, bucket in enumerate(self.buckets):
            if index % 2:
                joined[-1].merge(bucket)
            else:
                joined.append(bucket)
        self.buckets = joined
        self.width *= 2


@dataclass(slots=True)
class DeviceCount:
    """What one device did. `down_since` is when its first failure in a row ended; None while it works."""

    done: int = 0
    failed: int = 0
    iterations: int = 0
    down_since: float | None = None
    recoveries: int = 0
    latencies: dict[str, Latencies] = field(default_factory=dict)


class Measurements:
    """All operations of a load test. `routes` gives the way to each device (`adapters.farm.results.layers`)."""

    def __init__(self, start: float, routes: Mapping[str, Route]) -> None:
        self.start = start
        self.latencies: dict[str, Latencies] = {}
        self.lateness = Latencies()
        """How much later operations started than they were due."""
        self.failures: Counter[tuple[str, str]] = Counter()
        """Failed operations by operation and kind of error."""
        self.examples: dict[tuple[str, str], str] = {}
        self.devices: dict[str, DeviceCount] = {device: DeviceCount() for device in routes}
        self.series = Series(start)
        self.recoveries: list[tuple[str, float, float]] = []
        """Device, when it failed, and how many seconds later it worked again."""
        self.reconnects = Latencies()
        self.dropped = 0
        self.unfinished = 0
        self.layers: dict[str, dict[Layer, float]] = {}
        """Seconds by operation and layer."""
        self.slow_layers: dict[Layer, float] = dict.fromkeys(LAYERS, 0.0)
        """The same for the slowest tenth of all operations."""
        self.in_flight = 0
        self._routes = routes
        self._pending: list[Operation] = []

    def begin(self) -> None:
        """Note that an operation starts."""
        self.in_flight += 1

    def add(self, operation: Operation) -> None:
        """Count an operation that has ended."""
        self.in_flight -= 1
        took = operation.ended - operation.due
        device = self.devices[operation.device]
        bucket = self.series.at(operation.ended)
        bucket.in_flight = max(bucket.in_flight, self.in_flight + 1)
        self.lateness.add(operation.started - operation.due)
        if operation.failure:
            self.add_failure(operation.name, operation.failure, operation.message)
            device.failed += 1
            if device.down_since is None:
                device.down_since = operation.ended
            bucket.failed += 1
        else:
            self._histogram(self.latencies, operation.name).add(took)
            self._histogram(device.latencies, operation.name, _DEVICE_DIGITS).add(took)
            device.done += 1
            bucket.done += 1
            bucket.latencies[int(math.log2(max(took * 1e6, 1.0)) * _RESOLUTION)] += 1
            if device.down_since is not None:
                self._recovered(operation.device, device, operation.ended)
        self._pending.append(operation)

    def add_iteration(self, device: str, due: float, ended: float) -> None:
        """Count a complete iteration of a scenario."""
        self.devices[device].iterations += 1
        self.series.at(ended).iterations += 1
        self._histogram(self.latencies, ITERATION).add(ended - due)

    def drop(self, at: float) -> None:
        """Count an iteration that was due and could not start, because as many as allowed were running."""
        self.dropped += 1
        self.series.at(at).dropped += 1

    def abandon(self) -> None:
        """Count an operation that had not ended when the test did."""
        self.in_flight -= 1
        self.unfinished += 1

    def settle(self, now: float) -> None:
        """Charge the layers for the operations since the last call; wants to be called about once per second.

        It is late on purpose: whether a layer hangs is known only some time after the operations that wait for it.
        """
        pending, self._pending = self._pending, []
        borders = {name: found.quantile(_SLOW) / 1000 for name, found in self.latencies.items()}
        for operation in pending:
            timed = Timed(operation.due, operation.ended, operation.trips, operation.streams)
            times = self._routes[operation.device].charge(timed, now)
            totals = self.layers.setdefault(operation.name, dict.fromkeys(LAYERS, 0.0))
            bucket = self.series.at(operation.ended)
            slow = operation.failure or operation.ended - operation.due >= borders.get(operation.name, 0.0)
            for layer, seconds in times.items():
                totals[layer] += seconds
                bucket.layers[layer] += seconds
            if slow:
                for layer, seconds in self._routes[operation.device].charge(timed, now, slow=True).items():
                    self.slow_layers[layer] += seconds

    def blame(self, start: float, end: float) -> Layer:
        """Return the layer that had most of the time of what ended in a time."""
        times: dict[Layer, float] = dict.fromkeys(LAYERS, 0.0)
        for bucket in self.series.between(start, end):
            for layer, seconds in bucket.layers.items():
                times[layer] += seconds
        return blamed(times)

    @property
    def done(self) -> int:
        """The number of operations that succeeded."""
        return sum(device.done for device in self.devices.values())

    @property
    def failed(self) -> int:
        """The number of operations that failed."""
        return sum(self.failures.values())

    def add_failure(self, name: str, failure: str, message: str) -> None:
        """Count a failure by what failed and how; beyond 200 kinds, as one of the others."""
        key = (name, failure)
        if key not in self.failures and len(self.failures) >= _KINDS_OF_ERRORS:
            key = (name, "others")
        self.failures[key] += 1
        self.examples.setdefault(key, message)

    def _recovered(self, name: str, device: DeviceCount, now: float) -> None:
        assert device.down_since is not None
        device.recoveries += 1
        if len(self.recoveries) < _RECOVERIES:
            self.recoveries.append((name, device.down_since, now - device.down_since))
        device.down_since = None

    @staticmethod
    def _histogram(found: dict[str, Latencies], name: str, digits: int = 3) -> Latencies:
        latencies = found.get(name)
        if latencies is None:
            latencies = found[name] = Latencies(digits)
        return latencies


def gini(numbers: list[int]) -> float:
    """Return the Gini coefficient: 0 if all numbers are equal, near 1 if one has everything."""
    total = sum(numbers)
    if not total:
        return 0.0
    ranked = sorted(numbers)
    weighted = sum(rank * number for rank, number in enumerate(ranked, 1))
    return round(2 * weighted / (len(ranked) * total) - (len(ranked) + 1) / len(ranked), 4)
