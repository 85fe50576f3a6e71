"""A program's next command starts when the screen after the previous one is recorded, and no later."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest

from adapters.agents.external.capture.ordered_sniffer import OrderedSniffer
from adapters.agents.external.process.program_session import wrap_session
from runtime.core.actions import Action, AskUser, Decision, DoubleTap, Finish, Key, Tap, Type
from runtime.core.tasks import Brief
from runtime.plugins.protocols import ByteStream, Observation


@dataclass
class Slow:
    """A session that records an action when `let` is set."""

    brief: Brief = Brief("Look around.", (1080, 2400), 25, False)
    let: anyio.Event = field(default_factory=anyio.Event)
    reached: anyio.Event = field(default_factory=anyio.Event)
    actions: list[Action] = field(default_factory=list)

    async def observe(self) -> Observation:
        return Observation(0, None, None)

    async def step(self, decision: Decision) -> Observation:
        return await self.witness(decision)

    async def witness(self, decision: Decision) -> Observation:
        self.reached.set()
        await self.let.wait()
        self.actions += decision.actions
        return Observation(len(self.actions), None, None, ended=len(self.actions) >= 4)

    async def open(self, service: str) -> ByteStream:
        raise NotImplementedError


@asynccontextmanager
async def running_sniffer() -> AsyncIterator[tuple[Slow, OrderedSniffer]]:
    """Runs a sniffer (which turns a program's adb traffic into actions) on a slow session."""
    session = Slow()
    sniffer = OrderedSniffer(session)
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(sniffer.run)
            yield session, sniffer
            session.let.set()
            sniffer.close()


def record_finished(sniffer: OrderedSniffer, line: str) -> None:
    """Records a finished command line."""
    stream = sniffer.watch(f"shell:{line}")
    stream.opened()
    stream.closed()


async def test_a_command_waits_until_the_previous_action_is_recorded():
    """A command that acts waits until the previous action is recorded."""
    async with running_sniffer() as (session, sniffer):
        record_finished(sniffer, "input keyevent 4")
        await session.reached.wait()
        with anyio.move_on_after(0.05) as waited:
            await sniffer.before_stream("shell:input tap 1 1")
        assert waited.cancelled_caught
        session.let.set()
        await sniffer.before_stream("shell:input tap 1 1")
        assert session.actions == [Key("BACK")]


@pytest.mark.parametrize("service", ["exec:screencap -p", "shell,v2:dumpsys window", "sync:", "framebuffer:"])
async def test_looking_at_the_screen_never_waits(service):
    """A request that only looks at the screen never waits."""
    async with running_sniffer() as (session, sniffer):
        record_finished(sniffer, "input keyevent 4")
        await session.reached.wait()
        await sniffer.before_stream(service)
        assert session.actions == []


async def test_a_command_that_continues_an_action_does_not_wait():
    """The second tap of a double tap, or the next letter of a text, does not wait and joins the same action."""
    async with running_sniffer() as (session, sniffer):
        session.let.set()
        for line in ("input tap 5 5", "input tap 5 5", "input text a", "input text b"):
            await sniffer.before_stream(f"shell:{line}")
            record_finished(sniffer, line)
        await sniffer.caught_up()
        assert session.actions == [DoubleTap(5, 5), Type("ab")]


async def test_a_finished_action_is_recorded_before_the_next():
    """A tap elsewhere waits until the previous tap is recorded as a single tap."""
    async with running_sniffer() as (session, sniffer):
        session.let.set()
        record_finished(sniffer, "input tap 5 5")
        await sniffer.before_stream("shell:input tap 900 900")
        assert session.actions == [Tap(5, 5)]


async def test_questions_are_recorded_after_earlier_actions():
    """Questions and the end of an episode are recorded after the actions that came before them."""
    async with running_sniffer() as (session, sniffer):
        session.let.set()
        theirs = wrap_session(session)
        theirs.caught_up = sniffer.caught_up
        record_finished(sniffer, "input tap 5 5")
        await theirs.step(Decision([AskUser("Which?")]))
        record_finished(sniffer, "input tap 7 7")
        await theirs.step(Decision([Finish("so")]))
        assert session.actions == [Tap(5, 5), AskUser("Which?"), Tap(7, 7), Finish("so")]
        assert theirs.over.is_set()
        assert theirs.words == ["Which?", "so"]


async def test_nobody_waits_for_a_session_that_has_ended():
    """Nobody waits for a session that has ended, nor for a sniffer that has stopped."""
    async with running_sniffer() as (session, sniffer):
        session.let.set()
        for code in (3, 4, 3, 4):
            record_finished(sniffer, f"input keyevent {code}")
        await sniffer.ended.wait()
        await sniffer.before_stream("shell:input tap 1 1")
        await sniffer.caught_up()
    await sniffer.before_stream("shell:input tap 1 1")
