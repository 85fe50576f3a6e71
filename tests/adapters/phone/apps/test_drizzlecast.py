"""Drizzlecast as a person uses it: skies that agree with each other, places, warnings, units that hold."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.drizzlecast import APP, weather
from adapters.phone.apps.drizzlecast.content import KINDS, PLACES, Place
from adapters.phone.apps.drizzlecast.model import Units, degrees, fall, speed, weight
from adapters.phone.apps.drizzlecast.places import SEARCH
from adapters.phone.ui.app import Share, View, route
from adapters.phone.ui.node import Ev, Node, ev
from tests.support.touching import phone_with, reach, state_of, tap, texts

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

NOW = datetime(2026, 11, 17, 9, 24, tzinfo=UTC)


def tap_event(root: Node, name: str) -> Ev | None:
    """The event of a tap on the node with this id."""
    if root.id == name:
        return root.event("tap")
    return next((event for child in root.children if (event := tap_event(child, name)) is not None), None)


def test_a_place_is_found_saved_and_made_the_first_page() -> None:
    """The near-twin stays unsaved; the new one comes last and can lead."""
    phone = started()
    tap(phone, "Saved places", "Add a place")
    phone.type_text("port mer")
    assert {"Port Meridian", "Port Meridian Airport"} <= {*texts(phone)}
    tap(phone, "Save Port Meridian Airport")
    assert app_state(phone)["places"][-1] == "Port Meridian Airport"
    assert "Port Meridian" not in app_state(phone)["places"]
    phone.start(APP.package, route("options", place="Port Meridian Airport"))
    tap(phone, "Make it the first page")
    phone.key(3)
    phone.reset({"drizzlecast": app_state(phone)}, 0)
    phone.start(APP.package)
    assert "Port Meridian Airport" in texts(phone)


def test_a_search_without_result_says_so() -> None:
    """And typing goes on."""
    phone = started()
    phone.dispatch(SEARCH)
    phone.type_text("Atlantis")
    assert "No place called “Atlantis”" in texts(phone)


def test_removing_places_leaves_one_and_always_a_first_page() -> None:
    """Where the first page's place goes, another one leads."""
    state, view = APP.initial(), View(NOW, {}, 0, (1080, 2400))
    for name in state.places:
        state, _ = APP.update(state, ev("remove", place=name), view)
        assert state.home in state.places
    assert state.places == ("Quarry Park",)


def test_units_hold_on_every_page() -> None:
    """Fahrenheit and knots on the sky, on a day and in the list of places."""
    phone = started()
    now = weather.now("Alder Cross", phone.now)
    assert degrees(Units(), now.temp) in texts(phone)
    phone.start(APP.package, route("choose", what="temperature"))
    tap(phone, "Fahrenheit")
    phone.start(APP.package, route("choose", what="wind"))
    tap(phone, "knots")
    units = Units("Fahrenheit", "knots")
    for place in (route("home"), route("places")):
        phone.start(APP.package, place)
        assert degrees(units, now.temp) in texts(phone)
    saturday = weather.day("Alder Cross", date(2026, 11, 21))
    phone.start(APP.package, route("day", place="Alder Cross", date="2026-11-21"))
    reach(phone, speed(units, saturday.gust))


def test_figures_are_converted_as_they_should_be() -> None:
    """Known pairs, with a real minus sign."""
    other = Units("Fahrenheit", "m/s", "inches", "inHg")
    assert [degrees(Units(), value) for value in (14, 0, -3)] == ["14°", "0°", "−3°"]
    assert [degrees(other, value) for value in (14, 0, -20)] == ["57°", "32°", "−4°"]
    assert (speed(Units(), 36), speed(other, 36)) == ("36 km/h", "10 m/s")
    assert (fall(Units(), 25.4), fall(other, 25.4)) == ("25.4 mm", "1.00 in")
    assert (weight(Units(), 1013), weight(other, 1013)) == ("1,013 hPa", "29.91 inHg")


def test_a_warning_leads_to_its_place() -> None:
    """From the sky's banner to the advice, and from there to the sky again."""
    phone = started()
    phone.start(APP.package, route("home", place="Kestrel Bay"))
    tap(phone, "Gale with thunderstorms")
    assert {"Orange warning for Kestrel Bay", "Stay off the pier"} <= {*texts(phone)}
    tap(phone, "Weather in Kestrel Bay")
    assert "Thunderstorm" in texts(phone)


@pytest.mark.parametrize(
    ("place", "word"),
    [
        (route("home", place="溪口"), "Eastern gorges"),
        (route("home", place="Nowhere"), "No weather for Nowhere"),
        (route("day", place="Lindmoor", date="2026-11-18"), "Tomorrow, 18 November"),
        (route("day", place="Lindmoor", date="soon"), "Today, 17 November"),
        (route("warning", key="none"), "No such warning"),
    ],
    ids=["place", "no place", "day", "no day", "no warning"],
)
def test_deep_links_open_at_their_place(place: Any, word: str) -> None:
    """Places, days and warnings can be opened from outside; what there is not says so."""
    phone = started()
    phone.start(APP.package, place)
    assert word in texts(phone)


def test_a_forecast_is_shared_as_three_days() -> None:
    """The text tells the place, and the same figures as the pages do."""
    state, view = APP.initial(), View(NOW, {}, 0, (1080, 2400))
    event = tap_event(APP.screen(state, route("home", place="Ashgate"), view).body, "share")
    assert event is not None
    _, effects = APP.update(state, event, view)
    assert isinstance(effects[0], Share)
    lines = effects[0].text.splitlines()
    day = weather.day("Ashgate", date(2026, 11, 18))
    assert lines[0] == "Weather in Ashgate"
    assert lines[2] == f"Wed 18 Nov: {KINDS[day.kind].label.lower()}, {day.low}° to {day.high}°, {day.chance}% rain"


@given(st.sampled_from(PLACES), st.dates(date(2026, 1, 1), date(2028, 12, 31)), st.integers(0, 23))
def test_the_weather_is_possible(spot: Place, when: date, hour: int) -> None:
    """An hour lies within its day, rain has a chance, gusts are stronger than wind; and asking again tells the same."""
    day = weather.day(spot.name, when)
    part = weather.hour(spot.name, datetime(when.year, when.month, when.day, hour, tzinfo=UTC))
    assert day.low < day.high
    assert day.low <= part.temp <= day.high
    assert day.gust >= day.wind
    assert 0 <= part.chance <= 100
    assert (day.rain > 0) == weather.falls(day.kind)
    weather.day.cache_clear()
    assert weather.day(spot.name, when) == day
