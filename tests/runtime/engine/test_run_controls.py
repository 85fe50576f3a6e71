"""What an operator does to a run: pausing it, cancelling episodes, draining devices."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.actions import Decision, Finish, Tap
from runtime.core.errors import UsageError
from runtime.core.events import AnyEvent, Faulted
from runtime.devices.pool import Pool
from runtime.episode.run_parts import RunCallbacks, ScheduledEpisode
from runtime.plugins.protocols import Session
from runtime.scheduling.controls import RunControls
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.run_directory import Commit, EpisodeKey
from tests.support.contexts import Play, open_context
from tests.support.scripted import Lamp, LampJudge, make_task


class Rig:
    """Plays episodes under controls. `began` has the device of each episode that was started, in order."""

    def __init__(self, scheduler: Scheduler, began: list[str]) -> None:
        self.scheduler = scheduler
        self.controls = scheduler.controls
        self.began = began
        self.commits: list[Commit] = []
        self.committed = anyio.Event()

    async def run(self, count: int) -> None:
        """Play so many episodes to their end."""
        tasks = [make_task(f"task{number}") for number in range(count)]
        episodes = [ScheduledEpisode(EpisodeKey("script", task.id, 0), task, instrument=False) for task in tasks]
        send, receive = anyio.create_memory_object_stream[Commit](100)
        async with anyio.create_task_group() as group:
            group.start_soon(self.scheduler.run, episodes, send)
            with receive:
                async for commit in receive:
                    self.commits.append(commit)
                    self.committed.set()


@pytest.fixture
def open_rig(tmp_path: Path) -> Callable[..., Any]:
    """Return a function that opens a rig over lamps of these names."""

    @asynccontextmanager
    async def make(play: Play, *lamps: str, recorded: Callable[[AnyEvent], None] | None = None) -> AsyncIterator[Rig]:
        began: list[str] = []
        watch = RunCallbacks(
            started=lambda device, key: began.append(device), recorded=recorded or (lambda event: None)
        )
        async with open_context(tmp_path / "run", play, judges=lambda: [LampJudge()], watch=watch) as context:
            pool = Pool([Lamp(name) for name in lamps])
            yield Rig(Scheduler(context, pool, RunControls(pool)), began)

    return make


async def press_and_finish(session: Session) -> None:
    """An agent that solves the task."""
    await session.observe()
    await session.step(Decision([Tap(4, 4)]))
    await session.step(Decision([Finish("done")]))


async def test_a_paused_run_starts_nothing_until_it_goes_on(open_rig: Callable[..., Any]) -> None:
    """Paused during its first episode, a run ends that one and starts the second only when it goes on."""

    async def play(session: Session) -> None:
        if len(rig.began) == 1:
            rig.controls.pause()
        await press_and_finish(session)

    async with open_rig(play, "a") as rig, anyio.create_task_group() as group:
        group.start_soon(rig.run, 2)
        await rig.committed.wait()
        await anyio.wait_all_tasks_blocked()
        assert (rig.controls.paused, rig.began) == (True, ["a"])
        rig.controls.resume()
    assert (rig.began, len(rig.commits)) == (["a", "a"], 2)


async def test_a_cancelled_episode_is_lost_to_the_runtime_and_not_tried_again(open_rig: Callable[..., Any]) -> None:
    """Its fault says why, it costs no further attempt, and its device plays the next episode."""
    playing = anyio.Event()
    faults: list[str] = []

    async def play(session: Session) -> None:
        if not playing.is_set():
            playing.set()
            await anyio.sleep_forever()
        await press_and_finish(session)

    def note(event: AnyEvent) -> None:
        faults.extend([event.error] if isinstance(event, Faulted) else [])

    async with open_rig(play, "a", recorded=note) as rig, anyio.create_task_group() as group:
        group.start_soon(rig.run, 2)
        await playing.wait()
        rig.controls.cancel(rig.controls.playing[0])
    scores = [commit.scores[0] for commit in rig.commits]
    assert sorted((score.ending, score.cause, score.attempt) for score in scores if score.cause) == [
        ("fault", "runtime", 0)
    ]
    assert [score.ending for score in scores if not score.cause] == ["finished"]
    assert faults == ["RuntimeFault: cancelled by an operator"]
    assert rig.began == ["a", "a"]


async def test_what_is_not_there_can_be_neither_cancelled_nor_drained(open_rig: Callable[..., Any]) -> None:
    """Unknown names of episodes and devices are refused by name."""
    async with open_rig(press_and_finish, "a") as rig:
        with pytest.raises(UsageError, match="script/other/0 cannot be cancelled: it is not being played here"):
            rig.controls.cancel("script/other/0")
        with pytest.raises(UsageError, match="there is no device 'other'; there is: a"):
            rig.controls.drain("other")


async def test_a_drained_device_ends_its_episode_and_starts_no_other(open_rig: Callable[..., Any]) -> None:
    """All further episodes are played by the other device; once that one is drained instead, by the first again."""

    async def play(session: Session) -> None:
        if len(rig.began) == 2 and "a" not in rig.controls.drained:
            rig.controls.drain("a")
        if len(rig.began) == 6:
            rig.controls.drain("b")
            rig.controls.undrain("a")
        await press_and_finish(session)

    async with open_rig(play, "a", "b") as rig:
        await rig.run(10)
    assert len(rig.commits) == 10
    assert sorted(rig.began[:2]) == ["a", "b"]
    assert rig.began[2:] == ["b", "b", "b", "b", "a", "a", "a", "a"]


async def test_when_all_devices_are_drained_the_run_waits(open_rig: Callable[..., Any]) -> None:
    """Nothing is lost: the remaining episodes are played when a device is used again."""

    async def play(session: Session) -> None:
        rig.controls.drain("a")
        await press_and_finish(session)

    async with open_rig(play, "a") as rig, anyio.create_task_group() as group:
        group.start_soon(rig.run, 2)
        await rig.committed.wait()
        await anyio.wait_all_tasks_blocked()
        assert rig.began == ["a"]
        rig.controls.undrain("a")
    assert [commit.scores[0].ending for commit in rig.commits] == ["finished", "finished"]
