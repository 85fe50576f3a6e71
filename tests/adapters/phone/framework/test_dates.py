"""Days and times as apps write them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from adapters.phone.framework.dates import (
    date_text,
    day_and_time,
    day_name,
    elapsed,
    full_date,
    near_day,
    shown_time,
    time_or_date,
    time_or_day,
)
from tests.adapters.phone.framework.test_app_builder import VIEW

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


def test_a_date_has_its_year_where_it_is_another() -> None:
    """Days near today have their names instead; the full date never has a year."""
    assert (date_text(date(2026, 11, 19), NOW), date_text(date(2027, 1, 4), NOW)) == ("Thu, 19 Nov", "Mon, 4 Jan 2027")
    assert near_day(date(2026, 11, 18), NOW) == "Tomorrow"
    assert near_day(date(2025, 11, 18), NOW) == "Tue, 18 Nov 2025"
    assert full_date(date(2027, 1, 4)) == "Monday 4 January"


@pytest.mark.parametrize(
    ("time", "short"), [("00:05", "12:05 AM"), ("09:30", "9:30 AM"), ("12:00", "12:00 PM"), ("23:59", "11:59 PM")]
)
def test_a_time_follows_the_format_of_the_phone(time: str, short: str) -> None:
    """It is shown as it is, unless the phone is set to twelve hours."""
    assert shown_time(time, VIEW) == time
    assert shown_time(time, replace(VIEW, settings={"system": {"time_12_24": "12"}})) == short
