"""A command line whose input comes while it runs, and whose output is read while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import KILL, Task, Wait
from adapters.phone.shell.language.command import Input
from adapters.phone.shell.language.interpreter import Interpreter
from adapters.phone.shell.language.session import Streams


@dataclass(frozen=True, slots=True)
class LiveInput:
    """Standard input that is still being written: `wait` until something or the end is there, then `take` it."""

    wait: Wait
    take: Callable[[], bytes]
    tty: bool = False


def live_input(machine: Machine, source: LiveInput) -> Input:
    """Return the input of a task, which waits for the source."""

    def more() -> bytes:
        machine.scheduler.wait_for(source.wait)
        return source.take()

    return Input(more=more, tty=source.tty)


class RunningLine:
    """One command line with the jobs that it started. The caller awaits `waits` and resumes the tasks."""

    def __init__(
        self,
        machine: Machine,
        interpreter: Interpreter,
        play: Callable[[], int],
        streams: Streams,
        text: str,
        *,
        waits_for_jobs: bool = True,
        waits: bool = True,
    ) -> None:
        """Run the line until it ends or waits; `play` does it.

        `waits_for_jobs`: the line ends when nothing holds its output open, as on a pipe; else at once, as on a
        terminal. Without `waits` the line finds nothing outside to wait for, and ends at once.
        """
        self._machine = machine
        self._streams = streams
        self._text = text
        self._waits_for_jobs = waits_for_jobs
        self.hung_up = False
        """Whether the reader of the output has disconnected."""
        self._line = interpreter.line
        self._main = interpreter.task(play, waits=waits)
        with machine.phone.running(text):
            machine.scheduler.start(self._main)
        self._finish_sleepers()

    @property
    def status(self) -> int | None:
        """Return the exit status once the line has ended and nothing holds its output open."""
        if not self._main.greenlet.dead:
            return None
        if self._waits_for_jobs and any(task.holds for task in self._line.tasks):
            return None
        return self._main.status or 0

    @property
    def waits(self) -> list[tuple[Task, Wait]]:
        """Return the tasks that wait for something outside."""
        return [(task, task.wait) for task in self._line.tasks if task.wait is not None]

    @property
    def jobs(self) -> bool:
        """Return whether tasks of the line still run."""
        return bool(self._line.tasks)

    def output(self) -> tuple[bytes | memoryview, bytes]:
        """Return output and errors since the last call."""
        out, err = self._streams.out, self._streams.err
        return out.take(), b"" if err is out else bytes(err.take())

    def on_change(self, call: Callable[[], None]) -> None:
        """Call this when the tasks wait for other things than before."""
        self._line.changed = call

    def resume(self, task: Task) -> None:
        """Run a task on for which the awaited has happened."""
        with self._machine.phone.running(self._text):
            self._machine.scheduler.resume(task)
        self._finish_sleepers()

    def signal(self, number: int) -> None:
        """Send a signal to all that the line runs."""
        with self._machine.phone.running(self._text):
            self._machine.scheduler.signal_line(self._line, number)

    def kill(self) -> None:
        self.signal(KILL)

    def _finish_sleepers(self) -> None:
        """Let the virtual time pass for which jobs hold the output of a line that has ended otherwise."""
        if self._main.greenlet.dead and self._waits_for_jobs:
            for task in tuple(self._line.tasks):
                if task.holds and task.until is not None:
                    self._machine.wait_for_job(task)
