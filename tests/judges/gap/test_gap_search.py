"""The distance rule against an exhaustive search over all actions on a screen."""

from __future__ import annotations

import pytest

from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.gap_search import held_against
from judges.gap.simulator import PhoneSimulator


@pytest.fixture(scope="module")
def world():
    """Makes forks of one phone."""
    return PhoneSimulator(installed_apps())


@pytest.mark.parametrize(
    ("task", "away"),
    [
        ("device.quiet.detailed", 4),
        ("info.dawnfollow.detailed", 3),
        ("social.mute.detailed", 3),
        ("shop.lardercancel.detailed", 2),
        ("device.airplane.detailed", 1),
    ],
)
def test_an_action_is_right_if_it_starts_a_shortest_path(world, tasks, task, away):
    """On a screen a few operations before the goal, the rule agrees with the search on every action."""
    there, count, wrong = held_against(world, tasks[task], away)
    assert wrong == []
    assert there == away
    assert count > away
