"""A pipe between two commands that run beside each other."""

from __future__ import annotations

from adapters.phone.shell.device.tasks import PIPE, Scheduler, Signalled, Task
from adapters.phone.shell.language.command import Sink


class Pipe(Sink):
    """Wakes its reader at each write. `broken` once the reader has ended: the next write ends the writer."""

    __slots__ = ("_closed", "_reader", "_tasks", "broken")

    def __init__(self, tasks: Scheduler) -> None:
        super().__init__()
        self._tasks = tasks
        self._reader: Task | None = None
        self._closed = False
        self.broken = False

    def write(self, data: bytes | memoryview) -> None:
        if self.broken:
            raise Signalled(PIPE)
        super().write(data)
        self._wake()

    def close(self) -> None:
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            self._tasks.resume(reader)

    def more(self) -> bytes:
        """Return what was written since, waiting for it; b"" after the writer has ended."""
        while not self.chunks and not self._closed:
            self._reader = self._tasks.current
            self._tasks.block()
        return bytes(self.take())
