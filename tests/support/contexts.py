"""The context of a run over lamps, for tests that make attempts themselves; and what cancels at any await."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread

from runtime.core.config import Deadlines, RunConfig
from runtime.core.tasks import Task
from runtime.episode.attempt import AttemptContext
from runtime.episode.playing import Player
from runtime.episode.run_parts import ComponentFactories, RunCallbacks, ScheduledEpisode
from runtime.plugins.protocols import Session
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, Manifest, RunDirectory
from tests.support.scripted import Helpful, LampJudge, Script

Play = Callable[[Session], Any]
PATIENT = Deadlines()
"""As in real runs: tests of a deadline give a short one of that kind."""


def scheduled(task: Task) -> ScheduledEpisode:
    """The task as an episode of the agent of these runs."""
    return ScheduledEpisode(EpisodeKey("script", task.id, 0), task, instrument=False)


@asynccontextmanager
async def open_context(
    folder: Path,
    play: Play,
    *,
    judges: Callable[[], Sequence[Any]] = lambda: [LampJudge()],
    user: Any = None,
    watch: RunCallbacks | None = None,
    deadlines: Deadlines = PATIENT,
    **settings: Any,
) -> AsyncIterator[AttemptContext]:
    """A run folder, its writer, and the parts of a run whose agent plays `play`; judges are cancelled at the end."""
    config = RunConfig(agents=("script",), judges=("lamp",), **settings)
    manifest = Manifest(version="0", suite_version="0", config=config)
    directory = await anyio.to_thread.run_sync(RunDirectory.create, folder, manifest)
    parts = ComponentFactories(
        lambda name, seed, tell, folder: Player(name, Script(play), False),
        lambda task, seed, tell: user or Helpful(),
        judges,
    )
    async with Disk().running() as disk, anyio.create_task_group() as group:
        blobs, chain, watch = Blobs(directory, disk), Chain(directory.head), watch or RunCallbacks()
        yield AttemptContext(config, deadlines, parts, directory, disk, blobs, chain, group, watch)
        group.cancel_scope.cancel()


class Interruptible:
    """Awaits a coroutine and cancels a scope when it is suspended for the `at`-th time."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], scope: anyio.CancelScope, at: int) -> None:
        self._steps = coroutine.__await__()
        self._scope = scope
        self._left = at

    def __await__(self) -> Generator[Any, Any, None]:
        resume: Callable[[], Any] = lambda: self._steps.send(None)  # noqa: E731
        while True:
            try:
                awaited = resume()
            except StopIteration:
                return
            self._left -= 1
            if self._left == 0:
                self._scope.cancel()
            try:
                answer = yield awaited
            except BaseException as error:  # noqa: BLE001
                resume = lambda error=error: self._steps.throw(error)  # type: ignore[misc]  # noqa: E731
            else:
                resume = lambda answer=answer: self._steps.send(answer)  # type: ignore[misc]  # noqa: E731
