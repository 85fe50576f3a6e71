"""Opens programs for a run: `exec:COMMAND`, and `yaml:FILE` for a program that a file describes.

async with Exec(program) as make:
    agent = make(seed, folder)      # the agent of one episode; its output goes into the folder
"""

from __future__ import annotations

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final

import anyio
import anyio.to_thread

from adapters.agents.external.files.git_files import checkout
from adapters.agents.external.files.visible_files import FileView, named_files, program_view
from adapters.agents.external.process import bwrap, description
from adapters.agents.external.process.clock import copy_library
from adapters.agents.external.process.command import absolute_words, check_placeholders, named_paths, split_command
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.endpoints import find_addresses, parse_address
from adapters.agents.external.process.environment import ConnectionInfo, build_environment
from adapters.agents.external.process.launch import Launch, open_terminal
from adapters.agents.external.process.ports import Ports, assign, check_reachable, private_addresses
from adapters.agents.external.process.process import run_program
from adapters.agents.external.process.program_agent import LaunchPlan, ProgramAgent
from runtime.bench.streams import complain
from runtime.core.boundary import unwrap_errors, unwrap_group
from runtime.core.errors import AgentFault, RuntimeFault, UsageError
from runtime.plugins import registry
from runtime.plugins.protocols import Agent, AgentNotes, Program
from runtime.plugins.specs import ProgramSpec
from runtime.storage.disk import temporary_folder

_NO_LIBRARY: Final = "libfaketime is not installed (Debian, Ubuntu: apt install libfaketime)"

AgentFactory = Callable[[int, Path], Agent]


class Opener(ABC):
    """Opens a program for a run, and finds errors before any phone is opened."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._stack = AsyncExitStack()

    @abstractmethod
    def _description(self) -> Description:
        """The description of the program as the user gave it. Blocks."""

    async def __aenter__(self) -> AgentFactory:
        async with AsyncExitStack() as stack:
            try:
                make = await self._open(stack)
            except BaseExceptionGroup as group:
                raise unwrap_group(group) from None
            self._stack = stack.pop_all()
        return make

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stack.__aexit__(kind, error, trace)

    async def _open(self, stack: AsyncExitStack) -> AgentFactory:
        program = self._program
        described = await anyio.to_thread.run_sync(self._resolve)
        folder = await stack.enter_async_context(temporary_folder())
        isolated = program.isolation == "namespaces"
        plan = LaunchPlan(
            description=described,
            bwrap=await anyio.to_thread.run_sync(bwrap.program) if isolated else "",
            passed=program.passed,
            ports=await self._ports(described),
            # Outside of namespaces, its shared memory would stay on this computer when a program is killed.
            clock=await anyio.to_thread.run_sync(copy_library, folder) if isolated else "",
        )
        if not plan.clock:
            why = _NO_LIBRARY if isolated else "it is not isolated"
            complain(f"{program.label} sees this computer's date, not its phone's: {why}")
        if isolated:
            view = await self._view(described, folder / "files")
            empty = folder / "empty"
            await anyio.to_thread.run_sync(empty.touch)
            plan = replace(plan, view=view, options=tuple(bwrap.arguments(view, empty, plan.clock)))
            await _try_launch(plan)
        spec = await anyio.to_thread.run_sync(registry.load, registry.AGENT_SERVERS, "http")
        server = await stack.enter_async_context(spec.open())
        return lambda seed, folder: ProgramAgent(plan, server, folder)

    async def _ports(self, described: Description) -> Ports:
        """The services that the program may use: those that are given, and those in URLs that it gets.

        Raises:
            UsageError: an address is invalid, or a service does not accept connections.
        """
        given = [parse_address(text) for text in (*self._program.reach, *described.reach)]
        passed = (os.environ[name] for name in self._program.passed)
        found = find_addresses([*described.command, *described.environment.values(), *passed])
        ports = assign((*given, *await private_addresses(found)))
        async with anyio.create_task_group() as tasks:
            for service in ports.services:
                tasks.start_soon(check_reachable, service)
        for service in ports.services:
            if service.inner != service.port:
                complain(f"{self._program.label} reaches {service.text} at 127.0.0.1:{service.inner}")
        return ports

    async def _view(self, described: Description, store: Path) -> FileView:
        """The files that the program sees; copies of them are put into `store`."""
        program = Path(described.command[0])
        named = await anyio.to_thread.run_sync(self._named, described)
        files = await anyio.to_thread.run_sync(named_files, program, named)
        checkouts = [await checkout(folder) for folder in dict.fromkeys(path.parent for path in files)]
        known = dict(item for item in checkouts if item is not None)
        return await anyio.to_thread.run_sync(program_view, program, named, self._program.hidden, store, known)

    def _named(self, described: Description) -> list[Path]:
        """The files and folders that the user named. Blocks."""
        texts = (*described.paths, *([described.copy_of] if described.copy_of else []))
        return [*named_paths(described.command[1:]), *self._program.shown, *map(Path, texts)]

    def _resolve(self) -> Description:
        """The description with the program's absolute path. Blocks."""
        described = self._description()
        words = absolute_words(described.command, Path.cwd())
        check_placeholders(words)
        program = shutil.which(words[0])
        if program is None:
            there = Path(words[0]).exists()
            why = "is not executable (chmod +x)" if there else "does not exist"
            raise UsageError(f"{self._program.label}: the program {words[0]!r} {why}")
        if described.terminal:
            self._check_terminal()
        missing = [name for name in self._program.passed if name not in os.environ]
        if missing:
            raise UsageError(
                f"{self._program.label}: the variable {missing[0]}, which the program should inherit, is not set"
            )
        return described.model_copy(update={"command": (os.path.abspath(program), *words[1:])})

    def _check_terminal(self) -> None:
        try:
            for number in open_terminal():
                os.close(number)
        except RuntimeFault as fault:
            raise UsageError(f"{self._program.label}: {fault}") from None


class Exec(Opener):
    """Opens `exec:COMMAND`."""

    def _description(self) -> Description:
        return Description(command=split_command(self._program.address.partition(":")[2]))


class File(Opener):
    """Opens `yaml:FILE`: a program that a file describes."""

    def _description(self) -> Description:
        return description.read_description(Path(self._program.address.partition(":")[2]))


async def _try_launch(plan: LaunchPlan) -> None:
    """Performs a start without the program itself, once per run.

    Raises:
        UsageError: namespaces are not available, or the program is not visible in them.
    """
    words = plan.description.command
    places = ConnectionInfo(bwrap.FOLDER, "", 0, 0, "", "")
    launch = Launch(
        words=words,
        environment=build_environment(places, "", max_steps=0, can_ask=False, ours=os.environ),
        folder=bwrap.FOLDER,
        instruction="",
        marker="",
        wrapper=(plan.bwrap,),
        options=plan.options,
        ports=plan.ports.all,
    )
    try:
        with unwrap_errors(AgentFault):
            async with run_program(launch, check=True):
                pass
    except AgentFault as fault:
        why = str(fault).removeprefix("the program could not be started: ")
        raise UsageError(
            f"no program can be isolated here: {why}. Bubblewrap 0.8 or newer is needed, and user namespaces must be "
            "allowed (in a container: run it with "
            "--security-opt seccomp=unconfined or --privileged; Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_"
            "userns=0); or use --isolation none, for programs that you trust"
        ) from None


_EXEC_NOTES: Final = AgentNotes(
    "A program of yours, started for each episode: real adb, adbutils, uiautomator2 and the like work unchanged.",
    "the program; bubblewrap for its isolation (or --isolation none)",
    "by the talk door (MAR_URL, MAR_TOKEN); by its console if a FILE.yaml says how",
    "--agent 'mine=exec:python my_agent.py'",
)
EXEC: Final = ProgramSpec(open=Exec, notes=lambda: {"": _EXEC_NOTES})

_YAML_NOTES: Final = AgentNotes(
    "A program as a file describes it: how it is started, asks on its console, and says that it is done.",
    "the file and the program; bubblewrap for its isolation (or --isolation none)",
    "by the talk door, or on its console as the file says",
    "--agent my_agent.yaml",
)
YAML: Final = ProgramSpec(open=File, notes=lambda: {"": _YAML_NOTES})
