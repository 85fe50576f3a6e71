"""Screens that are slow, late, or show nothing; and what a capture may not leave on the device."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import listen_unix
from adapters.adb.daemon.services import Stdin
from adapters.adb.device import AdbDevice
from adapters.adb.host.client import Deadlines, dial_unix
from adapters.adb.screen_capture import EXEC, FRAMEBUFFER, PNG, SHELL
from runtime.core.actions import Tap, Type
from runtime.core.config import Selection
from runtime.core.errors import DeviceRefused, DeviceTimeout
from runtime.engine import Runtime
from runtime.plugins.protocols import DeviceInfo, Need
from runtime.screen.frames import Frame
from tests.support import plugins
from tests.support.servicephone import HEIGHT, PIXELS, RAW, WIDTH, ServicePhone
from tests.support.tinyphone import TinyResult

FRAME: frozenset[Need] = frozenset({"frame"})
BLACK = RAW[:16] + bytes(len(PIXELS))
EVERY = ("shell", "exec", "png", "framebuffer")


class Screen(ServicePhone):
    """Tells the ways apart by their services; `held`, if set, holds a capture back until it is done."""

    def __init__(self) -> None:
        super().__init__()
        self.held: anyio.Event | None = None
        self.raw = RAW
        self.way = "shell"

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if command == "screencap":
            if self.held is not None:
                await self.held.wait()
            # The first way is tried first, the second after it.
            way = "exec" if self.asked[-1:] == ["shell"] and self.way == "" else self.way or "shell"
            return TinyResult(self.seen(way, self.raw))
        return await super().shell(command, stdin)


@asynccontextmanager
async def opened(phone: Screen, folder: Path, deadlines: Deadlines | None = None) -> AsyncIterator[AdbDevice]:
    """It as a real device, whose clock is the phone's."""
    async with listen_unix(folder / "p", phone):
        info = DeviceInfo("x", "unix:/p", (WIDTH, HEIGHT))
        device = AdbDevice(info, lambda: dial_unix(folder / "p", deadlines), clock=phone.clock)
        try:
            yield device
        finally:
            await device.aclose()


async def capture(device: AdbDevice) -> Frame:
    """The current screen."""
    frame, _ = await device.capture(FRAME)
    assert frame is not None
    return frame


# -- 17: slow ---------------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(17)
async def test_the_usual_slow_way_is_left_for_the_raw_one(tmp_path: Path):
    """§5.17: PNG takes 1.5 s, exec 0.5 s, raw over shell v2 60 ms: the last is found and used from then on."""
    phone = Screen()
    phone.way = ""
    phone.costs = {"shell": 0.06, "exec": 0.5, "png": 1.5, "framebuffer": 0.9}
    async with opened(phone, tmp_path) as device:
        await capture(device)
        assert device.screen_path is not None
        assert str(device.screen_path) == f"{SHELL} in 60 ms"
        assert dict(device.screen_path.others) == pytest.approx({EXEC: 500, PNG: 1500, FRAMEBUFFER: 900})
        phone.way = "shell"
        phone.asked.clear()
        began = phone.now
        for _ in range(10):
            assert (await capture(device)).pixels.tobytes() == PIXELS
        assert phone.asked == ["shell"] * 10
        assert phone.now - began == pytest.approx(0.6)


@pytest.mark.failure_mode(17)
async def test_a_screen_that_comes_too_late_is_never_shown_as_the_present_one(tmp_path: Path):
    """§5.17: a capture ends at its deadline; what it would have shown is dropped, the next one shows the present."""
    phone = Screen()
    async with opened(phone, tmp_path) as device:
        await capture(device)
        phone.held = anyio.Event()
        connection = await device.connection()
        patient = connection.deadlines
        connection.deadlines = replace(patient, command=0.3)
        with anyio.fail_after(10), pytest.raises(DeviceTimeout, match="finish 'screencap'"):
            await capture(device)
        phone.held.set()
        phone.held = None
        connection.deadlines = patient
        newer = RAW[:16] + bytes(reversed(PIXELS))
        phone.raw = newer
        assert (await capture(device)).pixels.tobytes() == newer[16:]


@pytest.mark.failure_mode(17)
async def test_each_step_tells_how_long_it_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """§5.17: the milliseconds of every action are in the record, so that a slow device can be found afterwards."""
    site = tmp_path / "site"
    site.mkdir()
    plugins.install(site)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setattr(plugins, "opened", [])

    async def slow(_: int) -> None:
        await anyio.sleep(0.05)

    run = tmp_path / "run"
    async with Runtime(devices=["lamp:a"], suite=plugins.SUITE, user="helpful", judges=("lamp",), out=run) as rt:
        plugins.opened[0]._broken = slow
        async for _ in rt.run(select=Selection(limit=1), agents=["press"]):
            pass
    lines = [json.loads(line) for path in (run / "events").iterdir() for line in path.read_text().splitlines()]
    took = {line["action"]["kind"]: line["took"] for line in lines if line["kind"] == "performed"}
    assert took["tap"] >= 50


# -- 18: nothing to see -----------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(18)
async def test_the_screen_needs_nothing_that_is_pushed(tmp_path: Path):
    """§5.18: captures and actions use what every Android has: no file is written, nothing is installed or forwarded."""
    phone = Screen()
    before = dict(phone.files.entries)
    async with opened(phone, tmp_path) as device:
        for _ in range(3):
            await capture(device)
            await device.perform(Tap(3, 4))
            await device.perform(Type("hi"))
    assert phone.files.entries == before
    assert phone.installed == []
    assert {command.split()[0] for command in phone.ran} <= {"screencap", "input", "settings"}


@pytest.mark.failure_mode(18)
async def test_a_uniform_frame_is_a_failed_capture_where_another_way_sees_more(tmp_path: Path):
    """§5.18: the way that was the fastest shows one colour since an update: another is taken for this very frame."""
    phone = Screen()
    phone.costs = {"shell": 0.1, "png": 0.4, "framebuffer": 0.05}
    async with opened(phone, tmp_path) as device:
        await capture(device)
        assert device.screen_path is not None
        assert device.screen_path.name == FRAMEBUFFER
        phone.screens["framebuffer"] = lambda: BLACK
        assert (await capture(device)).pixels.tobytes() == PIXELS
        assert device.screen_path.name in (SHELL, EXEC)
        assert dict(device.screen_path.others)[FRAMEBUFFER] == "shows nothing"


@pytest.mark.failure_mode(18)
async def test_a_uniform_frame_is_kept_where_no_way_sees_more(tmp_path: Path):
    """§5.18: a protected window, or the dark: the frame is the evidence, asked for once in every way, not each time."""
    phone = Screen()
    async with opened(phone, tmp_path) as device:
        await capture(device)
        phone.asked.clear()
        phone.screens = dict.fromkeys(EVERY, lambda: BLACK)
        phone.screens["png"] = lambda: b""
        dark = await capture(device)
        assert (dark.width, dark.height) == (WIDTH, HEIGHT)
        assert not dark.pixels.any()
        assert set(phone.asked) == {"shell", "png", "framebuffer"}
        phone.asked.clear()
        for _ in range(5):
            assert not (await capture(device)).pixels.any()
        assert len(phone.asked) <= 10
        phone.screens.clear()
        assert (await capture(device)).pixels.tobytes() == PIXELS


@pytest.mark.failure_mode(18)
async def test_a_way_that_was_chosen_in_the_dark_is_not_trusted_in_the_light(tmp_path: Path):
    """§5.18: all ways were black at first, the fastest always is: when the screen is lit, it is seen."""
    phone = Screen()
    phone.costs = {"shell": 0.4, "png": 0.5, "framebuffer": 0.01}
    phone.screens = {"framebuffer": lambda: BLACK, "shell": lambda: BLACK, "png": lambda: b""}
    async with opened(phone, tmp_path) as device:
        assert not (await capture(device)).pixels.any()
        assert device.screen_path is not None
        assert device.screen_path.name == FRAMEBUFFER
        del phone.screens["shell"]
        assert (await capture(device)).pixels.tobytes() == PIXELS
        assert device.screen_path.name in (SHELL, EXEC)


@pytest.mark.failure_mode(18)
async def test_a_capture_without_a_picture_says_what_may_be_the_reason(tmp_path: Path):
    """§5.18: no bytes at all, which is how some systems protect a window: refused, with a sentence, not a frame."""
    phone = Screen()
    phone.screens = dict.fromkeys(EVERY, lambda: b"")
    async with opened(phone, tmp_path) as device:
        with pytest.raises(DeviceRefused, match="a protected window cannot be captured"):
            await capture(device)
        phone.screens.clear()
        assert (await capture(device)).pixels.tobytes() == PIXELS
