"""What only one episode may use at a time, such as an account, is used by one at a time, and other episodes go on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from runtime import Decision, Finish, PolicySession, Runtime, Suite, Tap, UsageError
from runtime.episode.run_parts import RunCallbacks
from runtime.plugins.registry import suite
from runtime.storage.run_directory import EpisodeKey

ACCOUNT = "mail account"
SHARING = ("device.airplane.standard", "shop.railspa.standard")
"""The tasks that use the account."""
ALONE = "device.airplane.detailed"


@pytest.fixture
def tasks() -> Suite:
    """Three tasks, of which two use the account."""
    known = {task.id: task for task in suite("clarity240").tasks}
    found = [known[ALONE]]
    for name in SHARING:
        intent = known[name].intent
        setup = replace(intent.setup, exclusive=(ACCOUNT,))
        found.append(replace(known[name], intent=replace(intent, setup=setup)))
    return Suite("shared", "1", tuple(found))


class Playing:
    """Counts who plays at the same time."""

    def __init__(self) -> None:
        self.now: Counter[str] = Counter()
        self.sharing = self.all = 0

    def began(self, task: str) -> None:
        """Count one more episode of a task."""
        self.now[task] += 1
        self.sharing = max(self.sharing, sum(self.now[name] for name in SHARING))
        self.all = max(self.all, self.now.total())

    def ended(self, task: str) -> None:
        """Count one less."""
        self.now[task] -= 1

    def started(self, _: str, episode: EpisodeKey) -> None:
        """As a callback of a run."""
        self.began(episode.task)

    def finished(self, _: str, episode: EpisodeKey) -> None:
        """As a callback of a run."""
        self.ended(episode.task)

    async def play(self, session: PolicySession) -> None:
        """As a policy."""
        self.began(session.task)
        for _ in range(4):
            await session.step(Decision([Tap(3, 1200)]))
        self.ended(session.task)
        await session.step(Decision([Finish()]))


async def test_episodes_of_a_run_use_it_one_after_another(tasks: Suite) -> None:
    """Other tasks are played meanwhile, on the other phones."""
    seen = Playing()
    watch = RunCallbacks(started=seen.started, finished=seen.finished)
    async with Runtime(suite=tasks, devices=["headless://3"], watch=watch) as runtime:
        assert len([score async for score in runtime.run(["oracle"], repeat=4)]) == 12
    assert seen.sharing == 1
    assert seen.all > 1


async def test_rollouts_use_it_one_after_another(tasks: Suite) -> None:
    """Those that wait hold no phone, and do not keep others from being started."""
    seen = Playing()
    async with Runtime(suite=tasks, devices=["headless://3"]) as runtime:
        stream = runtime.rollouts(seen, groups=3, group_size=4, max_inflight=12)
        assert len([rollout async for rollout in stream if rollout.terminated]) == 12
    assert seen.sharing == 1
    assert seen.all > 1


async def test_a_second_session_is_refused_while_the_first_one_uses_it(tasks: Suite) -> None:
    """So is a fork; afterwards the next session opens, and its phones are free all the time."""
    async with Runtime(suite=tasks, devices=["headless://3"]) as runtime:
        async with runtime.session(SHARING[0]) as session:
            with pytest.raises(UsageError, match="'mail account' is in use, and only one session"):
                async with runtime.session(SHARING[1]):
                    pass
            with pytest.raises(UsageError, match="'mail account' is in use"):
                async with session.fork(1):
                    pass
            async with runtime.session(ALONE) as other:
                await other.step(Decision([Tap(3, 1200)]))
            await session.step(Decision([Tap(3, 1200)]))
        async with runtime.session(SHARING[1]) as session:
            await session.step(Decision([Finish()]))
    assert [score.episode for score in session.scores][:1] == [f"you/{SHARING[1]}/0"]
