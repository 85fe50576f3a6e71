"""Screenshots taken by an agent, and traffic that cannot be parsed: what becomes evidence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from adapters.adb.device import AdbDevice
from adapters.adb.framing.sync_wire import request
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from adapters.agents.external.capture.screenshots import Picture, PictureTracker
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.endpoint import endpoint
from adapters.agents.external.wire.features import HIDDEN_FEATURES, VISIBLE_FEATURES, visible_device
from adapters.phone.workers.device import PhoneDevice
from runtime.core.actions import Action, Decision, Key, Launch, Tap
from runtime.core.config import RunConfig
from runtime.core.errors import DeviceLost
from runtime.core.events import Observed, Performed, Traffic
from runtime.core.tasks import Brief
from runtime.episode.recorder import Recorder
from runtime.episode.session import LiveSession
from runtime.plugins.protocols import Device, DeviceInfo, Need, Observation
from runtime.screen.frames import Frame
from runtime.screen.frames.png import encode
from runtime.screen.tree import UiTree
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, Manifest, RunDirectory
from tests.support.sandboxlab import Noting, asked

SCREEN = (1080, 2400)
PLAN: tuple[tuple[Action, str], ...] = (
    (Launch("com.android.settings"), "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"),
    (Tap(540, 900), "input tap 540 900"),
    (Key("BACK"), "input keyevent 4"),
    (Key("HOME"), "input keyevent 3"),
)


class Counting(AdbDevice):
    """A phone without a control connection, like a real one; counts our captures of it."""

    taken = 0

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """See `AdbDevice`."""
        self.taken += "frame" in needs
        return await super().capture(needs)


async def without_control(phone: Device) -> Counting:
    """Makes the same phone without its control connection."""
    assert isinstance(phone, PhoneDevice)

    async def dial() -> None:
        raise DeviceLost("it is not dialled again")

    return Counting(DeviceInfo("plain", "", SCREEN), dial, connection=await phone.connection())  # type: ignore[arg-type]


@dataclass
class Evidence:
    """The evidence of one attempt."""

    session: LiveSession
    recorder: Recorder
    directory: RunDirectory
    frames: list[str | None] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    traffic: list[Traffic] = field(default_factory=list)


@asynccontextmanager
async def attempt(device: Device, tmp_path: Path) -> AsyncIterator[Evidence]:
    """Opens a live session on that device; when the block ends its trace is read."""
    manifest = Manifest(version="", suite_version="", config=RunConfig())
    directory = await anyio.to_thread.run_sync(RunDirectory.create, tmp_path / device.info.name, manifest)
    async with Disk().running() as disk:
        recorder = Recorder(EpisodeKey("program", "task", 0), 0, directory, disk, Blobs(directory, disk))
        session = LiveSession(Brief("", SCREEN, 25, False), device, None, recorder)
        session.start("task", "program", 1)
        await session.observe()
        found = Evidence(session, recorder, directory)
        yield found
        recorder.close()
        async for event in recorder.trace:
            if isinstance(event, Observed):
                found.frames.append(event.frame)
            elif isinstance(event, Performed):
                found.actions.append(event.action)
            elif isinstance(event, Traffic):
                found.traffic.append(event)


async def take_screenshot(port: int, how: str) -> None:
    """Takes a screenshot through the sandbox in one of the ways that agents use."""
    async with connect_smart(AdbServer.tcp("127.0.0.1", port), "sandbox-1") as agent:
        if how == "framebuffer":
            await agent.framebuffer()
        elif how == "a file that is pulled":
            assert (await agent.shell("screencap -p /sdcard/look.png")).exit == 0
            assert await agent.files.pull("/sdcard/look.png")
        elif how == "a file that is printed":
            await agent.exec_out("screencap /sdcard/look.raw")
            await agent.exec_out("cat /sdcard/look.raw")
        elif how == "shell v2":
            assert (await agent.shell("screencap")).exit == 0
        else:
            assert await agent.exec_out(how)


async def played_by_program(phone: Device, tmp_path: Path, how: str) -> tuple[Evidence, int]:
    """Plays the plan with a program that looks after each action; returns the attempt and our number of captures."""
    assert phone.control is not None
    await phone.control.reset({}, 1)
    device = await without_control(phone)
    async with attempt(device, tmp_path) as found:
        before = device.taken
        sniffer = Sniffer(found.session, quiet=0.0)
        async with anyio.create_task_group() as tasks:
            async with endpoint(found.session.open, visible_device(serial="sandbox-1"), sniffer.watch) as server:
                tasks.start_soon(sniffer.run)
                for _, line in PLAN:
                    async with connect_smart(AdbServer.tcp("127.0.0.1", server.port), "sandbox-1") as agent:
                        assert (await agent.shell(line)).exit == 0
                    if how:
                        await take_screenshot(server.port, how)
            sniffer.close()
    return found, device.taken - before


@pytest.fixture(scope="module")
async def ours(phones: tuple[Device, ...], tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """Plays the same plan in this process with our captures."""
    assert phones[0].control is not None
    await phones[0].control.reset({}, 1)
    async with attempt(phones[0], tmp_path_factory.mktemp("ours")) as found:
        for action, _ in PLAN:
            await found.session.step(Decision((action,)))
    return found


@pytest.mark.parametrize(
    "how",
    ["screencap -p", "screencap", "shell v2", "framebuffer", "a file that is pulled", "a file that is printed"],
)
async def test_screenshots_of_the_agent_replace_captures(phone: Device, ours: Evidence, tmp_path: Path, how: str):
    """On a phone without a control connection the agent's screenshots are recorded, and we capture none."""
    with anyio.fail_after(200):
        theirs, taken = await played_by_program(phone, tmp_path, how)
    assert theirs.actions == ours.actions == [action for action, _ in PLAN]
    assert theirs.frames == ours.frames
    assert len(set(theirs.frames)) > 2
    assert taken == 0
    for digest in theirs.frames:
        assert digest is not None
        assert theirs.directory.blob(digest, ".png").exists()


async def test_screens_are_captured_if_the_agent_takes_none(phone: Device, tmp_path: Path):
    """If the agent takes no screenshots, we capture the screen after each action."""
    with anyio.fail_after(200):
        found, taken = await played_by_program(phone, tmp_path, "")
    assert found.actions == [action for action, _ in PLAN]
    assert None not in found.frames
    assert taken >= len(PLAN)


async def test_a_phone_with_a_hidden_door_is_looked_at_by_us(phone: Device, tmp_path: Path):
    """On a phone with a control connection the agent's screenshots are not used as evidence."""
    async with attempt(phone, tmp_path) as found:
        sniffer = Sniffer(found.session, quiet=0.0)
        assert not found.session.pictures
        stream = sniffer.watch("exec:screencap -p")
        assert not stream.wants_data


class Photographed(Noting):
    """A session that uses pictures; notes for each action whether it had one."""

    pictures = True

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self.device = device.info  # type: ignore[assignment]
        self.frames: list[bool] = []
        self.stored: list[tuple[bytes, str]] = []

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        self.frames.append(frame is not None)
        return await super().witness(decision)

    def keep(self, raw: bytes, why: str, *, writes: bool = False) -> None:
        """Stores traffic that could not be parsed."""
        self.stored.append((raw, why))


def picture() -> bytes:
    """Makes a small picture."""
    import numpy as np

    return encode(Frame(4, 4, np.full((4, 4, 4), 255, np.uint8)))


async def feed_traffic(sniffer: Sniffer) -> None:
    """Runs the sniffer to its end."""
    sniffer.close()
    await sniffer.run()


async def test_a_picture_counts_only_of_a_screen_that_was_left_alone(phone: Device):
    """A screenshot counts only if it began long enough after the action and nothing was done meanwhile."""
    for quiet, meanwhile, counts in ((0.0, False, True), (60.0, False, False), (0.0, True, False)):
        session = Photographed(phone)
        sniffer = Sniffer(session, quiet=quiet)
        observer = sniffer.watch("exec:input tap 5 9")
        observer.opened()
        observer.closed()
        shot = sniffer.watch("exec:screencap -p")
        shot.opened()
        if meanwhile:
            other = sniffer.watch("exec:input tap 700 900")
            other.opened()
        shot.received(picture())
        shot.closed()
        if meanwhile:
            other.closed()
        await feed_traffic(sniffer)
        assert session.actions[0] == Tap(5, 9)
        assert session.frames[0] is counts, (quiet, meanwhile)


async def test_a_file_with_an_old_picture_is_no_picture_of_now(phone: Device):
    """A screenshot file taken before the last action and pulled after it does not count as the new screen."""
    session = Photographed(phone)
    sniffer = Sniffer(session, quiet=0.0)
    for line in ("screencap -p /sdcard/a.png", "input tap 5 9"):
        stream = sniffer.watch(f"exec:{line}")
        stream.opened()
        stream.closed()
    pulled = sniffer.watch("sync:")
    pulled.opened()
    pulled.sent(request(b"RECV", b"/sdcard/a.png"))
    data = picture()
    pulled.received(b"DATA" + len(data).to_bytes(4, "little") + data + b"DONE\0\0\0\0")
    pulled.closed()
    await feed_traffic(sniffer)
    assert session.frames == [False]


@pytest.mark.parametrize("data", [b"", b"\x89PNG cut off", b"\xff\xd8\xff\xe0 a JPEG", bytes(15), bytes(40)])
@pytest.mark.parametrize("wrapping", ["plain", "shell", "sync", "framebuffer"])
def test_data_that_are_no_picture_give_none(wrapping: str, data: bytes):
    """Data that are no picture give None and raise nothing."""
    assert Picture(wrapping, (data,), 0.0).frame() is None  # type: ignore[arg-type]


def test_pictures_are_bounded():
    """Pictures beyond the limit are dropped, and the memory is freed when a stream ends."""
    camera = PictureTracker(most=1000)
    first, second = (camera.watch("exec:screencap -p", 1.0) for _ in range(2))
    assert first is not None
    assert second is not None
    first.received(bytes(900))
    second.received(bytes(900))
    assert not second.wants_data
    assert second.closed() is None
    assert camera.room_left == 100
    assert first.closed() is not None
    assert camera.room_left == 1000


@pytest.mark.parametrize(
    "line",
    [
        "screencap -p | gzip",
        "screencap -p > /sdcard/x",
        "screencap -d 1 -p",
        "input tap 1 2; screencap -p",
        "cat /a.png",
    ],
)
def test_uncertain_screenshot_commands_are_ignored(line: str):
    """Command lines with pipes, redirections, other displays or several commands are not used as screenshots."""
    assert PictureTracker().watch(f"exec:{line}", 0.0) is None


async def test_traffic_that_nobody_can_read_is_kept_raw_and_counted(phone: Device, tmp_path: Path):
    """Traffic that cannot be parsed is stored as a blob, and an event in the trace gives the reason."""
    device = await without_control(phone)
    async with attempt(device, tmp_path) as found:
        sniffer = Sniffer(found.session, patience=0.0)
        async with anyio.create_task_group() as tasks:
            async with endpoint(found.session.open, visible_device(serial="sandbox-1"), sniffer.watch) as server:
                tasks.start_soon(sniffer.run)
                async with connect_smart(AdbServer.tcp("127.0.0.1", server.port), "sandbox-1") as agent:
                    for line in ("input tap 5 9", "am crash com.example", "input keyevent 3"):
                        await agent.shell(line)
                await sniffer.caught_up()
                assert found.session.used == 2
            sniffer.close()
    assert found.actions == [Tap(5, 9), Key("HOME")]
    assert [traffic.why for traffic in found.traffic] == ["am crash"]
    assert found.directory.blob(found.traffic[0].digest, ".bin").read_bytes() == b"am crash com.example"
    assert sniffer.unread.counts == {"am crash": 1}


async def test_a_stream_of_its_own_kind_is_kept_by_its_first_bytes(phone: Device):
    """Of a stream to an unknown socket the first 64 KiB are stored once."""
    session = Photographed(phone)
    sniffer = Sniffer(session)
    stream = sniffer.watch("localabstract:minitouch")
    stream.opened()
    for _ in range(100):
        stream.sent(bytes(4000))
    stream.closed()
    await feed_traffic(sniffer)
    assert [(len(raw), why) for raw, why in session.stored] == [(64 << 10, "traffic of localabstract")]


def test_what_is_shown_is_never_more_than_the_device_has():
    """The visible device has only features that the real one has, and its serial reveals nothing."""
    old = visible_device(DeviceInfo("old", "", SCREEN, features=("shell_v2", "abb", "delayed_ack")))
    assert old.features == ("shell_v2",)
    assert not set(VISIBLE_FEATURES) & set(HIDDEN_FEATURES)
    assert "delayed_ack" in HIDDEN_FEATURES
    assert visible_device().serial != visible_device().serial
    assert asked(visible_device().serial)
