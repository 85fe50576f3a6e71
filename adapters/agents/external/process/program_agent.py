"""One episode of a foreign program: its phone, its door and its process under one task group."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

import anyio
import anyio.to_thread

from adapters.agents.external.capture.ordered_sniffer import OrderedSniffer
from adapters.agents.external.process import bwrap, canary
from adapters.agents.external.process.command import filled
from adapters.agents.external.process.console import Console
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.environment import Places, gaps, variables
from adapters.agents.external.process.launch import Launch
from adapters.agents.external.process.output import BoundedOutput
from adapters.agents.external.process.ports import ADB, DEVICE, Ports, carried
from adapters.agents.external.process.process import Running, started
from adapters.agents.external.process.program_session import ProgramSession
from adapters.agents.external.process.program_session import played as played_by_program
from adapters.agents.external.process.proxy import proxy
from adapters.agents.external.process.visible_files import view
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.endpoint import endpoint
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Need, Session

DISK: Final = 512 << 20
"""Bytes that a program may write to its working folder, which lies in memory, where it is isolated."""
_LEAVING: Final = 1.0
"""Seconds in which a program may end by itself once its episode is over."""
_LIMITS: Final = {"RLIMIT_CORE": 0}
_ALONE: Final = {**_LIMITS, "RLIMIT_NPROC": 4096}
"""Processes are counted by user and namespace; for the system's own administrator nothing is counted."""


class Door(Protocol):
    """The talk door, found through the catalog."""

    @property
    def url(self) -> str: ...

    def admit(self, session: Session) -> str: ...

    def dismiss(self, token: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What does not change from episode to episode."""

    description: Description
    bwrap: str
    """Where bubblewrap is; empty where the program is not isolated."""
    hidden: tuple[Path, ...]
    shown: tuple[Path, ...]
    passed: tuple[str, ...]
    ports: Ports
    empty: Path
    """A file without content."""


def confined(plan: Plan, launch_words: tuple[str, ...]) -> tuple[str, ...]:
    """The options of bubblewrap for this program now. Blocks."""
    shown = (*plan.shown, *map(Path, plan.description.paths), *_copied(plan))
    return tuple(bwrap.arguments(view(launch_words, shown, plan.hidden), plan.empty, disk=DISK))


def _copied(plan: Plan) -> tuple[Path, ...]:
    return (Path(plan.description.copy_of),) if plan.description.copy_of else ()


class ProgramAgent:
    """The program of one episode as an agent."""

    needs: frozenset[Need] = frozenset()

    def __init__(self, plan: Plan, door: Door, folder: Path) -> None:
        self._plan = plan
        self._door = door
        self._folder = folder
        self._kept = BoundedOutput(), BoundedOutput()

    async def play(self, session: Session) -> None:
        """Let the program play until it ends, or until the episode has ended.

        Raises:
            AgentFault: it could not be started, or failed before the episode had ended.
            RuntimeFault: it needs a terminal, and this machine has none.
        """
        played = played_by_program(session)
        sniffer = OrderedSniffer(played)
        status = 0
        try:
            await played.observe()  # the screen before anything is done
            played.caught_up, played.before = sniffer.caught_up, sniffer.before
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(sniffer.run)
                with closing(sniffer), self._admitted(played) as token:
                    status = await self._run(played, sniffer, token)
        finally:
            self._check(session, played)
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._write)
        if status and not played.over.is_set():
            last = self._kept[1].last_lines() or self._kept[0].last_lines()
            raise AgentFault(f"the program ended with status {status}" + (f": {last}" if last else ""))

    @contextmanager
    def _admitted(self, played: ProgramSession) -> Iterator[str]:
        token = self._door.admit(played)
        try:
            yield token
        finally:
            self._door.dismiss(token)

    async def _run(self, played: ProgramSession, sniffer: OrderedSniffer, token: str) -> int:
        run = self._isolated if self._plan.bwrap else self._open
        return await run(played, sniffer, token)

    async def _isolated(self, played: ProgramSession, sniffer: OrderedSniffer, token: str) -> int:
        """In namespaces of its own: what it reaches are sockets that listen there and are served here."""
        plan, ports, shown = self._plan, self._plan.ports, played.shown
        places = Places(
            folder=bwrap.FOLDER,
            serial=shown.serial,
            adb_port=ADB,
            device_port=DEVICE,
            url=f"http://127.0.0.1:{ports.talk}",
            token=token,
            proxy=f"http://127.0.0.1:{ports.proxy}",
        )
        launch = self._launch(played, places, ports=ports.all, limits=_ALONE)
        options = await anyio.to_thread.run_sync(confined, plan, launch.words)
        launch = replace(launch, before=(plan.bwrap,), options=options)
        door = urlsplit(self._door.url)
        assert door.hostname is not None
        assert door.port is not None
        async with self._started(launch, played, places) as running, anyio.create_task_group() as tasks:
            adb, device, talk, world, *others = running.listeners
            async with (
                endpoint(played.open, shown, sniffer.watch, listener=adb, bind=running.bind),
                device_port(played.open, shown, sniffer.watch, listener=device),
            ):
                tasks.start_soon(carried, talk, door.hostname, door.port)
                tasks.start_soon(proxy, world)
                for listener, (_, host, port) in zip(others, ports.reach, strict=True):
                    tasks.start_soon(carried, listener, host, port)
                status = await _ended(running, played)
            tasks.cancel_scope.cancel()
        return status

    async def _open(self, played: ProgramSession, sniffer: OrderedSniffer, token: str) -> int:
        """Beside us, with all that whoever runs us can see."""
        shown = played.shown
        async with (
            _folder() as folder,
            endpoint(played.open, shown, sniffer.watch) as server,
            device_port(played.open, shown, sniffer.watch) as device,
        ):
            places = Places(
                folder=folder,
                serial=shown.serial,
                adb_port=server.port,
                device_port=device.port,
                url=self._door.url,
                token=token,
            )
            launch = self._launch(played, places, limits=_LIMITS)
            async with self._started(launch, played, places) as running:
                return await _ended(running, played)

    def _launch(
        self, played: ProgramSession, places: Places, *, limits: Mapping[str, int], ports: tuple[int, ...] = ()
    ) -> Launch:
        description, brief = self._plan.description, played.brief
        known = gaps(places, brief.instruction)
        environment = variables(
            places,
            brief.instruction,
            max_steps=brief.max_steps,
            can_ask=brief.can_ask,
            ours=os.environ,
            passed=self._plan.passed,
            own={name: filled(text, known) for name, text in description.environment.items()},
        )
        return Launch(
            words=tuple(filled(word, known) for word in description.command),
            environment=environment,
            folder=places.folder,
            instruction=brief.instruction,
            mark=f"MAR_TOKEN={places.token}",
            ports=ports,
            copied=description.copy_of,
            limits=limits,
            terminal=description.terminal,
            speaks=description.speaks,
            greeting="".join(f"{filled(line, known)}\n" for line in description.stdin),
        )

    @asynccontextmanager
    async def _started(self, launch: Launch, played: ProgramSession, places: Places) -> AsyncIterator[Running]:
        """The program, and whoever listens to its console, to its last words."""
        description = self._plan.description
        known = gaps(places, played.brief.instruction)
        console = Console(description, known) if description.listens else None
        hear = console.hear if console else None
        async with started(launch, hear, keep=self._kept) as running, anyio.create_task_group() as tasks:
            tasks.start_soon(_speak, running, launch.greeting, played, console)
            yield running
            if console is None or played.over.is_set():
                tasks.cancel_scope.cancel()
            else:
                with anyio.move_on_after(_LEAVING):  # children may hold its console open for ever
                    await running.heard.wait()
                console.close()

    def _write(self) -> None:
        """Leave what it wrote beside the trace; nothing if it wrote nothing."""
        for name, model in zip(("stdout.txt", "stderr.txt"), self._kept, strict=True):
            if model.total:
                self._folder.mkdir(parents=True, exist_ok=True)
                (self._folder / name).write_bytes(model.read())

    def _check(self, session: Session, played: ProgramSession) -> None:
        """Say so in the trace if the program knows what stands only in the suite's files."""
        written = (model.read().decode("utf-8", "replace") for model in self._kept)
        note = getattr(session, "note", None)
        if note is not None and canary.contaminated((*written, *played.words)):
            note("agent", "contaminated: the program wrote the canary string of the suite's files")


async def _speak(running: Running, greeting: str, played: ProgramSession, console: Console | None) -> None:
    await running.say(greeting.encode())
    if console is not None:

        async def say(line: str) -> None:
            await running.say(f"{line}\n".encode())

        await console.run(played.step, say)


async def _ended(running: Running, played: ProgramSession) -> int:
    """The status with which the program ended by itself; 0 if its episode ended before."""
    status = 0

    async def watch() -> None:
        nonlocal status
        status = await running.wait()
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await played.over.wait()
        with anyio.move_on_after(_LEAVING):
            await running.wait()
        tasks.cancel_scope.cancel()
    return status


@asynccontextmanager
async def _folder() -> AsyncIterator[str]:
    """A working folder, which goes with the episode."""
    folder = await anyio.to_thread.run_sync(partial(tempfile.mkdtemp, prefix="agent-"))
    try:
        yield folder
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(partial(shutil.rmtree, folder, ignore_errors=True))
