"""What is drawn of recorded runs: the scores of one judge, with names that tell runs and agents apart. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runtime.core.events import Score


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """The scores of one judge in a run, in the order of the commits."""

    name: str
    """A name that no other run has."""
    suite: str
    """The suite with its version."""
    judge: str
    scores: tuple[Score, ...]
    kinds: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By agent: the number of its decisions by the kind of their first action, as far as it is known."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, in the order in which their first episodes were finished."""
        return tuple(dict.fromkeys(score.agent for score in self.scores))


def agent_names(runs: Sequence[ScoredRun]) -> dict[tuple[str, str], str]:
    """Return a name for each pair of run and agent; an agent of several runs has the run's name in it."""
    pairs = dict.fromkeys((run.name, agent) for run in runs for agent in run.agents)
    times = Counter(agent for _, agent in pairs)
    return {(run, agent): agent if times[agent] == 1 else f"{agent} ({run})" for run, agent in pairs}


def conditions(runs: Sequence[ScoredRun]) -> str:
    """Name the suites and judges behind the numbers, for the note of a figure."""
    suites = ", ".join(dict.fromkeys(run.suite for run in runs))
    judges = ", ".join(dict.fromkeys(run.judge for run in runs))
    return f"Suite: {suites}. Judge: {judges}."
