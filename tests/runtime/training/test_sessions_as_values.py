"""A session is a value: forked, parked and continued, it goes on as if nothing had happened."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from runtime import (
    AskUser,
    Decision,
    DrivenSession,
    Finish,
    Observation,
    ParkedSessionError,
    RunConfig,
    Runtime,
    Selection,
    Tap,
    UsageError,
)
from runtime.core.events import VOLATILE
from runtime.episode.run_parts import ScheduledEpisode
from runtime.episode.snapshot import ParkedSession
from runtime.storage.run_directory import EpisodeKey
from runtime.training.rewards import NO_REWARD
from runtime.training.sessions import TREE
from tests.support.command import Bench

TASK = "shop.railspa.ambiguous"


async def play(session: DrivenSession, steps: int, seed: int) -> list[Observation]:
    """Tap at random, and ask once."""
    draws = random.Random(seed)
    seen = [await session.observe()]
    for number in range(steps):
        if number == 1:
            seen.append(await session.step(Decision([AskUser("When should the train leave?")])))
            continue
        tree = seen[-1].tree
        assert tree is not None
        seen.append(await session.step(Decision([Tap(*draws.choice([n for n in tree.walk() if n.clickable]).center)])))
    return seen


def source(seen: Observation) -> bytes:
    """The accessibility tree as the phone wrote it."""
    assert seen.tree is not None
    return seen.tree.source


def logs(folder: Path) -> dict[str, list[Any]]:
    """The events and the truth of a run by file, without what may differ between equal runs."""
    return {
        f"{path.parent.name}/{path.name}": [
            {key: value for key, value in json.loads(line).items() if key not in VOLATILE}
            for line in path.read_text().splitlines()
        ]
        for path in sorted(folder.glob("*/*.jsonl"))
    }


async def test_forks_go_on_like_the_session_itself() -> None:
    """Same screens, rewards and scores for the same decisions; other decisions lead elsewhere."""
    async with Runtime(RunConfig(), devices=["headless://4"]) as runtime:
        async with runtime.session(TASK, needs={"tree"}) as session:
            await play(session, 3, seed=1)
            async with session.fork(3) as forks:
                assert {await fork.digest() for fork in forks} == {await session.digest()}
                mine = await play(session, 3, seed=2)
                same = await play(forks[0], 3, seed=2)
                other = await play(forks[1], 3, seed=5)
                await forks[2].step(Decision([Finish()]))
                assert [source(seen) for seen in same] == [source(seen) for seen in mine]
                assert [source(seen) for seen in other] != [source(seen) for seen in mine]
                assert await forks[0].reward() == await session.reward() != await forks[1].reward()
        assert [fork.episode.key.repeat for fork in forks] == [1, 2, 3]
        assert forks[0].scores[0].met == session.scores[0].met
        assert (forks[0].scores[0].steps, forks[2].scores[0].steps) == (session.scores[0].steps, 2)
        assert forks[2].scores[0].ending == "finished"


async def test_a_fork_has_the_reward_of_its_session_from_the_start() -> None:
    """Before anything else happens in it, so before its judges have read what it begins with."""
    async with Runtime(RunConfig(), devices=["headless://2"]) as runtime, runtime.session(TASK) as session:
        await play(session, 3, seed=1)
        async with session.fork(1) as (fork,):
            assert await fork.reward() == await session.reward() != NO_REWARD


async def test_equal_draws_are_equal_episodes_under_any_repeat() -> None:
    """Without a number, the next free repeat is used; the draw decides what the phone and the user do."""
    seen = {}
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        for repeat, draw in ((None, 5), (None, 5), (None, None), (5, None), (None, 2)):
            async with runtime.session(TASK, repeat=repeat, draw=draw) as session:
                await play(session, 2, seed=1)
                seen[session.episode.key.repeat] = await session.digest()
    assert sorted(seen) == [0, 1, 2, 5, 6]
    assert seen[0] == seen[1] == seen[5]
    assert seen[2] == seen[6] != seen[0]


async def test_forks_need_free_phones_and_a_running_session() -> None:
    """The sentence says how many there are."""
    async with Runtime(RunConfig(), devices=["headless://2"]) as runtime, runtime.session(TASK) as session:
        with pytest.raises(UsageError, match=r"2 phones are needed, and 1 are free.*headless://3"):
            async with session.fork(2):
                pass
        await session.step(Decision([Finish()]))
        with pytest.raises(UsageError, match="has ended and cannot be forked"):
            async with session.fork(1):
                pass
        with pytest.raises(UsageError, match="has ended and cannot be parked"):
            await session.park()


async def test_a_parked_session_goes_on_in_another_run_as_if_it_had_not_been_parked(tmp_path: Path) -> None:
    """Logs, scores and screens are those of a session that was played through."""
    async with Runtime(RunConfig(), devices=["headless://1"], out=tmp_path / "through") as runtime:
        async with runtime.session(TASK) as session:
            await play(session, 3, seed=1)
            through = await play(session, 3, seed=2)
        unbroken_scores = session.scores
    async with Runtime(RunConfig(), devices=["headless://1"], out=tmp_path / "first") as runtime:
        async with runtime.session(TASK) as session:
            await play(session, 3, seed=1)
            parked = await session.park()
            assert (await session.step(Decision([Tap(1, 1)]))).ended
        assert session.scores == ()
        assert runtime.scores == ()
    assert len(parked) < 100_000
    async with Runtime(RunConfig(), devices=["headless://2"], out=tmp_path / "second") as runtime:
        async with runtime.unpark(parked) as session:
            resumed = await play(session, 3, seed=2)
        assert session.scores == unbroken_scores
    assert [source(seen) for seen in resumed] == [source(seen) for seen in through]
    assert logs(tmp_path / "second") == logs(tmp_path / "through")
    for name in ("through", "second"):
        await Bench(tmp_path, tmp_path)("verify", tmp_path / name)


async def test_a_parked_session_can_be_continued_more_than_once() -> None:
    """Each continuation is an episode of its own."""
    async with Runtime(RunConfig(), devices=["headless://2"]) as runtime:
        async with runtime.session(TASK) as session:
            await play(session, 1, seed=1)
            parked = await session.park()
        for steps in (1, 2):
            async with runtime.unpark(parked) as session:
                await play(session, steps, seed=2)
        assert [(score.repeat, score.steps) for score in runtime.scores] == [(0, 2), (1, 2)]


async def test_a_continued_session_keeps_its_seed() -> None:
    """Also one that was not seeded by the run, as in rollouts with a seed of their own."""
    async with Runtime(RunConfig(), devices=["headless://3"]) as runtime:
        opener = await runtime.sessions("policy")
        (task,) = runtime.tasks(Selection(tasks=(TASK,)))
        episode = ScheduledEpisode(EpisodeKey("policy", TASK, 0), task, instrument=False)
        async with opener.play_on(await opener.acquire(), episode, TREE, seed=99) as session:
            await play(session, 1, seed=1)
            async with session.fork(1) as (fork,):
                forked = ParkedSession.decode(await fork.park())
            parked = await session.park()
        async with runtime.unpark(parked) as session:
            again = ParkedSession.decode(await session.park())
    assert (forked.snapshot.seed, again.snapshot.seed) == (99, 99)


async def test_what_is_no_parked_session_is_refused() -> None:
    """Damaged bytes, another version, suite or configuration: one sentence."""
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        async with runtime.session(TASK) as session:
            await session.observe()
            parked = await session.park()
        for damaged in (b"", parked[:-1], parked[:90] + b"x" + parked[91:], b"x" + parked, parked + b"x"):
            with pytest.raises(ParkedSessionError):
                async with runtime.unpark(damaged):
                    pass
    async with Runtime(RunConfig(seed=8, max_steps=9), devices=["headless://1"]) as runtime:
        with pytest.raises(ParkedSessionError, match=r"other settings: seed: 7 .* max_steps: 25"):
            async with runtime.unpark(parked):
                pass
