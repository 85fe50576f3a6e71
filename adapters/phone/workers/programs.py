"""What keeps running in a phone: command lines that wait, background jobs, and programs that serve a port.

A program is an entry in the shell's memory (`adapters.phone.shell.device.programs`). `Programs.update` makes the
listeners match those entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import anyio

from adapters.adb.daemon.services import PartialResult, Result
from adapters.adb.daemon.sockets import Ports
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Result as CommandResult
from adapters.phone.shell import RunningLine, Shell
from adapters.phone.shell.device import programs
from adapters.phone.shell.device.memory import Program
from adapters.phone.shell.device.tasks import HUP, INT, Task, Wait
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.server import Server
from adapters.phone.workers.clocks import PhoneClock
from adapters.phone.workers.phone_network import PhoneNetwork, Start
from adapters.phone.workers.waiting_requests import run_request


class Programs:
    """What runs in one phone. Without `start` a job that waits ends with the line that started it."""

    def __init__(self, phone: Phone, shell: Shell, ports: Ports, clock: PhoneClock) -> None:
        self._phone = phone
        self._shell = shell
        self._ports = ports
        self._clock = clock
        self._network = PhoneNetwork(ports, shell.machine.scheduler)
        self._known: tuple[Program, ...] = ()
        self._served: dict[Program, Server] = {}
        self._waiting: list[anyio.Event] = []
        shell.machine.changed = self._next_change
        shell.machine.network = self._network
        clock.suspend_lines(shell.machine)

    @property
    def start(self) -> Start | None:
        """Start what outlives the connection of a host; None where nothing does."""
        return self._network.start

    @start.setter
    def start(self, start: Start | None) -> None:
        self._network.start = start

    def run_line(self, begin: Callable[[], RunningLine]) -> Result:
        """Start a command line; return its result, or its output so far if it waits for something."""
        self._clock.catch_up()
        with self._changing():
            line = begin()
        return self._result(line)

    def _result(self, line: RunningLine) -> Result:
        out, err = line.output()
        status = line.status
        if status is None:
            return PartialResult(out, err, partial(self._rest, line), hang_up=partial(self._hang_up, line))
        self._adopt(line)
        return CommandResult(out, err, status)

    async def _rest(self, line: RunningLine) -> Result:
        """Run a line on until there is output, or it has ended."""
        try:
            while True:
                result = self._result(line)
                if len(result.stdout) or result.stderr or line.status is not None:
                    return result
                await self._step(line)
        except anyio.get_cancelled_exc_class():
            self._hang_up(line)
            raise

    async def _step(self, line: RunningLine) -> None:
        """Wait until one of the line's tasks can go on, and let it."""
        ready: list[Task] = []
        with anyio.CancelScope() as scope:
            line.on_change(scope.cancel)
            await _first(line.waits, ready)
        line.on_change(lambda: None)
        self._clock.catch_up()
        with self._changing():
            for task in ready:
                line.resume(task)

    def _hang_up(self, line: RunningLine) -> None:
        """Handle the end of a line's connection."""
        if not line.hung_up:
            line.hung_up = True
            with self._changing():
                line.signal(HUP)
            self._adopt(line)

    def interrupt(self, line: RunningLine) -> None:
        """Handle Ctrl-C in the terminal of a line."""
        with self._changing():
            line.signal(INT)

    def _adopt(self, line: RunningLine) -> None:
        """Let the jobs of a line go on that its host no longer waits for."""
        if line.waits and self.start is not None:
            self.start(partial(self._run_on, line))
        elif line.waits:
            line.kill()

    async def _run_on(self, line: RunningLine) -> None:
        while line.jobs:
            await self._step(line)
            line.output()

    def _next_change(self) -> Wait:
        event = anyio.Event()
        self._waiting.append(event)
        return event.wait

    def update(self) -> None:
        """Start and stop listeners to match the running programs, and wake what waits for changes."""
        with self._changing():
            pass

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Update after the block, which changes the phone; what begins to wait within it waits for later changes."""
        waiting, self._waiting = self._waiting, []
        try:
            yield
        finally:
            self._clock.rearm()
            for event in waiting:
                event.set()
            self._update_listeners()

    def _update_listeners(self) -> None:
        now = self._shell.machine.memory.programs
        if now is self._known:
            return
        self._known = now
        for program in [item for item in self._served if item not in now]:
            server = self._served.pop(program)
            self._ports.stop(f"tcp:{program.port}")
            server.stop()
        for program in now:
            if program not in self._served:
                automator = Automator(self._phone, self._shell)
                run = partial(run_request, self._shell.machine, self._clock)
                server = Server(automator, run, self.update, partial(self._end, program))
                try:
                    self._ports.listen(f"tcp:{program.port}", server)
                except OSError:
                    # The port is in use: end the program, as it would end itself.
                    programs.end(self._shell.machine, program.pid)
                else:
                    self._served[program] = server
        self._known = self._shell.machine.memory.programs

    def _end(self, program: Program) -> None:
        """End a program that a client has asked to end."""
        programs.end(self._shell.machine, program.pid, 0)
        self.update()


async def _first(waits: list[tuple[Task, Wait]], ready: list[Task]) -> None:
    """Wait until something that tasks wait for has happened, and add those tasks to `ready`."""
    if len(waits) == 1:
        task, wait = waits[0]
        await wait()
        ready.append(task)
        return

    async def watch(task: Task, wait: Wait) -> None:
        await wait()
        ready.append(task)
        group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        for task, wait in waits:
            group.start_soon(watch, task, wait)
        if not waits:
            await anyio.sleep_forever()
