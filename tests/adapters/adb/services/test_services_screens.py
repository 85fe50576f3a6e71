"""The choice of the screen-capture method: methods that are slow, fail, lie, hang or break the connection."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import numpy as np
import pytest

from adapters.adb.daemon.server import Listener, listen_unix
from adapters.adb.device import AdbDevice
from adapters.adb.host.client import Deadlines, dial_unix
from adapters.adb.screen_capture import EXEC, FRAMEBUFFER, PNG, SHELL, CaptureMethod, CaptureTrial, choose_fastest
from runtime.core.errors import DeviceLost, DeviceRefused
from runtime.plugins.protocols import DeviceInfo, Need
from runtime.screen.frames import Frame
from tests.support.servicephone import HEIGHT, PIXELS, RAW, WIDTH, ServicePhone, picture
from tests.support.tinyphone import TinyPhone, TinyResult

FRAME: frozenset[Need] = frozenset({"frame"})
BLANK = RAW[:16] + bytes(len(PIXELS))
TALL = struct.pack("<4I", WIDTH, HEIGHT * 2, 1, 1) + PIXELS * 2


class WayPhone(ServicePhone):
    """Tells the two raw ways apart by the order in which they are tried: shell first, then exec; `kept` fixes it."""

    def __init__(self) -> None:
        super().__init__()
        self.held_service = ""
        self._raws = 0

    def _android(self, name: str, rest: str) -> TinyResult | None:
        found = super()._android(name, rest)
        if name != "screencap" or found is None:
            return found
        self._raws += 1
        way = self.held_service or ("shell" if self._raws % 2 else "exec")
        return TinyResult(self.seen(way, RAW))


def path_of(device: AdbDevice) -> CaptureMethod | None:
    """The way that was chosen by now."""
    return device.screen_path


def fails() -> bytes:
    """A way that does not work."""
    raise ValueError("boom")


@asynccontextmanager
async def opened(
    phone: TinyPhone, folder: Path, *, virtual: bool = False, deadlines: Deadlines | None = None
) -> AsyncIterator[tuple[AdbDevice, Listener]]:
    """The phone as a device whose clock is the phone's."""
    path = folder / "p"
    async with listen_unix(path, phone) as listener:
        info = DeviceInfo("x", f"unix:{path}", (WIDTH, HEIGHT), virtual)
        clock = getattr(phone, "clock", lambda: 0.0)
        device = AdbDevice(info, lambda: dial_unix(path, deadlines), clock=clock)
        try:
            yield device, listener
        finally:
            await device.aclose()


async def capture(device: AdbDevice) -> bytes:
    """The pixels of the screen."""
    with anyio.fail_after(10):
        frame, _ = await device.capture(FRAME)
    assert frame is not None
    return frame.pixels.tobytes()


@pytest.mark.parametrize(
    ("fast", "name"), [("shell", SHELL), ("exec", EXEC), ("png", PNG), ("framebuffer", FRAMEBUFFER)]
)
async def test_the_fastest_way_is_found_and_kept(tmp_path: Path, fast: str, name: str):
    """Each way is tried once, at the first capture; from then on the winner alone is used."""
    phone = WayPhone()
    phone.costs = dict.fromkeys(("shell", "exec", "png", "framebuffer"), 0.5) | {fast: 0.25}
    async with opened(phone, tmp_path) as (device, _):
        assert path_of(device) is None
        assert await capture(device) == PIXELS
        assert phone.asked == ["shell", "exec", "png", "framebuffer"]
        path = device.screen_path
        assert path is not None
        assert (path.name, path.ms, str(path)) == (name, 250.0, f"{name} in 250 ms")
        assert dict(path.others) == dict.fromkeys({SHELL, EXEC, PNG, FRAMEBUFFER} - {name}, 500.0)
        phone.held_service = fast
        phone.asked.clear()
        for _ in range(3):
            assert await capture(device) == PIXELS
        assert phone.asked == [fast] * 3


async def test_a_virtual_phone_is_not_measured(tmp_path: Path):
    """One raw capture over shell v2 for each frame, no other way is ever tried, and the path says so at once."""
    phone = WayPhone()
    phone.held_service = "shell"
    phone.costs = {"shell": 9.0}
    async with opened(phone, tmp_path, virtual=True) as (device, _):
        assert device.screen_path == CaptureMethod(SHELL)
        assert str(device.screen_path) == SHELL
        for _ in range(2):
            assert await capture(device) == PIXELS
    assert phone.asked == ["shell", "shell"]
    assert phone.ran == ["screencap", "screencap"]


async def test_ways_that_fail_lie_or_show_nothing_are_not_taken(tmp_path: Path):
    """A faster method is rejected if its bytes are missing, of another size than the reference, or blank."""
    phone = WayPhone()
    phone.costs = {"shell": 0.5}
    phone.screens = {"exec": lambda: RAW[:-1], "png": lambda: b"\x89PNG\r\n\x1a\n junk", "framebuffer": lambda: TALL}
    async with opened(phone, tmp_path) as (device, _):
        assert await capture(device) == PIXELS
        path = device.screen_path
        assert path is not None
        others = {name: str(why) for name, why in path.others}
        assert path.name == SHELL
        assert "cut off" in others[EXEC]
        assert "not a PNG" in others[PNG]
        assert others[FRAMEBUFFER] == f"shows {WIDTH}x{HEIGHT * 2} pixels, not {WIDTH}x{HEIGHT}"
    blank = WayPhone()
    blank.costs = {"shell": 0.1, "exec": 0.2, "png": 0.4, "framebuffer": 0.1}
    blank.screens = {"shell": lambda: BLANK, "framebuffer": fails}
    async with opened(blank, tmp_path) as (device, _):
        assert await capture(device) == PIXELS
        path = device.screen_path
        assert path is not None
        assert path.name == EXEC
        assert dict(path.others)[SHELL] == "shows nothing"


async def test_a_screen_that_is_blank_in_every_way_is_blank(tmp_path: Path):
    """A dark screen is accepted if all methods agree."""
    dark = choose_fastest(
        [CaptureTrial(name, ms, Frame(8, 8, np.zeros((8, 8, 4), np.uint8))) for name, ms in (("a", 2), ("b", 1))]
    )
    assert (dark[0].name, dark[1]) == ("b", {})
    tie = choose_fastest([CaptureTrial(name, 1, picture()) for name in "ab"])
    assert tie[0].name == "a"


async def test_a_way_that_hangs_costs_its_deadline_only(tmp_path: Path):
    """A framebuffer that never answers is given up; the rest decides."""
    phone = WayPhone()

    async def never() -> bytes:
        phone.asked.append("framebuffer")
        await anyio.sleep_forever()
        return b""

    phone.photograph = never  # type: ignore[method-assign]
    async with opened(phone, tmp_path) as (device, _):
        assert await capture(device) == PIXELS
        path = device.screen_path
        assert path is not None
        assert "did not" in str(dict(path.others)[FRAMEBUFFER])
        assert phone.asked == ["shell", "exec", "png", "framebuffer"]


async def test_no_way_at_all_gives_the_best_known_ways_reason(tmp_path: Path):
    """All fail: the sentence of raw over shell; the next capture tries everything again."""
    phone = WayPhone()
    phone.screens = dict.fromkeys(("shell", "exec", "png", "framebuffer"), bytes)
    async with opened(phone, tmp_path) as (device, _):
        for _ in range(2):
            with pytest.raises(DeviceRefused, match="exit status 0, 0 bytes"):
                await capture(device)
            assert path_of(device) is None
        assert phone.asked == ["shell", "exec", "png", "framebuffer"] * 2
        phone.screens.clear()
        assert await capture(device) == PIXELS


async def test_a_way_that_breaks_the_connection_is_not_tried_again(tmp_path: Path):
    """That capture fails as lost; the next one dials again and tries the ways that are left."""
    phone = WayPhone()
    async with opened(phone, tmp_path) as (device, listener):

        def drops() -> bytes:
            listener.hang_up()
            return b""

        phone.screens["png"] = drops
        with pytest.raises(DeviceLost):
            await capture(device)
        assert path_of(device) is None
        phone.asked.clear()
        assert await capture(device) == PIXELS
        assert phone.asked == ["shell", "exec", "framebuffer"]
        assert device.screen_path is not None
        assert dict(device.screen_path.others)[PNG] == "the connection broke"


async def test_it_is_measured_again_only_where_the_way_fails_after_a_reconnect(tmp_path: Path):
    """A reconnect alone changes nothing, nor does a failure on the connection where it worked; both together do."""
    phone = WayPhone()
    phone.costs = {"shell": 0.5, "exec": 0.5, "png": 0.5, "framebuffer": 0.1}
    async with opened(phone, tmp_path) as (device, listener):
        await capture(device)
        phone.asked.clear()
        phone.screens["framebuffer"] = bytes
        with pytest.raises(DeviceRefused, match="framebuffer"):
            await capture(device)
        assert phone.asked == ["framebuffer"]
        del phone.screens["framebuffer"]
        await reconnected(device, listener)
        assert await capture(device) == PIXELS
        assert phone.asked == ["framebuffer"] * 2
        await reconnected(device, listener)
        phone.screens["framebuffer"] = bytes
        phone.asked.clear()
        assert await capture(device) == PIXELS
        assert phone.asked == ["framebuffer", "shell", "exec", "png", "framebuffer"]
        assert device.screen_path is not None
        assert device.screen_path.name == SHELL


async def reconnected(device: AdbDevice, listener: Listener) -> None:
    """The connection drops, and the device knows."""
    connection = await device.connection()
    listener.hang_up()
    with anyio.fail_after(30):
        while not connection.closed:
            await anyio.lowlevel.checkpoint()


async def test_captures_at_once_measure_once(tmp_path: Path):
    """Concurrent captures during the measurement wait for its result and use it."""
    phone = WayPhone()
    phone.costs = {"shell": 0.5, "exec": 0.5, "png": 0.5, "framebuffer": 0.1}
    async with opened(phone, tmp_path) as (device, _):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(capture, device)
        assert sorted(phone.asked) == sorted(["shell", "exec", "png", *["framebuffer"] * 3])


async def test_a_device_without_exit_statuses_is_seen_by_the_other_ways(tmp_path: Path):
    """An old device knows no shell v2; raw over exec or the framebuffer is taken."""
    phone = WayPhone()
    phone.features = ("cmd",)
    phone.held_service = "exec"
    phone.costs = {"exec": 0.1, "png": 0.5, "framebuffer": 0.5}
    async with opened(phone, tmp_path) as (device, _):
        assert await capture(device) == PIXELS
        path = device.screen_path
        assert path is not None
        assert path.name == EXEC
        assert "shell_v2" in str(dict(path.others)[SHELL])
