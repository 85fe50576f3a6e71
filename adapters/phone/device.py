"""A virtual phone as a device: an ADB device that need not send a screen twice."""

from __future__ import annotations

from typing import Any

from adapters.adb.device import AdbDevice
from adapters.phone.control import ControlClient
from runtime.frames import Frame
from runtime.ports import Need
from runtime.ui import UiTree


class PhoneDevice(AdbDevice):
    """Drives the phone over ADB like any other; only asks the control door whether the screen is still the last one.

    Settling captures each screen twice and more. On a real phone there is no cheaper way to know; here the phone can
    say that what it would paint has not changed, which spares ten megabytes.
    """

    def __init__(self, *args: Any, control: ControlClient, **options: Any) -> None:
        super().__init__(*args, control=control, **options)
        self._door = control
        self._last: tuple[str, Frame] | None = None

    async def probe(self) -> None:
        """See `AdbDevice.probe`; a phone without its hidden door is of no use either."""
        await super().probe()
        await self._door.stamp()

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """See `AdbDevice.capture`; the frame may be the very object that the last call gave."""
        if "frame" not in needs:
            return await super().capture(needs)
        stamp = await self._door.stamp()
        if self._last is not None and self._last[0] == stamp:
            _, tree = await super().capture(needs - {"frame"})
            return self._last[1], tree
        frame, tree = await super().capture(needs)
        # A command may have come between stamp and capture only from another client; then the next stamp differs.
        self._last = None if frame is None else (stamp, frame)
        return frame, tree
