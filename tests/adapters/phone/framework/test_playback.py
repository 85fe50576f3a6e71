"""Where something that plays is, and lengths as players write them."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.framework.playback import length_text, position_at, share_of

NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time


@pytest.mark.parametrize(("since", "expected"), [("", 98), ("2026-11-17T09:23:00", 158), ("2026-11-17T09:25:00", 98)])
def test_a_position_moves_with_the_clock_while_it_plays(since: str, expected: int) -> None:
    """It rests without a beginning, and does not go back if the clock does."""
    assert position_at(98, since, NOW) == expected


@given(st.integers(-50, 500), st.integers(0, 400))
def test_a_share_is_between_nothing_and_all(seconds: int, length: int) -> None:
    """Also for what has no length, and for a place behind the end."""
    assert 0 <= share_of(seconds, length) <= 1


def test_lengths_have_hours_only_if_they_are_needed() -> None:
    """Minutes and seconds have two digits behind something longer."""
    assert (length_text(6138), length_text(213), length_text(9)) == ("1:42:18", "3:33", "0:09")
