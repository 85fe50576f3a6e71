"""The rule against an exhaustive search: whatever can be done on a screen is right where it begins a shortest way."""

from __future__ import annotations

import pytest

from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.gap_search import held_against
from judges.gap.simulator import PhoneSimulator


@pytest.fixture(scope="module")
def world():
    """Forks of one phone."""
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
def test_right_is_what_begins_a_shortest_way(world, tasks, task, away):
    """On a screen some operations before the goal the rule says of each action what the search says."""
    there, count, wrong = held_against(world, tasks[task], away)
    assert wrong == []
    assert there == away
    assert count > away
