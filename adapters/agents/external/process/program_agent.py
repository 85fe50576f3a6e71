"""Plays one episode with an external program: its phone, agent API and process in one task group."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

import anyio
import anyio.to_thread

from adapters.agents.external.capture.ordered_sniffer import OrderedSniffer
from adapters.agents.external.files import canary
from adapters.agents.external.files.visible_files import FileView, missing_file_hint
from adapters.agents.external.process import bwrap
from adapters.agents.external.process.clock import (
    DATE_SERVICE,
    certificate_hint,
    clock_variables,
    read_phone_date,
)
from adapters.agents.external.process.command import fill_placeholders
from adapters.agents.external.process.console import Console
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.endpoints import with_inner_addresses
from adapters.agents.external.process.environment import ConnectionInfo, build_environment, placeholder_values
from adapters.agents.external.process.launch import Launch
from adapters.agents.external.process.output import BoundedOutput
from adapters.agents.external.process.ports import ADB_SERVER_PORT, DEVICE_PORT, Ports, forward_connections
from adapters.agents.external.process.process import RunningProgram, run_program
from adapters.agents.external.process.program_session import ProgramSession
from adapters.agents.external.process.program_session import wrap_session as played_by_program
from adapters.agents.external.process.proxy import serve_proxy
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.endpoint import endpoint
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Need, Session

_EXIT_TIMEOUT: Final = 1.0
"""Seconds that a program has to end by itself after its episode is over."""
_LIMITS: Final = {"RLIMIT_CORE": 0}
_ISOLATED_LIMITS: Final = {**_LIMITS, "RLIMIT_NPROC": 4096}
"""RLIMIT_NPROC counts per user and namespace; it does not apply to root."""


class AgentServer(Protocol):
    """The agent API server, loaded as a plug-in."""

    @property
    def url(self) -> str: ...

    def admit(self, session: Session) -> str: ...

    def dismiss(self, token: str) -> None: ...


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """The parts of a program's launch that are the same in all episodes."""

    description: Description
    bwrap: str
    """The path of bubblewrap; empty if the program is not isolated."""
    passed: tuple[str, ...]
    ports: Ports
    view: FileView = field(default_factory=FileView)
    """The files that the program sees if it is isolated."""
    options: tuple[str, ...] = ()
    """Bubblewrap's options if it is isolated."""
    clock: str = ""
    """The library that shows the phone's date as an isolated program's; empty if there is none."""


class ProgramAgent:
    """The agent of one episode, played by a program."""

    needs: frozenset[Need] = frozenset()

    def __init__(self, plan: LaunchPlan, server: AgentServer, folder: Path) -> None:
        self._plan = plan
        self._server = server
        self._folder = folder
        self._outputs = BoundedOutput(), BoundedOutput()

    async def play(self, session: Session) -> None:
        """Runs the program until it ends, or until the episode has ended.

        Raises:
            AgentFault: it could not be started, or failed before the episode had ended.
            RuntimeFault: it needs a terminal, and this machine has none.
        """
        played = played_by_program(session)
        sniffer = OrderedSniffer(played)
        status = 0
        clock: dict[str, str] = {}
        try:
            await played.observe()  # record the first screen before the program can act
            clock = await self._phone_clock(session)
            played.caught_up, played.before_stream = sniffer.caught_up, sniffer.before_stream
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(sniffer.run)
                with closing(sniffer), self._admission(played) as token:
                    status = await self._run(played, sniffer, token, clock)
        finally:
            self._check_canary(session, played)
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._write_output)
        if status and not played.over.is_set():
            last = self._outputs[1].last_lines() or self._outputs[0].last_lines()
            hint = await anyio.to_thread.run_sync(missing_file_hint, self._plan.view, last)
            hint = hint or certificate_hint(last, clock)
            raise AgentFault(f"the program ended with status {status}" + (f": {last}" if last else "") + hint)

    @contextmanager
    def _admission(self, played: ProgramSession) -> Iterator[str]:
        token = self._server.admit(played)
        try:
            yield token
        finally:
            self._server.dismiss(token)

    async def _phone_clock(self, session: Session) -> dict[str, str]:
        """The variables that show the phone's date at this moment."""
        if not self._plan.clock:
            return {}
        seconds, zone = await read_phone_date(await session.open(DATE_SERVICE))
        library = f"{bwrap.CLOCK}/{Path(self._plan.clock).name}"
        return clock_variables(library, seconds - time.time(), zone)

    async def _run(self, played: ProgramSession, sniffer: OrderedSniffer, token: str, clock: Mapping[str, str]) -> int:
        if self._plan.bwrap:
            return await self._run_isolated(played, sniffer, token, clock)
        return await self._run_without_isolation(played, sniffer, token)

    async def _run_isolated(
        self, played: ProgramSession, sniffer: OrderedSniffer, token: str, clock: Mapping[str, str]
    ) -> int:
        """Runs the program in its own namespaces; sockets that listen there are served here."""
        plan, ports, shown = self._plan, self._plan.ports, played.visible_device
        places = ConnectionInfo(
            folder=bwrap.FOLDER,
            serial=shown.serial,
            adb_port=ADB_SERVER_PORT,
            device_port=DEVICE_PORT,
            url=f"http://127.0.0.1:{ports.talk}",
            token=token,
            proxy=f"http://127.0.0.1:{ports.proxy}",
        )
        launch = self._launch(played, places, clock, ports=ports.all, limits=_ISOLATED_LIMITS)
        environment = dict(launch.environment)
        # A library to be preloaded may exist only inside.
        preload = ("--setenv", "LD_PRELOAD", library) if (library := environment.pop("LD_PRELOAD", "")) else ()
        launch = replace(launch, wrapper=(plan.bwrap,), options=(*plan.options, *preload), environment=environment)
        server = urlsplit(self._server.url)
        assert server.hostname is not None
        assert server.port is not None
        async with self._started(launch, played, places) as running, anyio.create_task_group() as tasks:
            adb, device, talk, world, *others = running.listeners
            async with (
                endpoint(played.open, shown, sniffer.watch, listener=adb, bind=running.bind),
                device_port(played.open, shown, sniffer.watch, listener=device),
            ):
                tasks.start_soon(forward_connections, talk, server.hostname, server.port)
                tasks.start_soon(serve_proxy, world, {(service.host, service.port) for service in ports.services})
                for listener, service in zip(others, ports.services, strict=True):
                    tasks.start_soon(forward_connections, listener, service.host, service.port)
                status = await _wait_for_end(running, played)
            tasks.cancel_scope.cancel()
        return status

    async def _run_without_isolation(self, played: ProgramSession, sniffer: OrderedSniffer, token: str) -> int:
        """Runs the program with all access rights of the current user."""
        shown = played.visible_device
        async with (
            _temporary_folder() as folder,
            endpoint(played.open, shown, sniffer.watch) as server,
            device_port(played.open, shown, sniffer.watch) as device,
        ):
            places = ConnectionInfo(
                folder=folder,
                serial=shown.serial,
                adb_port=server.port,
                device_port=device.port,
                url=self._server.url,
                token=token,
            )
            launch = self._launch(played, places, {}, limits=_LIMITS)
            async with self._started(launch, played, places) as running:
                return await _wait_for_end(running, played)

    def _launch(
        self,
        played: ProgramSession,
        places: ConnectionInfo,
        clock: Mapping[str, str],
        *,
        limits: Mapping[str, int],
        ports: tuple[int, ...] = (),
    ) -> Launch:
        description, brief = self._plan.description, played.brief
        services = self._plan.ports.services if self._plan.bwrap else ()
        known = placeholder_values(places, brief.instruction)
        environment = build_environment(
            places,
            brief.instruction,
            max_steps=brief.max_steps,
            can_ask=brief.can_ask,
            ours={name: with_inner_addresses(value, services) for name, value in os.environ.items()},
            passed=self._plan.passed,
            own={
                **clock,
                **{
                    name: fill_placeholders(with_inner_addresses(text, services), known)
                    for name, text in description.environment.items()
                },
            },
        )
        return Launch(
            words=tuple(fill_placeholders(with_inner_addresses(word, services), known) for word in description.command),
            environment=environment,
            folder=places.folder,
            instruction=brief.instruction,
            marker=f"MAR_TOKEN={places.token}",
            ports=ports,
            copied=description.copy_of,
            limits=limits,
            terminal=description.terminal,
            needs_stdin=description.needs_stdin,
            initial_input="".join(f"{fill_placeholders(line, known)}\n" for line in description.stdin),
        )

    @asynccontextmanager
    async def _started(
        self, launch: Launch, played: ProgramSession, places: ConnectionInfo
    ) -> AsyncIterator[RunningProgram]:
        """The running program, and the task that reads its console until its last output."""
        description = self._plan.description
        known = placeholder_values(places, played.brief.instruction)
        console = Console(description, known) if description.uses_console else None
        on_output = console.add_output if console else None
        async with run_program(launch, on_output, outputs=self._outputs) as running, anyio.create_task_group() as tasks:
            tasks.start_soon(_write_console, running, launch.initial_input, played, console)
            yield running
            if console is None or played.over.is_set():
                tasks.cancel_scope.cancel()
            else:
                with anyio.move_on_after(_EXIT_TIMEOUT):  # children may keep its console open forever
                    await running.output_closed.wait()
                console.close()

    def _write_output(self) -> None:
        """Writes its output to files beside the trace, if there is any."""
        for name, model in zip(("stdout.txt", "stderr.txt"), self._outputs, strict=True):
            if model.total:
                self._folder.mkdir(parents=True, exist_ok=True)
                (self._folder / name).write_bytes(model.read())

    def _check_canary(self, session: Session, played: ProgramSession) -> None:
        """Say so in the trace if the program knows what stands only in the suite's files."""
        written = (model.read().decode("utf-8", "replace") for model in self._outputs)
        note = getattr(session, "note", None)
        if note is not None and canary.contains_canary((*written, *played.words)):
            note("agent", "contaminated: the program wrote the canary string of the suite's files")


async def _write_console(
    running: RunningProgram, initial_input: str, played: ProgramSession, console: Console | None
) -> None:
    await running.write(initial_input.encode())
    if console is not None:

        async def write(line: str) -> None:
            await running.write(f"{line}\n".encode())

        await console.run(played.step, write)


async def _wait_for_end(running: RunningProgram, played: ProgramSession) -> int:
    """The program's exit status, or 0 if its episode ended first."""
    status = 0

    async def watch() -> None:
        nonlocal status
        status = await running.wait()
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await played.over.wait()
        with anyio.move_on_after(_EXIT_TIMEOUT):
            await running.wait()
        tasks.cancel_scope.cancel()
    return status


@asynccontextmanager
async def _temporary_folder() -> AsyncIterator[str]:
    """A working folder that is deleted after the episode."""
    folder = await anyio.to_thread.run_sync(partial(tempfile.mkdtemp, prefix="agent-"))
    try:
        yield folder
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(partial(shutil.rmtree, folder, ignore_errors=True))
