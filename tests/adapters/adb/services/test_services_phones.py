"""The services of a virtual phone, in its own process, as the engine and any host get them."""

from __future__ import annotations

import anyio

from adapters.adb.device import AdbDevice
from adapters.adb.screen_capture import SHELL, CaptureMethod
from adapters.phone.workers.farm import open_phones
from runtime.plugins.protocols import Need

FRAME: frozenset[Need] = frozenset({"frame"})


async def test_a_virtual_phone_shows_its_screen_and_refuses_root():
    """The framebuffer equals a screenshot; root is refused as on a production build; a reboot ends the connection."""
    async with open_phones("phone://1") as (device,):
        assert isinstance(device, AdbDevice)
        assert device.screen_path == CaptureMethod(SHELL)
        frame, _ = await device.capture(FRAME)
        assert frame is not None
        connection = await device.connection()
        assert (await connection.framebuffer()).digest == frame.digest
        assert await connection.root() == "adbd cannot run as root in production builds"
        assert await connection.reboot() == ""
        with anyio.fail_after(10):
            while not connection.closed:
                await anyio.lowlevel.checkpoint()
        again, _ = await device.capture(FRAME)
        assert again is not None
        assert again.digest == frame.digest
        assert await device.connection() is not connection
        assert device.screen_path == CaptureMethod(SHELL)
