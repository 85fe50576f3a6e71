"""Threads of control in a phone's shell: command lines, the stages of their pipelines, and background jobs.

Commands are synchronous code. A task runs them in a greenlet, so that code deep inside a command can wait: `wait_for`
switches to the event loop's side (`adapters.phone.shell.running_line`), which awaits it and resumes the task. Nothing
here does I/O itself.

A line that runs at once is a task too; it finds nothing to wait for (`waits`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from greenlet import getcurrent, greenlet

HUP: Final = 1
INT: Final = 2
KILL: Final = 9
PIPE: Final = 13
TERM: Final = 15
ADBD_PID: Final = 711
SIGNAL_NAMES: Final = {
    1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 10: "USR1",
    11: "SEGV", 12: "USR2", 13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT", 19: "STOP",
    20: "TSTP", 21: "TTIN", 22: "TTOU", 23: "URG", 24: "XCPU", 25: "XFSZ", 26: "VTALRM", 27: "PROF", 28: "WINCH",
    29: "POLL", 30: "PWR", 31: "SYS",
}  # fmt: skip
HARMLESS: Final = frozenset([0, 17, 18, 19, 20, 21, 22, 23, 28])
"""Signals that end no process: the question whether it is there, its children, stopping and going on, the window."""

Wait = Callable[[], Awaitable[object]]
"""What a task waits for outside of the phone's shell. It may be cancelled, and called again."""


def signal_number(name: str) -> int | None:
    """Return a signal by its number or name, with or without `SIG`; None if there is none."""
    if name.isascii() and name.isdigit():
        return int(name) if len(name) < 3 and int(name) <= 64 else None
    text = name.upper().removeprefix("SIG")
    return next((number for number, known in SIGNAL_NAMES.items() if known == text), None)


class Signalled(Exception):
    """A signal that ends what the task runs: its program `pid`, or everything if `pid` is 0."""

    def __init__(self, number: int, pid: int = 0) -> None:
        super().__init__(number)
        self.number = number
        self.pid = pid


@dataclass(frozen=True, slots=True)
class Process:
    """A row of the process table."""

    pid: int
    parent: int
    argv: tuple[str, ...]
    user: str = "shell"

    @property
    def name(self) -> str:
        return self.argv[0].rpartition("/")[2]

    @property
    def command(self) -> str:
        """Return the command line, as `ps -f` shows it and `pkill -f` matches it."""
        return " ".join(self.argv)


class Task:
    """One thread of control."""

    __slots__ = ("_play", "_signals", "background", "blocked", "greenlet", "holds", "ignores", "line", "processes",
                 "ran", "status", "until", "wait", "waiters", "waits")  # fmt: skip

    def __init__(
        self,
        line: Line,
        play: Callable[[], int],
        ran: list[int],
        processes: Callable[[], Sequence[Process]],
        ignores: Callable[[int], bool],
        *,
        waits: bool = True,
    ) -> None:
        self.line = line
        self.processes = processes
        """Returns the shell and the programs that it runs now, outermost first."""
        self.ignores = ignores
        """Returns whether a signal is ignored."""
        self.ran = ran
        """The number of commands since the task last waited for something outside, as the interpreter counts it."""
        self.waits = waits
        """Whether it may wait for something outside; nobody resumes it if it must run at once."""
        self.status: int | None = None
        """The exit status once the task has ended."""
        self.wait: Wait | None = None
        self.until: int | None = None
        """The virtual time at which a background job goes on."""
        self.blocked = False
        self.background = False
        self.holds = True
        """Whether it keeps the line's output open."""
        self.waiters: list[Task] = []
        self._play = play
        self._signals: list[Signalled] = []
        self.greenlet = greenlet(self._run)

    def _run(self) -> None:
        self.status = self._play()

    def add_signal(self, number: int, pid: int) -> None:
        self._signals.append(Signalled(number, pid))

    def raise_signals(self) -> None:
        """Raise the first signal that has not been delivered."""
        if self._signals:
            raise self._signals.pop(0)


class Line:
    """The tasks that one command line started. `changed` is called when they wait for other things than before."""

    __slots__ = ("changed", "tasks")

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.changed: Callable[[], None] = _nothing


def _nothing() -> None:
    pass


class Scheduler:
    """All tasks of one phone, oldest first."""

    def __init__(self) -> None:
        self.current: Task | None = None
        self.all: list[Task] = []
        self.sleeping: list[Task] = []
        """Background jobs that sleep on the virtual clock."""

    def start(self, task: Task) -> None:
        """Run a new task until it waits or ends."""
        self.all.append(task)
        task.line.tasks.append(task)
        self._switch(task)

    def resume(self, task: Task) -> None:
        """Run a task on until it waits again or ends; does nothing if it is not waiting."""
        if task.blocked:
            task.blocked, task.wait, task.until = False, None, None
            if task in self.sleeping:
                self.sleeping.remove(task)
            self._switch(task)
            task.line.changed()

    def _switch(self, task: Task) -> None:
        outer, self.current = self.current, task
        task.greenlet.parent = getcurrent()
        try:
            task.greenlet.switch()
        finally:
            self.current = outer
            if task.greenlet.dead:
                self.all.remove(task)
                task.line.tasks.remove(task)
        if task.greenlet.dead:
            waiters, task.waiters = task.waiters, []
            for waiter in waiters:
                self.resume(waiter)

    def block(self) -> None:
        """Suspend the current task until it is resumed.

        Raises:
            Signalled: a signal came instead.
        """
        task = self.current
        assert task is not None
        task.raise_signals()
        task.blocked = True
        parent = task.greenlet.parent
        assert parent is not None
        parent.switch()
        task.raise_signals()

    def wait_for(self, wait: Wait) -> None:
        """Suspend the current task until what it waits for outside has happened; raises as `block`."""
        task = self.current
        assert task is not None
        task.wait = wait
        task.ran[0] = 0
        self.block()

    def sleep_until(self, ms: int) -> None:
        """Suspend the current task until that virtual time; raises as `block`."""
        task = self.current
        assert task is not None
        task.until = ms
        self.sleeping.append(task)
        self.block()

    def next_wake(self) -> int | None:
        """Return the virtual time at which the next sleeping job goes on."""
        return min((task.until for task in self.sleeping if task.until is not None), default=None)

    def wake(self, now: int) -> None:
        """Run the sleeping jobs on whose time has come, in its order."""
        while due := [task for task in self.sleeping if task.until is not None and task.until <= now]:
            self.resume(min(due, key=lambda task: task.until or 0))

    # Signals.

    def processes(self) -> list[Process]:
        """Return the processes of all tasks."""
        return [process for task in self.all for process in task.processes()]

    def running_pids(self) -> list[int]:
        """Return the processes of what runs now, outermost first."""
        return [process.pid for process in self.current.processes()] if self.current else []

    def signal_process(self, pid: int, number: int) -> None:
        """Send a signal to one process of a task; raises as `signal`."""
        for task in self.all:
            for index, process in enumerate(task.processes()):
                if process.pid == pid:
                    self.signal(task, number, pid if index else 0)
                    return

    def signal(self, task: Task, number: int, pid: int = 0) -> None:
        """Send a signal to a task, or to its program `pid`.

        Raises:
            Signalled: the current task has sent it to itself.
        """
        if number != KILL and task.ignores(number):
            return
        if task is self.current:
            raise Signalled(number, pid)
        task.add_signal(number, pid)
        self.resume(task)

    def signal_line(self, line: Line, number: int) -> None:
        """Send a signal to all tasks of a line, as a terminal does."""
        for task in tuple(line.tasks):
            if not task.greenlet.dead:
                self.signal(task, number)

    def end_jobs(self) -> None:
        """End the background jobs of the phone, which is about to become another one."""
        for task in tuple(self.all):
            if task.background and task is not self.current:
                self.signal(task, KILL)
