"""`Shell`: a phone's one door for command lines."""

from __future__ import annotations

from collections.abc import Callable

from adapters.phone.files.filesystem import Files
from adapters.phone.files.filesystem import Snapshot as FilesSnapshot
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.commands.table import TABLE
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Memory
from adapters.phone.shell.language.builtins import TABLE as BUILTINS
from adapters.phone.shell.language.command import Input, Result
from adapters.phone.shell.language.interpreter import Interpreter
from adapters.phone.shell.language.session import Session, Sink, Streams


class Shell:
    """Runs command lines on one phone, each in a fresh sh with working directory `/`.

    `painter_screencap` gives the screen as `screencap` writes it raw: a 16-byte header (width, height, 1, 1 as u32
    little-endian) and then RGBA rows; pixels without the header are accepted and copied once. The view is handed on
    unjoined and is only good until the phone is painted again.
    """

    def __init__(self, phone: Phone, painter_screencap: Callable[[], memoryview], files: Files | None = None) -> None:
        self.machine = Machine(phone, painter_screencap, files)

    @property
    def files(self) -> Files:
        return self.machine.files

    def run(self, command: str, stdin: bytes = b"", *, merged: bool = False) -> Result:
        """Play a command line. Text that was not UTF-8 comes in as `surrogateescape` decodes it.

        `merged` writes errors into standard output where they fall, as `shell:` and `exec:` services do.
        """
        out = Sink()
        err = out if merged else Sink()
        status = Interpreter(TABLE, BUILTINS, self.machine, Session()).run(command, Streams(Input(stdin), out, err))
        return Result(out.value(), b"" if merged else bytes(err.value()), status)

    def snapshot(self) -> tuple[FilesSnapshot, Memory]:
        """Everything that the shell keeps beside the phone's own state; entries are shared, not copied."""
        return self.machine.snapshot()

    def restore(self, snapshot: tuple[FilesSnapshot, Memory]) -> None:
        self.machine.restore(snapshot)

    def reset(self) -> None:
        """Files and memory as they came from the factory; belongs to every reset of the phone."""
        self.machine.reset()
