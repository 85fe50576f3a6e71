"""The pool of devices: which exist, which are free, and which are unavailable or given up."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Self

import anyio
from anyio.abc import TaskGroup

from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout, Fault, UsageError
from runtime.devices.breaker import Breaker, FailureThresholds
from runtime.plugins.protocols import Device

_PROBE = 10.0
"""Timeout of a probe in seconds."""


def unique_devices(devices: Sequence[Device], say: Callable[[str], None] | None = None) -> list[Device]:
    """Return the devices without duplicates of the same phone; each duplicate is reported to `say`.

    Different phones of one name, such as emulators, are named by their URIs.

    Raises:
        UsageError: a URI was given twice.
    """
    known: dict[str, Device] = {}
    unique: list[Device] = []
    for device in devices:
        first = known.setdefault(device.info.identity, device) if device.info.identity else device
        if first is device:
            unique.append(device)
        elif say is not None:
            say(_same_phone(device, first))
    names = Counter(device.info.name for device in unique)
    shared = [device for device in unique if names[device.info.name] > 1]
    uris = Counter(device.info.uri for device in shared)
    if twice := sorted({device.info.name for device in shared if uris[device.info.uri] > 1}):
        raise UsageError(
            f"--device names {', '.join(twice)} twice: give each device once, and phone://2 for two phones"
        )
    for device in shared:
        device.info = replace(device.info, name=device.info.uri)
    return unique


def _same_phone(device: Device, first: Device) -> str:
    return (
        f"{device.info.uri} and {first.info.uri} are the same phone ({device.info.identity}): it is used once, as "
        f"{first.info.uri}"
    )


class Lease:
    """A device reserved for one user until it is released; as a context manager it is released with the block."""

    def __init__(self, device: Device, give_back: Callable[[Device, DeviceFault | None], bool]) -> None:
        self.device = device
        self._give_back = give_back
        self._fault: DeviceFault | None = None
        self._stays: bool | None = None

    def report(self, fault: Fault | None) -> None:
        """Report a fault. The first fault of the device counts; other faults are ignored."""
        if self._fault is None and isinstance(fault, DeviceFault):
            self._fault = fault

    @property
    def fault(self) -> DeviceFault | None:
        """The fault of the device that was reported, if any."""
        return self._fault

    @property
    def failed(self) -> bool:
        """Whether a fault of the device was reported."""
        return self._fault is not None

    def release(self) -> bool:
        """Return the device to the pool, once; further calls change nothing. False: the device is now unavailable."""
        if self._stays is None:
            self._stays = self._give_back(self.device, self._fault)
        return self._stays

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class Pool:
    """Devices and their leases. A device belongs to one session at a time.

    A device that does not answer is unavailable: it is not leased until a probe succeeds, and it is given up only after
    the patience of the `rules` (`runtime.devices.breaker`). Probes run as long as `run_probes` runs. `random` spreads
    them in time. A device that was not reached yet is unavailable from the start and probed first. `say` gets a
    message for people if it turns out to be a phone that the pool has already.
    """

    def __init__(
        self,
        devices: Sequence[Device],
        rules: FailureThresholds | None = None,
        random: Random | None = None,
        probe: float = _PROBE,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self._devices = {device.info.name: device for device in devices}
        self._positions = {name: number for number, name in enumerate(self._devices)}
        self._resting = {name: device for name, device in self._devices.items() if device.info.unreached}
        self._free = {name: device for name, device in self._devices.items() if name not in self._resting}
        now = anyio.current_time() if self._resting else 0.0
        self._breakers = {
            name: Breaker("open", 1, 0, now, now, device.info.unreached) if name in self._resting else Breaker()
            for name, device in self._devices.items()
        }
        self._due = [(now, name) for name in sorted(self._resting)]
        """A heap of the times at which resting devices are to be probed."""
        self._say = say
        self._rules = rules or FailureThresholds()
        self._random = random or Random()
        self._deadline = probe
        self._reasons: list[str] = []
        self._changed = anyio.Event()

    @property
    def usable(self) -> tuple[Device, ...]:
        """The devices that are not given up: free, leased or unavailable."""
        return tuple(self._devices.values())

    @property
    def free(self) -> tuple[Device, ...]:
        """The devices that can be leased now, in a fixed order."""
        return self._in_order(self._free)

    @property
    def resting(self) -> tuple[Device, ...]:
        """The devices that are unavailable and may return."""
        return self._in_order(self._resting)

    def _in_order(self, devices: Mapping[str, Device]) -> tuple[Device, ...]:
        return tuple(devices[name] for name in sorted(devices, key=self._positions.__getitem__))

    def is_free(self, name: str) -> bool:
        """Whether the device of this name can be leased now."""
        return name in self._free

    @property
    def exhausted(self) -> bool:
        """Whether all devices were given up."""
        return not self._devices

    @property
    def unavailable(self) -> bool:
        """Whether all devices are unavailable, and some may return."""
        return len(self._resting) == len(self._devices) > 0

    @property
    def reason(self) -> str:
        """Why devices were given up, for people."""
        return "; ".join(self._reasons[-3:]) or "none was opened"

    @property
    def status_message(self) -> str:
        """Status message when all devices are unavailable, else empty."""
        if not self.unavailable:
            return ""
        resting = [self._breakers[device.info.name] for device in self.resting]
        left = max(breaker.since for breaker in resting) + self._rules.patience - anyio.current_time()
        return (
            f"no device answers ({len(resting)} lost, the last: {resting[-1].why}); they are tried again and again for "
            f"{max(left, 0.0):.0f} s more, and what is left is played when one returns"
        )

    async def wait_changed(self) -> None:
        """Wait until a device is released, returns or is given up, or `notify` is called."""
        await self._changed.wait()

    def notify(self) -> None:
        """Wake all tasks in `wait_changed`."""
        self._changed.set()
        self._changed = anyio.Event()

    def lease(self, device: Device) -> Lease:
        """Lease a free device. KeyError if it is not free."""
        name = device.info.name
        del self._free[name]
        self._breakers[name] = self._breakers[name].leased(anyio.current_time())
        return Lease(device, self._give_back)

    async def acquire(self) -> Lease:
        """Lease any free device, waiting for one.

        Raises:
            DeviceLost: all devices were given up.
        """
        while not self._free:
            if not self._devices:
                raise DeviceLost(f"no device is left: {self.reason}")
            await self.wait_changed()
        return self.lease(self._free[min(self._free, key=self._positions.__getitem__)])

    def _give_back(self, device: Device, fault: DeviceFault | None) -> bool:
        name = device.info.name
        if fault is None:
            self._breakers[name] = self._breakers[name].worked()
            self._free[name] = device
        else:
            self._failed(device, fault)
        self.notify()
        return name in self._free

    async def run_probes(self) -> None:
        """Probe unavailable devices when they are due, concurrently, until cancelled."""
        async with anyio.create_task_group() as probes:
            while True:
                delay = self._probe_due(probes)
                with anyio.move_on_after(delay):
                    await self.wait_changed()

    def _probe_due(self, probes: TaskGroup) -> float | None:
        """Start the probes that are due; returns the seconds until the next one, or None."""
        now = anyio.current_time()
        while self._due and self._due[0][0] <= now:
            _, name = heapq.heappop(self._due)
            self._breakers[name] = self._breakers[name].probing()
            probes.start_soon(partial(self._probe, self._devices[name]))
        return self._due[0][0] - now if self._due else None

    async def _probe(self, device: Device) -> None:
        name = device.info.name
        try:
            with anyio.fail_after(self._deadline), translate_errors(DeviceFault, f"the probe of {name}"):
                await device.probe()
        except TimeoutError:
            self._failed(device, DeviceTimeout(f"{name} did not answer a probe within {self._deadline:g} s"))
        except (Fault, UsageError) as fault:
            self._failed(device, fault)
        else:
            self._breakers[name] = self._breakers[name].answered(anyio.current_time())
            del self._resting[name]
            if (twin := self._twin(device)) is None:
                self._free[name] = device
            else:
                del self._devices[name]
                if self._say is not None:
                    self._say(_same_phone(device, twin))
        self.notify()

    def _twin(self, device: Device) -> Device | None:
        """Return another device of the pool that has answered and is the same phone."""
        identity = device.info.identity
        others = (other for other in self._devices.values() if other is not device and identity)
        return next((other for other in others if other.info.identity == identity), None)

    def _failed(self, device: Device, fault: Fault | UsageError) -> None:
        name, now = device.info.name, anyio.current_time()
        gone = not isinstance(fault, DeviceRefused)
        breaker = self._breakers[name]
        breaker = breaker.failed(now, str(fault), self._rules, self._random.random(), gone=gone)
        self._breakers[name] = breaker
        if breaker.state == "closed":
            self._free[name] = device
        elif breaker.state == "open":
            self._resting[name] = device
            heapq.heappush(self._due, (breaker.until, name))
        elif breaker.state == "out":
            del self._devices[name]
            self._resting.pop(name, None)
            self._reasons.append(
                f"{name} was given up after {breaker.faults} faults in a row and {now - breaker.since:.0f} s without "
                f"use; the last: {fault}"
            )
