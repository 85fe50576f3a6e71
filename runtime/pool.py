"""Which devices there are, which are free, and which are not to be trusted any more."""

from __future__ import annotations

from collections.abc import Sequence

import anyio

from runtime.errors import DeviceLost
from runtime.ports import Device

_STRIKES = 3
"""Faults in a row after which a device is not used any more in this run."""


class Pool:
    """Devices and their leases. A device belongs to one session at a time."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self._devices = {device.info.name: device for device in devices}
        self._free = dict(self._devices)
        self._strikes: dict[str, int] = {}
        self._reasons: list[str] = []
        self._changed = anyio.Event()

    @property
    def usable(self) -> tuple[Device, ...]:
        """The devices that are not retired, leased or not."""
        return tuple(self._devices.values())

    @property
    def free(self) -> tuple[Device, ...]:
        """The devices that nobody has, in a fixed order."""
        return tuple(device for name, device in self._devices.items() if name in self._free)

    @property
    def reason(self) -> str:
        """Why devices were retired, for people."""
        return "; ".join(self._reasons[-3:]) or "none was opened"

    async def wait_changed(self) -> None:
        """Wait until a device is given back or retired, or somebody calls `poke`."""
        await self._changed.wait()

    def poke(self) -> None:
        """Wake everybody in `wait_changed`."""
        self._changed.set()
        self._changed = anyio.Event()

    def take(self, device: Device) -> None:
        """Lease a device that is free. KeyError if it isn't."""
        del self._free[device.info.name]

    async def acquire(self) -> Device:
        """Lease any free device, waiting for one.

        Raises:
            DeviceLost: every device was retired.
        """
        while not self._free:
            if not self._devices:
                raise DeviceLost(f"no device is left: {self.reason}")
            await self.wait_changed()
        device = self.free[0]
        self.take(device)
        return device

    def give(self, device: Device, fault: str = "") -> bool:
        """Give a device back; `fault` tells what it did wrong, if it did. Returns whether it stays in use."""
        name = device.info.name
        self._strikes[name] = self._strikes.get(name, 0) + 1 if fault else 0
        stays = self._strikes[name] < _STRIKES
        if stays:
            self._free[name] = device
        else:
            del self._devices[name]
            self._reasons.append(f"{name} was retired after {_STRIKES} faults in a row, the last: {fault}")
        self.poke()
        return stays
