"""Parts that a test installs as a plug-in distribution of its own: lamps as devices, agents and a judge for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import anyio

from runtime.core.actions import Decision, Finish, Tap
from runtime.core.errors import DeviceRefused
from runtime.core.tasks import Suite, Task
from runtime.plugins.protocols import Device, Evidence, Need, Session, User
from runtime.plugins.specs import DeviceSpec, JudgeSpec, UserSpec
from tests.support.scripted import Helpful, Lamp, LampJudge, RealLamp, make_task

ENTRIES = """
[mobile_agent_runtime.devices]
lamp = tests.support.plugins:LAMPS
reallamp = tests.support.plugins:REAL_LAMP
nolamp = tests.support.plugins:NO_LAMP
[mobile_agent_runtime.agents]
press = tests.support.plugins:Press
late = tests.support.plugins:Late
[mobile_agent_runtime.users]
helpful = tests.support.plugins:HELPFUL
[mobile_agent_runtime.judges]
lamp = tests.support.plugins:JUDGE
"""
opened: list[Lamp] = []
"""Every lamp that was opened since the list was last emptied."""
early_over: list[anyio.Event] = []
"""What `Late` waits for, if there is anything: a test sets it when it has the scores of the others."""
NAMES = ("first", "second", "third")
SUITE = Suite("lamps", "1", tuple(make_task(name) for name in NAMES))


def install(folder: Path) -> None:
    """Write the metadata of the distribution; the folder must be on the import path."""
    home = folder / "lamps-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: lamps\nVersion: 1\n")
    (home / "entry_points.txt").write_text(ENTRIES)


@asynccontextmanager
async def open_lamps(uri: str) -> AsyncIterator[Sequence[Device]]:
    """`lamp:NAME+NAME=IDENTITY`; through a task group, as openers usually have one."""
    lamps = []
    for part in uri.partition(":")[2].split("+"):
        name, _, identity = part.partition("=")
        lamp = Lamp(name)
        lamp.info = replace(lamp.info, identity=identity)
        lamps.append(lamp)
    opened.extend(lamps)
    async with anyio.create_task_group():
        yield cast("Sequence[Device]", lamps)


@asynccontextmanager
async def open_real_lamp(uri: str) -> AsyncIterator[Sequence[Device]]:
    """`reallamp:NAME`, without a control connection."""
    lamp = RealLamp(name=uri.partition(":")[2])
    opened.append(lamp)
    yield cast("Sequence[Device]", (lamp,))


@asynccontextmanager
async def open_none(uri: str) -> AsyncIterator[Sequence[Device]]:
    """A device that refuses, from within a task group."""
    async with anyio.create_task_group():
        if uri:
            raise DeviceRefused(f"{uri} says no")
        yield ()


class Press:
    """Presses the switch and finishes."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        await session.step(Decision([Tap(4, 4)], thought="press"))
        await session.step(Decision([Finish("done")]))


class Late(Press):
    """The same part, which starts only when the test allows it."""

    async def play(self, session: Session) -> None:
        for event in early_over:
            await event.wait()
        await super().play(session)


def helpful(task: Task, seed: int) -> User:
    """The user."""
    return Helpful()


def judge(evidence: Evidence) -> LampJudge:
    """The judge."""
    return LampJudge()


LAMPS = DeviceSpec(open=open_lamps)
REAL_LAMP = DeviceSpec(open=open_real_lamp)
NO_LAMP = DeviceSpec(open=open_none)
HELPFUL = UserSpec(make=helpful, name="helpful")
JUDGE = JudgeSpec(make=judge, name="lamp", sees_truth=True)
