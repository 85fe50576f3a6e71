"""The `phones` command: virtual phones served on TCP ports, driven by the real adb binary."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import DEVNULL

import anyio
import anyio.abc
import pytest
from PIL import Image

from adapters.phone.apps.bunwright import APP as BUNWRIGHT
from adapters.phone.state.phone_state import START
from tests.support.command import Bench, Running
from tests.support.listening import LOOPBACK, listening_addresses
from tests.support.processes import wait_ended, workers

adbutils = pytest.importorskip("adbutils")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here."""
    return "asyncio"


@pytest.fixture(scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Runs the command in a temporary folder."""
    return Bench(tmp_path_factory.mktemp("phones"), tmp_path_factory.mktemp("t"))


@pytest.fixture(scope="module")
async def served(bench: Bench) -> AsyncIterator[Running]:
    """Two phones being served on any free ports."""
    async with bench.running("phones", "--count", "2", "--port", "0") as running:
        yield running


@pytest.fixture(scope="module")
async def ports(served: Running) -> list[int]:
    """The ports that the command printed, one line for each phone."""
    with anyio.fail_after(200):
        lines = [json.loads(await served.line()) for _ in range(2)]
    assert [line["serial"] for line in lines] == ["phone-0", "phone-1"]
    assert {line["host"] for line in lines} == {"127.0.0.1"}
    return [line["port"] for line in lines]


class Adb:
    """The adb binary with a private server."""

    def __init__(self, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.binary = str(Path(adbutils.__file__).parent / "binaries" / "adb")
        self.env = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "ADB_EMU": "0",
            "ADB_MDNS": "0",
            "ADB_LIBUSB": "0",
            "TMPDIR": str(home),
        }

    async def __call__(self, *words: str, code: int = 0) -> bytes:
        with anyio.fail_after(30):
            done = await anyio.run_process([self.binary, "-P", self.port, *words], env=self.env, check=False)
        assert done.returncode == code, (words, done)
        return done.stdout


@pytest.fixture(scope="module")
async def adb(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Adb]:
    """A private adb server that is listening; it is terminated after the tests."""
    runner = Adb(tmp_path_factory.mktemp("home"))
    ready, number = os.pipe()
    words = [runner.binary, "-P", runner.port, "fork-server", "server", "--reply-fd", str(number)]
    process = await anyio.open_process(
        words, env=runner.env, pass_fds=(number,), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    os.close(number)
    try:
        with anyio.fail_after(20):
            await anyio.wait_readable(ready)
        yield runner
    finally:
        os.close(ready)
        process.terminate()
        with anyio.CancelScope(shield=True), anyio.move_on_after(10):
            await process.aclose()


async def test_phones_are_served_on_the_loopback_only(ports: list[int]):
    """As the system lists the sockets: nobody needs a key to drive them."""
    assert [listening_addresses(port) for port in ports] == [LOOPBACK, LOOPBACK]


async def test_the_real_adb_drives_a_phone(adb: Adb, ports: list[int], tmp_path: Path):
    """connect, devices -l, shell with exit codes, screencap, push and pull work, and phones share no files."""
    serials = [f"127.0.0.1:{port}" for port in ports]
    for serial in serials:
        assert b"connected to" in await adb("connect", serial)
        await adb("-s", serial, "wait-for-device")
    listed = (await adb("devices", "-l")).decode()
    assert all(f"{serial} " in listed for serial in serials)
    assert listed.count(" device product:") == 2
    names = [await adb("-s", serial, "shell", "getprop ro.serialno") for serial in serials]
    assert names == [b"phone-0\n", b"phone-1\n"]
    on = ("-s", serials[0])
    assert await adb(*on, "shell", "wm size") == b"Physical size: 1080x2400\n"
    await adb(*on, "shell", "exit 7", code=7)
    await adb(*on, "shell", "no-such-command", code=127)
    screen = Image.open(io.BytesIO(await adb(*on, "exec-out", "screencap", "-p")))
    screen.load()
    assert (screen.format, screen.size) == ("PNG", (1080, 2400))
    colours = screen.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 500
    local, back = anyio.Path(tmp_path / "one"), anyio.Path(tmp_path / "two")
    await local.write_bytes(bytes(range(256)) * 1000)
    await adb(*on, "push", str(local), "/sdcard/Download/one.bin")
    await adb(*on, "pull", "/sdcard/Download/one.bin", str(back))
    assert await back.read_bytes() == await local.read_bytes()
    assert b"256000" in await adb(*on, "shell", "wc -c /sdcard/Download/one.bin")
    await adb("-s", serials[1], "shell", "ls /sdcard/Download/one.bin", code=1)


async def test_a_killed_worker_restarts_on_the_same_port(served: Running, ports: list[int], bench: Bench):
    """After a worker process was killed, its phone's port accepts connections again."""
    (pid,) = workers(bench.temporary, "phone-0")
    os.kill(pid, signal.SIGKILL)
    await wait_ended([pid])
    with anyio.fail_after(30):
        stream = await _connect(ports[0])
    await stream.aclose()


async def _connect(port: int) -> anyio.abc.SocketStream:
    while True:
        try:
            return await anyio.connect_tcp("127.0.0.1", port)
        except OSError:
            await anyio.sleep(0.05)  # nothing tells a host that a phone is back; it has to try


async def test_options_reach_the_phones(bench: Bench, adb: Adb):
    """Faults, delays, disturbances and seeds are in force at once, behind an address and ports of one's choice."""
    words = (
        "--count", "2", "--port", "0", "--host", "127.0.0.2", "--clock", "virtual", "--seed", "7",
        "--disturbances", "ad:after=1", "--faults", "delay=1ms", "--latency", "1ms±1ms", "--service-time", "1ms",
    )  # fmt: skip
    async with bench.running("phones", *words) as running:
        with anyio.fail_after(200):
            lines = [json.loads(await running.line()) for _ in range(2)]
        assert {line["host"] for line in lines} == {"127.0.0.2"}
        trees = set()
        for line in lines:
            serial = f"127.0.0.2:{line['port']}"
            assert b"connected to" in await adb("connect", serial)
            await adb("-s", serial, "wait-for-device")
            assert await adb("-s", serial, "shell", "getprop ro.serialno") == f"{line['serial']}\n".encode()
            await adb("-s", serial, "shell", f"monkey -p {BUNWRIGHT.package} 1; sleep 1000")
            date = await adb("-s", serial, "shell", "date +%s")
            assert START.timestamp() + 1000 <= int(date) <= START.timestamp() + 1001
            await adb("-s", serial, "shell", "uiautomator dump")
            tree = await adb("-s", serial, "exec-out", "cat /sdcard/window_dump.xml")
            assert b"ad_card" in tree
            trees.add(tree)
        assert len(trees) == 2


async def test_an_open_address_is_warned_of(bench: Bench):
    """A phone that others can reach is served, and a line on stderr says what that means."""
    async with bench.running("phones", "--port", "0", "--host", "0.0.0.0") as running:
        with anyio.fail_after(200):
            assert "anyone on that network" in await running.line_of_err("warning: --host 0.0.0.0")
            assert json.loads(await running.line())["host"] == "0.0.0.0"


async def test_the_date_moves_by_itself(ports: list[int], adb: Adb):
    """By default phones are in real time: the seconds of a phone pass while nobody asks for anything."""
    serial = f"127.0.0.1:{ports[1]}"
    await adb("connect", serial)
    await adb("-s", serial, "wait-for-device")
    first = await adb("-s", serial, "shell", "date +%s")
    with anyio.fail_after(30):
        while await adb("-s", serial, "shell", "date +%s") == first:
            pass


async def test_ctrl_c_ends_the_phones(served: Running, ports: list[int], bench: Bench):
    """After SIGINT the command exits with 130, prints nothing to stderr and leaves no worker or socket."""
    hosts = workers(bench.temporary)
    assert hosts
    served.process.send_signal(signal.SIGINT)
    with anyio.fail_after(20):
        text = await served.rest_of_err()
        assert await served.process.wait() == 130
    assert text == ""
    await wait_ended(hosts)
    assert list(bench.temporary.iterdir()) == []
