"""Worker processes with virtual phones over Unix sockets: control operations, pixels, restarts."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import cast

import anyio
import anyio.lowlevel
import anyio.to_thread
import numpy as np
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb.device import AdbDevice
from adapters.adb.host.client import connect_unix
from adapters.faults.specification import FaultSpec
from adapters.phone.drawing.painter import Painter
from adapters.phone.workers.config import WorkerConfig
from adapters.phone.workers.control.client import ControlClient
from adapters.phone.workers.farm import Farm, RestartLimits, open_phones
from adapters.phone.workers.headless import open_headless
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import installed_apps
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.uri import parse_phones
from runtime.core.actions import Launch, Tap
from runtime.core.backoff import BackoffPolicy
from runtime.core.boundary import unwrap_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, RuntimeFault, TaskFault, UsageError
from runtime.core.tasks import State
from runtime.plugins.protocols import Control, Device, Need
from runtime.screen.tree import parse
from tests.support.processes import wait_ended, workers

FRAME: frozenset[Need] = frozenset({"frame"})
TREE: frozenset[Need] = frozenset({"tree"})
DIM = {"settings": {"system": {"screen_brightness": "17"}}}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for all tests here, so that they share two phones."""
    return "asyncio"


@pytest.fixture(scope="module")
def temporary() -> Iterator[Path]:
    """The folder for sockets, used as the system's temporary folder."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="f-") as folder:
        tempfile.tempdir = folder
        yield Path(folder)
        tempfile.tempdir = before
        assert list(Path(folder).iterdir()) == []


@pytest.fixture(scope="module")
async def phones(temporary: Path) -> AsyncIterator[Sequence[Device]]:
    """Two phones, each in a worker process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.cpu_count", lambda: 2)
        async with open_phones("phone://2") as devices:
            yield devices
    assert workers(temporary) == []


@pytest.fixture
async def phone(phones: Sequence[Device]) -> Device:
    """The first phone, freshly reset."""
    await control_of(phones[0]).reset({}, 1)
    return phones[0]


def control_of(device: Device) -> Control:
    """Return the control client of the phone."""
    assert device.control is not None
    return device.control


async def test_phones_are_reset_into_a_state(phone: Device):
    """A reset merges the given values over the defaults and restores all other values."""
    control = control_of(phone)
    fresh = await control.read()
    await control.reset(DIM, 1)
    dim = await control.read()
    assert dim["settings"]["system"]["screen_brightness"] == "17"
    dim["settings"]["system"]["screen_brightness"] = fresh["settings"]["system"]["screen_brightness"]
    assert dim == fresh
    await control.reset({}, 1)
    assert await control.read() == fresh


async def test_a_reset_to_an_invalid_state_is_a_task_fault(phones: Sequence[Device], phone: Device):
    """An unknown app or field in a reset raises TaskFault; this phone and others keep working."""
    control = control_of(phone)
    wrongs: list[State] = [{"no such app": {}}, {"bunwright": {"no such field": 1}}, {"bunwright": {"basket": 7}}]
    for wrong in wrongs:
        with pytest.raises(TaskFault, match="phone-0: reset was refused"):
            await control.reset(wrong, 1)
    assert await control.read()
    assert await control_of(phones[1]).read()


async def test_refused_control_requests_leave_the_phone_working(phone: Device):
    """An unknown snapshot or an invalid duration raises DeviceRefused, and the phone keeps working."""
    control = control_of(phone)
    with pytest.raises(DeviceRefused, match="phone-0: restore was refused"):
        await control.restore("no such copy")
    with pytest.raises(DeviceRefused, match="phone-0: advance was refused"):
        await control.advance("soon")  # type: ignore[arg-type]
    assert await control.read()


async def test_a_cancelled_request_leaves_no_stale_answer(phone: Device):
    """After a request cancelled at any moment, the next request gets its own answer and not the old one."""
    control = control_of(phone)
    for turns in range(6):
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(control.tree)
                for _ in range(turns):
                    await anyio.lowlevel.checkpoint()
                scope.cancel()
        assert "settings" in await control.read()


async def test_the_tree_is_what_uiautomator_would_dump(phone: Device):
    """The tree read over the control connection has the same elements as the one captured over ADB."""
    hidden = parse(await control_of(phone).tree())
    _, dumped = await phone.capture(TREE)
    assert dumped is not None
    seen = [[(node.text, node.bounds) for node in tree.walk()] for tree in (hidden, dumped)]
    assert seen[0] == seen[1]
    assert any(node.text == "Settings" for node in hidden.walk())


async def test_a_capture_is_what_the_painter_paints(phone: Device):
    """Captures over both connections equal the pixels painted locally for an equal phone."""

    def paint() -> bytes | memoryview:
        here = HostedPhone("here", installed_apps(), ScreenRenderer(Painter()))
        here.phone.reset({}, 1)
        return here.run("screencap").stdout

    raw = np.frombuffer(await anyio.to_thread.run_sync(paint), np.uint8, offset=16).reshape(2400, 1080, 4)
    frame, _ = await phone.capture(FRAME)
    assert frame is not None
    assert (frame.width, frame.height) == (1080, 2400)
    assert np.array_equal(frame.pixels, raw)
    through_adb, _ = await AdbDevice.capture(cast("AdbDevice", phone), FRAME)
    assert through_adb is not None
    assert np.array_equal(through_adb.pixels, raw)
    assert through_adb.digest == frame.known_digest
    assert "monkey" in " ".join(await phone.perform(Launch("Settings")))
    other, _ = await phone.capture(FRAME)
    assert other is not None
    assert not np.array_equal(other.pixels, raw)


async def test_a_screen_id_that_is_no_longer_shown_gives_no_picture(phone: Device):
    """If the screen changed after its id was read, a request for that id returns None."""
    control = cast("ControlClient", phone.control)
    screen_id = await control.screen_id()
    shown = await control.screen(screen_id)
    assert shown is not None
    assert shown[:2] == (1080, 2400)
    await phone.perform(Launch("Settings"))
    assert await control.screen(screen_id) is None
    frame, _ = await phone.capture(FRAME)
    assert frame is not None
    assert frame.known_digest not in ("", shown[2])


async def test_look_returns_tree_and_state_together(phone: Device):
    """`look` returns what `tree` and `read` return, in one message."""
    control = control_of(phone)
    xml, state = await control.look()
    assert xml == await control.tree()
    assert state == await control.read()
    await control.reset(DIM, 1)
    assert (await control.look())[1] == await control.read() != state


@pytest.mark.parametrize("between", ["perform", "reset", "nothing"])
async def test_a_known_screen_id_is_discarded_after_any_change(phone: Device, between: str):
    """A screen id that came with an elapsed time is not used for a frame after an action or a reset."""
    control = cast("ControlClient", phone.control)
    await phone.elapse(100)
    if between == "perform":
        await phone.perform(Launch("Settings"))
    elif between == "reset":
        await control.reset({}, 2)
        await control.advance(3_600_000)
    frame, _ = await phone.capture(FRAME)
    shown = await control.screen(await control.screen_id())
    assert frame is not None
    assert shown is not None
    assert frame.known_digest == shown[2]


async def test_the_clock_moves_only_on_request(phone: Device):
    """Advancing and waiting move the phone's clock by their duration, in no real time."""

    async def now() -> int:
        stream = await phone.open("exec:date +%s")
        text = b""
        while part := await stream.receive():
            text += part
        await stream.aclose()
        return int(text)

    before = await now()
    with anyio.fail_after(10):
        await control_of(phone).advance(3_600_000)
        await phone.elapse(60_000)
    assert 3660 <= await now() - before <= 3662


async def test_a_phone_is_exported_into_another_process(phones: Sequence[Device], phone: Device):
    """Tree, state, screen id and digest are the same there, and stay the same under the same actions."""
    first, other = (control_of(device) for device in phones)
    assert isinstance(first, ControlClient)
    assert isinstance(other, ControlClient)
    await first.reset({"weather": [{"kind": "mix"}], **DIM}, 5)
    await phone.perform(Launch("com.jotfern.notes"))
    await phone.perform(Tap(540, 1200))
    await (await phone.open("shell:log -t tag text; echo text > /sdcard/Download/text")).receive()
    assert not await first.copy_to(other)
    await other.load(await first.export())
    for action in (Tap(540, 900), Launch("com.android.settings"), Tap(540, 1500), Tap(540, 700)):
        assert await first.look() == await other.look()
        assert await first.digest() == await other.digest()
        assert await first.screen_id() == await other.screen_id()
        for device in phones:
            await device.perform(action)


async def test_a_headless_phone_is_exported_into_a_process(phone: Device):
    """The tree and the state are the same there, and the shell is a fresh one on the phone's files."""
    control = control_of(phone)
    async with open_headless("headless://1") as (headless,):
        inner = control_of(headless)
        await inner.reset(DIM, 5)
        await headless.perform(Launch("com.jotfern.notes"))
        await control.load(await inner.export())
        assert await control.look() == await inner.look()
        with pytest.raises(DeviceRefused, match="shell"):
            await inner.load(await control.export())
    assert b"com.jotfern.notes" in await (await phone.open("shell:ls -d /data/data/com.jotfern.notes")).receive()


async def test_a_damaged_export_is_refused_in_the_other_process(phone: Device):
    """DeviceRefused, in a sentence, and the phone keeps working as before."""
    control = control_of(phone)
    before = await control.digest()
    exported = await control.export()
    for damaged in (b"", b"no phone", exported[:-1], exported.replace(b" 1 ", b" 9 ", 1)):
        with pytest.raises(DeviceRefused, match=r"phone-0: load was refused: .*export"):
            await control.load(damaged)
    assert await control.digest() == before


async def test_snapshots_restore_a_phone(phone: Device):
    """Restoring a snapshot brings back state and screen, repeatedly; the diff of two names the changed paths."""
    control = control_of(phone)
    fresh = await control.read()
    before = await control.snapshot()
    tree = await control.tree()
    await control.reset(DIM, 1)
    await phone.perform(Launch("Settings"))
    after = await control.snapshot()
    assert await control.tree() != tree
    assert "settings/system/screen_brightness" in await control.diff(before, after)
    assert await control.diff(before, await control.fork(before)) == ()
    for _ in range(2):
        await control.restore(before)
        assert await control.read() == fresh
        assert await control.tree() == tree
        await phone.perform(Tap(540, 1200))


async def test_one_phone_does_not_see_the_other(phones: Sequence[Device]):
    """An action on one phone does not change the screen of another."""
    for device in phones:
        await control_of(device).reset({}, 1)
    still = await control_of(phones[1]).tree()
    await phones[0].perform(Launch("Settings"))
    assert await control_of(phones[0]).tree() != still
    assert await control_of(phones[1]).tree() == still


async def test_a_killed_worker_is_started_again(phones: Sequence[Device], temporary: Path):
    """A killed worker's phone raises DeviceLost once and then works again; the other phone is not affected."""
    neighbour = control_of(phones[1])
    await neighbour.reset({}, 1)
    await phones[1].perform(Launch("Settings"))
    before = await neighbour.tree()
    (pid,) = workers(temporary, "phone-0")
    assert workers(temporary, "phone-1") != [pid]
    await phones[0].capture(FRAME)
    os.kill(pid, signal.SIGKILL)
    await wait_ended([pid])
    with pytest.raises(DeviceLost):
        await control_of(phones[0]).read()
    await control_of(phones[0]).reset({}, 1)
    frame, _ = await phones[0].capture(FRAME)
    assert frame is not None
    assert workers(temporary, "phone-0") not in ([], [pid])
    assert await neighbour.tree() == before


class Killer:
    """Kills worker processes that host `serial`: the running one, and the next `left` as soon as they are started."""

    def __init__(self, patch: pytest.MonkeyPatch, serial: str) -> None:
        self.left = 0
        spawn = Farm._spawn

        async def spawn_and_kill(farm: Farm, config: WorkerConfig) -> anyio.abc.Process:
            process = await spawn(farm, config)
            if serial in config.serials:
                self._running = process
                if self.left:
                    self.left -= 1
                    process.kill()
            return process

        patch.setattr(Farm, "_spawn", spawn_and_kill)
        patch.setattr("os.cpu_count", lambda: 2)

    async def kill(self, left: int) -> None:
        """Kill the running process and the next ones."""
        self.left = left
        self._running.kill()
        await self._running.wait()


FAST = RestartLimits(BackoffPolicy(first=0.01, longest=0.05), deaths=6)


async def test_a_worker_killed_while_it_restarts_starts_again(temporary: Path, monkeypatch: pytest.MonkeyPatch):
    """A worker killed in use and then four times while it restarts returns; its neighbour works all the time."""
    killer = Killer(monkeypatch, "phone-0")
    async with open_phones("phone://2", FAST) as (phone, neighbour):
        await control_of(phone).read()
        await killer.kill(4)
        with pytest.raises(DeviceLost):
            await control_of(phone).read()
        assert await control_of(neighbour).tree()
        await control_of(phone).reset({}, 1)
        assert killer.left == 0


async def test_a_worker_that_always_dies_is_given_up_and_its_neighbour_works(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
):
    """The phones of a worker that died six times in a row are lost for good, those of the other are not."""
    killer = Killer(monkeypatch, "phone-0")
    async with open_phones("phone://2", FAST) as (phone, neighbour):
        await control_of(phone).read()
        await killer.kill(100)
        with pytest.raises(DeviceLost, match="the phone's process is gone"):
            await control_of(phone).read()
        with pytest.raises(DeviceLost, match=r"was killed by signal 9 before it was ready, 6 times in a row"):
            await control_of(phone).reset({}, 1)
        assert killer.left == 95
        await control_of(neighbour).reset({}, 1)
        assert await control_of(neighbour).tree()


async def test_if_the_last_worker_always_dies_the_farm_fails_with_the_reason(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
):
    """The block of the phones ends with one fault that says how the processes ended."""
    killer = Killer(monkeypatch, "phone-0")

    async def use_until_it_fails() -> None:
        async with open_phones("phone://1", FAST):
            await killer.kill(100)
            await anyio.sleep_forever()

    with (
        anyio.fail_after(60),
        pytest.raises(DeviceFault, match=r"no virtual phone is left: .* killed by signal 9 .*, 6 times in a row"),
        unwrap_errors(DeviceFault),
    ):
        await use_until_it_fails()


async def test_a_worker_ends_when_its_input_ends():
    """When its standard input is closed, a worker exits with 0 and removes its sockets and folder."""
    with tempfile.TemporaryDirectory(prefix="f-") as above:
        folder = anyio.Path(above) / "phones-x"
        await folder.mkdir()
        process = await _worker(WorkerConfig(folder=Path(folder), serials=("a", "b")))
        assert sorted([path.name async for path in folder.iterdir()]) == ["a.adb", "a.ctl", "b.adb", "b.ctl"]
        assert process.stdin is not None
        async with process:
            await process.stdin.aclose()
            with anyio.fail_after(10):
                assert await process.wait() == 0
        assert not await folder.exists()


async def test_a_worker_whose_event_loop_is_blocked_exits():
    """A command that blocks the event loop ends the worker, and stderr names the module responsible."""
    with tempfile.TemporaryDirectory(prefix="f-") as above:
        process = await _worker(WorkerConfig(folder=Path(above), serials=("a",), blocked=1))
        assert process.stderr is not None
        async with process:
            async with connect_unix(Path(above) / "a.adb") as connection:
                assert (await connection.shell("echo fine")).stdout == b"fine\n"
                with anyio.fail_after(20), pytest.raises(DeviceLost):
                    await connection.shell(f"echo {'a' * 60}! | grep -E '^(a+)+$'")
            text = b"".join([part async for part in process.stderr]).decode()
            assert await process.wait() != 0
        assert "Timeout" in text
        assert "grep.py" in text


async def _worker(config: WorkerConfig) -> anyio.abc.Process:
    """Start a worker process and wait until it is ready."""
    process = await anyio.open_process(
        [sys.executable, "-m", "adapters.phone.workers.worker", config.model_dump_json()]
    )
    assert process.stdout is not None
    with anyio.fail_after(30):
        line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 100)
    assert line == b"ready"
    return process


async def test_twenty_phones_start(temporary: Path):
    """Twenty phones have numbered serials, can be reset concurrently, and then have equal states."""
    async with open_phones("phone://20") as devices:
        names = [device.info.name for device in devices]
        assert names == [f"phone-{index:02d}" for index in range(20)]
        async with anyio.create_task_group() as group:
            for device in devices:
                group.start_soon(control_of(device).reset, {}, 7)
        states = [await control_of(device).read() for device in devices]
        assert all(state == states[0] for state in states)


def test_faults_in_a_uri_are_given_to_phones_in_order():
    """Faults without a number go to all phones that are left, others to as many as they say."""
    reset, slow = FaultSpec(reset=0.01), FaultSpec(delay=0.05, delay_rate=1)
    assert parse_phones("phone://2").faults == (None, None)
    assert parse_phones("phone://2?faults=reset=0.01").faults == (reset, reset)
    mixed = parse_phones("phone://4?faults=1:reset=0.01&faults=1:&faults=delay=50ms").faults
    assert mixed == (reset, FaultSpec(), slow, slow)
    assert parse_phones("phone://3?faults=1%3Areset%3D0.01").faults == (reset, None, None)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("fault=reset=1", "no option 'fault'"),
        ("faults=rest=1", "'rest=1' is no fault"),
        ("faults=3:reset=1", "gives faults to 3 phones and has 2"),
        ("faults=x:reset=1", "faults=4:SPEC"),
    ],
)
def test_malformed_faults_in_a_uri_are_refused(query: str, reason: str):
    """The refusal names the option, the item or the numbers."""
    with pytest.raises(UsageError, match=reason):
        parse_phones(f"phone://2?{query}")


async def test_a_phone_behind_faults_fails_and_its_neighbour_does_not(temporary: Path):
    """The first phone resets every request on both connections; the second works."""
    async with open_phones("phone://2?faults=1:reset=1") as (phone, neighbour):
        for use in (control_of(phone).read, partial(phone.capture, TREE), phone.probe):
            with pytest.raises(DeviceLost):
                await use()
        assert await control_of(neighbour).read()
        assert await neighbour.capture(TREE)


@pytest.mark.parametrize(
    "uri", ["phone://0", "phone://1001", "phone://-1", "phone://x", "phone://", "phone:2", "phone"]
)
def test_a_uri_that_names_no_phones_is_refused(uri: str):
    """A URI without a valid number of phones raises UsageError with a correct example."""
    with pytest.raises(UsageError, match="phone://20"):
        parse_phones(uri)


async def test_the_socket_folder_is_private(phones: Sequence[Device], temporary: Path):
    """The folder with the sockets is accessible to its owner only."""
    (folder,) = [path async for path in anyio.Path(temporary).glob("phones-*")]
    assert (await folder.stat()).st_mode & 0o077 == 0
    assert isinstance(phones[0].control, ControlClient)


async def test_more_phones_than_descriptors_are_refused_with_the_arithmetic():
    """Where the hard limit is too low, nothing is started and one sentence says what is needed."""
    lines = (
        "import anyio, os, resource\n"
        "from adapters.phone.workers.farm import open_phones\n"
        "os.cpu_count = lambda: 2\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))\n"
        "async def main():\n"
        "    async with open_phones('phone://1000'): pass\n"
        "anyio.run(main)\n"
    )
    done = await anyio.run_process([sys.executable, "-c", lines], check=False)
    assert done.stderr.decode().splitlines()[-1] == (
        "runtime.core.errors.UsageError: 1000 phones need about 3200 file descriptors, this process may open 1024: "
        "raise the limit with `ulimit -n 3200`, or use at most 274 phones"
    )


async def test_the_soft_limit_of_descriptors_is_raised(temporary: Path):
    """Phones that need more descriptors than the soft limit allows raise it, up to the hard limit only."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (150, hard))
        async with open_phones("phone://2") as (_, phone):
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 200
            assert await control_of(phone).read()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_a_worker_without_descriptors_says_it_once_and_serves_again():
    """More connections than descriptors: one line on stderr, and when they are closed the phone answers."""
    with tempfile.TemporaryDirectory(prefix="f-") as above:
        process = await _worker(WorkerConfig(folder=Path(above), serials=("a",)))
        assert process.stderr is not None
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (40, 40))
        async with process:
            with ExitStack() as stack:
                for _ in range(60):
                    connection = stack.enter_context(socket.socket(socket.AF_UNIX))
                    connection.connect(f"{above}/a.adb")
                line = await BufferedByteReceiveStream(process.stderr).receive_until(b"\n", 1000)
            assert b"this process may open no more file descriptors" in line
            async with connect_unix(Path(above) / "a.adb") as device:
                assert (await device.shell("echo fine")).stdout == b"fine\n"
            assert process.stdin is not None
            await process.stdin.aclose()
            assert b"".join([part async for part in process.stderr]) == b""


async def test_a_runtime_without_descriptors_has_a_fault_of_its_own(temporary: Path):
    """A phone that cannot be dialled for want of descriptors is no fault of the device."""
    async with open_phones("phone://1") as (phone,):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = len(await anyio.to_thread.run_sync(os.listdir, "/proc/self/fd"))
        with ExitStack() as stack:
            resource.setrlimit(resource.RLIMIT_NOFILE, (used + 8, hard))
            stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
            with suppress(OSError):
                while True:
                    stack.enter_context(socket.socket())
            with pytest.raises(RuntimeFault, match="may open no more file descriptors: raise the limit"):
                await phone.capture(TREE)
        assert await phone.capture(TREE)
