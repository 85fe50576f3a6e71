"""The sides of a comparison, from run folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.core.errors import UsageError
from runtime.recordings.run import RecordedRun
from runtime.recordings.sides import differing_settings, sides_of
from tests.support.committed_runs import episodes, write_run


def run(path: Path, *agents: str, **settings: object) -> RecordedRun:
    """Write and open a run of these agents."""
    scores = [score for agent in agents for score in episodes(agent, "x.")]
    return RecordedRun.open(write_run(path, scores, **settings))  # type: ignore[arg-type]


def test_each_agent_of_each_run_is_a_side(tmp_path: Path) -> None:
    """They come in the order of the runs and of their configurations, and titles distinguish them."""
    both = [run(tmp_path / "A", "one", "two"), run(tmp_path / "B", "one")]
    assert [side.title for side in sides_of(both)] == ["A: one", "A: two", "B: one"]
    assert [side.title for side in sides_of(both[:1])] == ["one", "two"]
    assert [side.title for side in sides_of(both, ["one"])] == ["A", "B"]
    assert [side.title for side in sides_of([both[1], both[1]])] == ["1: one", "2: one"]
    assert [side.suite for side in sides_of(both[:1])] == ["nowhere 1"] * 2


def test_agents_that_are_named_come_in_their_order(tmp_path: Path) -> None:
    """The first is the baseline."""
    recorded = run(tmp_path / "A", "one", "two", "three")
    assert [side.agent for side in sides_of([recorded], ["three", "one"])] == ["three", "one"]


def test_an_agent_that_no_run_has_is_refused(tmp_path: Path) -> None:
    """The error lists the agents."""
    with pytest.raises(UsageError, match="called 'four'; there is: one, two"):
        sides_of([run(tmp_path / "A", "one", "two")], ["four"])


def test_a_run_without_a_finished_episode_is_refused(tmp_path: Path) -> None:
    """There is nothing to compare."""
    with pytest.raises(UsageError, match="has no finished episode"):
        sides_of([RecordedRun.open(write_run(tmp_path / "A", [], finished=False))])


def test_settings_that_differ_are_named(tmp_path: Path) -> None:
    """Who played what is not among them, since a comparison shows that."""
    first, second = run(tmp_path / "A", "one"), run(tmp_path / "B", "two", seed=8, ask=False, repeat=2)
    assert differing_settings([first, second]) == ["ask", "seed"]
    assert differing_settings([first, first]) == []
