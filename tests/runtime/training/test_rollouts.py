"""Rollouts: groups share task and seed, nothing favours short episodes, and every failure has its owner."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import anyio
import pytest

from runtime import (
    Decision,
    DeviceFault,
    Finish,
    Key,
    Launch,
    Noop,
    PolicySession,
    Rollout,
    RunConfig,
    Runtime,
    Score,
    Selection,
    Tap,
    UsageError,
    metrics_document,
)
from tests.support.run_contents import essence

ONE = Selection(tasks=("device.airplane.standard",))
TRAIN = Selection(tasks=("shop.railspa.standard",))
TWO = Selection(tasks=("device.airplane.standard", "shop.railspa.standard"))


async def wander(session: PolicySession) -> None:
    """Tap at random, by the seed of the member, and give up after some steps."""
    draws = random.Random(session.seed)
    seen = await session.observe()
    while not seen.ended and seen.step < 4 + session.member:
        assert seen.tree is not None
        assert seen.frame is None
        nodes = [node for node in seen.tree.walk() if node.clickable]
        seen = await session.step(Decision([Tap(*draws.choice(nodes).center)]), data=[session.member, seen.step])
    await session.step(Decision([Finish()]))


async def stop(session: PolicySession) -> None:
    """End at once."""
    await session.step(Decision([Finish()]))


async def collected(policy: Any, devices: str = "headless://4", **options: Any) -> list[Rollout]:
    """All rollouts of a policy, played on new phones."""
    async with Runtime(RunConfig(), devices=[devices]) as runtime:
        return [rollout async for rollout in runtime.rollouts(policy, **options)]


async def test_a_group_shares_task_and_seed_and_is_reproducible_member_by_member() -> None:
    """However many phones there are, and in whatever order episodes end."""
    first = await collected(wander, select=TWO, group_size=3, digests=True)
    again = await collected(wander, "headless://1", select=TWO, group_size=3, digests=True)
    assert essence(first) == essence(again)
    by_group = defaultdict(set)
    for rollout in first:
        by_group[rollout.group].add((rollout.task, rollout.seed, rollout.steps[0].state))
    assert [len(members) for members in by_group.values()] == [1, 1]
    assert len({rollout.steps[-2].state for rollout in first}) > 2
    other = await collected(wander, select=TWO, group_size=3, seed=8)
    assert {rollout.seed for rollout in other}.isdisjoint(rollout.seed for rollout in first)


async def test_shards_together_give_what_one_run_gives() -> None:
    """Rollouts, episode names and metrics, whichever groups are played where."""
    scores: list[Score] = []
    rollouts: list[Rollout] = []
    for numbers in (range(0, 4, 2), range(1, 4, 2)):
        async with Runtime(RunConfig(), devices=["headless://2"]) as runtime:
            rollouts += [item async for item in runtime.rollouts(wander, select=TWO, groups=numbers, group_size=2)]
            scores += runtime.scores
    async with Runtime(RunConfig(), devices=["headless://4"]) as runtime:
        together = [item async for item in runtime.rollouts(wander, select=TWO, groups=4, group_size=2)]
        document = metrics_document(runtime.scores, draws=0)
    assert essence(rollouts) == essence(together)
    assert metrics_document(scores, draws=0) == document


async def test_what_the_policy_attaches_comes_back_untouched_and_steps_add_up() -> None:
    """Token ids, masks and versions are the policy's business."""
    for rollout in await collected(wander, select=TWO, group_size=2):
        *steps, last = rollout.steps
        assert [step.data for step in steps] == [[rollout.member, index] for index in range(len(steps))]
        assert last.data is None
        assert rollout.reward == pytest.approx(sum(step.reward.total for step in rollout.steps))
        assert (rollout.terminated, rollout.truncated, rollout.cause) == (True, False, None)


async def test_the_end_of_the_budget_is_a_truncation() -> None:
    """The episode did not end by itself."""

    async def idle(session: PolicySession) -> None:
        while not (await session.step(Decision([Noop()]))).ended:
            pass

    (rollout,) = await collected(idle, select=ONE, group_size=1)
    assert (rollout.ending, rollout.terminated, rollout.truncated) == ("max_steps", False, True)
    assert rollout.reward is not None
    assert rollout.breakdown.termination < 0


async def test_steps_have_exact_credit_where_a_judge_gives_it() -> None:
    """Opening the right app is worth one action, doing nothing none, and leaving it costs one."""

    async def open_and_leave(session: PolicySession) -> None:
        await session.step(Decision([Launch("Railfinch")]))
        await session.step(Decision([Noop()]))
        await session.step(Decision([Key("HOME")]))
        await session.step(Decision([Finish()]))

    config = RunConfig(judges=("rules", "state", "credit"))
    async with Runtime(config, devices=["headless://1"]) as runtime:
        (rollout,) = [item async for item in runtime.rollouts(open_and_leave, select=TRAIN, group_size=1)]
    assert [step.advantage for step in rollout.steps] == [1, 0, -1, None]


async def nonsense(session: PolicySession) -> None:
    """Return what is no decision."""
    await session.step("tap the button")  # type: ignore[arg-type]


async def crash(session: PolicySession) -> None:
    """Raise what nobody expects."""
    raise KeyError("weights")


async def hang(session: PolicySession) -> None:
    """Never decide."""
    await anyio.sleep_forever()


@pytest.mark.parametrize(
    ("policy", "ending", "error"),
    [(nonsense, "fault", "a decision is needed"), (crash, "fault", "KeyError"), (hang, "deadline", "deadline")],
)
async def test_a_policy_that_fails_is_charged_and_the_others_go_on(policy: Any, ending: str, error: str) -> None:
    """Its episodes have a reward and a sentence; those of the other members are as ever."""

    async def first_fails(session: PolicySession) -> None:
        await (policy if session.member == 0 else wander)(session)

    rollouts = await collected(first_fails, select=ONE, group_size=3, deadline=2)
    failed = next(rollout for rollout in rollouts if rollout.member == 0)
    assert (failed.ending, failed.cause) == (ending, "agent")
    assert error in failed.error
    assert failed.reward is not None
    assert failed.reward <= 0
    assert [rollout.ending for rollout in rollouts if rollout.member] == ["finished", "finished"]


async def test_a_failing_device_gives_no_reward() -> None:
    """A lost episode says nothing about the policy."""

    async def break_device(session: PolicySession) -> None:
        raise DeviceFault("the cable was pulled")

    (rollout,) = await collected(break_device, select=ONE, group_size=1)
    assert (rollout.reward, rollout.cause, rollout.terminated, rollout.truncated) == (None, "device", False, False)


async def test_short_episodes_overtake_long_ones_only_so_far() -> None:
    """However early the caller stops, what it took lies within the window behind the oldest that is still played."""
    release = anyio.Event()
    window = 6

    async def long_or_short(session: PolicySession) -> None:
        if session.member == 0:
            await release.wait()
        await stop(session)

    async with Runtime(RunConfig(), devices=["headless://4"]) as runtime:
        stream = runtime.rollouts(long_or_short, select=ONE, group_size=40, max_inflight=window)
        taken = [await anext(stream) for _ in range(window - 1)]
        assert sorted(rollout.member for rollout in taken) == [1, 2, 3, 4, 5]
        with anyio.move_on_after(0.3) as waiting:
            await anext(stream)
        assert waiting.cancelled_caught
        release.set()
        assert (await anext(stream)).member == 0
        assert len([rollout async for rollout in stream]) == 40 - window


async def test_nothing_is_decided_while_rollouts_are_paused() -> None:
    """Policies wait between two steps, and go on afterwards."""
    steps = 0

    async def count(session: PolicySession) -> None:
        nonlocal steps
        while not (await session.step(Decision([Noop()]))).ended:
            steps += 1

    async with Runtime(RunConfig(), devices=["headless://2"]) as runtime:
        stream = runtime.rollouts(count, select=ONE, group_size=4)
        await anext(stream)
        async with stream.paused():
            before = steps
            await anyio.sleep(0.3)
            assert steps == before
        assert [rollout.ending async for rollout in stream] == ["max_steps"] * 3


async def test_a_pause_counts_towards_no_deadline_of_the_episode() -> None:
    """The deadline moves by as much as the pause took."""
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime, runtime.session(ONE.tasks[0]) as session:
        session.live.episode_scope = scope = anyio.CancelScope(deadline=100.0)
        began = anyio.current_time()
        async with session.live.held():
            await anyio.sleep(0.05)
        assert 100.05 <= scope.deadline <= 100 + anyio.current_time() - began


async def test_leaving_early_frees_the_phones() -> None:
    """What was still being played is cancelled."""
    async with Runtime(RunConfig(), devices=["headless://2"]) as runtime:
        stream = runtime.rollouts(wander, select=ONE, group_size=8)
        await anext(stream)
        await stream.aclose()
        async with runtime.session("device.airplane.standard") as session:
            await session.observe()


async def test_sessions_need_no_judges() -> None:
    """Without judges nothing is scored, and the reward is zero."""
    config = RunConfig(judges=())
    async with Runtime(config, devices=["headless://1"]) as runtime, runtime.session(ONE.tasks[0]) as session:
        await session.observe()
        assert (await session.reward()).total == 0
    assert session.scores == ()


async def test_impossible_numbers_are_refused() -> None:
    """With the name of the argument."""
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        for name in ("group_size", "max_inflight", "groups"):
            with pytest.raises(UsageError, match=f"{name} must be at least 1"):
                runtime.rollouts(wander, select=ONE, **{name: 0})  # type: ignore[arg-type]


async def vandalize(session: PolicySession) -> None:
    """Try to change what the judges, and other episodes, see of the same screen."""
    seen = await session.observe()
    assert seen.tree is not None
    seen.tree.root.children[0].text = "All is done"  # type: ignore[misc]


async def test_a_policy_cannot_change_what_it_observes() -> None:
    """Screens are shared with judges and other episodes: an attempt to change one is the policy's fault."""
    async with Runtime(devices=["headless://1"]) as runtime:
        (rollout,) = [item async for item in runtime.rollouts(vandalize, select=ONE, group_size=1)]
    assert (rollout.cause, rollout.ending, rollout.truncated) == ("agent", "fault", False)
    assert "FrozenInstanceError" in rollout.error
