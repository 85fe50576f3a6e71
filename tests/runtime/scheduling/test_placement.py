"""Placement of episodes on free devices, on a simulated clock."""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import replace

import pytest

from runtime.scheduling.placement import Job, Placement

SECONDS_PER_STEP = 3.0


def job(name: str, length: int = 5, *exclusive: str, task: str = "", agent: str = "a") -> Job:
    """Make an episode of that predicted length."""
    return Job(name, task or name, agent, length, "standard", frozenset(exclusive))


class World:
    """Simulated devices of given slowness that play what the placement assigns, with the true durations."""

    def __init__(self, seed: int, tasks: int = 240, devices: int = 20, sigma: float = 0.7, slow: int = 2) -> None:
        self.draw = random.Random(seed)
        self.slowness = {f"d{n}": 2.0 if n < slow else 1.0 for n in range(devices)}
        self.steps: dict[str, int] = {}
        self.seconds: dict[str, float] = {}
        self.jobs: list[Job] = []
        for n in range(tasks):
            steps = min(25, max(3, round(self.draw.lognormvariate(math.log(8), 0.9))))
            self.steps[f"t{n}"] = steps
            self.seconds[f"t{n}"] = steps * SECONDS_PER_STEP * self.draw.lognormvariate(0, 0.1)
            self.jobs.append(job(f"t{n}", max(1, round(steps * self.draw.lognormvariate(0, sigma)))))
        self.log: list[tuple[str, str, float]] = []

    def run(self, placement: Placement, tell_steps: bool = True) -> float:
        """Returns the time until all episodes are played; idle devices ask after each event, in random order."""
        asking = list(self.slowness)
        self.draw.shuffle(asking)
        ends: list[tuple[float, str, str, float]] = []
        idle, now = set(asking), 0.0
        while True:
            for device in asking:
                if device in idle and (taken := placement.next_for(device, now)) is not None:
                    idle.remove(device)
                    took = self.seconds[taken.id] * self.slowness[device]
                    self.log.append((taken.id, device, now))
                    heapq.heappush(ends, (now + took, device, taken.id, now))
            if not ends:
                return now
            now, device, identifier, since = heapq.heappop(ends)
            placement.finished(identifier, device, now - since, self.steps[identifier] if tell_steps else 0)
            idle.add(device)

    def bound(self) -> float:
        """Return a lower bound of the makespan: all work on all devices, or the longest episode on a fast one."""
        speed = sum(1 / slowness for slowness in self.slowness.values())
        return max(sum(self.seconds.values()) / speed, max(self.seconds.values()))


def mean_ratio(sigma: float, tell_steps: bool = True) -> float:
    """Return the mean of makespan / lower bound over 60 random scenarios; asserts that each episode ran once."""
    ratios = []
    for seed in range(60):
        world = World(seed, sigma=sigma)
        ratios.append(world.run(Placement(world.jobs, world.slowness, seed), tell_steps) / world.bound())
        assert sorted(identifier for identifier, _, _ in world.log) == sorted(world.steps)
    return sum(ratios) / len(ratios)


def test_noisy_predictions_and_unknown_slow_devices_cost_five_percent() -> None:
    """With predictions off by a factor of two and slow devices, the total time is at most 5 % above the bound."""
    assert mean_ratio(0.7) <= 1.05


def test_good_predictions_cost_less() -> None:
    """With predictions off by a third, the total time is at most 3 % above the bound."""
    assert mean_ratio(0.3, tell_steps=False) <= 1.03


def test_slow_devices_are_found_out() -> None:
    """After a run the two slow devices are measured as the slowest."""
    world = World(3)
    placement = Placement(world.jobs, world.slowness, 3)
    world.run(placement)
    slowest = sorted(world.slowness, key=placement.slowness)[-2:]
    assert set(slowest) == {"d0", "d1"}
    assert placement.slowness("d0") / placement.slowness("d5") == pytest.approx(2.0, rel=0.25)


def test_the_same_seed_and_story_give_the_same_schedule() -> None:
    """The same seed gives the same schedule, whatever the insertion order; another seed gives another."""

    def log(seed: int, turned: bool = False) -> list[tuple[str, str, float]]:
        world = World(5)
        jobs = [replace(item, length=4) for item in (reversed(world.jobs) if turned else world.jobs)]
        world.run(Placement(jobs, world.slowness, seed))
        return world.log

    assert log(1) == log(1) == log(1, turned=True)
    assert log(1) != log(2)


def test_the_longest_goes_first() -> None:
    """The longest predicted episode is started first; an unknown length is estimated."""
    placement = Placement([job("short", 2), job("long", 20), job("unknown", 0)], ["d"])
    order = []
    while (taken := placement.next_for("d", 0.0)) is not None:
        order.append(taken.id)
        placement.finished(taken.id, "d", 1.0)
    assert order == ["long", "unknown", "short"]


def test_a_slow_device_leaves_the_long_ones_to_the_fast() -> None:
    """With one fast device briefly busy, the slow one takes a short episode instead of the longest."""
    placement = Placement([job(f"j{n}", length) for n, length in enumerate([2, 20, 18, 1, 1, 1])])
    placement.join("fast")
    placement.join("slow", slowness=8.0)
    first = placement.next_for("fast", 0.0)
    assert first is not None
    assert first.length == 20
    second = placement.next_for("slow", 0.0)
    assert second is None or second.length <= 2


def test_a_device_may_be_told_to_stay_idle_but_never_while_nothing_runs() -> None:
    """The last episode is kept for the fast device; if that leaves, the slow one gets it."""
    placement = Placement([job("one", 5), job("two", 5)])
    placement.join("fast")
    placement.join("slow", slowness=50.0)
    assert placement.next_for("fast", 0.0) is not None
    assert placement.next_for("slow", 0.0) is None
    placement.leave("fast")
    assert placement.next_for("slow", 0.0) is not None


def test_what_is_exclusive_never_runs_twice_at_once() -> None:
    """Episodes that share an exclusive resource never run at the same time."""
    placement = Placement(
        [job("a1", 9, "account"), job("a2", 8, "account", "app"), job("b", 1), job("c", 2, "app")], ["d1", "d2", "d3"]
    )
    first = placement.next_for("d1", 0.0)
    others = [placement.next_for(name, 0.0) for name in ("d2", "d3")]
    assert first is not None
    assert first.id in ("a1", "a2")
    assert {item.id for item in others if item} <= {"b", "c"}
    placement.finished(first.id, "d1", 9.0)
    for other, name in zip(others, ("d2", "d3"), strict=True):
        if other is not None:
            placement.finished(other.id, name, 9.0)
    left = placement.next_for("d1", 9.0)
    assert left is not None
    assert {first.id, left.id} == {"a1", "a2"}


def test_a_chain_of_exclusive_episodes_starts_early() -> None:
    """Many short episodes that exclude each other are started before one long episode."""
    chain = [job(f"c{n}", 4, "account") for n in range(6)]
    placement = Placement([job("long", 20), *chain], ["d1", "d2"])
    first = placement.next_for("d1", 0.0)
    assert first is not None
    assert first.exclusive == {"account"}


def test_earlier_runs_of_a_task_tell_more_than_its_stated_length() -> None:
    """The measured time of a task changes the prediction for its later episodes, for any agent."""
    placement = Placement([job("x0", 5, task="x"), job("y0", 5, task="y")], ["d"])
    for _ in range(2):
        taken = placement.next_for("d", 0.0)
        assert taken is not None
        placement.finished(taken.id, "d", 100.0 if taken.task == "x" else 10.0)
    assert placement.predicted(job("x1", 5, task="x")) > 2 * placement.predicted(job("y1", 5, task="y"))
    assert placement.predicted(job("x1", 5, task="x", agent="b")) > placement.predicted(
        job("y1", 5, task="y", agent="b")
    )


def test_void_attempts_come_back_and_may_shun_a_device() -> None:
    """A void attempt waits again, and is not assigned to an excluded device."""
    placement = Placement([job("only", 5), job("other", 1)], ["d1", "d2"])
    taken = placement.next_for("d1", 0.0)
    assert taken is not None
    assert taken.id == "only"
    placement.released("d1")
    placement.add(taken)
    assert len(placement) == 2
    again = placement.next_for("d1", 0.0, excluded={"only"})
    assert again is not None
    assert again.id == "other"
    assert placement.next_for("d2", 0.0, excluded={"only"}) is None
    assert placement.next_for("d2", 0.0) == taken


def test_a_device_that_comes_back_is_as_slow_as_before() -> None:
    """A device that leaves and joins again keeps its measured slowness."""
    world = World(3)
    placement = Placement(world.jobs, world.slowness, 3)
    world.run(placement)
    measured = placement.slowness("d0")
    placement.leave("d0")
    with pytest.raises(KeyError):
        placement.slowness("d0")
    placement.join("d0")
    assert placement.slowness("d0") == pytest.approx(measured)


def test_misuse_raises_an_error() -> None:
    """Wrong calls, such as adding an episode twice, raise ValueError or KeyError."""
    placement = Placement([job("x"), job("y")], ["d"])
    with pytest.raises(ValueError, match="'x' is already waiting"):
        placement.add(job("x"))
    taken = placement.next_for("d", 0.0)
    assert taken is not None
    with pytest.raises(ValueError, match="still playing"):
        placement.next_for("d", 0.0)
    with pytest.raises(KeyError):
        placement.finished("nobody", "d", 1.0)
    with pytest.raises(KeyError):
        placement.next_for("stranger", 0.0)
    with pytest.raises(KeyError):
        placement.drop("nobody")
    placement.drop(({"x", "y"} - {taken.id}).pop())
    assert len(placement) == 0
