"""Days and times as apps write them."""

from __future__ import annotations

from datetime import datetime

import pytest

from adapters.phone.framework.dates import day_and_time, day_name, elapsed, time_or_date, time_or_day

NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time


@pytest.mark.parametrize(
    ("time", "day", "short"),
    [
        ("2026-11-17T23:59", "Today", "23:59"),
        ("2026-11-16T23:59", "Yesterday", "Yesterday"),
        ("2026-11-18T00:00", "Tomorrow", "18 Nov"),
        ("2026-11-11T10:00", "Wed, 11 Nov", "Wed"),
        ("2026-11-10T10:00", "Tue, 10 Nov", "10 Nov"),
    ],
)
def test_a_day_is_named_by_its_distance(time: str, day: str, short: str) -> None:
    """Whole days count, not hours; a weekday alone stands for the last six days only."""
    assert day_name(time, NOW) == day
    assert time_or_day(time, NOW) == short
    assert day_and_time(time, NOW) == f"{day}, {time[11:]}"


def test_a_date_takes_the_place_of_the_time_after_two_days() -> None:
    """What happened today or yesterday has its time, what lies further back or ahead its date."""
    written = [time_or_date(f"2026-11-{day}T18:40", NOW) for day in (15, 16, 17, 18)]
    assert written == ["Sun, 15 Nov", "Yesterday, 18:40", "Today, 18:40", "Tomorrow"]


def test_no_time_is_written_as_nothing() -> None:
    """A chat without messages has no last time."""
    assert time_or_day("", NOW) == time_or_date("", NOW) == ""


@pytest.mark.parametrize(
    ("time", "text"),
    [
        ("2026-11-17T09:24", "now"),
        ("2026-11-17T09:06", "18 min"),
        ("2026-11-16T09:25", "23 h"),
        ("2026-11-16T09:24", ""),
    ],
)
def test_the_time_since_is_short(time: str, text: str) -> None:
    """From a day on there is none: apps write it differently."""
    assert elapsed(time, NOW) == text
