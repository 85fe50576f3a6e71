"""Every agent over a part of the suite, in memory, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from adapters.agents.scripted.monkey import Monkey
from adapters.agents.scripted.reader.player import Reader
from adapters.agents.scripted.sweeper import Sweeper
from benchmarks.clarity240 import load, replay, setup
from benchmarks.clarity240.soundness import instrument
from runtime.core.tasks import Suite, Task
from runtime.plugins.protocols import Agent

Play = Callable[[Agent, Task], setup.Stage]
AGENTS: dict[str, Callable[[int], Agent]] = {"reader": Reader, "sweeper": Sweeper, "monkey": Monkey}


@dataclass(frozen=True)
class Season:
    """What one agent did at each task."""

    stages: tuple[setup.Stage, ...]

    def rcr(self, *levels: str) -> Fraction:
        """Mean share of requirements met, at these levels or at all."""
        shares = [
            Fraction(sum(map(stage.met, stage.task.intent.requirements)), len(stage.task.intent.requirements))
            for stage in self.stages
            if not levels or stage.task.level in levels
        ]
        return sum(shares, Fraction(0)) / len(shares)


CHOSEN = ("device.quiet", "info.hours", "shop.feast", "social.mute")


@pytest.fixture(scope="session")
def suite() -> Suite:
    """Four intents of the committed suite, of different domains and all three difficulties."""
    document = load()
    return Suite(document.name, document.version, tuple(task for task in document.tasks if task.intent.id in CHOSEN))


@pytest.fixture(scope="session")
def play() -> Callable[..., setup.Stage]:
    """Play one task with an agent on a phone in memory."""
    phone = replay.phone()

    def run(agent: Agent, task: Task, *, can_ask: bool = True) -> setup.Stage:
        played = setup.Stage(task, phone, can_ask=can_ask)
        setup.run_now(agent.play(played))
        return played

    return run


@pytest.fixture(scope="session")
def seasons(suite: Suite, play: Play) -> dict[str, Season]:
    """Agents and instruments by name, each over the whole suite."""
    phone = replay.phone()
    found = {name: Season(tuple(play(make(7), task) for task in suite.tasks)) for name, make in AGENTS.items()}
    for name in ("oracle", "silent"):
        found[name] = Season(tuple(setup.play(instrument(name), task, phone) for task in suite.tasks))
    return found
