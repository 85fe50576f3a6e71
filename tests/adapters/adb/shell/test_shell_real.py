"""`adb shell`, the real binary, at a pseudo terminal."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import struct
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.phone.workers.shell_session import ShellSession
from tests.adapters.adb.servers.realserver import binary
from tests.support.terminals import skip_without_terminal
from tests.support.tinyphone import TinyPhone

PROMPT = b"phone:/ $ "


class AtAdb:
    """A person with `adb shell` in a window."""

    def __init__(self, process: anyio.abc.Process, window: int) -> None:
        self._process = process
        self._window = window

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._window, keys)

    def resize(self, rows: int, columns: int) -> None:
        """Drag the window's corner."""
        _set_size(self._window, rows, columns)
        self._process.send_signal(signal.SIGWINCH)

    async def sees(self, end: bytes) -> bytes:
        """The screen up to this text."""
        seen = b""
        with anyio.fail_after(20):
            while not seen.endswith(end):
                await anyio.wait_readable(self._window)
                seen += os.read(self._window, 65536)
        return seen

    async def left(self) -> tuple[bytes, int]:
        """The output until adb ends, and its exit status."""
        seen = b""
        with anyio.fail_after(20):
            while True:
                await anyio.wait_readable(self._window)
                try:
                    seen += os.read(self._window, 65536)
                except OSError:  # the last one with the other end has left
                    return seen, await self._process.wait()


def _set_size(window: int, rows: int, columns: int) -> None:
    fcntl.ioctl(window, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@asynccontextmanager
async def sitting_at(port: int, serial: str, *words: str, size: tuple[int, int] = (33, 99)) -> AsyncIterator[AtAdb]:
    """`adb -s SERIAL WORDS` at a terminal of that size; it is ended with the block."""
    skip_without_terminal()
    window, theirs = os.openpty()
    _set_size(window, *size)
    env = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "ANDROID_ADB_SERVER_PORT": str(port), "TERM": "vt220"}
    try:
        process = await anyio.open_process(
            [binary(), "-s", serial, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            start_new_session=True,
        )
    finally:
        os.close(theirs)
    try:
        yield AtAdb(process, window)
    finally:
        if process.returncode is None:
            process.kill()
        with anyio.CancelScope(shield=True), anyio.move_on_after(10):
            await process.aclose()
        os.close(window)


@pytest.fixture
async def serial(server_port: int, listener: Listener) -> AsyncIterator[str]:
    """The phone, connected."""
    async with connected(server_port, listener) as name:
        yield name


@asynccontextmanager
async def connected(port: int, listener: Listener) -> AsyncIterator[str]:
    """The server's serial of the phone."""
    name = f"127.0.0.1:{listener.port}"
    env = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "ANDROID_ADB_SERVER_PORT": str(port)}
    done = await anyio.run_process([binary(), "connect", name], env=env)
    assert b"connected to" in done.stdout
    yield name
    await anyio.run_process([binary(), "disconnect", name], env=env)


async def test_a_person_sits_at_adb_shell(server_port: int, serial: str, monkeypatch: pytest.MonkeyPatch):
    """Prompt, echo, editing, the kind and the size of the window, a resize, Ctrl-C, the exit status."""
    pairs: list[tuple[int, int]] = []
    arrived = anyio.Event()
    resize = ShellSession.resize

    def resized(seat: ShellSession, rows: int, columns: int) -> None:
        resize(seat, rows, columns)
        pairs.append((rows, columns))
        arrived.set()

    monkeypatch.setattr(ShellSession, "resize", resized)
    async with sitting_at(server_port, serial, "shell") as person:
        assert await person.sees(b"$ ") == PROMPT
        person.type(b"cd /sdcard; x=1\r")
        assert await person.sees(b"$ ") == b"cd /sdcard; x=1\r\nphone:/sdcard $ "
        person.type(b"ecgo\x7f\x7fho $x $TERM; stty size\r")
        assert (await person.sees(b"$ ")).endswith(b"ho $x $TERM; stty size\r\n1 vt220\r\n33 99\r\nphone:/sdcard $ ")
        with anyio.fail_after(20):
            while (20, 70) not in pairs:
                # adb overlooks the signal if it is not just waiting for a key.
                person.resize(20, 70)
                with anyio.move_on_after(1):
                    await arrived.wait()
                arrived = anyio.Event()
        person.type(b"stty size\r")
        assert await person.sees(b"$ ") == b"stty size\r\n20 70\r\nphone:/sdcard $ "
        person.type(b"cat\r")
        await person.sees(b"cat\r\n")
        person.type(b"typed\x03")
        # How much of it is echoed depends on how adb cuts what was typed into packets.
        assert re.fullmatch(rb"t?y?p?e?d?\^C\r\n130\|phone:/sdcard \$ ", await person.sees(b"$ "))
        person.type(b"exit 42\r")
        assert await person.left() == (b"exit 42\r\n", 42)


async def test_ctrl_d_leaves(server_port: int, serial: str):
    """With the status of the last command."""
    async with sitting_at(server_port, serial, "shell") as person:
        await person.sees(b"$ ")
        person.type(b"false\r")
        await person.sees(b"1|" + PROMPT)
        person.type(b"\x04")
        assert await person.left() == (b"^D\r\n", 1)


@pytest.mark.parametrize(
    ("words", "data", "status"),
    [
        (("shell", "-t", "stty size; exit 5"), b"33 99\r\n", 5),
        (("shell", "-tt", "nosuch"), b"/system/bin/sh: nosuch: inaccessible or not found\r\n", 127),
        (("shell", "-T", "stty size"), b"stty: standard input: Inappropriate ioctl for device\r\n", 1),
        (("shell", "-x", "echo old"), b"old\r\n", 0),
    ],
)
async def test_a_terminal_is_had_for_a_command(
    server_port: int, serial: str, words: tuple[str, ...], data: bytes, status: int
):
    """-t and -tt ask for one, -T and a plain command don't."""
    async with sitting_at(server_port, serial, *words) as person:
        assert await person.left() == (data, status)


async def test_leaving_adb_ends_what_runs(server_port: int):
    """A command that hangs is cancelled when adb is killed, and Ctrl-C ends one at a terminal with 130."""
    phone = TinyPhone()
    async with listen_tcp("127.0.0.1", 0, phone) as listener, connected(server_port, listener) as serial:
        async with sitting_at(server_port, serial, "shell", "-t", "hang") as person:
            with anyio.fail_after(20):
                while "hang" not in phone.ran:
                    await anyio.lowlevel.checkpoint()
            person.type(b"\x03")
            assert await person.left() == (b"^C\r\n", 130)
        async with sitting_at(server_port, serial, "shell", "hang"):
            with anyio.fail_after(20):
                while phone.ran.count("hang") < 2:
                    await anyio.lowlevel.checkpoint()
        with anyio.fail_after(20):
            while phone.cancelled < 2:
                await anyio.lowlevel.checkpoint()
