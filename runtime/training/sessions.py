"""Sessions that the caller drives: observe and step, rewards as they are earned, forks, and parking."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import anyio.to_thread

from runtime.core.actions import Decision
from runtime.core.errors import Fault, ParkedSessionError, StorageError, UsageError
from runtime.core.events import Digest, Score
from runtime.core.tasks import Brief, Suite
from runtime.devices.pool import Lease, Pool
from runtime.devices.reservations import Reservations
from runtime.episode.attempt import Attempt, AttemptContext, Resumption
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.run_parts import ScheduledEpisode
from runtime.episode.session import LiveSession
from runtime.episode.snapshot import EpisodeSnapshot, ParkedSession
from runtime.plugins.protocols import ByteStream, Control, Device, Need, Observation
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree
from runtime.storage.run_directory import SUFFIXES, Commit, EpisodeKey
from runtime.training.rewards import WEIGHTS, Reward, RewardWeights, reward_of

BOTH: Final[frozenset[Need]] = frozenset({"frame", "tree"})
TREE: Final[frozenset[Need]] = frozenset({"tree"})


class DrivenSession:
    """A session that the caller drives (`Runtime.session`); implements `runtime.plugins.Session`.

    `scores` holds the score of each judge once the block has ended, that of the main judge first. `live` is the session
    itself, and `attempt` what records and judges it.
    """

    def __init__(
        self, opener: SessionOpener, episode: ScheduledEpisode, attempt: Attempt, device: Device, session: LiveSession
    ) -> None:
        self.live: Final = session
        self.episode: Final = episode
        self.scores: tuple[Score, ...] = ()
        self._opener = opener
        self.attempt: Final = attempt
        self._device = device

    @property
    def brief(self) -> Brief:
        """The instruction, the screen size in pixels, the budget of steps, and whether the user answers."""
        return self.live.brief

    async def observe(self) -> Observation:
        """Return the screen at rest; costs nothing. Raises Fault if the device fails."""
        return await self.live.observe()

    async def step(self, decision: Decision) -> Observation:
        """Execute a decision and return the screen at rest.

        Raises:
            InvalidDecision: it cannot be done; nothing was executed or recorded, and the session goes on.
            Fault: the device or the user failed.
        """
        return await self.live.step(decision)

    async def witness(self, decision: Decision) -> Observation:
        """Record a decision that was executed on the device by other means, and return the screen at rest."""
        return await self.live.witness(decision)

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to an ADB service of the device, such as `shell:ls`. Raises DeviceFault if that fails."""
        return await self.live.open(service)

    async def reward(self, weights: RewardWeights = WEIGHTS) -> Reward:
        """Return what was earned so far, as the judges see it now; ground truth, so keep it from the policy's input."""
        scores = await self.attempt.live.up_to(self.attempt.seq)
        return reward_of(scores, self._opener.main_judge, weights)

    async def digest(self) -> str:
        """Return the exact digest of the phone's state: phones with equal digests behave equally from here on.

        The clock is left out. Keep it from the policy's input: it tells what no screen shows.

        Raises:
            UsageError: the device is a real phone.
        """
        return await self._control.digest()

    @asynccontextmanager
    async def fork(self, number: int) -> AsyncIterator[tuple[DrivenSession, ...]]:
        """Provide further sessions that go on from here on other phones, each with its own copy of everything.

        They are recorded under the same agent and task with further repeat numbers. This session goes on as well.

        Raises:
            UsageError: the session has ended, fewer phones are free, or phone or user cannot be copied.
        """
        control = self._control
        async with AsyncExitStack() as stack:
            async with self.live.at_rest():
                self._check_running("forked")
                leases = self._opener.lease(number)
                for lease in leases:
                    stack.enter_context(lease)
                resumption = Resumption(
                    self.attempt.snapshot(self.live), self.live.seen, lambda device: copy_phone(control, device)
                )
                forks = [
                    await stack.enter_async_context(
                        self._opener.play_on(lease, self._opener.branch(self.episode), self.live.needs, resumption)
                    )
                    for lease in leases
                ]
            yield tuple(forks)

    async def park(self) -> bytes:
        """Return the session as bytes that `Runtime.unpark` continues, here, in another process or on another machine.

        The session ends here without a result. Frames recorded so far stay in this run's folder, and are read from
        there when the session is continued.

        Raises:
            UsageError: the session has ended, or phone or user cannot be parked.
        """
        async with self.live.at_rest():
            self._check_running("parked")
            snapshot, phone = self.attempt.snapshot(self.live), await self._control.export()
            parked = await self._opener.parked(snapshot, phone)
            self.live.parked = True
        return await anyio.to_thread.run_sync(parked.encode)

    def _check_running(self, what: str) -> None:
        if self.live.ended:
            raise UsageError(f"this session has ended and cannot be {what}")

    @property
    def _control(self) -> Control:
        if self._device.control is None:
            raise UsageError(
                f"{self._device.info.name} is a real phone: only virtual phones can be copied and compared"
            )
        return self._device.control


async def copy_phone(source: Control, device: Device) -> None:
    """Make a virtual phone equal to another one."""
    if device.control is None:
        raise UsageError(f"{device.info.name} is a real phone: the copy of a virtual phone cannot go on there")
    if not await source.copy_to(device.control):
        await device.control.load(await source.export())


class SessionOpener:
    """Opens sessions on the devices of a run, numbers them, and commits them when they end."""

    def __init__(self, run: AttemptContext, pool: Pool, suite: Suite, committed: Callable[[Commit], None]) -> None:
        self.run: Final = run
        self.main_judge: Final = run.config.judges[0] if run.config.judges else ""
        self.pool: Final = pool
        self.reservations: Final = Reservations()
        self._suite = suite
        self._committed = committed
        self._repeats: dict[tuple[str, str], int] = {}
        """The next free repeat number, by agent and task."""
        self._continued: set[EpisodeKey] = set()
        """Episodes of parked sessions that were continued. A second continuation gets another repeat number."""

    @classmethod
    async def over(
        cls, run: AttemptContext, pool: Pool, suite: Suite, committed: Callable[[Commit], None]
    ) -> SessionOpener:
        """Return an opener that knows what the run folder holds already."""
        opener = cls(run, pool, suite, committed)
        if run.directory.existed:
            run.taken.update(await anyio.to_thread.run_sync(run.directory.attempt_counts))
            for episode in run.directory.commits:
                agent, task, repeat = episode.split("/")
                opener._use(EpisodeKey(agent, task, int(repeat)))
        return opener

    @asynccontextmanager
    async def open(
        self, episode: ScheduledEpisode, needs: frozenset[Need], resumed: Resumption | None = None
    ) -> AsyncIterator[DrivenSession]:
        """Provide a session on the next free device, prepared for the episode; see `play_on`."""
        with await self.acquire() as lease:
            async with self.play_on(lease, episode, needs, resumed) as session:
                yield session

    async def acquire(self) -> Lease:
        """Lease the next free device. Raises DeviceLost if all were given up."""
        return await self.pool.acquire()

    @asynccontextmanager
    async def play_on(
        self,
        lease: Lease,
        episode: ScheduledEpisode,
        needs: frozenset[Need],
        resumed: Resumption | None = None,
        *,
        seed: int | None = None,
        number: int | None = None,
        reserved: bool = False,
    ) -> AsyncIterator[DrivenSession]:
        """Provide a session on a leased device; it is judged and committed after the block.

        `seed` is that of the episode; None: it follows from the run's seed, task and draw, or from what is resumed.
        `number` is that of the attempt; None: the next one. `reserved`: the caller has reserved what only one
        episode may use at a time.

        A `Fault` of the block, or of the device, is the result of the episode: it is committed and raised. Any other
        exception aborts the attempt, without a recorded end and without scores.

        Raises:
            UsageError: the device is one of a host, which plays whole episodes; or something that only one episode may
                use at a time is in use.
        """
        if isinstance(lease.device, HostedDevice):
            raise UsageError(
                f"{lease.device.info.name} plays whole episodes of agents and policies; to drive a phone yourself, "
                "open the runtime with a phone of this process, such as headless://1"
            )
        self._use(episode.key)
        if resumed is not None:
            seed = resumed.snapshot.seed
        attempt = Attempt(self.run, episode, self.next_attempt(episode.key) if number is None else number, seed)
        driven: DrivenSession | None = None
        with self.reservations.taken(() if reserved else episode.task.intent.setup.exclusive):
            try:
                async with attempt.open(lease, needs, resumed) as session:
                    driven = DrivenSession(self, episode, attempt, lease.device, session)
                    yield driven
            except Fault:
                await self._commit(attempt, driven)
                raise
        await self._commit(attempt, driven)

    async def _commit(self, attempt: Attempt, driven: DrivenSession | None) -> None:
        if driven is not None and driven.live.parked:
            return
        commit = await self.commit(attempt)
        if driven is not None:
            driven.scores = commit.scores

    async def commit(self, attempt: Attempt) -> Commit:
        """Commit an attempt that has ended, once it is judged."""
        commit = await attempt.commit()
        self._committed(commit)
        return commit

    def next_attempt(self, key: EpisodeKey) -> int:
        """Return the number of the next attempt at an episode."""
        return self.run.taken.get(key.stem, 0)

    def lease(self, number: int) -> list[Lease]:
        """Lease so many free devices at once.

        Raises:
            UsageError: fewer are free.
        """
        free = self.pool.free
        if number < 1 or number > len(free):
            raise UsageError(
                f"{number} phones are needed, and {len(free)} are free: open the runtime with more devices, such as "
                f"headless://{len(self.pool.usable) + max(number, 1) - len(free)}"
            )
        return [self.pool.lease(device) for device in free[:number]]

    def branch(self, episode: ScheduledEpisode) -> ScheduledEpisode:
        """Return an episode like this one under the next free repeat number, with the same draw."""
        key = episode.key
        draw = key.repeat if episode.draw is None else episode.draw
        return replace(episode, key=replace(key, repeat=self.next_repeat(key.agent, key.task)), draw=draw)

    def next_repeat(self, agent: str, task: str, wanted: int = 0) -> int:
        """Reserve the next free repeat number of an agent at a task, from the wanted one on."""
        repeat = max(self._repeats.get((agent, task), 0), wanted)
        self._use(EpisodeKey(agent, task, repeat))
        return repeat

    def _use(self, key: EpisodeKey) -> None:
        self._repeats[key.agent, key.task] = max(self._repeats.get((key.agent, key.task), 0), key.repeat + 1)

    # -- parking -----------------------------------------------------------------------------------------------------

    async def parked(self, snapshot: EpisodeSnapshot, phone: bytes) -> ParkedSession:
        """Return a session for parking, once all that it names is on disk."""
        run, blobs = self.run, self.run.blobs

        def trees() -> dict[Digest, bytes]:
            return {digest: blobs.read_tree(digest).source for digest in snapshot.blobs if digest.startswith("tree-")}

        found = await anyio.to_thread.run_sync(trees)
        await run.disk.flush()
        folder = str(run.directory.blobs.absolute())
        return ParkedSession(
            snapshot, phone, found, folder, run.config, self.run.directory.manifest.version, self._suite.version
        )

    async def resumption(
        self, parked: ParkedSession, frames: Callable[[Digest], bytes] | None
    ) -> tuple[ScheduledEpisode, Resumption]:
        """Return the episode of a parked session and how it goes on, once its blobs are stored in this run.

        Raises:
            ParkedSessionError: version, suite or settings differ, or a frame that it names cannot be read.
        """
        parked.check(self.run.config, self.run.directory.manifest.version, self._suite.version)
        snapshot = parked.snapshot
        task = next((task for task in self._suite.tasks if task.id == snapshot.task), None)
        if task is None:
            raise ParkedSessionError(f"the suite has no task {snapshot.task!r}")
        elsewhere = frames or _Folder(Path(parked.frames)).read

        async def fetch(digests: Sequence[Digest]) -> dict[Digest, bytes]:
            def read() -> dict[Digest, bytes]:
                return {digest: parked.trees.get(digest) or elsewhere(digest) for digest in digests}

            return await anyio.to_thread.run_sync(read)

        try:
            snapshot = replace(snapshot, blobs=await self.run.blobs.copy(snapshot.blobs, fetch))
        except StorageError as error:
            raise ParkedSessionError(f"{error}; park the session again") from error
        key = EpisodeKey(snapshot.agent, snapshot.task, snapshot.repeat)
        episode = ScheduledEpisode(key, task, instrument=False, draw=snapshot.draw)
        if key in self._continued:
            episode = self.branch(episode)
        self._continued.add(key)

        async def restore(device: Device) -> None:
            if device.control is None:
                raise UsageError(f"{device.info.name} is a real phone: a parked session cannot go on there")
            await device.control.load(parked.phone)

        return episode, Resumption(snapshot, await self._seen(snapshot), restore)

    async def _seen(self, snapshot: EpisodeSnapshot) -> tuple[Frame | None, UiTree | None]:
        observed, blobs = snapshot.observed, self.run.blobs
        if observed is None:
            return None, None
        await self.run.disk.flush()  # what was copied may still be on its way to its file
        await anyio.to_thread.run_sync(blobs.parse_trees, snapshot.blobs)  # nor must judges wait for files
        frame = None if observed.frame is None else await blobs.recall(observed.frame)
        tree = None if observed.tree is None else blobs.read_tree(observed.tree)
        return frame, tree


class _Folder:
    """The blobs of another run, in its folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, digest: Digest) -> bytes:
        suffix = SUFFIXES.get(digest.partition("-")[0], "")
        try:
            return (self._path / digest[-2:] / f"{digest}{suffix}").read_bytes()
        except OSError as error:
            raise ParkedSessionError(
                f"{digest} cannot be read from {self._path} ({error.strerror}); give `frames` a way to get it"
            ) from error
