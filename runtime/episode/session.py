"""The live session of one attempt: gives the agent access to phone and user, and records everything.

The legal order of events is in `runtime.episode.legal_events`. A step records the decision, executes its actions one by
one, waits until the screen has settled, captures it and records it.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal

import anyio
import anyio.to_thread

from runtime.core.actions import (
    DEVICE_ACTIONS,
    FREE_ACTIONS,
    Action,
    AskUser,
    Decision,
    DeviceAction,
    Finish,
    Takeover,
    Wait,
)
from runtime.core.boundary import translate_errors
from runtime.core.config import Deadlines
from runtime.core.decision_checks import decision_problem
from runtime.core.errors import Boundary, DeviceLost, DeviceTimeout, Fault, InvalidDecision, UserFault
from runtime.core.events import (
    Decided,
    DisturbanceOccurred,
    Ended,
    Ending,
    Faulted,
    Observed,
    Performed,
    Released,
    Replied,
    Started,
    Traffic,
)
from runtime.core.tasks import Brief, State
from runtime.episode.recorder import Recorder
from runtime.episode.snapshot import EpisodeSnapshot
from runtime.language.questions import NO_ANSWER
from runtime.plugins.protocols import ByteStream, Device, DeviceInfo, Need, Observation, Reply, User
from runtime.screen.frames import Frame
from runtime.screen.frames.settle import Settled, SettleDetector
from runtime.screen.tree import UiTree

_EVERYTHING: frozenset[Need] = frozenset({"frame", "tree"})
_STATUS_BAR = 63
"""Height of the status bar on a screen of 2400 px. Its clock may change while the screen is settled."""


class LiveSession:
    """Implements `runtime.plugins.protocols.Session` over a leased device.

    `watch` is called after each step. `agent_scope` is the agent's cancel scope; its deadline is reset whenever the
    session returns control to the agent. `episode_scope` has the deadline of the episode. `user_timeout`: see
    `RunConfig`. `report` is called with each fault of the device, even if the fault is caught later.
    """

    def __init__(
        self,
        brief: Brief,
        device: Device,
        user: User | None,
        recorder: Recorder,
        *,
        needs: frozenset[Need] = _EVERYTHING,
        deadlines: Deadlines | None = None,
        user_timeout: float | None = None,
        watch: Callable[[int], None] = lambda step: None,
        report: Callable[[Fault], None] = lambda fault: None,
    ) -> None:
        self.brief = brief
        self.ending: Ending | None = None
        self.overrun = ""
        """The deadline that the agent exceeded, if that ended the attempt."""
        self.fault: Fault | None = None
        self.parked = False
        """Whether the attempt is continued elsewhere; nothing is executed or recorded here any more."""
        self.agent_scope: anyio.CancelScope | None = None
        self.episode_scope: anyio.CancelScope | None = None
        self._device = device
        self._user = user
        self._recorder = recorder
        self._needs = needs
        self._deadlines = deadlines or Deadlines()
        self._user_timeout = user_timeout
        self._watch = watch
        self._report = report
        self._step = 0
        self._seen: tuple[Frame | None, UiTree | None] = (None, None)
        self._replies: list[str] = []
        self._disturbance_count = 0
        self._first = True
        self._busy = anyio.Lock(fast_acquire=True)

    # -- called by agents -------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """Return what the agent may see now. The first call captures the initial screen.

        Raises:
            Fault: the device failed; the attempt is over.
        """
        async with self._busy, self._agent_deadline_suspended():
            if self._first and not self._ended():
                await self._capture()
            return self._observation()

    async def step(self, decision: Decision) -> Observation:
        """Execute a decision and return the settled screen; does nothing once the session has ended.

        Raises:
            InvalidDecision: it cannot be done; nothing was executed or recorded, and the session goes on.
            Fault: device or user failed; the attempt is over.
        """
        return await self._run_decision(decision, performed=False)

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        """Record a decision that was already executed on a raw stream, and return the settled screen.

        See `runtime.plugins.protocols.Recording`.
        """
        return await self._run_decision(decision, performed=True, frame=frame if self.pictures else None)

    @property
    def device(self) -> DeviceInfo:
        """The device that is played on."""
        return self._device.info

    @property
    def pictures(self) -> bool:
        """Whether screenshots taken by the agent are used instead of the session's own.

        They are not on virtual phones: there, captures over the control connection cost the agent no time, and settling
        advances the phone's clock.
        """
        return self._device.control is None

    def keep(self, raw: bytes, why: str, *, writes: bool = False) -> None:
        """Record traffic of an external program that could not be decoded as an action; `writes`: see `Traffic`."""
        if not self._ended():
            self._recorder.emit(Traffic, digest=self._recorder.raw(raw), why=why, writes=writes)

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to a device service, for the sandbox.

        Raises:
            DeviceRefused: there is no such service; this is no fault of the device.
            DeviceFault: the device failed.
        """
        try:
            return await self._device.open(service)
        except (DeviceLost, DeviceTimeout) as fault:
            self._report(fault)
            raise

    async def elapse(self, ms: int) -> None:
        """Let time pass on the device between two steps; this is no step, and nothing is recorded.

        A virtual phone's clock advances only this way, so a session that is driven in real time must call it.

        Raises:
            Fault: the device failed; the attempt is over.
        """
        async with self._busy, self._agent_deadline_suspended():
            if not self._ended():
                await self._with_deadline(self._device.elapse(ms))

    # -- called by the runtime --------------------------------------------------------------------------------------

    @property
    def used(self) -> int:
        """Units of the step budget used so far."""
        return self._step

    def start(self, task: str, agent: str, seed: int) -> None:
        """Record the start of the attempt."""
        self._recorder.emit(
            Started, task=task, agent=agent, device=self._device.info.name, seed=seed, can_ask=self.brief.can_ask
        )

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """Wait for the end of the step that is being executed; no other begins during the block."""
        async with self._busy, self._agent_deadline_suspended():
            yield

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Execute the block; the time that it takes counts towards no deadline of the agent."""
        began = anyio.current_time()
        try:
            async with self._agent_deadline_suspended():
                yield
        finally:
            if self.episode_scope is not None:
                self.episode_scope.deadline += anyio.current_time() - began

    @property
    def needs(self) -> frozenset[Need]:
        """The views that the agent needs."""
        return self._needs

    @property
    def ended(self) -> bool:
        """Whether further steps change nothing."""
        return self._ended()

    @property
    def seen(self) -> tuple[Frame | None, UiTree | None]:
        """The last captured screen, whatever the agent needs."""
        return self._seen

    @property
    def unread_replies(self) -> tuple[str, ...]:
        """The user's replies that the agent has not seen."""
        return tuple(self._replies)

    def resume(self, snapshot: EpisodeSnapshot, seen: tuple[Frame | None, UiTree | None]) -> None:
        """Go on where a snapshot was taken; `seen` is the screen that it shows."""
        self._step, self._seen, self._first = snapshot.step, seen, snapshot.observed is None
        self._replies = list(snapshot.replies)
        self._disturbance_count = snapshot.disturbances

    def note(self, boundary: Boundary, error: str) -> None:
        """Record a failure that does not end the episode."""
        if not self._recorder.over:
            self._recorder.emit(Faulted, boundary=boundary, error=error)

    def end(self, ending: Ending, cause: Boundary | None = None, error: str = "") -> None:
        """Record the end of the attempt, once; the first ending counts."""
        if self._recorder.over:
            return
        if cause is not None and error:
            self._recorder.emit(Faulted, boundary=cause, error=error)
        self.ending = ending
        self._recorder.emit(Ended, ending=ending, cause=cause)

    # -- one step ---------------------------------------------------------------------------------------------------

    def _ended(self) -> bool:
        return self.ending is not None or self.fault is not None or self.parked or self._recorder.over

    async def _run_decision(self, decision: Decision, *, performed: bool, frame: Frame | None = None) -> Observation:
        async with self._busy, self._agent_deadline_suspended():
            if self._ended():
                return self._observation()
            if self._first:
                await self._capture()
            if not performed and (problem := decision_problem(decision, self._screen())):
                raise InvalidDecision(problem)
            source: Literal["agent", "sniffer"] = "sniffer" if performed else "agent"
            self._recorder.emit(Decided, step=self._step + 1, decision=decision, source=source)
            for number, action in enumerate(decision.actions, 1):
                await self._execute(action, performed, frame if number == len(decision.actions) else None)
                if self._ended():
                    break
            return self._observation()

    def _screen(self) -> tuple[int, int]:
        """Return width and height of the screen in pixels as it is turned now."""
        frame, tree = self._seen
        if frame is not None:
            return frame.width, frame.height
        width, height = self.brief.screen
        return (height, width) if tree is not None and tree.rotation % 2 else (width, height)

    async def _execute(self, action: Action, performed: bool, shown: Frame | None = None) -> None:
        if not isinstance(action, FREE_ACTIONS):
            self._step += 1
        began = anyio.current_time()
        commands: tuple[str, ...] = ()
        if isinstance(action, DEVICE_ACTIONS) and not performed:
            commands = await self._perform(action)
        elif isinstance(action, Wait) and not performed:
            await self._with_deadline(self._device.elapse(action.ms))
        took = round((anyio.current_time() - began) * 1000)
        self._recorder.emit(Performed, step=self._step, action=action, commands=commands, took=took)
        if isinstance(action, (AskUser, Takeover)):
            await self._ask(action.question if isinstance(action, AskUser) else action.message)
        elif isinstance(action, Finish):
            self.ending = "finished"
            return
        elif isinstance(action, (*DEVICE_ACTIONS, Wait)):
            await self._capture(shown)
        if self._step >= self.brief.max_steps:
            self.ending = "max_steps"
        self._watch(self._step)

    async def _perform(self, action: DeviceAction) -> tuple[str, ...]:
        commands: tuple[str, ...] = ()

        async def perform() -> None:
            nonlocal commands
            commands = await self._device.perform(action)

        await self._with_deadline(perform())
        return commands

    async def _ask(self, question: str) -> None:
        if self._user is None or not self.brief.can_ask:
            self._replies.append(NO_ANSWER)
            return
        reply = await self._reply(self._user, question)
        text = NO_ANSWER if reply is None else reply.text
        self._recorder.emit(Replied, step=self._step, question=question, text=text, answered=reply is not None)
        known = reply or Reply(NO_ANSWER, "not_understood")
        turn = "" if reply is None else reply.kind
        self._recorder.reveal(
            Released, step=self._step, requirements=known.released, turn=turn, understood=known.understood
        )
        self._replies.append(text)

    async def _reply(self, user: User, question: str) -> Reply | None:
        """Return the user's reply; None if it takes longer than the agent has to wait."""
        limit = self._deadlines.user if self._user_timeout is None else self._user_timeout
        try:
            with anyio.fail_after(limit), translate_errors(UserFault, "the user"):
                return await user.answer(question)
        except TimeoutError:
            if self._user_timeout is not None:
                return None
            raise self._fail(UserFault(f"the user did not answer within {limit:g} s")) from None
        except Fault as fault:
            raise self._fail(fault) from None

    async def _capture(self, shown: Frame | None = None) -> None:
        """Wait until the screen has settled and capture it, or use `shown`; record it with the app state."""

        async def capture() -> None:
            frame = shown or await self._settle()
            frame_digest = await self._recorder.frame(frame) if frame is not None else None
            tree, tree_digest, state = await self._read_tree_and_state()
            self._recorder.emit(Observed, step=self._step, frame=frame_digest, tree=tree_digest)
            if state is not None:
                self._record_state(state)
            if frame is not None and "frame" in self._needs and not frame.at_hand:
                await anyio.to_thread.run_sync(lambda: frame.pixels)
            self._seen = frame, tree

        self._first = False
        await self._with_deadline(capture())

    def _record_state(self, state: State) -> None:
        """Record new disturbances as events, then the state of the apps."""
        system = state.pop("system", {})
        disturbances = system.get("happened", [])
        for disturbance in disturbances[self._disturbance_count :]:
            self._recorder.emit(DisturbanceOccurred, weather=disturbance["what"], detail=disturbance["detail"])
        self._disturbance_count = len(disturbances)
        self._recorder.state(self._step, state, system.get("tainted", {}), system.get("unknown_commands", {}))

    async def _settle(self) -> Frame | None:
        detector = SettleDetector(mask_top=self.brief.screen[1] * _STATUS_BAR // 2400)
        waited = 0
        while True:
            frame, _ = await self._device.capture(frozenset({"frame"}))
            if frame is None:
                return None
            if detector.knows(frame):
                verdict = detector.feed(frame, waited)
            else:  # ten megabytes to compare: in a thread, where numpy and OpenCV do not block the loop
                verdict = await anyio.to_thread.run_sync(detector.feed, frame, waited)
            if isinstance(verdict, Settled):
                return verdict.frame
            await self._device.elapse(verdict.ms)
            waited += verdict.ms

    async def _read_tree_and_state(self) -> tuple[UiTree | None, str | None, State | None]:
        """Return the tree of the settled screen, its digest, and the app state.

        Virtual phones are read over the control connection, which costs the agent no time; real phones have no readable
        state.
        """
        if self._device.control is not None:
            xml, state = await self._device.control.look()
            digest, tree = self._recorder.tree(xml)
            return tree, digest, state
        if "tree" in self._needs:
            _, dumped = await self._device.capture(frozenset({"tree"}))
            if dumped is not None:
                digest, tree = self._recorder.tree(dumped.source)
                return tree, digest, None
        return None, None, None

    # -- deadlines and faults ---------------------------------------------------------------------------------------

    async def _with_deadline(self, work: object) -> None:
        """Await `work` under the action deadline; a failure ends the attempt."""
        try:
            with anyio.fail_after(self._deadlines.action):
                await work  # type: ignore[misc]
        except TimeoutError:
            name, limit = self._device.info.name, self._deadlines.action
            raise self._fail(DeviceTimeout(f"{name} did not finish one action within {limit:g} s")) from None
        except Fault as fault:
            raise self._fail(fault) from None

    def _fail(self, fault: Fault) -> Fault:
        self.fault = fault
        self._report(fault)
        return fault

    @asynccontextmanager
    async def _agent_deadline_suspended(self) -> AsyncIterator[None]:
        """Suspend the agent's deadline during the block and restart it afterwards."""
        scope = self.agent_scope
        if scope is not None:
            scope.deadline = math.inf
        try:
            yield
        finally:
            if scope is not None:
                scope.deadline = anyio.current_time() + self._deadlines.decision

    def _observation(self) -> Observation:
        frame, tree = self._seen
        replies, self._replies = tuple(self._replies), []
        return Observation(
            step=self._step,
            frame=frame if "frame" in self._needs else None,
            tree=tree if "tree" in self._needs else None,
            replies=replies,
            ended=self._ended(),
        )
