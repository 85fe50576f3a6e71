"""Real phones are prepared and put in order by shell commands; what goes wrong there is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.config import Deadlines, RunConfig
from runtime.core.errors import DeviceLost, TaskFault
from runtime.core.events import Ended, Faulted
from runtime.core.tasks import Brief, Check, Task
from runtime.episode.playing import Player, play, prepare
from runtime.episode.recorder import Recorder
from runtime.episode.session import LiveSession
from runtime.plugins.protocols import ByteStream, Session
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, Manifest, RunDirectory
from tests.support.scripted import Lamp, Script, hang, make_task

DEADLINES = Deadlines()


class Shell:
    """Says what it is to say, in parts of one byte, then ends."""

    def __init__(self, said: bytes) -> None:
        self._said = [said[index : index + 1] for index in range(len(said))]

    async def receive(self, max_bytes: int = 65536) -> bytes:
        await anyio.lowlevel.checkpoint()
        return self._said.pop(0) if self._said else b""

    async def send(self, data: bytes) -> None:
        raise AssertionError("nothing is typed into it")

    async def aclose(self) -> None:
        return None


class RealLamp(Lamp):
    """A lamp without the hidden door. `answers` are by command; any other one says nothing and exits with 0."""

    def __init__(self, answers: dict[str, bytes | Exception] | None = None) -> None:
        super().__init__()
        self.control = None
        self.ran: list[str] = []
        self._answers = answers or {}

    async def open(self, service: str) -> ByteStream:
        line = service.removeprefix("shell:(\n").partition("\n)\n")[0]
        self.ran.append(line)
        answer = self._answers.get(line, b"exit 0\n")
        if isinstance(answer, Exception):
            raise answer
        return Shell(answer)


def lamp_task(*shell: str, **setup: Any) -> Task:
    """A task that a real phone is prepared for by these commands."""
    return make_task(**{"shell": shell, **setup})


async def episode(
    tmp_path: Any, device: RealLamp, act: Callable[[Session], Any], shell: Sequence[str], teardown: Sequence[str]
) -> tuple[list[Faulted | Ended], LiveSession]:
    """Play one episode on the device; the faults and the end of its trace, and its session."""
    task = lamp_task(*shell, teardown=tuple(teardown))
    manifest = Manifest(version="", suite_version="", config=RunConfig())
    directory = await anyio.to_thread.run_sync(RunDirectory.create, tmp_path / "run", manifest)
    async with Disk().running() as disk:
        recorder = Recorder(EpisodeKey("script", task.id, 0), 0, directory, disk, Blobs(directory, disk))
        session = LiveSession(Brief("", (8, 8), 25, True), device, None, recorder)
        try:
            await play(Player("script", Script(act), False), session, device, task, 1, DEADLINES, last=True)
        finally:
            recorder.close()
    return [event async for event in recorder.trace if isinstance(event, Faulted | Ended)], session


async def nothing(session: Session) -> None:
    """An agent without ambition."""
    await session.observe()


@pytest.mark.parametrize(
    "said", [b"exit 0\n", b"exit 0\r\n", b"on\nexit 0\n", b"no newlineexit 0\n", b"exit 1\nexit 0\n"]
)
async def test_a_command_that_exits_with_0_prepares(said):
    """Whatever a command says, its exit code counts, with the line ends of any Android."""
    device = RealLamp({"on": said})
    await prepare(device, lamp_task("on", "next"), 1, DEADLINES)
    assert device.ran == ["on", "next"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"exit 1\n", "'on' exited with 1 on lamp-0"),
        (b"no such lamp\r\nat all\r\nexit 127\r\n", "'on' exited with 127 (no such lamp / at all)"),
        (b"sh: syntax error\n", "is no command that a shell can read (sh: syntax error)"),
        (b"", "is no command that a shell can read"),
    ],
)
async def test_a_command_that_fails_is_a_task_fault(said, told):
    """The task cannot be played there: which command, how it ended and what it said; nothing after it is run."""
    device = RealLamp({"on": said})
    with pytest.raises(TaskFault) as caught:
        await prepare(device, lamp_task("on", "next"), 1, DEADLINES)
    assert told in str(caught.value)
    assert device.ran == ["on"]


async def test_a_phone_with_the_door_needs_no_commands():
    """On a virtual phone the state is injected over the door, so the commands for real phones are not run."""
    device = RealLamp()
    device.control = device
    await prepare(device, lamp_task("on", must_be_false=(Check("lamp/on", "eq", True),)), 1, DEADLINES)
    assert device.ran == []


async def test_teardown_follows_the_agent_and_every_command_gets_its_turn(tmp_path):
    """Setup, play, teardown; a command that fails is noted before the end, which stays what it was."""
    device = RealLamp({"off": b"stuck\nexit 3\n"})
    events, session = await episode(tmp_path, device, nothing, ["on"], ["off", "lock"])
    assert device.ran == ["on", "off", "lock"]
    note, end = events
    assert isinstance(note, Faulted)
    assert (note.boundary, note.error) == ("task", "lamp: teardown 'off' exited with 3 (stuck) on lamp-0")
    assert isinstance(end, Ended)
    assert (end.ending, end.cause) == ("stopped", None)
    assert session.fault is None


async def test_teardown_follows_a_setup_that_failed(tmp_path):
    """What was prepared halfway is undone, and the fault is still the setup's."""
    device = RealLamp({"on": b"exit 1\n"})
    events, _ = await episode(tmp_path, device, nothing, ["first", "on"], ["off"])
    assert device.ran == ["first", "on", "off"]
    assert isinstance(events[-1], Ended)
    assert (events[-1].ending, events[-1].cause) == ("fault", "task")


async def test_a_device_that_dies_in_teardown_is_told_and_asked_no_more(tmp_path):
    """The agent's end counts as it was; the schedule learns that the device failed."""
    device = RealLamp({"off": DeviceLost("cable")})
    events, session = await episode(tmp_path, device, nothing, ["on"], ["off", "lock"])
    assert device.ran == ["on", "off"]
    assert isinstance(session.fault, DeviceLost)
    assert [type(event) for event in events] == [Faulted, Ended]
    assert isinstance(events[-1], Ended)
    assert events[-1].ending == "stopped"


async def test_teardown_is_done_when_the_episode_is_cancelled(tmp_path):
    """Ctrl-C in the middle of an episode leaves no phone behind in the state of a task."""
    device = RealLamp()
    with anyio.CancelScope() as scope:

        async def cancelled(session: Session) -> None:
            scope.cancel()
            await hang(0)

        await episode(tmp_path, device, cancelled, ["on"], ["off"])
    assert scope.cancelled_caught
    assert device.ran == ["on", "off"]
