"""Calendar by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.calendar import APP
from adapters.phone.apps.calendar.content import CONTENT, REPEATS
from adapters.phone.apps.calendar.days import begins, days_of, length_of, turn
from adapters.phone.apps.calendar.grids import clusters, span
from adapters.phone.apps.calendar.model import State, due, on_day, visible
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.records import ONCE, Event
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import found, phone_with, reach, state_of, tap, texts, toast, window_texts

phone = partial(phone_with, APP)
calendar = partial(state_of, app=APP)

BACK = 4
MINUTE = 60_000
DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))


def event(on: Phone, title: str) -> dict[str, Any]:
    """The only event with this title."""
    (item,) = [each for each in calendar(on)["events"] if each["title"] == title]
    return dict(item)


def test_an_event_is_made_with_all_that_was_picked() -> None:
    """Every option ends in one event; the others stay as they were."""
    on = phone()
    before = calendar(on)["events"]
    tap(on, "New event")
    on.type_text("Kiln visit")
    tap(on, "Robin", "Work", "Start date", "Next month, December", "Thursday 3 December", "OK")
    tap(on, "Start time", "14 hours", "30 minutes", "OK", "Does not repeat", "Every week")
    tap(on, "Repeat ends", "Next month, January", "Thursday 14 January", "OK", "Add place")
    on.type_text("Old Dye Works")
    tap(on, "Notification", "1 hour before", "Save")
    made = event(on, "Kiln visit")
    assert made == {
        "id": "35",
        "title": "Kiln visit",
        "start": "2026-12-03T14:30",
        "end": "2026-12-03T15:30",
        "calendar": "Work",
        "place": "Old Dye Works",
        "all_day": False,
        "repeat": "Every week",
        "until": "2027-01-14",
        "reminder": "1 hour before",
        "guests": [],
        "color": "Calendar colour",
        "notes": "",
        "shown_as": "Busy",
        "access": "Default visibility",
        "organiser": "Robin Vale",
        "reply": "",
        "skipped": [],
    }
    assert calendar(on)["events"][:-1] == before
    assert "Saved to Work" in window_texts(on)
    assert on.foreground == (APP.package, ".EventInfoActivity")


def test_an_untouched_form_ends_with_the_declared_defaults() -> None:
    """Who only gives a title gets the default of every choice point."""
    on = phone()
    tap(on, "New event")
    on.type_text("Walk")
    tap(on, "Save")
    made = event(on, "Walk")
    declared = {choice.id.removeprefix("calendar."): choice.default for choice in APP.choices}
    happened = {
        "event.calendar": made["calendar"],
        "event.start": "Next full hour" if made["start"] == "2026-11-17T10:00" else made["start"],
        "event.all_day": "On" if made["all_day"] else "Off",
        "event.repeat": made["repeat"],
        "event.until": made["until"] or "Never",
        "event.reminder": made["reminder"],
    }
    assert happened == declared


def test_state_tells_a_right_event_from_near_misses() -> None:
    """A check holds for the event that was asked for and not for one of another hour, calendar or title."""
    on = phone()
    tap(on, "New event")
    on.type_text("Lunch")
    tap(on, "Save")
    wanted = {"title": "Lunch", "start": "2026-11-17T10:00", "calendar": "Robin"}
    state = on.read()
    assert holds(Check("calendar/events/*", "has", wanted), state)
    for key, value in (("start", "2026-11-18T10:00"), ("calendar", "Work"), ("title", "Dinner")):
        assert not holds(Check("calendar/events/*", "has", {**wanted, key: value}), state)


def test_an_end_before_the_start_is_not_saved() -> None:
    """The form says what is wrong, and nothing is made until it is put right; a moved start takes the end along."""
    on = phone()
    count = len(calendar(on)["events"])
    tap(on, "New event", "End time", "8 hours", "OK", "Save")
    assert toast(on) == "The end is before the start"
    assert "The end is before the start" in window_texts(on)
    assert len(calendar(on)["events"]) == count
    tap(on, "Start time", "7 hours", "15 minutes", "OK")
    assert calendar(on)["draft"]["end"] == "2026-11-17T05:15"
    tap(on, "End time", "8 hours", "OK", "Save")
    made = calendar(on)["events"][-1]
    assert (made["start"], made["end"], made["title"]) == ("2026-11-17T07:15", "2026-11-17T08:15", "")


def test_all_day_lasts_to_the_midnight_after_the_last_day() -> None:
    """Switched on, the times go; the end is picked as the last day; switched off, the usual hour is back."""
    on = phone()
    tap(on, "New event")
    on.type_text("Fair")
    tap(on, "All day", "End date", "Thursday 19 November", "OK")
    assert window_texts(on).count("Thu, 19 Nov") == 1
    tap(on, "Save")
    made = event(on, "Fair")
    assert (made["all_day"], made["start"], made["end"]) == (True, "2026-11-17T00:00", "2026-11-20T00:00")
    assert {"Tue, 17 Nov – Thu, 19 Nov", "All day"} <= {*window_texts(on)}
    tap(on, "Edit", "All day", "Save")
    made = event(on, "Fair")
    assert (made["all_day"], made["start"], made["end"]) == (False, "2026-11-17T10:00", "2026-11-17T11:00")


def test_delete_asks_first() -> None:
    """A single event is deleted after a question, a series with all its repeats."""
    on = phone(place=route("event", key="2"))
    document = event(on, "Lunch with Noor")
    tap(on, "Delete", "Cancel")
    assert event(on, "Lunch with Noor") == document
    tap(on, "Delete", "Delete")
    assert "Lunch with Noor" not in {each["title"] for each in calendar(on)["events"]}
    on.start(APP.package, route("event", key="1", day="2026-11-19"))
    tap(on, "Delete")
    assert (
        "“Stand-up” will be deleted with all its repeats. Guests will be told that it was cancelled."
        in window_texts(on)
    )
    tap(on, "Delete")
    assert "Stand-up" not in {each["title"] for each in calendar(on)["events"]}


def test_an_invitation_is_answered() -> None:
    """Yes, no, maybe of somebody else's event; the own ones have no such bar, and that event is not edited."""
    on = phone(place=route("event", key="8"))
    assert found(on, "Edit") is None
    tap(on, "Maybe")
    assert event(on, "Print sizes")["reply"] == "Maybe"
    assert toast(on) == "Reply sent to Mira Okonedo: Maybe"
    on.start(APP.package, route("event", key="2"))
    assert found(on, "Going?") is None


def test_the_views_show_the_day_that_is_picked() -> None:
    """A day of the month leads to it; steps lead on; "Jump to today" comes back."""
    on = phone()
    tap(on, "Open navigation drawer", "Month", "Next month")
    assert "December 2026" in window_texts(on)
    tap(on, "Jump to today", "Saturday 21 November, 3 events")
    assert {"Saturday, 21 Nov", "Kestrel Bay with Noor", "Boat with José"} <= {*texts(on)}
    tap(on, "Next day")
    assert "Sunday, 22 Nov" in window_texts(on)
    tap(on, "Jump to today")
    assert "Tuesday, 17 Nov" in window_texts(on)
    assert not reach(on, "Jump to today").enabled


def test_a_touch_in_the_middle_of_any_day_of_the_month_opens_it() -> None:
    """The last Sunday too: the floating button lies below the days."""
    on = phone(place=route("month"))
    tap(on, "Sunday 6 December, 1 event")
    assert "Sunday, 6 Dec" in window_texts(on)


def test_calendars_are_shown_and_hidden() -> None:
    """Hiding a calendar hides its events; new events go to the default calendar."""
    on = phone()
    assert "Stand-up" in window_texts(on)
    tap(on, "Open navigation drawer", "Work", "Close")
    assert "Stand-up" not in window_texts(on)
    on.start(APP.package, route("settings"))
    tap(on, "Default calendar", "Family")
    on.start(APP.package, route("schedule"))
    tap(on, "New event", "Save")
    assert calendar(on)["events"][-1]["calendar"] == "Family"


def test_search_finds_and_says_when_it_does_not() -> None:
    """Words of title, place or guests, in hidden calendars too; nothing found is said."""
    on = phone()
    tap(on, "Search")
    on.type_text("pottery")
    assert "1 event" in window_texts(on)
    on.clear_text()
    on.type_text("zeppelin")
    assert "Nothing in your calendars has “zeppelin”." in window_texts(on)


def test_an_event_is_shared_and_its_place_copied() -> None:
    """Title, day and place go to a chat; the place goes to the clipboard."""
    on = phone(PARLOWE, place=route("event", key="2"))
    tap(on, "Copy place")
    assert on.state.clipboard == "Noodle Yard, 9 Ferry Street"
    tap(on, "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent == "Lunch with Noor\nToday, 17 November, 12:30 – 13:30\nNoodle Yard, 9 Ferry Street"


def test_the_phone_tells_of_events_in_time() -> None:
    """Ten minutes before lunch a notification comes, once."""
    on = phone()
    after = datetime.fromisoformat("2026-11-17T09:24+00:00")
    assert due(State(), after) == datetime.fromisoformat("2026-11-17T12:20+00:00")
    on.elapse((2 * 60 + 55) * MINUTE)
    assert not [item for item in on.state.posted if item.package == APP.package]
    on.elapse(5 * MINUTE)
    (item,) = [element for element in on.state.posted if element.package == APP.package]
    assert (item.notice.title, item.notice.text) == ("Lunch with Noor", "12:30 – 13:30, Noodle Yard, 9 Ferry Street")


def test_empty_pages_say_so() -> None:
    """No events, an event that is gone."""
    on = phone(state={"events": []})
    assert "Nothing planned" in window_texts(on)
    on.start(APP.package, route("event", key="99"))
    assert "This event is gone" in window_texts(on)


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the events."""
    on = phone(place=route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert calendar(on)["events"] == calendar(phone())["events"]


@given(DAYS, st.sampled_from(REPEATS))
def test_turns_begin_on_the_first_day_and_last_as_long(first: date, repeat: str) -> None:
    """The first turn is the event itself, none comes before it, and all have its length."""
    item = Event("1", "x", f"{first}T22:30", f"{first + timedelta(1)}T01:00", "Robin", repeat=repeat)
    weekend = first.weekday() > 4 and "weekday" in repeat
    assert begins(item, first) is not weekend
    assert not begins(item, first - timedelta(1))
    turns = [first + timedelta(at) for at in range(60) if begins(item, first + timedelta(at))]
    assert all(length_of(turn(item, day)) == length_of(item) and days_of(turn(item, day)) == 2 for day in turns)
    assert len(turns) == 1 if repeat in (ONCE, "Every year") else len(turns) > 1


@given(DAYS)
def test_blocks_of_a_day_never_lie_on_each_other(day: date) -> None:
    """Within a lane one begins after the other has ended; every event has exactly one block."""
    events = [item for item, _ in on_day(visible(State()), day) if not item.all_day]
    placed = clusters(events)
    assert sorted(row[0].id for each in placed for lane in each.lanes for row in lane) == sorted(
        item.id for item in events
    )
    for each in placed:
        for lane in each.lanes:
            assert all(a[2] <= b[1] for a, b in pairwise(lane))
            assert all(each.start <= row[1] < row[2] <= each.end for row in lane)
    assert all(a.end <= b.start for a, b in pairwise(placed))


def test_the_shortest_block_can_be_read() -> None:
    """A quarter of an hour takes the room of half an hour."""
    assert span(CONTENT.events[2])[1:] == (15 * 60 + 30, 16 * 60)
