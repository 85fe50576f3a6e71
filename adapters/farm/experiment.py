"""Runs a load test on open devices: generates the load, watches thresholds, makes faults, and reports."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.device import AdbDevice
from adapters.farm.chaos import make_faults
from adapters.farm.devices import FarmDevice, ask_health, clean
from adapters.farm.generator import Generator
from adapters.farm.phone import LoadedDevice
from adapters.farm.plan.profile import FaultEntry, Profile
from adapters.farm.plan.scenario import Scenario
from adapters.farm.probes import Probes
from adapters.farm.reports.report import FaultRow, LoadReport, make_report, threshold_rows
from adapters.farm.results.health import Health
from adapters.farm.results.measurements import Measurements
from adapters.farm.results.thresholds import Threshold
from adapters.faults.proxy import FaultProxy

_SECOND = 1.0
_LAST = 5.0
"""Seconds for cleaning up, however a test ended."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a test that is running, for people."""

    seconds: float
    total: float
    found: Measurements
    load: float
    iterations: int


Observer = Callable[[Progress], None]


class LoadTest:
    """One load test on devices that are open. `observe` is called once per second."""

    def __init__(
        self,
        profile: Profile,
        devices: Sequence[FarmDevice],
        scenario: Scenario,
        thresholds: Sequence[Threshold] = (),
        observe: Observer = lambda _: None,
    ) -> None:
        self._profile = profile
        self._devices = devices
        self._scenario = scenario
        self._thresholds = thresholds
        self._observe = observe
        self._curve = profile.curve(len(devices))
        self._aborted = ""
        self._users: anyio.CancelScope | None = None

    def stop(self, why: str) -> None:
        """End the load now, for a reason that the report gives; what runs is counted as unfinished."""
        self._aborted = self._aborted or why
        if self._users is not None:
            self._users.cancel()

    async def run(self) -> LoadReport:
        """Run the test; a device that is lost meanwhile is a result."""
        before = await self._ask_health()
        probes = Probes()
        routes = {item.device.info.name: probes.route(item.server) for item in self._devices}
        started = datetime.now(UTC).isoformat(timespec="seconds")
        found = Measurements(asyncio.get_running_loop().time(), routes)
        try:
            seconds, cpu = await self._load(found, probes)
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_LAST):
                await self._clean(found)
        found.settle(asyncio.get_running_loop().time())
        after = await self._ask_health()
        return make_report(
            found=found,
            profile=self._profile,
            started=started,
            seconds=seconds,
            uris={item.device.info.name: item.device.info.uri for item in self._devices},
            health={name: (before[name], after[name]) for name in before},
            thresholds=self._thresholds,
            aborted=self._aborted,
            chaos=tuple(self._fault_row(entry, found) for entry in self._profile.chaos),
            servers=probes.means(),
            cpu=cpu,
            lag=probes.lags.summary(),
        )

    async def _load(self, found: Measurements, probes: Probes) -> tuple[float, float]:
        """Generate the load; return its length in seconds, and the share of a core that this process used."""
        pool = BufferPool(max_idle=2 * len(self._devices))
        loaded = [LoadedDevice(item.device, found, pool, self._profile.allow) for item in self._devices]
        generator = Generator(loaded, self._scenario, found)
        clock = asyncio.get_running_loop().time
        cpu = time.process_time()
        async with anyio.create_task_group() as watching:
            watching.start_soon(probes.run)
            for entry in self._profile.chaos:
                watching.start_soon(make_faults, entry, self._proxies(entry), found.start)
            async with anyio.create_task_group() as users:
                self._users = users.cancel_scope
                watching.start_soon(self._watch, found, generator)
                if self._aborted:
                    users.cancel_scope.cancel()
                try:
                    await self._generate(generator, found, users)
                finally:
                    seconds = clock() - found.start
                    cpu = (time.process_time() - cpu) / seconds
                users.cancel_scope.deadline = clock() + self._profile.grace
            watching.cancel_scope.cancel()
        return seconds, cpu

    async def _generate(self, generator: Generator, found: Measurements, users: anyio.abc.TaskGroup) -> None:
        profile = self._profile
        if profile.open:
            most = profile.most_in_flight(len(self._devices))
            await generator.open_load(self._curve, profile.arrivals, most, profile.seed, users)
            await anyio.sleep_until(found.start + self._curve.seconds)
        else:
            await generator.closed_load(self._curve, profile.think, users)

    async def _watch(self, found: Measurements, generator: Generator) -> None:
        """Once per second charge the layers and call the observer; end the test early if a threshold says so."""
        clock = asyncio.get_running_loop().time
        while True:
            await anyio.sleep(_SECOND)
            now = clock()
            found.settle(now)
            seconds = now - found.start
            load = self._curve.load(seconds)
            self._observe(Progress(seconds, self._curve.seconds, found, load, generator.iterations))
            if self._profile.abort_on_fail and seconds >= self._profile.abort_delay:
                rows = threshold_rows(self._thresholds, found, seconds)
                if failed := next((row for row in rows if not row.holds), None):
                    self.stop(f"{failed.text} did not hold after {seconds:.0f} s: {failed.value}")
                    return

    def _proxies(self, entry: FaultEntry) -> Sequence[FaultProxy]:
        """Return the proxies before the devices that an entry names, each once: an adb server has one for all."""
        indices = range(len(self._devices)) if entry.devices is None else entry.devices
        proxies = (self._devices[index].proxy for index in indices)
        return list(dict.fromkeys(item for item in proxies if item is not None))

    def _fault_row(self, entry: FaultEntry, found: Measurements) -> FaultRow:
        """Describe faults that were made, with what ended while they lasted."""
        proxies = self._proxies(entry)
        start = found.start + entry.at
        end = start + entry.seconds
        # An operation that hung is counted when it ends, which is after the fault.
        stretches = list(found.series.between(start, end + max(_SECOND, found.series.width)))
        return FaultRow(
            faults=entry.faults,
            at=entry.at,
            seconds=entry.seconds,
            devices=tuple(item.device.info.name for item in self._devices if item.proxy in proxies),
            failed=sum(bucket.failed for bucket in stretches),
            blamed=found.blame(start, end + max(_SECOND, found.series.width)),
        )

    async def _ask_health(self) -> Mapping[str, Health | None]:
        found: dict[str, Health | None] = dict.fromkeys(item.device.info.name for item in self._devices)

        async def ask(device: AdbDevice) -> None:
            found[device.info.name] = await ask_health(device)

        async with anyio.create_task_group() as group:
            for item in self._devices:
                group.start_soon(ask, item.device)
        return found

    async def _clean(self, found: Measurements) -> None:
        """Remove what was pushed, if anything was."""
        if "push" in found.latencies or any(name == "push" for name, _ in found.failures):
            async with anyio.create_task_group() as group:
                for item in self._devices:
                    group.start_soon(clean, item.device)
