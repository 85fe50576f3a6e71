"""Brings phones back to the recorded steps of a run's episodes, and tries other decisions there.

A point of an episode is a value: what was recorded up to it, and the phone as bytes. A decision is tried on any free
phone that is made equal to that one, so a point never changes, and no phone is held between two calls. Phones are
opened when they are first needed, of the kind on which the episode was played: with pixels, or without.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import anyio
import anyio.abc
import anyio.to_thread

from runtime.branching.points import BranchPoint, Origin, Outcome, SavedEpisode, outcome_of
from runtime.branching.stand_ins import MakeUser, StandIns
from runtime.components.selection import manifest
from runtime.core.actions import Decision
from runtime.core.boundary import close_stack, unwrap_errors
from runtime.core.config import Deadlines, RunConfig
from runtime.core.errors import Fault, InvalidDecision, ReplayError, UsageError
from runtime.core.events import Ending, Observed, Started, StateRead
from runtime.core.tasks import Suite
from runtime.devices.pool import Pool
from runtime.episode.attempt import AttemptContext, Resumption
from runtime.episode.run_parts import ComponentFactories, ScheduledEpisode
from runtime.plugins import registry
from runtime.plugins.protocols import Control, Device, Evidence, PaintableDevice
from runtime.recordings.replay_plan import (
    ReplayPlan,
    app_state,
    count_actions,
    describe_obstacles,
    find_difference,
    plan_replay,
)
from runtime.recordings.run import RecordedEpisode, RecordedRun
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk, temporary_folder
from runtime.storage.run_directory import RunDirectory, merge_by_seq
from runtime.training.sessions import TREE, DrivenSession, SessionOpener

_PHONES: Final = 2
_POINTS: Final = 64
_NO_REPLY: Final = 0.05
"""Seconds that a question is waited for which the recorded user did not answer in time."""
_ENDINGS: Final[Mapping[Ending, str]] = {
    "finished": "the agent has finished",
    "max_steps": "the step budget is used up",
}


class Branching:
    """Tries other decisions in the episodes of a recorded run. Use it as `async with Branching(run) as branching`.

    The run folder is only read. New questions are answered by the recorded user if it follows rules, else by the rule
    user. Scores are those of judges that ask no model. `notices` says where that differs from the run.

    Args:
        run: the recorded run.
        phones: the number of phones of each kind, so also of decisions that are tried at the same time.
        points: the number of recorded points that are remembered; the least recently used are forgotten.

    Raises:
        UsageError: the suite is not installed in the version that was played.
    """

    def __init__(self, run: RecordedRun, *, phones: int = _PHONES, points: int = _POINTS) -> None:
        if run.suite is None:
            raise UsageError(f"nothing can be tried in the episodes of {run.path}: {run.suite_problem}")
        self.run: Final = run
        self._suite: Final[Suite] = run.suite
        self._phones = phones
        self._most_points = points
        self._points: dict[tuple[str, int], BranchPoint] = {}
        """Recorded points by episode and step, the least recently used first."""
        self._replaying = anyio.Lock()
        self._opening = anyio.Lock()
        self._pools: dict[str, Pool] = {}
        """Phones by the scheme of their addresses."""
        self._stack = AsyncExitStack()
        self._stand_ins: StandIns
        self._context: AttemptContext
        self._group: anyio.abc.TaskGroup

    @property
    def notices(self) -> tuple[str, ...]:
        """How answers and scores differ from those of the run, in sentences for people."""
        return self._stand_ins.notices

    async def __aenter__(self) -> Self:
        self._stand_ins = stand_ins = await anyio.to_thread.run_sync(StandIns.of, self.run, self._suite)
        config = _branch_config(self.run.manifest.config, stand_ins)
        async with AsyncExitStack() as stack:
            folder = await stack.enter_async_context(temporary_folder("mobile-agent-branches-"))
            directory = await anyio.to_thread.run_sync(_make_folder, folder, config, self._suite)
            # Of all that branches record, only trees are read again, by judges.
            disk = await stack.enter_async_context(Disk(".xml").running())
            self._group = await stack.enter_async_context(anyio.create_task_group())
            blobs = Blobs(directory, disk)
            evidence = Evidence(blobs.read_tree, blobs.read_frame, written=disk.flush, bypass=config.bypass)
            parts = ComponentFactories(_no_player, stand_ins.user, lambda: stand_ins.judges(evidence))
            self._context = AttemptContext(
                config, Deadlines(), parts, directory, disk, blobs, Chain(directory.head), self._group
            )
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        self._group.cancel_scope.cancel()
        return await close_stack(self._stack, error)

    async def at(self, episode: str, step: int) -> BranchPoint:
        """Return an episode as it was recorded after a step, before any `finish`; 0: the start.

        The episode is played again up to there, from the nearest earlier point that is remembered. Every screen, reply,
        disturbance and app state must be the recorded one.

        Args:
            episode: its name; a unique part of it suffices.
            step: units of the budget used.

        Raises:
            UsageError: there is no such episode, or it was played on a real phone.
            ReplayError: there is no such step, or the phone does not come back to it; the message says why.
            Fault: the phone failed.
        """
        recorded = await anyio.to_thread.run_sync(self.run.find, episode)
        place = recorded.name, step
        async with self._replaying:  # one after the other, so that attempts find a free phone
            point = self._points.pop(place, None) or await self._replay(recorded, step)
            self._points[place] = point
            if len(self._points) > self._most_points:
                del self._points[next(iter(self._points))]
            return point

    # -- replaying -----------------------------------------------------------------------------------------------------

    async def _replay(self, recorded: RecordedEpisode, step: int) -> BranchPoint:
        earlier = [at for name, at in self._points if name == recorded.name and at <= step]
        nearest = self._points[recorded.name, max(earlier)] if earlier else None
        if nearest is None:
            origin, done = await anyio.to_thread.run_sync(_read_origin, self.run, recorded), 0
        else:
            origin, done = nearest.saved.origin, count_actions(nearest.saved.snapshot.items)
        plan = plan_replay(origin.items, done, step)
        context = self._context
        if context.config.user_timeout is not None:
            context = replace(context, config=context.config.model_copy(update={"user_timeout": _NO_REPLY}))
        user = self._stand_ins.replaying_user(plan.replies)
        async with self._session(context, origin, nearest, user) as (session, device):
            try:
                await session.observe()
                for decision in plan.decisions:
                    await session.step(decision)
            except InvalidDecision as error:
                self._check(plan, session)
                raise ReplayError(f"{recorded.name} cannot be repeated: {error}", session.live.used) from error
            self._check(plan, session)
            return await self._point(origin, (), session, device)

    def _check(self, plan: ReplayPlan, session: DrivenSession) -> None:
        """Check that everything happened as it was recorded. Raises ReplayError."""
        difference = find_difference(plan.items, session.attempt.snapshot(session.live).items)
        if difference is None:
            return
        reasons = [describe_obstacles(plan.items)]
        played, here = self.run.manifest.version, self._context.directory.manifest.version
        if played != here:
            reasons.append(f"the run was played by version {played}, this is {here}")
        raise ReplayError(
            f"{session.episode.key} does not come back to what was recorded: after step {difference.step} there is "
            + "; ".join([difference.words, *filter(None, reasons)]),
            difference.step,
        )

    # -- attempts ------------------------------------------------------------------------------------------------------

    async def _attempt(self, point: BranchPoint, decision: Decision) -> Outcome:
        if point.ending is not None:
            why = _ENDINGS.get(point.ending, point.ending)
            return Outcome(decision, point, point, f"the episode has ended: {why}")
        origin = point.saved.origin
        async with self._session(self._context, origin, point, self._stand_ins.user) as (session, device):
            try:
                await session.step(decision)
            except InvalidDecision as error:
                session.live.parked = True
                return Outcome(decision, point, point, str(error))
            if session.live.ending is not None:
                session.live.end(session.live.ending)  # judges decide some things only then
            after = await self._point(origin, (*point.tried, decision), session, device)
        return outcome_of(decision, point, after)

    # -- sessions ------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _session(
        self, context: AttemptContext, origin: Origin, point: BranchPoint | None, user: MakeUser
    ) -> AsyncIterator[tuple[DrivenSession, PaintableDevice]]:
        """Provide a session on a phone as it was at a point; None: at the start of the episode."""
        can_ask = origin.started.can_ask
        parts = replace(context.parts, user=user, asks=lambda agent: can_ask)
        pool = await self._pool("phone" if origin.pixels else "headless")
        opener = SessionOpener(replace(context, parts=parts), pool, self._suite, lambda commit: None)
        resumption = None
        if point is not None:
            phone = point.saved.phone
            resumption = Resumption(
                point.saved.snapshot, (None, point.tree), lambda device: _control(device).load(phone)
            )
        with await opener.acquire() as lease:
            if not isinstance(lease.device, PaintableDevice):
                raise TypeError(f"{lease.device.info.name} cannot be painted")
            async with opener.play_on(
                lease, origin.episode, TREE, resumption, seed=origin.started.seed, reserved=True
            ) as session:
                yield session, lease.device

    async def _point(
        self, origin: Origin, tried: tuple[Decision, ...], session: DrivenSession, device: PaintableDevice
    ) -> BranchPoint:
        """Return a session as a point; the session ends there without a result."""
        live, attempt = session.live, session.attempt
        scores = await attempt.live.up_to(attempt.seq)
        async with live.at_rest():
            saved = SavedEpisode(origin, attempt.snapshot(live), await _control(device).export())
            frame = await device.paint()
            live.parked = True
        observed, tree = saved.snapshot.observed, live.seen[1]
        if observed is None or observed.tree is None or tree is None:
            raise TypeError(f"{device.info.name} shows no tree")
        ended = live.ending or ("max_steps" if live.used >= live.brief.max_steps else None)
        names = self._context.config.judges
        return BranchPoint(
            episode=origin.started.episode,
            step=live.used,
            tried=tried,
            frame=frame,
            tree=tree,
            tree_digest=observed.tree,
            scores={name: scores[name] for name in names if name in scores},
            state=app_state(saved.snapshot.items),
            ending=ended,
            saved=saved,
            _attempt=self._attempt,
        )

    # -- phones --------------------------------------------------------------------------------------------------------

    async def _pool(self, scheme: str) -> Pool:
        """Return the phones of a kind, opening them if they are needed for the first time."""
        async with self._opening:
            if scheme not in self._pools:
                with unwrap_errors(Fault):
                    await self._group.start(self._keep_open, scheme)
            return self._pools[scheme]

    async def _keep_open(self, scheme: str, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        """Keep phones open until the end, or until all of them fail: then others are opened when they are needed."""
        spec = await anyio.to_thread.run_sync(registry.load, registry.DEVICES, scheme)
        try:
            async with spec.open(f"{scheme}://{self._phones}") as devices, anyio.create_task_group() as probing:
                pool = self._pools[scheme] = Pool(devices)
                probing.start_soon(pool.run_probes)
                task_status.started()
                await anyio.sleep_forever()
        except* Fault:
            if scheme not in self._pools:
                raise
        finally:
            self._pools.pop(scheme, None)


def _branch_config(recorded: RunConfig, stand_ins: StandIns) -> RunConfig:
    """Return the recorded configuration with the users and judges of branches, without what only a run needs."""
    return recorded.model_copy(
        update={
            "user": stand_ins.user_name,
            "judges": tuple(stand_ins.judge_specs),
            "vote": "",
            "until": "",
            "models": {},
            "prompts": {},
            "programs": {},
            "isolation": "",
        }
    )


def _make_folder(path: Path, config: RunConfig, suite: Suite) -> RunDirectory:
    """Make the folder in which branches are recorded. Blocks."""
    return RunDirectory.create(path, manifest(config, suite))


def _read_origin(run: RecordedRun, recorded: RecordedEpisode) -> Origin:
    """Read a recorded episode. Blocks.

    Raises:
        UsageError: it was played on a real phone, or its record is damaged.
    """
    items = tuple(merge_by_seq(run.events(recorded), run.truths(recorded)))
    started = next((item for item in items if isinstance(item, Started)), None)
    screens = [item for item in items if isinstance(item, Observed)]
    if started is None or recorded.task is None:
        raise UsageError(f"{run.path} does not say how {recorded.name} began")
    if screens and not any(isinstance(item, StateRead) for item in items):
        raise UsageError(
            f"{recorded.name} was played on {started.device}, a real phone: only virtual phones can be brought back"
        )
    instrument = any(score.instrument for score in recorded.scores.values())
    episode = ScheduledEpisode(recorded.key, recorded.task, instrument)
    return Origin(episode, started, items, any(item.frame is not None for item in screens))


def _control(device: Device) -> Control:
    assert device.control is not None, "only virtual phones are opened"
    return device.control


def _no_player(*_: object) -> Any:
    raise AssertionError("no agent plays in a branch")
