"""Runs whose episodes are played by hosts: the same results as here, also when hosts are lost at any moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime import Decision, Finish, PolicySession, RunConfig, Runtime, Selection, Tap, UsageError
from runtime.core.errors import DeviceTimeout
from runtime.episode.hosted_device import HostedDevice
from runtime.plugins import Need
from runtime.storage.verify import verify
from tests.support import hosts
from tests.support.players import Presser, wander
from tests.support.run_contents import contents, essence, played

TASKS = Selection(tasks=("device.airplane.ambiguous", "device.airplane.standard", "shop.railspa.incomplete"))


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    site = tmp_path / "site"
    site.mkdir()
    hosts.install(site)
    monkeypatch.syspath_prepend(str(site))
    hosts.opened.clear()
    yield
    hosts.opened.clear()


@pytest.mark.parametrize("kind", ["headless", pytest.param("phone", id="phone, with frames")])
async def test_a_run_on_hosts_is_the_run_in_process(kind: str, tmp_path: Path) -> None:
    """Metrics, logs, trees and pixels are the same, the folder passes `verify`, and no blob travels twice."""
    tasks = TASKS if kind == "headless" else Selection(tasks=TASKS.tasks[:2])
    agents = ("reader", "oracle", Presser) if kind == "headless" else ("oracle",)
    here = await played(f"{kind}://2", tmp_path / "here", tasks, agents)
    assert await played(f"here://2?device={kind}://1", tmp_path / "there", tasks, agents) == here
    assert not (await anyio.to_thread.run_sync(verify, tmp_path / "there")).problems
    fetched = [digest for host in hosts.opened for digest in host.fetched]
    stored = {path.stem for path in (tmp_path / "there" / "blobs").rglob("*.*")}
    assert set(fetched) == stored
    assert len(fetched) < len(stored) + 10
    assert all(host.calls for host in hosts.opened)


@pytest.mark.parametrize("method", ["play", "blobs", "judged"])
async def test_a_host_that_is_lost_costs_no_episode_and_doubles_none(method: str, tmp_path: Path) -> None:
    """Its answer is lost, whichever it is: the attempt is played elsewhere, or what was recorded is judged here."""
    here = await played("headless://2", tmp_path / "here", TASKS, ("reader",))
    out = tmp_path / "there"
    config = RunConfig(agents=("reader",), selection=TASKS)
    async with Runtime(config, devices=["here://2?device=headless://1"], out=out) as runtime:
        for host in hosts.opened:
            host.break_at.append(method)
        scores = [score async for score in runtime.run()]
    assert sorted(score.episode for score in scores) == sorted({score.episode for score in scores})
    assert len(scores) == len(TASKS.tasks)
    assert not (await anyio.to_thread.run_sync(verify, out)).problems
    found = contents(out)
    assert json.loads(found["metrics"]) == json.loads(here["metrics"])
    if method == "judged":
        assert found == here


async def test_an_episode_is_lost_with_its_reason_if_all_hosts_are_gone(tmp_path: Path) -> None:
    """Hosts that never return are given up, and the device is at fault."""
    config = RunConfig(agents=("oracle",), selection=Selection(tasks=TASKS.tasks[:1]))
    async with Runtime(config, devices=["here://2?device=headless://1"], patience=0.01) as runtime:
        for host in hosts.opened:
            host.gone = True
        (score,) = [score async for score in runtime.run()]
    assert (score.ending, score.cause) == ("fault", "device")
    assert "the host is gone" in score.error


@pytest.mark.parametrize("needs", ["tree", "frame"])
async def test_rollouts_of_hosts_are_those_of_this_process(needs: Need) -> None:
    """Steps, rewards, data, digests and screens are the same, and so is the run folder's account of them."""
    kind = "phone" if needs == "frame" else "headless"
    views = {"tree", needs}
    found = []
    for devices in (f"{kind}://2", f"here://2?device={kind}://1"):
        async with Runtime(RunConfig(judges=("rules", "state", "credit")), devices=[devices]) as runtime:
            stream = runtime.rollouts(wander, select=TASKS, group_size=1, digests=True, needs=views)
            rollouts = [rollout async for rollout in stream]
            screens = sorted(
                (rollout.task, rollout.member, step.observation.step, tree.source, frame and frame.digest)
                for rollout in rollouts
                for step in rollout.steps
                if (tree := step.observation.tree) is not None
                for frame in [step.observation.frame]
            )
            advantages = sorted((r.task, r.member, [step.advantage for step in r.steps]) for r in rollouts)
            found.append((essence(rollouts), screens, advantages, runtime.metrics()))
    assert found[0] == found[1]
    assert len(found[0][1]) == 15


async def test_a_rollout_whose_host_is_lost_is_played_elsewhere() -> None:
    """By the same seed, so it is the same rollout; after three lost hosts its reward is None."""
    async with Runtime(devices=["here://2?device=headless://1"]) as runtime:
        options: Any = {"select": Selection(tasks=TASKS.tasks[:1]), "group_size": 2}
        first = [rollout async for rollout in runtime.rollouts(wander, **options)]
        hosts.opened[0].break_at.append("collect")
        hosts.opened[1].break_at.append("blobs")
        again = [rollout async for rollout in runtime.rollouts(wander, name="again", **options)]
        assert essence(again) == essence(first)
        for host in hosts.opened:
            host.break_at.extend(["collect"] * 3)
        lost = [rollout async for rollout in runtime.rollouts(wander, name="lost", **{**options, "group_size": 1})]
    assert [(rollout.reward, rollout.cause, rollout.steps) for rollout in lost] == [(None, "device", ())]


async def test_a_pause_holds_the_policies_of_all_hosts() -> None:
    """Nothing is played between two steps until the pause has ended."""
    steps = 0

    async def count(session: PolicySession) -> None:
        nonlocal steps
        for _ in range(5):
            await session.step(Decision([Tap(540, 1200)]))
            steps += 1
        await session.step(Decision([Finish()]))

    async with Runtime(devices=["here://2?device=headless://1"]) as runtime:
        stream = runtime.rollouts(count, select=Selection(tasks=TASKS.tasks[:1]), group_size=6)
        assert (await anext(stream)).terminated
        async with stream.paused():
            assert all(host.paused.is_set() for host in hosts.opened)
            before = steps
            await anyio.wait_all_tasks_blocked()
            assert steps == before
        assert len([rollout async for rollout in stream]) == 5
    assert steps == 30


async def test_a_host_that_hangs_is_not_waited_for_longer_than_its_own_deadlines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The device is at fault then, as if the host were gone."""
    monkeypatch.setattr("runtime.episode.hosted_device._GRACE", 0.01)
    async with Runtime(devices=["here://1?device=headless://1"]) as runtime:
        (device,) = runtime.devices
        assert isinstance(device, HostedDevice)
        expected = pytest.raises(DeviceTimeout, match=r"the host of host1/\S+ did not answer within 0\.02 s")
        with expected, device.answering(0.01):
            await anyio.sleep_forever()


async def test_a_phone_of_a_host_cannot_be_driven_from_here() -> None:
    """The message says what to do instead."""
    async with Runtime(devices=["here://1?device=headless://1"]) as runtime:
        with pytest.raises(UsageError, match=r"plays whole episodes .* such as headless://1"):
            async with runtime.session(TASKS.tasks[0]):
                pass
