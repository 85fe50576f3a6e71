"""Mapwren as a person uses it: a trip by touch, lists, and how it can fail."""

from __future__ import annotations

from functools import partial

import pytest

from adapters.phone.apps.mapwren import APP
from adapters.phone.apps.mapwren.content import AVOID, KINDS, MODES, PLACES, place_of
from adapters.phone.apps.mapwren.directions import directions_to
from adapters.phone.apps.mapwren.model import Plan, State, arrival, chosen, lasting, opening
from adapters.phone.apps.mapwren.routing import HERE, connections, metres, near
from adapters.phone.framework.actions import assign, go
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import View, route
from adapters.phone.ui.node import ev
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import phone_with, state_of, tap, texts, toast

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"
KILN = directions_to(place_of("kiln"))
"""What "Directions" on the page of The Kiln does."""


def test_a_trip_is_planned_by_touch() -> None:
    """Pin, directions, mode, departure, what to avoid, a way, review; nothing is planned before it is confirmed."""
    phone = started()
    known = len(app_state(phone)["trips"])
    tap(phone, "Museum of Small Glass", "Directions", "Transit", "Leave now", "Arrive by 18:30")
    tap(phone, "Avoid nothing", "Ferries", "Done", "via Bus 27, then Tram 1", "Plan this trip")
    assert {"Check your trip", "Museum of Small Glass", "Transit", "Arrive by 18:30", "Ferries"} <= {*texts(phone)}
    assert len(app_state(phone)["trips"]) == known
    tap(phone, "Confirm trip")
    trip = app_state(phone)["trips"][-1]
    assert {key: trip[key] for key in ("origin", "target", "mode", "via", "departure", "avoid")} == {
        "origin": HERE,
        "target": "Museum of Small Glass",
        "mode": "Transit",
        "via": "Bus 27, then Tram 1",
        "departure": "Arrive by 18:30",
        "avoid": ["Ferries"],
    }
    assert "To Museum of Small Glass" in texts(phone)
    phone.key(4)
    phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_trip_carries_the_declared_defaults() -> None:
    """What the plan presets is what the choice points say."""
    phone = started()
    tap(phone, "The Kiln", "Directions")
    phone.dispatch(go("review"))
    tap(phone, "Confirm trip")
    trip = app_state(phone)["trips"][-1]
    declared = {choice.id.removeprefix("mapwren."): choice.default for choice in APP.choices}
    happened = {
        "origin": trip["origin"],
        "mode": trip["mode"],
        "departure": trip["departure"],
        "avoid": ", ".join(trip["avoid"]) or "Nothing",
        "list": app_state(phone)["lists"][0]["name"],
    }
    assert happened == declared


@pytest.mark.parametrize(
    ("mode", "departure", "right"),
    [("Walk", "Leave at 10:00", True), ("Cycle", "Leave at 10:00", False), ("Walk", "Leave at 12:30", False)],
    ids=["right", "other mode", "other time"],
)
def test_checks_tell_the_right_trip_from_near_misses(mode: str, departure: str, right: bool) -> None:
    """One predicate holds for the trip that was asked for, and for none that differs in one choice."""
    phone = started()
    tap(phone, "Lantern Noodles 灯笼面馆", "Directions", mode, "Leave now", departure)
    phone.dispatch(ev("confirm"))
    wanted = {"target": "Lantern Noodles 灯笼面馆", "mode": "Walk", "departure": "Leave at 10:00"}
    assert holds(Check("mapwren/trips/*", "has", wanted), phone.read()) is right


def test_both_ends_of_a_trip_are_chosen_by_search_and_swapped() -> None:
    """The row leads to the search; what is found there becomes that end."""
    phone = started()
    tap(phone, "Quarry Park", "Directions", "Your location")
    phone.type_text("central")
    phone.key(4)
    tap(phone, "Alder Cross Central")
    assert (app_state(phone)["plan"]["origin"], app_state(phone)["plan"]["target"]) == (
        "Alder Cross Central",
        "Quarry Park",
    )
    tap(phone, "Swap start and end")
    assert (app_state(phone)["plan"]["origin"], app_state(phone)["plan"]["target"]) == (
        "Quarry Park",
        "Alder Cross Central",
    )
    phone.dispatch(assign("plan.origin", "Alder Cross Central"))
    phone.start(APP.package, route("directions"))
    assert "Choose two different places." in texts(phone)
    buttons = [box for box in parse(phone.dump()).walk() if box.clickable and box.children]
    assert [box.enabled for box in buttons if box.children[0].desc == "Swap start and end"] == [False]


def test_a_place_is_saved_in_a_list_and_only_there() -> None:
    """Save puts it among the first list's, the sheet into others."""
    phone = started()
    tap(phone, "The Kiln", "Save")
    assert app_state(phone)["lists"][0]["places"][-1] == "The Kiln"
    tap(phone, "Favourites", "Want to go", "Done")
    lists = {list_item["name"]: list_item["places"] for list_item in app_state(phone)["lists"]}
    assert lists["Want to go"][-1] == "The Kiln"
    assert "The Kiln" not in lists["Favourites"]


def test_a_list_is_deleted() -> None:
    """It is gone from the page and the state; an empty one says so before."""
    phone = started(state={"lists": [{"name": "Nothing yet", "glyph": "flag", "places": []}]})
    tap(phone, "You", "Nothing yet")
    assert "Nothing saved here" in texts(phone)
    tap(phone, "Delete list")
    assert app_state(phone)["lists"] == []


def test_search_finds_places_and_says_when_there_are_none() -> None:
    """Street and kind count; what was looked at is remembered."""
    phone = started()
    tap(phone, "Where to?")
    phone.type_text("dyers culture")
    phone.key(4)
    tap(phone, "Museum of Small Glass")
    assert app_state(phone)["ui"]["recent"][0] == "Museum of Small Glass"
    phone.key(4)
    phone.dispatch(assign("ui.query", "zebra"))
    assert "No place for “zebra”" in texts(phone)


@pytest.mark.parametrize("kind", [*KINDS])
def test_a_kind_lists_its_places_the_nearest_first(kind: str) -> None:
    """The filter keeps what is open at this time, and says so where nothing is."""
    phone = started()
    phone.start(APP.package, route("kind", kind=kind))
    assert near(kind)[0].name in texts(phone)
    far = [metres(HERE, place.name) for place in near(kind)]
    assert far == sorted(far)
    tap(phone, "Open now")
    open_now = [place.name for place in near(kind) if not opening(place, phone.now).startswith("Closed")]
    full_texts = texts(phone)
    assert open_now[0] in full_texts if open_now else "Nothing open now" in full_texts


def test_what_is_avoided_is_not_on_the_way() -> None:
    """Ways that have it are left out; the best one comes first and something is always left."""
    for mode in MODES:
        paths = connections(HERE, "The Kiln", mode)
        assert [path.minutes for path in paths] == sorted(path.minutes for path in paths)
        assert connections(HERE, "The Kiln", mode, AVOID)
    assert [path.via for path in connections(HERE, "The Kiln", "Drive", ("Tolls",))] == [
        "Harbour Road",
        "Mill Lane and Tower Bridge",
    ]
    assert len(connections(HERE, "The Kiln", "Walk", ("Ferries",))) == 2
    gone = chosen(Plan(target="The Kiln", avoid=("Tolls",), via="Ring 2"))
    assert gone is not None
    assert gone.via == "Harbour Road"


def test_a_trip_is_deleted() -> None:
    """The record loses that one and no other."""
    phone = started()
    before = [trip["id"] for trip in app_state(phone)["trips"]]
    tap(phone, "You", "Planned trips", "To Lighthouse Theatre", "Delete trip")
    assert [trip["id"] for trip in app_state(phone)["trips"]] == [item for item in before if item != "34"]


def test_a_trip_after_a_deleted_one_has_a_number_of_its_own() -> None:
    """No number is given twice while another trip has it."""
    phone = started()
    phone.dispatch(ev("delete_trip", id="31"))
    phone.start(APP.package, route("place", key="kiln"))
    for event in (KILN, ev("confirm")):
        phone.dispatch(event)
    numbers = [trip["id"] for trip in app_state(phone)["trips"]]
    assert len({*numbers}) == len(numbers)


def test_times_are_told_from_the_departure() -> None:
    """Leaving tells the arrival, arriving tells when to leave; hours follow the clock."""
    now = Phone(with_launcher((APP,))).now.replace(hour=9, minute=50)
    assert arrival("Leave now", 15, now) == "There at 10:05"
    assert arrival("Leave at 12:30", 45, now) == "There at 13:15"
    assert arrival("Arrive by 18:30", 40, now) == "Leave at 17:50"
    assert [lasting(35), lasting(65)] == ["35 min", "1 h 05 min"]
    glass = place_of("glass")
    assert opening(glass, now) == "Closed, opens at 10:00"
    assert opening(glass, now.replace(hour=11)) == "Open until 17:00"
    assert opening(glass, now.replace(hour=20)) == "Closed, opens at 10:00"


def test_deep_links_open_at_their_place() -> None:
    """A place, a list and a trip can be opened from outside; what is gone says so."""
    phone = started()
    for place, word in (
        (route("place", key="matcha"), "Green Bowl 抹茶屋"),
        (route("list", list="Want to go"), "Tower Hill Viewpoint"),
        (route("list", list="none"), "No such list"),
        (route("trip", id="34"), "Lighthouse Theatre"),
        (route("trip", id="none"), "No such trip"),
        (route("directions"), "Choose two different places."),
    ):
        phone.start(APP.package, place)
        assert word in texts(phone)


def test_confirming_twice_plans_once() -> None:
    """The plan is empty after the first time, and an empty plan is no trip."""
    state = State()
    view = View(Phone(with_launcher((APP,))).now, {}, 0, (1080, 2400))
    state, _ = APP.update(state, KILN, view)
    once, _ = APP.update(state, ev("confirm"), view)
    twice, _ = APP.update(once, ev("confirm"), view)
    assert len(once.trips) == len(state.trips) + 1
    assert twice.trips == once.trips


def test_pins_of_the_first_screen_can_all_be_touched() -> None:
    """No pin lies on another one, below the chips or below the sheet."""
    for place in PLACES:
        phone = started()
        if any(box.desc == place.name for box in parse(phone.dump()).walk()):
            tap(phone, place.name)
            assert phone.state.top.route == route("place", key=place.key)


def test_a_past_trip_keeps_its_times() -> None:
    """A trip that left at once is told from when it was planned, not from now."""
    phone = started()
    phone.start(APP.package, route("trip", id="35"))
    trip = State().trips[-1]
    assert trip.departure == "Leave now"
    assert f"There at 10:{2 + trip.minutes:02d}" in texts(phone)
    assert "Planned on 15 Nov, 10:02" in texts(phone)


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ("Don’t allow", "Search by voice needs the microphone"),
        ("While using the app", "Nothing was heard. Type where you want to go."),
    ],
)
def test_search_by_voice_asks_for_the_microphone(answer: str, note: str) -> None:
    """In the system's dialog; what is said afterwards depends on the answer."""
    phone = started()
    tap(phone, "Search by voice", answer)
    assert toast(phone) == note
    assert phone.state.top.route.name == "home"
