"""Hosts on a Ray cluster of two nodes: runs, rollouts, parked sessions, and a host that is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest

from runtime import Decision, Finish, PolicySession, RunConfig, Runtime, Score, Selection, Tap, UsageError
from runtime.storage.verify import verify
from tests.support.players import Presser, wander
from tests.support.run_contents import contents, essence, played

ray = pytest.importorskip("ray", reason="needs the extra ray, which .ci/run installs")
cluster_utils = pytest.importorskip("ray.cluster_utils")

TASKS = Selection(tasks=("device.airplane.ambiguous", "device.airplane.standard", "shop.railspa.incomplete"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two nodes with two phones each, on the loopback interface only."""
    with pytest.MonkeyPatch.context() as patch:
        # Without it Ray listens on the address of the machine (https://github.com/ray-project/ray/issues/18730).
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        node = {"num_cpus": 1, "resources": {"phone": 2}}
        started = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
        try:
            started.add_node(**node)
            yield started.address
        finally:
            ray.shutdown()
            started.shutdown()


def hosts(cluster: str, kind: str = "headless") -> str:
    """The URI of hosts with two phones each."""
    return f"ray://{cluster}?device={kind}://2"


class Counting:
    """A policy that is updated between two collections: its number is in the data of each step."""

    def __init__(self) -> None:
        self.number = 0

    async def play(self, session: PolicySession) -> None:
        """Finish, and leave the number."""
        await session.step(Decision([Finish()]), data=self.number)


def processes() -> list[int]:
    """The processes of the hosts."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::HostActor"):
                found.append(int(path.parent.name))
        except OSError:  # it has just ended
            continue
    return found


async def test_a_run_on_two_machines_is_the_run_in_process(cluster: str, tmp_path: Path) -> None:
    """Metrics, logs and trees are the same, also of an agent that is passed as a class; both machines have played."""
    agents = ("reader", "oracle", Presser)
    here = await played("headless://4", tmp_path / "here", TASKS, agents)
    assert await played(hosts(cluster), tmp_path / "there", TASKS, agents) == here
    assert not (await anyio.to_thread.run_sync(verify, tmp_path / "there")).problems


async def test_a_host_that_is_killed_loses_and_doubles_nothing(cluster: str, tmp_path: Path) -> None:
    """Ray starts it again, and the numbers are those of a run without a loss."""
    tasks = Selection(limit=40)
    here = await played("headless://4", tmp_path / "here", tasks)
    out = tmp_path / "there"
    scores: list[Score] = []
    async with Runtime(RunConfig(agents=("oracle",), selection=tasks), devices=[hosts(cluster)], out=out) as runtime:
        assert {device.info.name.partition("/")[0] for device in runtime.devices} == {"host1", "host2"}
        async for score in runtime.run():
            scores.append(score)
            if len(scores) in (5, 20):
                os.kill((await anyio.to_thread.run_sync(processes))[0], signal.SIGKILL)
    assert len(scores) == len({score.episode for score in scores}) == 40
    assert not (await anyio.to_thread.run_sync(verify, out)).problems
    assert contents(out)["metrics"] == here["metrics"]
    attempts = [path.stem.rpartition(".")[2] for path in (out / "events").iterdir()]
    assert len(attempts) > 40


async def test_rollouts_of_two_machines_are_those_of_this_process(cluster: str) -> None:
    """Steps, rewards, data and digests, whichever machine plays which member."""
    found = []
    for devices in ("headless://4", hosts(cluster)):
        async with Runtime(devices=[devices]) as runtime:
            stream = runtime.rollouts(wander, select=TASKS, group_size=3, digests=True)
            found.append(essence([rollout async for rollout in stream]))
    assert found[0] == found[1]
    assert len(found[0]) == 9


async def test_an_updated_policy_plays_as_it_is_now(cluster: str) -> None:
    """The same object with other weights is not played by what was sent before."""
    policy, found = Counting(), []
    async with Runtime(devices=[hosts(cluster)]) as runtime:
        for number in range(3):
            policy.number = number
            stream = runtime.rollouts(policy, select=Selection(tasks=TASKS.tasks[:1]), group_size=4)
            found.append({rollout.steps[0].data async for rollout in stream})
    assert found == [{0}, {1}, {2}]


async def test_a_parked_session_goes_on_on_another_machine(cluster: str) -> None:
    """Begun on one node, continued on the other, as one episode."""
    ray.init(address=cluster, log_to_driver=False)
    first, second = (node["NodeID"] for node in ray.nodes())
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy

    async def play(parked: bytes | None) -> Any:
        async with Runtime(devices=["headless://1"]) as runtime:
            where = ray.get_runtime_context().get_node_id()
            opened = (
                runtime.session("shop.railspa.standard", needs={"tree"})
                if parked is None
                else runtime.unpark(parked, needs={"tree"})
            )
            async with opened as session:
                for x in (540, 200, 700):
                    await session.step(Decision([Tap(x, 1200)]))
                if parked is None:
                    return where, await session.park()
            return where, session.scores[0]

    def run(parked: bytes | None) -> Any:
        return anyio.run(play, parked)

    task = ray.remote(num_cpus=0)(run)
    try:
        begun = await task.options(scheduling_strategy=strategy(first, soft=False)).remote(None)
        ended = await task.options(scheduling_strategy=strategy(second, soft=False)).remote(begun[1])
    finally:
        await anyio.to_thread.run_sync(ray.shutdown)
    assert (begun[0], ended[0]) == (first, second)
    assert (ended[1].ending, ended[1].steps) == ("stopped", 6)


async def test_what_cannot_be_opened_is_refused_with_one_sentence(cluster: str) -> None:
    """No cluster there, and a host that cannot open its devices."""
    with pytest.raises(UsageError, match=r"no Ray cluster answers at 127\.0\.0\.1:1: give the address"):
        async with Runtime(devices=["ray://127.0.0.1:1?device=headless://2"]):
            pass
    with pytest.raises(UsageError, match="no device is called 'nophone'"):
        async with Runtime(devices=[f"ray://{cluster}?device=nophone://2"]):
            pass
