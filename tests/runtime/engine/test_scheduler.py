"""Episodes on devices: their endings, the cost of faults, and isolation between devices."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.actions import AskUser, Decision, Finish, Note, Tap
from runtime.core.backoff import BackoffPolicy
from runtime.core.boundary import flatten_group
from runtime.core.config import Deadlines
from runtime.core.errors import DeviceLost, UsageError, UserFault
from runtime.core.events import AnyEvent, AnyTruth, Ended, Faulted, Observed, Performed, Replied, Score
from runtime.core.tasks import Task
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt
from runtime.episode.run_parts import RunCallbacks, ScheduledEpisode
from runtime.metrics import counts
from runtime.metrics.report import metrics_document
from runtime.plugins.protocols import Reply, Session
from runtime.scheduling.controls import RunControls
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory
from tests.support.contexts import Play, open_context
from tests.support.scripted import Lamp, LampJudge, hang, make_task


async def press_and_finish(session: Session) -> None:
    """An agent that solves the task."""
    await session.observe()
    await session.step(Decision([Tap(4, 4)], thought="press"))
    await session.step(Decision([Finish("done")]))


async def do_nothing(session: Session) -> None:
    """An agent that observes and returns."""
    await session.observe()


async def observe_and_hang(session: Session) -> None:
    """An agent that observes and never goes on."""
    await session.observe()
    await anyio.sleep_forever()


@dataclass
class Bench:
    """A scheduler over lamps, with the results of a run."""

    scheduler: Scheduler
    directory: RunDirectory

    async def run(self, episodes: Sequence[ScheduledEpisode]) -> list[Commit]:
        send, receive = anyio.create_memory_object_stream[Commit](100)
        commits: list[Commit] = []
        async with anyio.create_task_group() as group:
            group.start_soon(self.scheduler.run, episodes, send)
            with receive:
                commits.extend([commit async for commit in receive])
        return commits

    async def play_one(self, task: Task | None = None) -> tuple[Score, list[AnyEvent]]:
        key = EpisodeKey("script", (task or make_task()).id, 0)
        (commit,) = await self.run([ScheduledEpisode(key, task or make_task(), instrument=False)])
        await self.scheduler.context.disk.flush()
        return commit.scores[0], await self.read(key, commit.attempt)

    async def read(self, key: EpisodeKey, attempt: int) -> list[AnyEvent]:
        return await anyio.to_thread.run_sync(self.directory.read_trace, key, attempt)


@pytest.fixture
def open_bench(tmp_path: Path) -> Callable[..., Any]:
    """Return a function that opens a bench."""

    @asynccontextmanager
    async def make(
        play: Play,
        lamps: Sequence[Lamp] | None = None,
        judges: Callable[[], Sequence[Any]] = lambda: [LampJudge()],
        user: Any = None,
        rules: FailureThresholds | None = None,
        watch: RunCallbacks | None = None,
        conduct_attempts: int = 3,
        folder: str = "run",
        **settings: Any,
    ) -> AsyncIterator[Bench]:
        parts = {"judges": judges, "user": user, "watch": watch}
        async with open_context(tmp_path / folder, play, **parts, **settings) as context:
            pool = Pool(
                lamps if lamps is not None else [Lamp()],
                rules or FailureThresholds(BackoffPolicy(first=0.001, longest=0.01)),
            )
            context.judges.start_soon(pool.run_probes)
            yield Bench(Scheduler(context, pool, RunControls(pool), conduct_attempts), context.directory)

    return make


async def test_an_agent_that_finishes_is_scored_by_what_it_did(open_bench: Callable[..., Any]) -> None:
    """Observe, act, finish: the events are in order, one requirement is met, the ending is finished."""
    async with open_bench(press_and_finish) as bench:
        score, events = await bench.play_one()
    assert (score.ending, score.cause, counts.met(score), score.steps) == ("finished", None, 1, 1)
    assert [event.kind for event in events] == [
        "started", "observed", "decided", "performed", "observed", "decided", "performed", "ended",
    ]  # fmt: skip


async def test_an_agent_that_just_returns_has_stopped(open_bench: Callable[..., Any]) -> None:
    """An agent that returns without a finish action ends with `stopped`, without a fault."""
    async with open_bench(do_nothing) as bench:
        score, _ = await bench.play_one()
    assert (score.ending, score.cause, counts.met(score)) == ("stopped", None, 0)


async def test_the_budget_counts_everything_but_notes_and_finish(open_bench: Callable[..., Any]) -> None:
    """Questions and taps use up the budget; then the session does nothing and the phone is left alone."""

    async def play(session: Session) -> None:
        await session.step(Decision([Note("free"), AskUser("Which?")]))
        await session.step(Decision([Tap(4, 4)]))
        seen = await session.step(Decision([Tap(4, 4)]))
        assert seen.ended

    lamp = Lamp()
    async with open_bench(play, [lamp], max_steps=2) as bench:
        score, events = await bench.play_one()
    assert (score.ending, score.turns, score.steps) == ("max_steps", 1, 1)
    assert len(lamp.performed) == 1
    assert sum(isinstance(event, Replied) for event in events) == 1


async def test_an_agent_that_raises_is_its_own_fault(open_bench: Callable[..., Any]) -> None:
    """An exception of the agent is recorded as its fault, and there is no second attempt."""

    async def play(session: Session) -> None:
        raise KeyError("lost my head")

    async with open_bench(play) as bench:
        score, events = await bench.play_one()
    assert (score.ending, score.cause, score.attempt) == ("fault", "agent", 0)
    assert any(isinstance(event, Faulted) and "lost my head" in event.error for event in events)


async def test_an_agent_that_hangs_meets_its_deadline(open_bench: Callable[..., Any]) -> None:
    """An agent that exceeds its time for a decision ends with `deadline`."""

    async def play(session: Session) -> None:
        await session.observe()
        await anyio.sleep_forever()

    async with open_bench(play, deadlines=Deadlines(decision=1)) as bench:
        score, _ = await bench.play_one()
    assert (score.ending, score.cause) == ("deadline", "agent")
    assert score.error == "deadline: no decision within 1 s"


async def test_a_device_fault_voids_the_attempt_and_it_is_played_again(open_bench: Callable[..., Any]) -> None:
    """After a device fault the attempt is void, its trace is kept, and the next attempt counts."""

    async def once(number: int) -> None:
        if number == 1:
            raise DeviceLost("unplugged")

    async with open_bench(press_and_finish, [Lamp(broken=once)]) as bench:
        score, _ = await bench.play_one()
        first = await bench.read(EpisodeKey("script", "lamp.standard", 0), 0)
    assert (score.attempt, score.ending, counts.met(score)) == (1, "finished", 1)
    assert isinstance(first[-1], Ended)
    assert first[-1].ending == "void"


async def test_a_device_that_never_works_loses_the_episode_not_the_run(open_bench: Callable[..., Any]) -> None:
    """If the only device always fails, all episodes are lost with cause device."""

    async def always(_: int) -> None:
        raise DeviceLost("unplugged")

    tasks = [make_task("first"), make_task("second")]
    async with open_bench(press_and_finish, [Lamp(broken=always)]) as bench:
        commits = await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert len(commits) == 2
    assert all(counts.lost(commit.scores[0]) and commit.scores[0].cause == "device" for commit in commits)


async def test_a_hanging_device_costs_its_own_episode_only(open_bench: Callable[..., Any]) -> None:
    """A device that hangs costs no episode: all are played on other devices."""
    lamps = [Lamp("bad", broken=hang), Lamp("good-1"), Lamp("good-2")]
    tasks = [make_task(f"task{number}") for number in range(12)]
    async with open_bench(press_and_finish, lamps, deadlines=Deadlines(action=2)) as bench:
        commits = await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert sorted(counts.met(commit.scores[0]) for commit in commits) == [1] * 12


async def test_a_lost_device_returns_and_plays_on(open_bench: Callable[..., Any]) -> None:
    """A device that is lost and returns plays all episodes, with one void attempt."""

    async def once(number: int) -> None:
        if number == 3:
            raise DeviceLost("unplugged")

    async def away(number: int) -> None:
        if number < 3:
            raise DeviceLost("still unplugged")

    lamp = Lamp(broken=once, answer=away)
    texts: list[str] = []
    tasks = [make_task(f"task{number}") for number in range(5)]
    async with open_bench(press_and_finish, [lamp], watch=RunCallbacks(message=texts.append)) as bench:
        commits = await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert [counts.met(commit.scores[0]) for commit in commits] == [1] * 5
    assert sorted(commit.attempt for commit in commits) == [0, 0, 0, 0, 1]
    assert lamp.probed == 3
    assert len(texts) == 2
    assert "no device answers (1 lost, the last: unplugged)" in texts[0]
    assert texts[1] == "a device has returned"


async def test_an_episode_does_not_wait_for_a_device_that_rests(open_bench: Callable[..., Any]) -> None:
    """An episode that failed on both devices is played on the one that answers."""

    async def first(number: int) -> None:
        if number == 1:
            raise DeviceLost("unplugged")

    async def never(_: int) -> None:
        raise DeviceLost("gone for good")

    lamps = [Lamp("a", broken=never, answer=never), Lamp("b", broken=first)]
    async with open_bench(press_and_finish, lamps) as bench:
        score, _ = await bench.play_one()
    assert (score.attempt, counts.met(score)) == (2, 1)


async def test_devices_that_come_and_go_change_no_number(open_bench: Callable[..., Any]) -> None:
    """Four of five lamps are lost every few actions for a while; the scores equal those of an undisturbed run.

    With five attempts no episode can be lost by chance: one that failed on the four is left to the calm one.
    """

    def restless(name: str, count: int) -> Lamp:
        async def lose(number: int) -> None:
            if number % count == 0:
                raise DeviceLost("the hub blinked")

        async def silent(number: int) -> None:
            if number % 3:
                raise DeviceLost("not yet")

        return Lamp(name, broken=lose, answer=silent)

    tasks = [make_task(f"task{number}") for number in range(30)]
    episodes = [ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks]
    numbers = []
    for lamps in ([Lamp("calm")], [Lamp("calm"), *(restless(f"restless-{number}", number) for number in (3, 4, 5, 7))]):
        async with open_bench(press_and_finish, lamps, folder=lamps[-1].info.name, conduct_attempts=5) as bench:
            commits = await bench.run(episodes)
        assert len(commits) == 30
        numbers.append(
            metrics_document([commit.scores[0] for commit in sorted(commits, key=lambda commit: commit.episode)])
        )
        assert any(commit.attempt for commit in commits) is (len(lamps) > 1)
    assert numbers[0] == numbers[1]


async def test_if_all_devices_stay_lost_the_run_ends_with_the_reason(open_bench: Callable[..., Any]) -> None:
    """If all devices stay lost, the remaining episodes are lost with the reason."""

    async def never(_: int) -> None:
        raise DeviceLost("somebody took it home")

    texts: list[str] = []
    rules = FailureThresholds(BackoffPolicy(first=0.001, longest=0.01), patience=0.05)
    tasks = [make_task(f"task{number}") for number in range(3)]
    lamps = [Lamp("a", broken=never, answer=never), Lamp("b", broken=never, answer=never)]
    async with open_bench(press_and_finish, lamps, rules=rules, watch=RunCallbacks(message=texts.append)) as bench:
        with anyio.fail_after(20):
            commits = await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert len(commits) == 3
    assert all(counts.lost(commit.scores[0]) and commit.scores[0].cause == "device" for commit in commits)
    assert "somebody took it home" in commits[0].scores[0].error
    assert texts[-1].startswith("no device is left: ")
    assert "a was given up after" in texts[-1]


async def test_a_user_that_fails_is_named(open_bench: Callable[..., Any]) -> None:
    """The user's fault ends the episode with cause user."""

    class Gone:
        async def answer(self, question: str) -> Reply:
            raise UserFault("went for a walk")

    async def play(session: Session) -> None:
        await session.step(Decision([AskUser("Which one?")]))

    async with open_bench(play, user=Gone()) as bench:
        score, _ = await bench.play_one()
    assert (score.ending, score.cause) == ("fault", "user")


async def test_an_agent_need_not_wait_for_a_user_who_does_not_answer(open_bench: Callable[..., Any]) -> None:
    """If the user does not answer in time, the agent gets a standard reply and the episode goes on."""

    class Away:
        async def answer(self, question: str) -> Reply:
            await anyio.sleep_forever()
            raise AssertionError

    seen: list[tuple[str, ...]] = []

    async def play(session: Session) -> None:
        seen.append((await session.step(Decision([AskUser("Which one?")]))).replies)
        await session.step(Decision([Finish("done")]))

    async with open_bench(play, user=Away(), user_timeout=0.02) as bench:
        score, events = await bench.play_one()
    assert seen == [("Nobody answers.",)]
    assert [(event.text, event.answered) for event in events if isinstance(event, Replied)] == [
        ("Nobody answers.", False)
    ]
    assert (score.ending, score.cause, score.turns, score.user_labels) == ("finished", None, 1, {1: None})


async def test_a_task_that_is_already_done_is_a_task_fault(open_bench: Callable[..., Any]) -> None:
    """A requirement that is already met at the start is a task fault."""
    async with open_bench(press_and_finish) as bench:
        score, events = await bench.play_one(make_task(state={"lamp": {"on": True}}))
    assert (score.ending, score.cause) == ("fault", "task")
    assert any(isinstance(event, Faulted) and "already met" in event.error for event in events)


async def test_with_asking_off_a_question_costs_a_step_and_is_no_turn(open_bench: Callable[..., Any]) -> None:
    """With asking off, a question gets the standard reply, costs a step, and is no turn."""

    async def play(session: Session) -> None:
        assert not session.brief.can_ask
        seen = await session.step(Decision([AskUser("Which one?")]))
        assert seen.replies == ("Nobody answers.",)

    async with open_bench(play, ask=False) as bench:
        score, events = await bench.play_one()
    assert (score.turns, score.can_ask) == (0, False)
    assert any(isinstance(event, Performed) and event.step == 1 for event in events)


async def test_a_judge_that_fails_leaves_the_episode_unscored(open_bench: Callable[..., Any]) -> None:
    """If a judge fails, the score has cause judge and no marks."""

    class Broken(LampJudge):
        def feed(self, event: AnyEvent | AnyTruth) -> Sequence[Any]:
            raise RuntimeError("cannot see")

    async with open_bench(press_and_finish, judges=lambda: [Broken()]) as bench:
        score, _ = await bench.play_one()
    assert (score.cause, score.ending, score.met) == ("judge", "finished", {"on": (None, None)})


async def test_a_judge_that_hangs_holds_up_no_device(open_bench: Callable[..., Any]) -> None:
    """Judges that hang do not hold up the devices, and time out on their own."""

    class Stuck:
        name, version, sees_truth = "lamp", "", False

        async def judge(self, *_: Any) -> None:
            await anyio.sleep_forever()

    # One after the other they would take more than the forty seconds of their judges' deadlines.
    tasks = [make_task(f"task{number}") for number in range(40)]
    async with open_bench(press_and_finish, judges=lambda: [Stuck()], deadlines=Deadlines(judge=1)) as bench:
        with anyio.fail_after(30):
            commits = await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert [commit.scores[0].cause for commit in commits] == ["judge"] * 40


async def test_blobs_are_on_disk_under_the_names_that_events_use(open_bench: Callable[..., Any]) -> None:
    """Each frame and tree named in the trace is an existing file."""
    async with open_bench(press_and_finish) as bench:
        _, events = await bench.play_one()
    for event in events:
        if isinstance(event, Observed):
            assert event.frame is not None
            assert event.tree is not None
            assert await anyio.Path(bench.directory.blob(event.frame, ".png")).exists()
            assert await anyio.Path(bench.directory.blob(event.tree, ".xml")).exists()


async def test_replay_equals_live(open_bench: Callable[..., Any]) -> None:
    """Judging the recording gives the same score as the live run."""
    async with open_bench(press_and_finish) as bench:
        live, _ = await bench.play_one()
        item = ScheduledEpisode(EpisodeKey("script", "lamp.standard", 0), make_task(), False)
        again = await Attempt.recorded(bench.scheduler.context, item, 0, bench.directory).results()
    assert again["lamp"].score == live


async def test_a_run_that_breaks_while_a_device_returns_assigns_no_more_episodes(
    open_bench: Callable[..., Any],
) -> None:
    """If a judge's error ends the run, no more episodes are assigned, even if the scheduler is woken then."""

    class WakingPool(Pool):
        async def wait_changed(self) -> None:
            with anyio.CancelScope(shield=True):
                await super().wait_changed()

    class Breaking(LampJudge):
        def feed(self, event: AnyEvent | AnyTruth) -> Sequence[Any]:
            raise UsageError("not recorded")

    tasks = [make_task("first"), make_task("second")]
    async with open_bench(observe_and_hang, judges=lambda: [Breaking()]) as bench:
        pool = WakingPool([Lamp()])
        waking = Bench(replace(bench.scheduler, pool=pool), bench.directory)
        with pytest.raises(ExceptionGroup) as caught:
            await waking.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
    assert [str(error) for error in flatten_group(caught.value)] == ["not recorded"]
    assert len(pool.free) == 1


async def test_cancelling_a_run_gives_every_device_back(open_bench: Callable[..., Any]) -> None:
    """A cancelled run leaves no device leased."""
    lamps = [Lamp("a", broken=hang), Lamp("b", broken=hang)]
    async with open_bench(press_and_finish, lamps) as bench:
        tasks = [make_task(f"task{number}") for number in range(4)]
        with anyio.move_on_after(0.2):
            await bench.run([ScheduledEpisode(EpisodeKey("script", t.id, 0), t, False) for t in tasks])
        assert len(bench.scheduler.pool.free) == 2
