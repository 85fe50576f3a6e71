"""The openers of programs: `exec:COMMAND`, and `yaml:FILE` for one that a file describes.

async with Exec(program) as make:
    agent = make(seed, folder)      # one episode's; its output goes into the folder
"""

from __future__ import annotations

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import ClassVar

import anyio
import anyio.to_thread

from adapters.agents.external.process import bwrap, description
from adapters.agents.external.process.command import absolute, check_gaps, split
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.environment import Places, variables
from adapters.agents.external.process.launch import Launch, open_terminal
from adapters.agents.external.process.ports import chosen
from adapters.agents.external.process.process import started
from adapters.agents.external.process.program_agent import Plan, ProgramAgent, confined
from runtime.core.boundary import unwrap_group
from runtime.core.errors import AgentFault, RuntimeFault, UsageError
from runtime.plugins import registry
from runtime.plugins.protocols import Agent, AgentNotes, Program
from runtime.storage.disk import temporary_folder

Make = Callable[[int, Path], Agent]


class Opener(ABC):
    """Opens a program for a run: what is wrong with it is found before any phone is opened."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._stack = AsyncExitStack()

    @abstractmethod
    def _described(self) -> Description:
        """What is to be started, as it was said. Blocks."""

    async def __aenter__(self) -> Make:
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

    async def _open(self, stack: AsyncExitStack) -> Make:
        program = self._program
        described = await anyio.to_thread.run_sync(self._found)
        folder = await stack.enter_async_context(temporary_folder())
        empty = folder / "empty"
        await anyio.to_thread.run_sync(empty.touch)
        plan = Plan(
            description=described,
            bwrap=await anyio.to_thread.run_sync(bwrap.program) if program.isolation == "namespaces" else "",
            hidden=program.hidden,
            shown=program.shown,
            passed=program.passed,
            ports=chosen((*program.reach, *described.reach)),
            empty=empty,
        )
        if plan.bwrap:
            await _try(plan)
        talk = await anyio.to_thread.run_sync(registry.load, "doors", "talk")
        door = await stack.enter_async_context(talk())
        return lambda seed, folder: ProgramAgent(plan, door, folder)

    def _found(self) -> Description:
        """The description with the whole path of its program; blocks."""
        described = self._described()
        words = absolute(described.command, Path.cwd())
        check_gaps(words)
        program = shutil.which(words[0])
        if program is None:
            there = Path(words[0]).exists()
            why = "is there but cannot be executed (chmod +x)" if there else "is not there"
            raise UsageError(f"{self._program.label}: the program {words[0]!r} {why}")
        if described.terminal:
            self._check_terminal()
        missing = [name for name in self._program.passed if name not in os.environ]
        if missing:
            raise UsageError(f"{self._program.label}: no variable {missing[0]} is set, which was to be handed on")
        return described.model_copy(update={"command": (os.path.abspath(program), *words[1:])})

    def _check_terminal(self) -> None:
        try:
            for number in open_terminal():
                os.close(number)
        except RuntimeFault as fault:
            raise UsageError(f"{self._program.label}: {fault}") from None


class Exec(Opener):
    """`exec:COMMAND`."""

    notes: ClassVar = AgentNotes(
        "A program of yours, started for each episode: real adb, adbutils, uiautomator2 and the like work unchanged.",
        "the program; bubblewrap for its isolation (or --isolation none)",
        "by the talk door (MAR_URL, MAR_TOKEN); by its console if a FILE.yaml says how",
        "--agent 'mine=exec:python my_agent.py'",
    )

    def _described(self) -> Description:
        return Description(command=split(self._program.address.partition(":")[2]))


class File(Opener):
    """`yaml:FILE`: a program that is described in a file."""

    notes: ClassVar = AgentNotes(
        "A program as a file describes it: how it is started, asks on its console, and says that it is done.",
        "the file and the program; bubblewrap for its isolation (or --isolation none)",
        "by the talk door, or on its console as the file says",
        "--agent my_agent.yaml",
    )

    def _described(self) -> Description:
        return description.read(Path(self._program.address.partition(":")[2]))


async def _try(plan: Plan) -> None:
    """Start everything but the program, once.

    Raises:
        UsageError: namespaces cannot be had here, or the program cannot be found in them.
    """
    words = plan.description.command
    options = await anyio.to_thread.run_sync(confined, plan, words)
    places = Places(bwrap.FOLDER, "", 0, 0, "", "")
    launch = Launch(
        words=words,
        environment=variables(places, "", max_steps=0, can_ask=False, ours=os.environ),
        folder=bwrap.FOLDER,
        instruction="",
        mark="",
        before=(plan.bwrap,),
        options=options,
        ports=plan.ports.all,
    )
    try:
        async with started(launch, check=True):
            pass
    except* AgentFault as faults:
        why = str(unwrap_group(faults)).removeprefix("the program could not be started: ")
        raise UsageError(
            f"no program can be isolated here: {why}. Bubblewrap 0.8 or newer is needed, and user namespaces must be "
            "allowed (in a container: run it with "
            "--security-opt seccomp=unconfined or --privileged; Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_"
            "userns=0); or use --isolation none, for programs that you trust"
        ) from None
