"""The command as a user runs it, in a folder of its own: in a process of its own, or in this one, which is faster."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
import anyio.to_thread
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from runtime.bench.cli import main


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
    """Runs `python -m runtime.bench`. `temporary` is where its socket folders go, with nothing else in it.

    Called, it runs the command in a thread of this process, whose imports are done. `process` and `running` start a
    process: for what concerns the interpreter, signals and pipes.
    """

    def __init__(self, folder: Path, temporary: Path) -> None:
        self.folder = folder
        self.temporary = temporary
        self._env = {**os.environ, "TMPDIR": str(temporary), "COLUMNS": "140"}

    async def __call__(self, *words: str | Path, code: int = 0) -> Said:
        """Run to the end in this process; the exit code must be `code`."""
        out, err = io.StringIO(), io.StringIO()
        ended = await anyio.to_thread.run_sync(self._main, [str(word) for word in words], out, err)
        output = Said(out.getvalue(), err.getvalue())
        assert ended == code, f"exit {ended} instead of {code}\n{output.out}\n{output.err}"
        return output

    def _main(self, words: list[str], out: io.StringIO, err: io.StringIO) -> int | str | None:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            patch.setattr(tempfile, "tempdir", str(self.temporary))
            for name in ("TMPDIR", "COLUMNS"):
                patch.setenv(name, self._env[name])
            with redirect_stdout(out), redirect_stderr(err):
                try:
                    return main(words)
                except SystemExit as ending:
                    return ending.code

    async def process(
        self, *words: str | Path, code: int = 0, python: tuple[str, ...] = (), seconds: float = 200
    ) -> Said:
        """Run to the end in a process, within this many seconds; the exit code must be `code`."""
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
