"""Whose time an operation took: the generator's own, the network's, the adb server's, or the device's. Pure.

Probes go the same way as the operations and end before the device: the event loop is asked for a turn, the network for
a connection, the adb server for its version. An operation is charged to a layer what its probes took at that time, as
often as the operation passes the layer; while a probe hangs, all of the time that both share. The device has the rest.
A direct connection to a device has no layer between: its network counts as the device's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median
from typing import Final, Literal

Layer = Literal["own", "network", "server", "device"]
LAYERS: Final[tuple[Layer, ...]] = ("own", "network", "server", "device")
_HANGING: Final = 0.1
_FAR: Final = 5.0
"""A probe hangs if it takes more than so many seconds, and more than so many times the median."""
_OUTLIER: Final = 0.5
_FAR_OUT: Final = 20.0
"""The same for probes that the mean leaves out."""
_RECENT: Final = 64
"""Number of probes that are remembered."""
_TICK: Final = 0.001
"""Seconds by which a timer is late by itself: the system wakes processes in steps of a millisecond."""
_STALLS: Final = 1024


@dataclass(frozen=True, slots=True)
class Timed:
    """An operation that has ended: when it was due and ended, and how far it went.

    `trips` is how often it goes to the device and back, `streams` how many services of the device it opens.
    """

    due: float
    ended: float
    trips: int = 1
    streams: int = 1


class ProbeLog:
    """The probes of one layer of one way to devices.

    A probe *hangs* if it takes far longer than half of them do. Operations share the time of hanging probes; the mean
    counts them too, unless they are so long that they would be all of it.
    """

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=_RECENT)
        self._hung: deque[tuple[float, float]] = deque(maxlen=_STALLS)
        self._running: float | None = None
        self._median = 0.0
        self.mean = 0.0
        """The mean time of recent probes in seconds."""
        self.slow = 0.0
        """The mean time of the slowest tenth of them."""

    def begin(self, at: float) -> None:
        """Note that a probe starts."""
        self._running = at

    def end(self, start: float, took: float) -> None:
        """Note that a probe that started then has ended, with the seconds that count; they may be less than passed."""
        self._running = None
        self._recent.append(took)
        self._median = median(self._recent)
        outlier = max(_OUTLIER, _FAR_OUT * self._median)
        usual = sorted(value for value in self._recent if value <= outlier)
        self.mean = fmean(usual)
        self.slow = fmean(usual[len(usual) * 9 // 10 :])
        if took > self._limit():
            self._hung.append((start, start + took))

    def _limit(self) -> float:
        return max(_HANGING, _FAR * self._median)

    def hung(self, start: float, end: float, now: float) -> float:
        """Return for how many seconds between two moments a probe hung."""
        total = 0.0
        if self._running is not None and now - self._running > self._limit():
            total += max(min(end, now) - max(start, self._running), 0.0)
        for first, last in reversed(self._hung):
            if last <= start:
                break
            total += max(min(end, last) - max(start, first), 0.0)
        return total


class LoopLog:
    """How much of the time the generator's event loop was not free for what was due."""

    def __init__(self) -> None:
        self.late = ProbeLog()
        """By how much the loop was late for a timer."""
        self._busy: deque[float] = deque(maxlen=_RECENT)
        self._busy_share = 0.0

    def add(self, due: float, woke: float, period: float) -> None:
        """Note a sleep of `period` seconds that was due to end, and when it did."""
        late = max(woke - due - _TICK, 0.0)
        self.late.end(due, late)
        self._busy.append(late / (period + late))
        self._busy_share = fmean(self._busy)

    def part(self, start: float, end: float, now: float) -> float:
        """Return how many seconds between two moments the loop was not free."""
        return max((end - start) * self._busy_share, self.late.hung(start, end, now))


class Route:
    """One way from the generator to devices, with the probes of its layers; directly if there are none."""

    def __init__(self, loop: LoopLog, network: ProbeLog | None = None, server: ProbeLog | None = None) -> None:
        self._loop = loop
        self._network = network
        self._server = server

    def charge(self, operation: Timed, now: float, *, slow: bool = False) -> dict[Layer, float]:
        """Return the seconds that each layer had of an operation.

        A slow operation is compared with slow probes: it has most likely met the same rare delays.
        """
        rest = operation.ended - operation.due
        # For each service: connecting to the adb server, choosing the device, and then the trips to the device.
        served = operation.streams + operation.trips
        crossed = operation.streams + served
        own = min(self._loop.part(operation.due, operation.ended, now), rest)
        rest -= own
        network = _part(self._network, operation, crossed, now, rest, slow=slow)
        rest -= network
        server = _part(self._server, operation, served, now, rest, slow=slow)
        return {"own": own, "network": network, "server": server, "device": rest - server}


def _part(log: ProbeLog | None, operation: Timed, times: int, now: float, most: float, *, slow: bool) -> float:
    if log is None:
        return 0.0
    each = log.slow if slow else log.mean
    return min(most, max(times * each, log.hung(operation.due, operation.ended, now)))


def blamed(times: Mapping[Layer, float]) -> Layer:
    """Return the layer with the most time; the device if there is none at all."""
    return max(LAYERS, key=lambda layer: (times.get(layer, 0.0), layer == "device"))
