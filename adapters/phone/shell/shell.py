"""`Shell`: runs command lines on a phone."""

from __future__ import annotations

from collections.abc import Callable

from adapters.phone.files.filesystem import KERNEL_FOLDERS, Files
from adapters.phone.files.filesystem import Snapshot as FilesSnapshot
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.commands.table import TABLE
from adapters.phone.shell.device import package_files, proc_files
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Memory
from adapters.phone.shell.language.builtins import TABLE as BUILTINS
from adapters.phone.shell.language.command import Input, Result, Sink
from adapters.phone.shell.language.interpreter import Interpreter
from adapters.phone.shell.language.session import Session, Streams
from adapters.phone.shell.running_line import LiveInput, RunningLine, live_input


class Shell:
    """Runs command lines on one phone, each in a fresh sh with working directory `/`.

    `painter_screencap` returns the raw screen as `screencap` writes it: a 16-byte header (width, height, 1, 1 as u32
    little-endian), then RGBA rows. Pixels without the header are accepted and copied once. The view is passed on
    without a copy and is valid only until the phone is painted again.
    """

    def __init__(self, phone: Phone, painter_screencap: Callable[[], memoryview], files: Files | None = None) -> None:
        self.machine = Machine(phone, painter_screencap, files)
        self.machine.files.generated = self._generate

    def _generate(self, path: str) -> bytes | tuple[str, ...] | None:
        generate = proc_files.generate if f"{path}/".startswith(KERNEL_FOLDERS) else package_files.generate
        return generate(self.machine, path)

    @property
    def files(self) -> Files:
        return self.machine.files

    def run(self, command: str, stdin: bytes = b"", *, merged: bool = False) -> Result:
        """Run a command line. Text that was not UTF-8 must be decoded with `surrogateescape`.

        `merged` interleaves errors with standard output, as `shell:` and `exec:` services do.
        """
        line = self._begin(command, Input(stdin), merged, waits=False)
        assert line.status is not None
        return Result(*line.output(), line.status)

    def start(self, command: str, stdin: LiveInput, *, merged: bool = False) -> RunningLine:
        """Start a command line as `run` does it, whose input comes while it runs."""
        return self._begin(command, live_input(self.machine, stdin), merged, waits=True)

    def _begin(self, command: str, source: Input, merged: bool, *, waits: bool) -> RunningLine:
        out = Sink()
        streams = Streams(source, out, out if merged else Sink())
        interpreter = Interpreter(TABLE, BUILTINS, self.machine, self._session(out, merged))
        return RunningLine(
            self.machine, interpreter, lambda: interpreter.run(command, streams), streams, command,
            waits_for_jobs=waits, waits=waits,
        )  # fmt: skip

    def _session(self, out: Sink, merged: bool) -> Session:
        """Return a fresh sh. What a host cannot tell from errors comes through a terminal, raw for `exec:`."""
        return Session(terminal=out if merged else None, new_pid=self.machine.new_pid)

    def snapshot(self) -> tuple[FilesSnapshot, Memory]:
        """Return the files and the shell's memory; entries are shared, not copied."""
        return self.machine.snapshot()

    def restore(self, snapshot: tuple[FilesSnapshot, Memory]) -> None:
        self.machine.restore(snapshot)

    def resume(self, memory: Memory | None) -> None:
        """Go on with the phone's current files and another memory; without one, as a new shell on these files."""
        self.machine.resume(memory)

    def reset(self) -> None:
        """Reset files and memory to the factory state; part of every reset of the phone."""
        self.machine.reset()
