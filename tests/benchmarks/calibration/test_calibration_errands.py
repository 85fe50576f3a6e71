"""Tests of the families with a side effect: what is known of them by construction."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.calibration.errands import SIDE_EFFECTS, has_side_effect, is_item, is_message, is_setting, is_undoing
from benchmarks.calibration.reference_actions import reference_actions
from runtime.core.config import T_MAX
from runtime.plugins.registry import suite as load

SUITE = load("clarity240")


@pytest.mark.parametrize("family", [name for name in SIDE_EFFECTS if name != "option_more"])
def test_an_errand_holds_the_reference_and_fits_into_the_step_budget(family: str) -> None:
    """All actions of the reference are there in their order, and something in another app, in at most T_max steps."""
    for task in SUITE.tasks[::7]:
        found = SIDE_EFFECTS[family](task, SUITE.intents, Random(1), 0)
        if found is None:
            continue
        both, actions = found
        own = reference_actions(task)
        remaining = iter(actions)
        assert all(any(action == other for other in remaining) for action in own)
        assert len(own) < len(actions) <= T_MAX
        assert both.intent.setup.state.items() >= task.intent.setup.state.items()


def test_each_kind_of_errand_is_found_by_what_references_change() -> None:
    """Messages, removals, settings and new records are told apart by the recorded effects alone."""
    intents = {intent.id: intent for intent in SUITE.intents}
    assert is_message(intents["social.pickup"])
    assert is_undoing(intents["shop.lardercancel"])
    assert is_setting(intents["device.airplane"])
    assert is_item(intents["shop.bunpier"])
    assert not is_item(intents["device.airplane"])


def test_nothing_is_claimed_of_a_trajectory_that_went_wrong() -> None:
    """A side effect is known only of plays that reached their end as they were constructed."""
    assert has_side_effect("item_more", True) is True
    assert has_side_effect("item_more", False) is None
    assert has_side_effect("complete", False) is False
    assert has_side_effect("complete", True) is None
    assert has_side_effect("option_more", False) is False
    assert has_side_effect("near_miss", True) is None
    assert has_side_effect("message_after", None) is None
