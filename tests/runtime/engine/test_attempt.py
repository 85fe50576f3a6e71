"""Attempts: whatever interrupts one, its device is torn down and released, and its judges end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.actions import AskUser, Decision, Finish, Tap
from runtime.core.backoff import BackoffPolicy
from runtime.core.config import Deadlines
from runtime.core.errors import DeviceLost, Fault
from runtime.core.events import AnyEvent, Ended, Faulted
from runtime.core.tasks import State, Task
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.pauses import PauseWatch
from runtime.episode.run_parts import RunCallbacks
from runtime.plugins.protocols import ByteStream, Session
from tests.support.contexts import Interruptible, open_context, scheduled
from tests.support.scripted import Lamp, RealLamp, hang, lamp_task

TASK = lamp_task("on", teardown=("off", "lock"))
RESTING = FailureThresholds(BackoffPolicy(first=60, longest=60))


async def act(session: Session) -> None:
    """Observe, press, ask, finish."""
    await session.observe()
    await session.step(Decision([Tap(4, 4), AskUser("Which one?")]))
    await session.step(Decision([Finish("done")]))


class SlowLamp(Lamp):
    """A lamp that yields to the event loop in each of its methods."""

    async def perform(self, action: Any) -> tuple[str, ...]:
        await anyio.lowlevel.checkpoint()
        return await super().perform(action)

    async def reset(self, state: State, seed: int) -> None:
        await anyio.lowlevel.checkpoint()
        await super().reset(state, seed)

    async def look(self) -> tuple[bytes, State]:
        await anyio.lowlevel.checkpoint()
        return await super().look()


class SlowRealLamp(RealLamp):
    """A slow lamp without a control connection, set up and torn down by shell commands."""

    def __init__(self) -> None:
        super().__init__()
        self.tidied = 0

    async def open(self, service: str) -> ByteStream:
        await anyio.lowlevel.checkpoint()
        stream = await super().open(service)
        self.tidied += self.ran[-2:] == ["off", "lock"]
        return stream


class Judges:
    """Factory of judges that follow the trace; `working` counts those still running."""

    def __init__(self) -> None:
        self.working = 0

    def __call__(self) -> list[Any]:
        return [Follower(self)]


class Follower:
    """A judge that reads to the end and gives no verdict."""

    name, version, sees_truth = "lamp", "", False

    def __init__(self, judges: Judges) -> None:
        self._judges = judges

    async def judge(self, task: Task, trace: Any, verdicts: Any, truth: Any = None) -> None:
        self._judges.working += 1
        try:
            async for _ in trace:
                await anyio.lowlevel.checkpoint()
        finally:
            self._judges.working -= 1


async def play(attempt: Attempt, pool: Pool) -> None:
    """Run an attempt like the scheduler."""
    await attempt.play(await pool.acquire(), last=True)
    await attempt.commit()


async def drive(attempt: Attempt, pool: Pool) -> None:
    """Run an attempt like a caller that drives the session."""
    async with attempt.open(await pool.acquire(), frozenset({"frame", "tree"})) as session:
        await act(session)
    await attempt.commit()


async def events(context: AttemptContext) -> list[AnyEvent]:
    """Read the trace of the attempt."""
    await context.disk.flush()
    return await anyio.to_thread.run_sync(context.directory.read_trace, scheduled(TASK).key, 0)


@pytest.mark.parametrize("make", [SlowLamp, SlowRealLamp])
@pytest.mark.parametrize("user", [play, drive])
async def test_an_attempt_cancelled_anywhere_frees_its_device(
    tmp_path: Path, user: Callable[[Attempt, Pool], Coroutine[Any, Any, None]], make: Callable[[], Lamp]
) -> None:
    """Wherever an attempt is cancelled, its device is free and torn down, and none of its judges keeps running."""
    at, through = 0, False
    while not through:
        at += 1
        lamp, began, over = make(), [], []
        watch = RunCallbacks(started=lambda *_: began.append(1), finished=lambda *_: over.append(1))  # noqa: B023
        judges = Judges()
        async with open_context(tmp_path / str(at), act, judges=judges, watch=watch) as context:
            pool, attempt = Pool([lamp], RESTING), Attempt(context, scheduled(TASK), 0)
            with anyio.CancelScope() as scope:
                await Interruptible(user(attempt, pool), scope, at)
            through = not scope.cancelled_caught
            assert pool.free == (lamp,)
            assert began == over
            if isinstance(lamp, SlowRealLamp):
                assert lamp.tidied == 1
            with anyio.fail_after(5), suppress(Fault):
                await attempt.results()
            assert judges.working == 0
            ended = any(isinstance(event, Ended) for event in await events(context))
            assert ended or not await anyio.Path(context.directory.results).exists()
    assert at > 20


@pytest.mark.parametrize("raised", [KeyboardInterrupt("^C"), ValueError("the caller's own")], ids=repr)
async def test_an_exception_in_a_driven_attempt_leaves_it_without_an_end(tmp_path: Path, raised: BaseException) -> None:
    """An exception in the caller's block leaves the attempt without an end, unjudged, and its device free."""
    lamp = Lamp()
    judges = Judges()
    async with open_context(tmp_path / "run", act, judges=judges) as context:
        pool, attempt = Pool([lamp], RESTING), Attempt(context, scheduled(TASK), 0)
        try:
            async with attempt.open(pool.lease(lamp), frozenset({"tree"})) as session:
                await session.observe()
                raise raised
        except type(raised) as caught:
            assert caught is raised  # noqa: PT017
        assert pool.free == (lamp,)
        assert (await session.step(Decision([Tap(4, 4)]))).ended
        assert lamp.performed == []
        assert not isinstance((await events(context))[-1], Ended)
        with pytest.raises(Fault, match=r"attempt 0 at script/lamp.standard/0 was not judged completely"):
            await attempt.commit()
        assert judges.working == 0


async def test_a_fault_that_comes_in_a_group_is_the_end_of_a_driven_attempt(tmp_path: Path) -> None:
    """A device fault inside the caller's task group ends the attempt, and the device becomes unavailable."""

    async def broken(_: int) -> None:
        raise DeviceLost("unplugged")

    lamp = Lamp(broken=broken)
    async with open_context(tmp_path / "run", act) as context:
        pool, attempt = Pool([lamp], RESTING), Attempt(context, scheduled(TASK), 0)
        with pytest.raises(ExceptionGroup):
            async with (
                attempt.open(pool.lease(lamp), frozenset({"tree"})) as session,
                anyio.create_task_group() as group,
            ):
                group.start_soon(session.step, Decision([Tap(4, 4)]))
        end = (await events(context))[-1]
        assert isinstance(end, Ended)
        assert (end.ending, end.cause) == ("fault", "device")
        assert pool.resting == (lamp,)


async def test_a_player_that_cannot_be_made_costs_no_device(tmp_path: Path) -> None:
    """If the agent's factory raises, the exception reaches the caller, and the device is free."""
    finished: list[str] = []
    watch = RunCallbacks(finished=lambda device, key: finished.append(device))
    lamp = Lamp()
    async with open_context(tmp_path / "run", act, watch=watch) as context:

        def player(*_: Any) -> Any:
            raise LookupError("no such player")

        object.__setattr__(context.parts, "player", player)
        pool = Pool([lamp], RESTING)
        with pytest.raises(LookupError):
            await Attempt(context, scheduled(TASK), 0).play(pool.lease(lamp), last=True)
        assert pool.free == (lamp,)
        assert finished == ["lamp-0"]


async def test_judges_outlive_the_lease(tmp_path: Path) -> None:
    """The device plays the next episode while a judge of the last one works; the results come when it is done."""
    go_on = anyio.Event()

    class Late:
        name, version, sees_truth = "lamp", "", False

        async def judge(self, *_: Any) -> None:
            await go_on.wait()

    lamp = Lamp()
    async with open_context(tmp_path / "run", act, judges=lambda: [Late()]) as context:
        pool = Pool([lamp], RESTING)
        first, second = (Attempt(context, scheduled(TASK), number) for number in range(2))
        for attempt in (first, second):
            outcome = await attempt.play(pool.lease(lamp), last=True)
            assert (outcome.void, outcome.stays) == (False, True)
        go_on.set()
        assert [commit.attempt for commit in (await first.commit(), await second.commit())] == [0, 1]


async def test_a_void_attempt_cancels_its_judges(tmp_path: Path) -> None:
    """A void attempt has no results, and its judges are cancelled."""

    async def broken(_: int) -> None:
        raise DeviceLost("unplugged")

    lamp = Lamp(broken=broken)
    judges = Judges()
    async with open_context(tmp_path / "run", act, judges=judges) as context:
        pool, attempt = Pool([lamp], RESTING), Attempt(context, scheduled(TASK), 0)
        outcome = await attempt.play(pool.lease(lamp), last=False)
        assert (outcome.void, outcome.stays) == (True, False)
        with pytest.raises(Fault):
            await attempt.results()
        assert judges.working == 0
        assert pool.resting == (lamp,)


@pytest.mark.parametrize(
    ("last", "expected"), [(False, ("void", "runtime")), (True, ("fault", "runtime"))], ids=["again", "last"]
)
@pytest.mark.parametrize("raises", [False, True], ids=["late", "failing"])
async def test_what_fails_after_a_pause_of_this_process_is_not_the_agents_fault(
    tmp_path: Path, raises: bool, last: bool, expected: tuple[str, str]
) -> None:
    """An attempt during which the process was stopped does not count if its agent is late or fails; the last one is
    lost to the runtime.
    """
    clock = 100.0

    async def paused(session: Session) -> None:
        nonlocal clock
        clock += 45
        if raises:
            raise TimeoutError("the server hung up")
        await anyio.sleep_forever()

    watch, lamp = PauseWatch(lambda: clock), Lamp()
    late = Deadlines(decision=0.01)
    async with watch.watching(), open_context(tmp_path / "run", paused, deadlines=late) as context:
        attempt = Attempt(replace(context, pauses=watch), scheduled(TASK), 0)
        outcome = await attempt.play(Pool([lamp], RESTING).lease(lamp), last=last)
        fault, end = (await events(context))[-2:]
    assert outcome.void is not last
    assert outcome.stays
    assert isinstance(end, Ended)
    assert (end.ending, end.cause) == expected
    assert isinstance(fault, Faulted)
    assert "stopped or suspended for 44 s" in fault.error


async def test_a_pause_before_an_attempt_excuses_nobody(tmp_path: Path) -> None:
    """An agent that is late in an attempt that began after a pause has ended it itself."""
    clock = 100.0

    async def late(session: Session) -> None:
        nonlocal clock
        clock += 2
        await anyio.sleep_forever()

    watch, lamp = PauseWatch(lambda: clock), Lamp()
    async with watch.watching():
        clock += 45
        assert watch.longest(0) == 44
        async with open_context(tmp_path / "run", late, deadlines=Deadlines(decision=0.01)) as context:
            attempt = Attempt(replace(context, pauses=watch), scheduled(TASK), 0)
            outcome = await attempt.play(Pool([lamp], RESTING).lease(lamp), last=False)
            end = (await events(context))[-1]
    assert not outcome.void
    assert isinstance(end, Ended)
    assert (end.ending, end.cause) == ("deadline", "agent")


async def test_a_fault_that_the_agent_catches_is_still_the_devices(tmp_path: Path) -> None:
    """An attempt whose agent catches a device fault and goes on is void."""

    async def broken(_: int) -> None:
        raise DeviceLost("unplugged")

    async def careless(session: Session) -> None:
        with pytest.raises(DeviceLost):
            await session.step(Decision([Tap(4, 4)]))
        await session.step(Decision([Finish("done")]))

    lamp = Lamp(broken=broken)
    async with open_context(tmp_path / "run", careless) as context:
        outcome = await Attempt(context, scheduled(TASK), 0).play(Pool([lamp], RESTING).lease(lamp), last=False)
        end = (await events(context))[-1]
    assert (outcome.void, outcome.stays) == (True, False)
    assert isinstance(end, Ended)
    assert (end.ending, end.cause) == ("void", "device")


async def test_a_judge_that_hangs_keeps_nobody_who_cancels(tmp_path: Path) -> None:
    """Waiting for the results of a judge that hangs can be cancelled, and the device is already free."""

    class Stuck:
        name, version, sees_truth = "lamp", "", False

        async def judge(self, *_: Any) -> None:
            await hang(0)

    lamp = Lamp()
    async with open_context(tmp_path / "run", act, judges=lambda: [Stuck()]) as context:
        pool, attempt = Pool([lamp], RESTING), Attempt(context, scheduled(TASK), 0)
        await attempt.play(pool.lease(lamp), last=True)
        with anyio.move_on_after(0.01) as scope:
            await attempt.results()
        assert scope.cancelled_caught
        assert pool.free == (lamp,)
