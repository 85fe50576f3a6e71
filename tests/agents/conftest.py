"""Every agent over a part of the suite, in memory, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from adapters.agents.monkey import Monkey
from adapters.agents.reader import Reader
from adapters.agents.sweeper import Sweeper
from benchmarks.clarity240 import load, replay, stage
from benchmarks.clarity240.soundness import instrument
from runtime.ports import Agent
from runtime.tasks import Suite, Task

Play = Callable[[Agent, Task], stage.Stage]
AGENTS: dict[str, Callable[[int], Agent]] = {"reader": Reader, "sweeper": Sweeper, "monkey": Monkey}


@dataclass(frozen=True)
class Season:
    """What one agent did at each task."""

    stages: tuple[stage.Stage, ...]

    def rcr(self, *levels: str) -> Fraction:
        """Mean share of requirements met, at these levels or at all."""
        shares = [
            Fraction(sum(map(one.met, one.task.intent.requirements)), len(one.task.intent.requirements))
            for one in self.stages
            if not levels or one.task.level in levels
        ]
        return sum(shares, Fraction(0)) / len(shares)


CHOSEN = ("device.airplane", "device.quiet", "info.hours", "shop.feast", "social.mute", "social.pickup")


@pytest.fixture(scope="session")
def suite() -> Suite:
    """Six intents of the committed suite, of all domains that the agents' laws need and all three difficulties."""
    whole = load()
    return Suite(whole.name, whole.version, tuple(task for task in whole.tasks if task.intent.id in CHOSEN))


@pytest.fixture(scope="session")
def play() -> Callable[..., stage.Stage]:
    """Play one task with an agent on a phone in memory."""
    phone = replay.phone()

    def run(agent: Agent, task: Task, *, can_ask: bool = True) -> stage.Stage:
        played = stage.Stage(task, phone, can_ask=can_ask)
        stage.run_now(agent.play(played))
        return played

    return run


@pytest.fixture(scope="session")
def seasons(suite: Suite, play: Play) -> dict[str, Season]:
    """Agents and instruments by name, each over the whole suite."""
    phone = replay.phone()
    found = {name: Season(tuple(play(make(7), task) for task in suite.tasks)) for name, make in AGENTS.items()}
    for name in ("oracle", "silent"):
        found[name] = Season(tuple(stage.play(instrument(name), task, phone) for task in suite.tasks))
    return found
