"""The engine's port over a real connection: frames, trees, actions, redial, openers, buffers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import anyio
import numpy as np
import pytest

from adapters.adb import open_tcp, open_unix
from adapters.adb.buffer_pool import BufferPool
from adapters.adb.daemon.server import Listener, listen_unix
from adapters.adb.device import AdbDevice, read_raw, screen_size
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.client import Deadlines, dial_unix
from adapters.android.actions import ADB_KEYBOARD
from runtime.core.actions import Key, Launch, Tap, Type, Wait
from runtime.core.errors import DeviceLost, DeviceRefused, UsageError
from runtime.plugins.protocols import Need
from tests.support.tinyphone import DUMP, HEIGHT, WIDTH, NumericScreen, TinyPhone

FRAME: frozenset[Need] = frozenset({"frame"})
TREE: frozenset[Need] = frozenset({"tree"})


async def connected(path: Path, **options: object) -> AdbDevice:
    """A device over the socket."""
    return await AdbDevice.connect(f"unix:{path}", lambda: dial_unix(path), **options)  # type: ignore[arg-type]


async def test_openers_yield_one_device_each(listener: Listener, socket_path: Path):
    """Both kinds of URI give a device with its serial number, its screen and its URI; the socket is closed after."""
    for opener, uri in ((open_tcp, f"tcp://127.0.0.1:{listener.port}"), (open_unix, f"unix:{socket_path}")):
        async with opener(uri) as devices:
            (device,) = devices
            assert (device.info.name, device.info.uri, device.info.screen) == ("tiny-1", uri, (WIDTH, HEIGHT))
            assert device.control is None
        await anyio.lowlevel.checkpoint()
    with anyio.fail_after(30):
        while listener.connections:
            await anyio.lowlevel.checkpoint()


@pytest.mark.parametrize(
    "uri", ["tcp://", "tcp://host", "tcp://host:port", "tcp:host:1", "tcp://host:99999", "tcp://h:1/x", "http://h:1"]
)
async def test_bad_tcp_uris_say_what_to_write(uri: str):
    """The sentence shows the right form."""
    with pytest.raises(UsageError, match=r"tcp://HOST:PORT"):
        async with open_tcp(uri):
            pass


@pytest.mark.parametrize("uri", ["unix:", "unix:relative", "/just/a/path"])
async def test_bad_unix_uris_say_what_to_write(uri: str):
    """The sentence shows the right form."""
    with pytest.raises(UsageError, match=r"unix:/PATH"):
        async with open_unix(uri):
            pass


async def test_nobody_at_the_uri_is_a_device_fault(tmp_path: Path):
    """An address without a device is a device fault, not a usage error."""
    with pytest.raises(DeviceLost, match="nobody"):
        async with open_unix(f"unix:{tmp_path}/nobody"):
            pass


async def test_a_frame_is_the_screen(socket_path: Path, phone: TinyPhone):
    """The pixels are the phone's, with and without a tree."""
    device = await connected(socket_path)
    frame, tree = await device.capture(FRAME | TREE)
    assert frame is not None
    assert tree is not None
    assert (frame.width, frame.height) == (WIDTH, HEIGHT)
    assert frame.pixels.tobytes() == phone.screen[16:]
    assert tree.root.text == "Grüße"
    assert tree.source == DUMP
    assert await device.capture(frozenset()) == (None, None)
    await device.aclose()


async def test_frames_keep_their_pixels_and_buffers_come_back(socket_path: Path, phone: TinyPhone):
    """A frame that is held is never overwritten; in the usual rhythm two buffers are enough for ever."""
    pool = BufferPool()
    device = await connected(socket_path, pool=pool)
    first, _ = await device.capture(FRAME)
    assert first is not None
    digest, ndarray = first.digest, first.pixels[7:9].copy()
    for shade in range(6):
        half = (len(phone.screen) - 16) // 2  # not of one colour, which would be doubted
        phone.screen = memoryview(bytes(phone.screen[:16]) + bytes((shade,)) * half + bytes((99,)) * half)
        frame, _ = await device.capture(FRAME)
        assert frame is not None
        assert frame.pixels[0, 0, 0] == shade
    assert np.array_equal(first.pixels[7:9], ndarray)
    part = first.pixels[7:9]
    del first
    await device.capture(FRAME)
    assert np.array_equal(part, ndarray)
    assert digest.startswith("frame-1080x2400-")
    assert sum(pool.made.values()) == 3
    await device.aclose()


@pytest.mark.parametrize(("width", "height", "header"), [(40, 30, 16), (40, 30, 12), (1440, 3120, 16)])
async def test_any_screen_is_read_whatever_was_said_of_its_size(tmp_path: Path, width: int, height: int, header: int):
    """The length reveals the header; a screen larger than expected is captured completely, twice."""
    phone = NumericScreen(width, height, header)
    async with listen_unix(tmp_path / "p", phone):
        device = await connected(tmp_path / "p")
        for _ in range(2):
            frame, _ = await device.capture(FRAME)
            assert frame is not None
            assert (frame.width, frame.height) == (width, height)
            assert frame.pixels.tobytes() == phone.screen[header:]
        await device.aclose()


async def test_a_screen_that_cannot_be_read_is_refused(tmp_path: Path):
    """Cut off, of another pixel format, or missing: the sentence says which."""
    with pytest.raises(DeviceRefused, match="cut off"):
        read_raw(NumericScreen(40, 30).screen[:-1], "x")
    with pytest.raises(DeviceRefused, match="format 4"):
        read_raw(NumericScreen(40, 30, form=4).screen, "x")
    phone = TinyPhone()
    phone.screen = memoryview(b"")
    async with listen_unix(tmp_path / "p", phone):
        device = await connected(tmp_path / "p")
        with pytest.raises(DeviceRefused, match="no screen was captured"):
            await device.capture(FRAME)
        await device.aclose()


def test_an_override_counts_before_the_physical_size():
    """`wm size` may tell two sizes; without any it is refused."""
    both = b"Physical size: 1440x3120\nOverride size: 1080x2340\n"
    assert screen_size(ShellResult(both, b"", 0), "x") == (1080, 2340)
    with pytest.raises(DeviceRefused, match="no wm"):
        screen_size(ShellResult(b"", b"no wm", 127), "x")


async def test_actions_are_carried_out_and_told(socket_path: Path, phone: TinyPhone):
    """`perform` returns what it sent, in order, and the phone has run just that."""
    device = await connected(socket_path, apps={"Chat": "com.chat"})
    phone.ran.clear()
    issued: list[str] = []
    for action in (Tap(3, 4), Key("back"), Type("hi"), Type("hü", clear=True), Type("ü"), Launch("chat"), Wait(9)):
        issued += await device.perform(action)
    assert issued == phone.ran
    assert f"ime set {ADB_KEYBOARD}" in issued
    assert issued.count(f"ime set {ADB_KEYBOARD}") == 1
    assert issued[-1] == "monkey -p com.chat -c android.intent.category.LAUNCHER 1"
    await device.aclose()


async def test_a_command_that_fails_is_the_devices_fault_and_a_missing_app_is_not(socket_path: Path, phone: TinyPhone):
    """A failing command names itself and its status; launching what is not there changes nothing."""
    device = await connected(socket_path)
    assert await device.perform(Launch("com.absent")) == ("monkey -p com.absent -c android.intent.category.LAUNCHER 1",)
    phone._android = lambda name, rest: None  # type: ignore[method-assign]
    with pytest.raises(DeviceRefused, match=r"'input tap 1 1' failed with exit status 127: .*not found"):
        await device.perform(Tap(1, 1))
    await device.aclose()


async def test_a_stale_dump_is_not_taken_for_the_tree(socket_path: Path, phone: TinyPhone):
    """When nothing was dumped an old file may still be there: what was printed decides."""
    device = await connected(socket_path)
    plain = phone._android
    phone._android = lambda name, rest: None if name == "uiautomator" else plain(name, rest)  # type: ignore[method-assign]
    with pytest.raises(DeviceRefused, match="`uiautomator dump` failed"):
        await device.capture(TREE)
    phone._android = plain  # type: ignore[method-assign]
    phone.files.write("/sdcard/window_dump.xml", b"<broken")
    with pytest.raises(DeviceRefused, match="not a uiautomator dump"):
        await device.capture(TREE)
    await device.aclose()


async def test_a_lost_device_is_dialled_again_at_the_next_use(tmp_path: Path, phone: TinyPhone):
    """Running operations fail; later ones work, and one connection attempt serves all that wait for it."""
    async with listen_unix(tmp_path / "p", phone) as listener:
        device = await connected(tmp_path / "p")
        listener.hang_up()
        with anyio.fail_after(30):
            while not (await _closed(device)):
                await anyio.lowlevel.checkpoint()
        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(device.perform, Tap(1, 1))
        assert listener.connections == 1
        await device.aclose()


async def _closed(device: AdbDevice) -> bool:
    connection = device._connection
    return connection is not None and connection.closed


async def test_raw_streams_are_open_to_the_sandbox(socket_path: Path):
    """`open` gives a byte stream to any service."""
    device = await connected(socket_path)
    stream = await device.open("shell:echo raw")
    assert await stream.receive() == b"raw\n"
    await stream.aclose()
    await device.elapse(1)
    await device.aclose()


async def test_the_room_is_cheap_to_import():
    """Finding the openers imports neither the client nor numpy."""
    code = (
        "import sys, adapters.adb; heavy = 'numpy', 'asyncio', 'adapters.adb.host.client'; "
        "print([name for name in heavy if name in sys.modules])"
    )
    result = await anyio.run_process([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": "."})
    assert result.stdout.strip() == b"[]"


def test_deadlines_have_defaults():
    """Ten seconds to open, fifteen between two pieces, thirty for a command."""
    assert Deadlines() == Deadlines(10, 15, 30)
