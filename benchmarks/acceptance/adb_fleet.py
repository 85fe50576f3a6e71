"""Twenty phones at once: a storm among tiny ones, and virtual phones under a real adb server."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import adbutils
import anyio
import anyio.abc
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb import open_tcp
from adapters.adb.device import AdbDevice
from benchmarks.acceptance.bar import Bar
from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import Device
from tests.support import storm as a_storm
from tests.support.processes import wait_ended, workers

PHONES = 20
_RECOVER = 5.0
"""Seconds in which all of them must be back once they can be reached."""
_PATIENCE = 120.0


async def storm() -> list[Bar]:
    """Six of twenty frozen, cut, reset and restarted at random; what the other fourteen feel."""
    report = await a_storm.run(seed=1, each=500)
    quiet, stormy = (report.p99(seconds) * 1000 for seconds in (report.quiet, report.stormy))
    figure = (
        f"{report.strikes} strikes, {report.faults} faults of the six, 0 of the others; p99 {quiet:.1f} ms in peace, "
        f"{stormy:.1f} ms in the storm"
    )
    return [Bar("20 phones, 6 of them dying and returning: the others don't feel it", figure, stormy < 3 * quiet + 20)]


class Adb:
    """The binary of the adbutils wheel with a private server."""

    def __init__(self, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.binary = adbutils.adb_path()
        self.env = {"HOME": str(home), "PATH": os.environ["PATH"], "ADB_EMU": "0", "ADB_MDNS": "0", "ADB_LIBUSB": "0"}

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        """The server's process id, while it runs."""
        ready, number = os.pipe()
        words = (self.binary, "-P", str(self.port), "fork-server", "server", "--reply-fd", str(number))
        process = await anyio.open_process(
            words, env=self.env, pass_fds=(number,), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )
        os.close(number)
        try:
            with anyio.fail_after(30):
                await anyio.wait_readable(ready)
            yield process.pid
        finally:
            os.close(ready)
            process.terminate()
            with anyio.CancelScope(shield=True), anyio.move_on_after(10):
                await process.aclose()

    async def __call__(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        return await anyio.run_process([self.binary, "-P", str(self.port), *words], env=self.env, check=False)


@asynccontextmanager
async def _served(folder: Path) -> AsyncIterator[list[int]]:
    """The ports of twenty virtual phones, whose sockets lie in that folder."""
    options = ("--count", str(PHONES), "--port", "0", "--clock", "virtual")
    words = [sys.executable, "-m", "runtime.bench", "phones", *options]
    process = await anyio.open_process(words, env={**os.environ, "TMPDIR": str(folder)}, stderr=None)
    assert process.stdout is not None
    try:
        lines = BufferedByteReceiveStream(process.stdout)
        with anyio.fail_after(60):
            yield [json.loads(await lines.receive_until(b"\n", 1000))["port"] for _ in range(PHONES)]
    finally:
        process.send_signal(signal.SIGINT)
        with anyio.CancelScope(shield=True), anyio.move_on_after(20):
            await process.wait()
            await process.aclose()


async def phones() -> list[Bar]:
    """Real virtual phones, each in all the ways at once; then all of them die."""
    bars: list[Bar] = []
    with tempfile.TemporaryDirectory(prefix="f-") as name:
        folder = Path(name)
        adb = Adb(folder)
        async with AsyncExitStack() as stack:
            ports = await stack.enter_async_context(_served(folder))
            server = await stack.enter_async_context(adb.serving())
            devices = [(await stack.enter_async_context(open_tcp(f"tcp://127.0.0.1:{port}")))[0] for port in ports]
            serials = [f"127.0.0.1:{port}" for port in ports]
            began = anyio.current_time()
            await _each(serials, lambda serial: _connect(adb, serial))
            right = await _right(adb, serials)
            took = anyio.current_time() - began
            bars.append(
                Bar(
                    "adb 36, 20 phones at once: connect, shell, exit code, error output",
                    f"{right} right, {took:.1f} s",
                    right == PHONES,
                )
            )
            bars += await _bounced(adb, server, folder, serials, devices)
    return bars


async def _bounced(adb: Adb, server: int, folder: Path, serials: list[str], devices: list[Device]) -> list[Bar]:
    """Every process behind the phones is killed; the clock runs from when the first of them listens again."""
    dead = workers(folder)
    for pid in dead:
        os.kill(pid, signal.SIGKILL)
    await wait_ended(dead)
    killed = anyio.current_time()
    back: dict[str, float] = {}
    async with anyio.create_task_group() as tasks:

        async def ours(device: Device) -> None:
            await _answers(device)
            back[device.info.name] = anyio.current_time() - killed

        tasks.start_soon(_listening, serials, back)
        for device in devices:
            tasks.start_soon(ours, device)
    listening = back.pop("listening")
    ours_took = max(back.values())
    states = await _until_listed(adb, serials)
    theirs_took = anyio.current_time() - killed
    right = await _right(adb, serials)
    alive = await anyio.Path(f"/proc/{server}").exists()
    figure = f"listening after {listening:.1f} s; all answer us after {ours_took:.1f} s"
    return [
        Bar("20 phones killed at once: back with us within 5 s of listening", figure, ours_took - listening < _RECOVER),
        Bar(
            "… and with adb 36, whose server lives",
            f"{states} of {PHONES} `device` after {theirs_took:.1f} s, {right} right, server alive: {alive}",
            right == PHONES and alive,
        ),
    ]


async def _each(serials: list[str], work: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    async with anyio.create_task_group() as tasks:
        for serial in serials:
            tasks.start_soon(work, serial)


async def _connect(adb: Adb, serial: str) -> None:
    process = await adb("connect", serial)
    assert b"connected to" in process.stdout, process
    await adb("-s", serial, "wait-for-device")


async def _right(adb: Adb, serials: list[str]) -> int:
    """On how many of them a shell gives what it should."""
    right = 0

    async def check_phone(serial: str) -> None:
        nonlocal right
        done = await adb("-s", serial, "shell", f"echo {serial}; echo no >&2; exit 7")
        right += (done.stdout, done.stderr, done.returncode) == (f"{serial}\n".encode(), b"no\n", 7)

    await _each(serials, check_phone)
    return right


async def _listening(serials: list[str], back: dict[str, float]) -> None:
    """When the last phone listens again."""
    began = anyio.current_time()
    with anyio.fail_after(_PATIENCE):
        for serial in serials:
            while True:
                try:
                    await (await anyio.connect_tcp("127.0.0.1", int(serial.rpartition(":")[2]))).aclose()
                    break
                except OSError:
                    await anyio.sleep(0.05)
    back["listening"] = anyio.current_time() - began


async def _answers(device: Device) -> None:
    """Polls until the phone answers; adb hosts are not notified when a phone returns."""
    assert isinstance(device, AdbDevice)
    with anyio.fail_after(_PATIENCE):
        while True:
            try:
                if (await device.shell("echo back")).stdout == b"back\n":
                    return
            except DeviceFault:
                await anyio.sleep(0.1)


async def _until_listed(adb: Adb, serials: list[str]) -> int:
    """The number of phones that the server lists as `device`, as soon as it lists all of them."""
    ready = 0
    with anyio.move_on_after(_PATIENCE):
        while ready < len(serials):
            listed = (await adb("devices")).stdout.decode()
            ready = sum(f"{serial}\tdevice" in listed for serial in serials)
            if ready < len(serials):
                await anyio.sleep(0.1)
    return ready
