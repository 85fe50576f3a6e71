"""Every episode that was not solved has one cause, with evidence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.metrics import counts
from runtime.metrics.causes import Cause, cause_of
from tests.runtime.metrics.test_reducers import score

_MARKS = st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None]))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"ending": "fault", "cause": "device", "error": "cable cut"}, Cause("device", "cable cut")),
        ({"ending": "deadline", "cause": "agent"}, Cause("agent", "ended when its deadline passed")),
        ({"met": {"r1": (None, None), "r2": (True, True)}}, Cause("judge", "rules could not decide every requirement")),
        ({"bypasses": {"clock/alarms": True}}, Cause("agent", "changed by shell commands: clock/alarms")),
        (
            {"met": {"r1": (True, False), "r2": (True, True)}, "side_effects": {"cart/9": True}, "ending": "max_steps"},
            Cause("agent", "not met at the end: r1, ended after all steps of the budget"),
        ),
        ({"side_effects": {"cart/9": True, "cart/8": False}}, Cause("agent", "left side effects: cart/9")),
    ],
)
def test_the_cause_of_an_unsolved_episode_is_named_with_its_evidence(changes: dict[str, Any], expected: Cause) -> None:
    """Faults come before marks that are missing, these before what the agent did or left undone."""
    assert cause_of(score("x", **changes)) == expected


@given(
    met=st.fixed_dictionaries({"r1": _MARKS, "r2": _MARKS}),
    remains=st.booleans(),
    bypassed=st.booleans(),
    cause=st.sampled_from([None, "agent", "device", "runtime"]),
)
def test_an_episode_has_a_cause_exactly_if_it_was_not_solved(
    met: dict[str, tuple[bool | None, bool | None]], remains: bool, bypassed: bool, cause: Any
) -> None:
    """Whatever the marks are, either the episode is solved or there is one cause whose evidence is not empty."""
    found: Score = score("x", met=met, side_effects={"a": remains}, bypasses={"b": bypassed}, cause=cause)
    why = cause_of(found)
    assert (why is None) == (cause is None and counts.success_final(found))
    assert why is None or why.evidence
