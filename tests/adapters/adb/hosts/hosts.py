"""Real hosts: adb binaries, each with a private server of its own, and virtual phones in processes of their own."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import anyio
import anyio.abc
import pytest

START = 60.0
"""Seconds in which a process must be ready, on a machine with a lot else to do."""
WAIT = 45.0
"""Seconds in which one command of adb must be done."""
_STDERR = "stderr"
MORE = "ADB_OF_TESTS"
"""Environment variable: the path of one more adb binary, such as that of a newer Debian."""
NAMES = ("wheel", "system", *(("more",) if os.environ.get(MORE) else ()))
"""The binaries: the one in the wheel of adbutils, the system's, and that one where it is named."""


def binary(name: str) -> str:
    """The adb binary of that name; without it the test is skipped with a reason."""
    if name == "wheel":
        package = find_spec("adbutils")
        assert package is not None
        assert package.origin is not None
        return str(Path(package.origin).parent / "binaries" / "adb")
    if name == "system":
        found = shutil.which("adb")
        if found is None:
            pytest.skip("there is no adb on this machine: apt-get install adb")
        return found
    return os.environ[MORE]


@dataclass(frozen=True, slots=True)
class Said:
    """The output of one command."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """All output as text."""
        return (self.out + self.err).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Host:
    """One adb binary and its server."""

    name: str
    binary: str
    port: int
    home: Path
    server: subprocess.Popen[bytes]

    async def __call__(self, *words: str, stdin: bytes = b"", code: int | None = 0) -> Said:
        """Run `adb WORDS`; the exit code must be `code`, None: any."""
        with anyio.fail_after(WAIT):
            done = await anyio.run_process(
                [self.binary, "-P", str(self.port), *words],
                input=stdin,
                env=environment(self.home),
                cwd=self.home,
                check=False,
            )
        output = Said(done.returncode, done.stdout, done.stderr)
        assert code is None or output.code == code, (self.name, words, output)
        return output

    async def state(self, serial: str) -> str:
        """The state of a device in `adb devices`; "" if it is not listed."""
        lines = (line.split("\t") for line in (await self("devices")).text.splitlines())
        return next((line[1] for line in lines if line[0] == serial), "")

    async def version(self) -> int:
        """The first number of the binary's release: 29, 34, 36."""
        found = re.search(r"^Version (\d+)\.", (await self("version")).text, re.MULTILINE)
        assert found is not None
        return int(found[1])

    @property
    def alive(self) -> bool:
        """Whether the server that was started still runs."""
        return self.server.poll() is None


@dataclass(frozen=True, slots=True)
class Connected:
    """A phone as one host has it."""

    host: Host
    serial: str

    async def __call__(self, *words: str, stdin: bytes = b"", code: int | None = 0) -> Said:
        """Run `adb -s SERIAL WORDS`."""
        return await self.host("-s", self.serial, *words, stdin=stdin, code=code)

    async def shell(self, command: str, *, stdin: bytes = b"", code: int | None = 0) -> bytes:
        """Standard output of a command line."""
        return (await self("shell", command, stdin=stdin, code=code)).out

    @asynccontextmanager
    async def held(self) -> AsyncIterator[anyio.abc.Process]:
        """A shell at work that ends only when the connection to the phone does: its input stays open.

        Waiting for a drop like this misses none: a phone may be back before `wait-for-disconnect` has started.
        """
        words = [self.host.binary, "-P", str(self.host.port), "-s", self.serial, "shell"]
        process = await anyio.open_process(words, env=environment(self.host.home), stderr=subprocess.DEVNULL)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with anyio.fail_after(WAIT):
                await process.stdin.send(b"echo here\n")
                assert await process.stdout.receive() == b"here\n"
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            with anyio.CancelScope(shield=True), anyio.move_on_after(10):
                await process.aclose()

    async def dropped_by(self, *words: str) -> Said:
        """Run a command that drops the connection, and wait until it is down."""
        async with self.held() as process:
            output = await self(*words)
            with anyio.fail_after(WAIT):
                await process.wait()
        return output

    async def back(self) -> None:
        """Wait until the server has it again after it was dropped."""
        await self("wait-for-device")


@dataclass(frozen=True, slots=True)
class Phones:
    """Virtual phones on loopback TCP ports."""

    process: subprocess.Popen[bytes]
    temporary: Path
    """Their socket folder lies in there."""
    ports: list[int] = field(default_factory=list)

    @property
    def trouble(self) -> str:
        """The programs' error output; "" while they are well."""
        text = (self.temporary / _STDERR).read_text("utf-8", "replace")
        return text if self.process.poll() is None else f"{text}\nthe phones ended with {self.process.returncode}"

    @property
    def serials(self) -> list[str]:
        """The serial numbers as adb knows them."""
        return [f"127.0.0.1:{port}" for port in self.ports]


def environment(home: Path) -> dict[str, str]:
    """That of an adb which looks for no emulators and no phones in the air, and keeps its files to itself."""
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LC_ALL": "C.UTF-8",
        "TMPDIR": str(home),
        "ADB_EMU": "0",
        "ADB_MDNS": "0",
        "ADB_LIBUSB": "0",
    }


@contextmanager
def serve(name: str, home: Path) -> Iterator[Host]:
    """A private server of that binary, ended with the block, whatever happens."""
    path = binary(name)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    ready, options = os.pipe()
    words = [path, "-P", str(port), "fork-server", "server", "--reply-fd", str(options)]
    try:
        with _running(words, environment(home), pass_fds=(options,)) as process:
            os.close(options)
            readable, _, _ = select.select([ready], [], [], START)
            assert readable, f"{path} did not start within {START:g} s"
            yield Host(name, path, port, home, process)
    finally:
        os.close(ready)


@contextmanager
def serve_phones(count: int, temporary: Path) -> Iterator[Phones]:
    """So many phones, started as a user starts them."""
    options = ("--count", str(count), "--port", "0", "--clock", "virtual")
    words = [sys.executable, "-m", "runtime.bench", "phones", *options]
    root = Path(__file__).resolve().parents[4]
    env = {**os.environ, "TMPDIR": str(temporary)}
    with (
        (temporary / _STDERR).open("wb") as stderr,
        _running(words, env, stdout=subprocess.PIPE, stderr=stderr.fileno(), cwd=root) as process,
    ):
        assert process.stdout is not None
        phones = Phones(process, temporary)
        with process.stdout:
            for _ in range(count):
                readable, _, _ = select.select([process.stdout], [], [], START)
                assert readable, f"the phones did not start within {START:g} s"
                line = process.stdout.readline()
                assert line, phones.trouble
                phones.ports.append(json.loads(line)["port"])
            yield phones


@contextmanager
def _running(
    words: list[str],
    env: dict[str, str],
    *,
    pass_fds: tuple[int, ...] = (),
    stdout: int = subprocess.DEVNULL,
    stderr: int = subprocess.DEVNULL,
    cwd: Path | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """A process with nothing to read; unbuffered, so that `select` sees every line."""
    process = subprocess.Popen(
        words,
        env=env,
        pass_fds=pass_fds,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


async def all_at_once(count: int, function: Callable[[int], object]) -> None:
    """`one(0)` to `one(count - 1)`, all at the same time."""
    async with anyio.create_task_group() as tasks:
        for number in range(count):
            tasks.start_soon(function, number)  # type: ignore[arg-type]


def pattern(size: int) -> bytes:
    """So many bytes of all values, without a period that a packet could hide in."""
    block = b"".join((number * 2654435761 % 2**32).to_bytes(4, "little") for number in range(4096))
    return b"".join(number.to_bytes(4, "big") + block for number in range(size // len(block) + 1))[:size]
