"""Setup and teardown of real phones by shell commands, and the reports of their failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.config import Deadlines
from runtime.core.errors import DeviceLost, TaskFault
from runtime.core.events import Ended, Faulted
from runtime.core.tasks import Check
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt
from runtime.episode.playing import prepare
from runtime.plugins.protocols import Session
from tests.support.contexts import open_context, scheduled
from tests.support.scripted import RealLamp, hang, lamp_task

DEADLINES = Deadlines()


async def episode(
    tmp_path: Path, device: RealLamp, act: Callable[[Session], Any], shell: Sequence[str], teardown: Sequence[str]
) -> tuple[list[Faulted | Ended], bool]:
    """Plays one episode; returns the faults and the end of its trace, and whether the device stays usable."""
    pool, planned = Pool([device]), scheduled(lamp_task(*shell, teardown=tuple(teardown)))
    async with open_context(tmp_path / "run", act) as context:
        outcome = await Attempt(context, planned, 0).play(pool.lease(device), last=True)
        await context.disk.flush()
        events = await anyio.to_thread.run_sync(context.directory.read_trace, planned.key, 0)
    return [event for event in events if isinstance(event, Faulted | Ended)], outcome.stays


async def idle_agent(session: Session) -> None:
    """An agent that does nothing."""
    await session.observe()


@pytest.mark.parametrize(
    "data", [b"exit 0\n", b"exit 0\r\n", b"on\nexit 0\n", b"no newlineexit 0\n", b"exit 1\nexit 0\n"]
)
async def test_a_command_that_exits_with_0_prepares(data):
    """A setup command with exit code 0 succeeds, whatever its output and line ends are."""
    device = RealLamp({"on": data})
    await prepare(device, lamp_task("on", "next"), 1, DEADLINES)
    assert device.ran == ["on", "next"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"exit 1\n", "'on' exited with 1 on lamp-0"),
        (b"no such lamp\r\nat all\r\nexit 127\r\n", "'on' exited with 127 (no such lamp / at all)"),
        (b"sh: syntax error\n", "could not be parsed by the shell (sh: syntax error)"),
        (b"", "could not be parsed by the shell"),
    ],
)
async def test_a_command_that_fails_is_a_task_fault(data, text):
    """A failed setup command raises a TaskFault with its exit code and output, and later commands are not run."""
    device = RealLamp({"on": data})
    with pytest.raises(TaskFault) as caught:
        await prepare(device, lamp_task("on", "next"), 1, DEADLINES)
    assert text in str(caught.value)
    assert device.ran == ["on"]


async def test_a_phone_with_a_control_connection_needs_no_commands():
    """A virtual phone's state is set over the control connection, so the commands for real phones are not run."""
    device = RealLamp()
    device.control = device
    await prepare(device, lamp_task("on", must_be_false=(Check("lamp/on", "eq", True),)), 1, DEADLINES)
    assert device.ran == []


async def test_teardown_follows_the_agent_and_every_command_gets_its_turn(tmp_path):
    """Setup, episode and teardown are in order; a failed teardown command is noted and the others still run."""
    device = RealLamp({"off": b"stuck\nexit 3\n"})
    events, stays = await episode(tmp_path, device, idle_agent, ["on"], ["off", "lock"])
    assert device.ran == ["on", "off", "lock"]
    note, end = events
    assert isinstance(note, Faulted)
    assert (note.boundary, note.error) == ("task", "lamp: teardown 'off' exited with 3 (stuck) on lamp-0")
    assert isinstance(end, Ended)
    assert (end.ending, end.cause) == ("stopped", None)
    assert stays


async def test_teardown_follows_a_setup_that_failed(tmp_path):
    """If the setup fails, the teardown is still run, and the fault is the setup's."""
    device = RealLamp({"on": b"exit 1\n"})
    events, _ = await episode(tmp_path, device, idle_agent, ["first", "on"], ["off"])
    assert device.ran == ["first", "on", "off"]
    assert isinstance(events[-1], Ended)
    assert (events[-1].ending, events[-1].cause) == ("fault", "task")


async def test_a_device_that_dies_in_teardown_is_told_and_asked_no_more(tmp_path):
    """If the device is lost in the teardown, no more commands are run, and the episode's ending stays."""
    device = RealLamp({"off": DeviceLost("cable")})
    events, stays = await episode(tmp_path, device, idle_agent, ["on"], ["off", "lock"])
    assert device.ran == ["on", "off"]
    assert not stays
    assert [type(event) for event in events] == [Faulted, Ended]
    assert isinstance(events[-1], Ended)
    assert events[-1].ending == "stopped"


async def test_teardown_is_done_when_the_episode_is_cancelled(tmp_path):
    """If the episode is cancelled, the teardown is still run."""
    device = RealLamp()
    with anyio.CancelScope() as scope:

        async def cancelled(session: Session) -> None:
            scope.cancel()
            await hang(0)

        await episode(tmp_path, device, cancelled, ["on"], ["off"])
    assert scope.cancelled_caught
    assert device.ran == ["on", "off"]
