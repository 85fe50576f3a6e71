"""The command as a user runs it: a process of its own in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
from anyio.streams.buffered import BufferedByteReceiveStream


@dataclass(frozen=True, slots=True)
class Said:
    """The output of a finished command."""

    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Running:
    """A command at work, whose lines can be waited for."""

    process: anyio.abc.Process
    out: BufferedByteReceiveStream
    err: BufferedByteReceiveStream

    async def line_of_err(self, part: str) -> str:
        """The next line on stderr that holds `part`."""
        return await _until(self.err, part)

    async def line(self) -> str:
        """The next line on stdout."""
        return await _until(self.out, "")

    async def rest_of_err(self) -> str:
        """The rest of stderr."""
        return b"".join([part async for part in self.err]).decode()


async def _until(stream: BufferedByteReceiveStream, part: str) -> str:
    while True:
        line = (await stream.receive_until(b"\n", 1 << 20)).decode()
        if part in line:
            return line


class Bench:
    """Starts `python -m runtime.bench`. `temporary` is where its socket folders go, with nothing else in it."""

    def __init__(self, folder: Path, temporary: Path) -> None:
        self.folder = folder
        self.temporary = temporary
        self._env = {**os.environ, "TMPDIR": str(temporary), "COLUMNS": "140"}

    async def __call__(
        self, *words: str | Path, code: int = 0, python: tuple[str, ...] = (), seconds: float = 200
    ) -> Said:
        """Run to the end, within this many seconds; the exit code must be `code`."""
        command = [sys.executable, *python, "-m", "runtime.bench", *map(str, words)]
        with anyio.fail_after(seconds):
            done = await anyio.run_process(command, cwd=self.folder, env=self._env, check=False)
        output = Said(done.stdout.decode(), done.stderr.decode())
        assert done.returncode == code, f"exit {done.returncode} instead of {code}\n{output.out}\n{output.err}"
        return output

    @asynccontextmanager
    async def running(self, *words: str | Path, python: tuple[str, ...] = ()) -> AsyncIterator[Running]:
        """Start it; killed at the end of the block if it still runs."""
        # A shell that runs the tests in the background has them ignore Ctrl-C, and children would inherit that.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            command = [sys.executable, *python, "-m", "runtime.bench", *map(str, words)]
            process = await anyio.open_process(command, cwd=self.folder, env=self._env)
        finally:
            signal.signal(signal.SIGINT, before)
        assert process.stdout is not None
        assert process.stderr is not None
        async with process:
            try:
                yield Running(
                    process, BufferedByteReceiveStream(process.stdout), BufferedByteReceiveStream(process.stderr)
                )
            finally:
                if process.returncode is None:
                    process.kill()

    async def refused(self, *words: str | Path) -> str:
        """Run what cannot be done: exit code 2, nothing on stdout, one line on stderr, which is returned."""
        output = await self(*words, code=2)
        assert output.out == ""
        assert output.err.startswith("error: ")
        assert output.err.endswith("\n")
        assert output.err.count("\n") == 1, output.err
        return output.err


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
