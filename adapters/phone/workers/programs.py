"""Programs that keep running in a phone: serves their ports and follows logs.

A program is an entry in the shell's memory (`adapters.phone.shell.device.programs`). `Programs.update` makes the
listeners match those entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import anyio

from adapters.adb.daemon.services import PartialResult, Result
from adapters.adb.daemon.sockets import Ports
from adapters.adb.framing.shell_frames import ShellResult
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.shell.device import programs
from adapters.phone.shell.device.memory import Program
from adapters.phone.shell.logcat_follow import LogFollower, follow_args
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.server import Server
from adapters.phone.workers.clocks import PhoneClock

TERMINATED: Final = 143
"""The exit status of what SIGTERM ended."""


class Programs:
    """The running programs of one phone."""

    def __init__(self, phone: Phone, shell: Shell, ports: Ports, clock: PhoneClock) -> None:
        self._phone = phone
        self._shell = shell
        self._ports = ports
        self._clock = clock
        self._known: tuple[Program, ...] = ()
        self._served: dict[Program, Server] = {}
        self._waiting: list[anyio.Event] = []

    def run_line(self, line: str, run: Callable[[], Result]) -> Result:
        """Run a command line. A program that it leaves in the foreground runs as long as the host listens."""
        self._clock.catch_up()
        before = self._shell.machine.memory.programs
        result = run()
        after = self._shell.machine.memory.programs
        self.update()
        if (words := follow_args(line)) is not None and not result.exit:
            log = LogFollower(self._shell.machine, words)
            return PartialResult(result.stdout, result.stderr, partial(self._logged, log))
        started = {
            program: self._served[program] for program in after if program not in before and program in self._served
        }
        if not started or programs.in_background(line):
            return result
        return PartialResult(result.stdout, result.stderr, partial(self._rest, started))

    def update(self) -> None:
        """Start and stop listeners to match the running programs, and wake log followers."""
        self._clock.rearm()
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            event.set()
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
                server = Server(automator, self._clock.catch_up, self.update, partial(self._end, program))
                try:
                    self._ports.listen(f"tcp:{program.port}", server)
                except OSError:
                    # The port is in use: end the program, as it would end itself.
                    programs.end(self._shell.machine, program.pid)
                else:
                    self._served[program] = server
        self._known = self._shell.machine.memory.programs

    def _end(self, program: Program) -> None:
        programs.end(self._shell.machine, program.pid)
        self.update()

    async def _rest(self, started: Mapping[Program, Server]) -> Result:
        """Wait until all programs have ended; if the host disconnects first, end them."""
        try:
            for server in started.values():
                await server.gone.wait()
        finally:
            for program in started:
                if program in self._served:
                    self._end(program)
        return ShellResult(b"", b"", 0 if all(server.asked for server in started.values()) else TERMINATED)

    async def _logged(self, log: LogFollower) -> Result:
        """Stream new log lines until the host disconnects."""
        while not (news := log.new_lines()):
            event = anyio.Event()
            self._waiting.append(event)
            await event.wait()
        return PartialResult(news, b"", partial(self._logged, log))
