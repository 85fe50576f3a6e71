"""Seatmint as a person uses it: times, seats, kinds of tickets, codes, and what the state says afterwards."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.seatmint import APP
from adapters.phone.apps.seatmint.catalogue import CINEMAS, FILMS, SHOWS, TERMS, screenings, search, show_of
from adapters.phone.apps.seatmint.model import (
    SEATS,
    Draft,
    Extra,
    State,
    Tickets,
    ordered,
    places,
    screening_of,
    seats_text,
    taken,
    total,
)
from adapters.phone.apps.seatmint.parts import open_show
from adapters.phone.framework.actions import assign, go
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.node import Ev, ev
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import found, phone_with, reach, state_of, tap, texts, toast

app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"
DAY = "2026-11-17"
EVENING = ev("seats", show="lighthouse", day=DAY, venue="Lantern Cinema", time="20:15")
TIME = "14:45, 2D, Subtitled, Hall 1"


def started(*events: Ev, **state: Any) -> Phone:
    """A phone with the app in front, after these events; the arguments are merged into its first state."""
    phone = phone_with(APP, state=state)
    for event in events:
        phone.dispatch(event)
    return phone


def free(draft: Draft) -> list[str]:
    """The seats that can be had, row by row."""
    return [*ordered(tuple(SEATS - taken(draft.show, draft.day, draft.venue, draft.time)))]


def test_a_film_is_booked_by_touch() -> None:
    """Show, time, seats, kinds, checkout, review, pass; the record has each choice, nothing is booked before."""
    phone = started()
    known = len(app_state(phone)["bookings"])
    phone.start(APP.package, route("show", key="lighthouse"))
    tap(phone, TIME, "Row C, seat 4, free", "Row C, seat 5, free", "Row C, seat 6, free", "Row C, seat 4, selected")
    tap(phone, "Next, 2 seats", "One Student more", "One Lemonade more", "One Lemonade more", "Checkout")
    tap(phone, "Box office", "Refund cover", "Mint credit", "Review booking")
    assert len(app_state(phone)["bookings"]) == known
    assert {"C5, C6", "1 Adult, 1 Student", "2 × Lemonade", "Box office", "Yes", "Mint credit"} <= {*texts(phone)}
    tap(phone, "Book now")
    assert {"You’re in", "Row C, seats 5, 6", "Mint credit, Refund cover"} <= {*texts(phone)}
    made = app_state(phone)["bookings"][-1]
    assert {key: made[key] for key in made if key not in ("id", "placed", "reason", "zone")} == {
        "number": "SM-5523",
        "show": "The Ninth Lighthouse",
        "kind": "Film",
        "venue": "Lantern Cinema",
        "hall": "Hall 1",
        "day": DAY,
        "time": "14:45",
        "format": "2D",
        "spoken": "Subtitled",
        "seats": ["C5", "C6"],
        "tickets": {"adult": 1, "student": 1, "child": 0, "senior": 0},
        "extras": [{"name": "Lemonade", "quantity": 2}],
        "delivery": "Box office",
        "payment": "Mint credit",
        "cover": True,
        "code": "",
        "total": "$30.40",
        "status": "Booked",
    }
    tap(phone, "My tickets")
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_booking_carries_the_declared_defaults() -> None:
    """What nobody picks is what the choice points say."""
    phone = started(EVENING, ev("best", many=1))
    declared = {choice.id.removeprefix("seatmint."): choice.default for choice in APP.choices}
    tap(phone, "Next, 1 seat", "Checkout", "Review booking", "Book now")
    made = app_state(phone)["bookings"][-1]
    happened = {
        "places": str(len(made["seats"])),
        "ticket": "Adult" if made["tickets"]["adult"] == 1 else "another",
        "extras": made["extras"] or "None",
        "delivery": made["delivery"],
        "payment": made["payment"],
        "cover": "On" if made["cover"] else "Off",
        "code": made["code"] or "No code",
    }
    assert {key: declared[key] for key in happened} == happened
    assert declared["cinema"] == CINEMAS[0]
    assert declared["day"] == "Today"
    phone.dispatch(open_show("dunes"))
    assert (declared["day"], app_state(phone)["ui"]["day"]) == ("Today", "")


@pytest.mark.parametrize(
    ("time", "seats", "child", "right"),
    [
        ("14:45", ("C5", "C6"), True, True),
        ("16:00", ("C5", "C6"), True, False),
        ("14:45", ("C5", "C4"), True, False),
        ("14:45", ("C5", "C6"), False, False),
    ],
    ids=["right", "another time", "another seat", "two adults"],
)
def test_checks_tell_the_right_booking_from_near_misses(
    time: str, seats: tuple[str, ...], child: bool, right: bool
) -> None:
    """A check on the bookings holds for exactly the time, the seats and the tickets that were wanted."""
    phone = started(ev("seats", show="lighthouse", day=DAY, venue="Lantern Cinema", time=time))
    for seat in seats:
        phone.dispatch(ev("seat", seat=seat))
    if child:
        phone.dispatch(ev("rate", name="Child", by=1))
    phone.dispatch(ev("book"))
    wanted = {
        "show": "The Ninth Lighthouse",
        "time": "14:45",
        "seats": ["C5", "C6"],
        "tickets": {"adult": 1, "student": 0, "child": 1, "senior": 0},
    }
    assert holds(Check("seatmint/bookings/*", "has", wanted), phone.read()) is right


def test_taken_seats_cannot_be_chosen_and_six_is_the_most() -> None:
    """A tap on a taken seat changes nothing, nor does a seventh seat; what was booked is taken afterwards."""
    phone = started(EVENING)
    draft = Draft("lighthouse", DAY, "Lantern Cinema", "20:15")
    gone = sorted(taken("lighthouse", DAY, "Lantern Cinema", "20:15"))[0]
    phone.dispatch(ev("seat", seat=gone))
    assert app_state(phone)["draft"]["seats"] == []
    for seat in free(draft)[:7]:
        phone.dispatch(ev("seat", seat=seat))
    assert len(app_state(phone)["draft"]["seats"]) == TERMS.most
    assert toast(phone) == f"At most {TERMS.most} seats in one booking"
    phone.dispatch(ev("book"))
    phone.dispatch(EVENING)
    first = free(draft)[0]
    phone.dispatch(ev("seat", seat=first))
    assert app_state(phone)["draft"]["seats"] == []


@pytest.mark.parametrize("many", [1, 2, 3])
def test_the_best_seats_are_side_by_side(many: int) -> None:
    """Free, in one row, next to each other, on one side of the aisle, neither at the front nor at the back."""
    phone = started(EVENING)
    phone.dispatch(ev("best", many=many))
    seats = app_state(phone)["draft"]["seats"]
    columns = sorted(int(seat[1:]) for seat in seats)
    assert {*seats} <= {*free(Draft("lighthouse", DAY, "Lantern Cinema", "20:15"))}
    assert len({seat[0] for seat in seats}) == 1
    assert columns == list(range(columns[0], columns[0] + many))
    assert not {6, 7} <= {*columns}
    assert seats[0][0] in "DEFG"
    phone.dispatch(ev("best", many=many))
    assert toast(phone) == "These seats are chosen already"
    assert app_state(phone)["draft"]["seats"] == seats


def test_seats_of_another_time_are_forgotten() -> None:
    """Coming back to the same time keeps them."""
    phone = started(EVENING, ev("best", many=2), ev("up"), EVENING)
    assert len(app_state(phone)["draft"]["seats"]) == 2
    phone.dispatch(ev("seats", show="lighthouse", day=DAY, venue="Lantern Cinema", time="16:00"))
    assert app_state(phone)["draft"]["seats"] == []


def test_a_concert_is_booked_by_zone() -> None:
    """A zone that is sold out cannot be chosen; the number stops at what is left."""
    phone = started()
    tap(phone, "The Slow Tides: Salt Map Tour", "Choose places")
    tap(phone, "Front circle")
    assert app_state(phone)["draft"]["zone"] == ""
    tap(phone, "Balcony right", "One Place more", "One Place more", "One Place more")
    assert app_state(phone)["draft"]["tickets"]["adult"] == 3
    tap(phone, "One Place less", "Next", "Checkout", "Review booking", "Book now")
    made = app_state(phone)["bookings"][-1]
    assert (made["show"], made["zone"], made["seats"]) == ("The Slow Tides: Salt Map Tour", "Balcony right", [])
    assert (made["day"], made["time"], made["venue"]) == ("2026-11-21", "20:00", "The Drydock")
    assert "Balcony right" in texts(phone)


def test_codes_count_only_where_they_may_and_once() -> None:
    """A wrong word says so and is not tried twice, one that is too big waits, a right one is taken off and used up."""
    phone = started(EVENING, ev("best", many=2), go("who"), go("checkout"))
    tap(phone, "Type a code")
    assert phone.type_text("mint55")
    tap(phone, "Apply")
    assert "MINT55 is not a code of ours" in texts(phone)
    button = reach(phone, "Apply").parent
    assert button is not None
    assert not button.enabled
    for word in ("CHOIR10", "MINT5"):
        for event in (assign("draft.code", ""), assign("ui.typed", word), ev("apply_code")):
            phone.dispatch(event)
        assert ("Needs $60.00 at least" in texts(phone)) is (word == "CHOIR10")
    tap(phone, "Review booking", "Book now")
    assert app_state(phone)["bookings"][-1]["code"] == "MINT5"
    for event in (EVENING, ev("best", many=2), assign("ui.typed", "MINT5"), ev("apply_code")):
        phone.dispatch(event)
    assert toast(phone) == "You have used this code"
    assert app_state(phone)["draft"]["code"] == ""


def test_kinds_of_tickets_keep_the_number_of_people() -> None:
    """An adult becomes a child and back; there is never one too many or too few."""
    phone = started(EVENING, ev("best", many=2))
    for name, by in (("Child", 1), ("Senior", 1), ("Student", 1), ("Child", -1), ("Child", -1)):
        phone.dispatch(ev("rate", name=name, by=by))
    assert app_state(phone)["draft"]["tickets"] == {"adult": 1, "student": 0, "child": 0, "senior": 1}


def test_tickets_are_given_back_with_a_reason_until_two_hours_before() -> None:
    """The sheet asks why; what begins soon or is used is kept."""
    phone = started()
    phone.start(APP.package, route("tickets"))
    tap(phone, "Salt Caravan", "Give back", "Somebody is ill", "Give back")
    made = next(booking for booking in app_state(phone)["bookings"] if booking["number"] == "SM-5521")
    assert (made["status"], made["reason"]) == ("Refunded", "Somebody is ill")
    late = started(ev("seats", show="neon", day=DAY, venue="Lantern Cinema", time="10:30"), ev("best", many=1))
    late.dispatch(ev("book"))
    tap(late, "My tickets", "雨夜电车 Night Tram in the Rain")
    label = found(late, "Give back")
    assert label is not None
    assert label.parent is not None
    assert not label.parent.enabled
    late.dispatch(ev("cancel", number="SM-5523"))
    assert app_state(late)["bookings"][-1]["status"] == "Booked"


def test_the_drawer_closes_by_back_and_leads_home() -> None:
    """BACK on a drawer shows what was below; its first entry is home."""
    phone = started()
    tap(phone, "Open navigation drawer")
    phone.key(4)
    assert phone.state.top.route == APP.home
    tap(phone, "Open navigation drawer", "My tickets")
    assert "Okonedo Quartet" in texts(phone)
    for _ in range(2):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_another_day_is_picked_from_the_strip() -> None:
    """It shows that day's programme, and leads back."""
    phone = started()
    phone.start(APP.package, route("show", key="lighthouse"))
    tap(phone, "Thursday, 19 November")
    assert app_state(phone)["ui"]["day"] == "2026-11-19"
    assert found(phone, TIME) is None
    tap(phone, "Tuesday, 17 November")
    assert found(phone, TIME) is not None


def test_search_finds_shows_and_says_when_there_are_none() -> None:
    """Names and genres count, the chips narrow it down."""
    phone = started()
    tap(phone, "Search", "Title, people, venue")
    assert phone.type_text("okonedo")
    phone.key(66)
    assert "Okonedo Quartet" in texts(phone)
    tap(phone, "Film")
    assert "Nothing called “okonedo”" in texts(phone)
    assert [item.key for item in search("电车")] == ["neon"]
    tap(phone, "Clear")
    assert "Everything on sale" in texts(phone)


def test_places_without_what_they_need_say_so() -> None:
    """Old links and empty lists are no crashes, and nothing is booked from nothing."""
    phone = started(bookings=[])
    for place, words in (
        (route("seats"), "No such screening"),
        (route("zones", show="dunes"), "No places"),
        (route("who"), "Nothing chosen"),
        (route("checkout"), "Nothing chosen"),
        (route("review"), "Nothing chosen"),
        (route("booked", number="none"), "Nothing chosen"),
        (route("ticket", number="none"), "No such ticket"),
        (route("tickets"), "No tickets"),
    ):
        phone.start(APP.package, place)
        assert words in texts(phone), place
    phone.dispatch(ev("book"))
    assert toast(phone) == "There is nothing to book"
    assert app_state(phone)["bookings"] == []


def test_every_film_has_times_today_and_they_are_always_the_same() -> None:
    """Screenings depend on film, day, house and time alone; a format is one that the film has."""
    for film in FILMS:
        times = [screening for house in CINEMAS for screening in screenings(film.key, DAY, house)]
        assert times, film.key
        assert all(screening.format in film.formats for screening in times)
        assert times == [screening for house in CINEMAS for screening in screenings(film.key, DAY, house)]
    assert screenings("comet", DAY, "Lantern Cinema") == ()
    assert show_of("none") is SHOWS[0]


def test_sums_add_up() -> None:
    """Rates, the lounge, the counter, fees, cover and post are each counted once."""
    draft = Draft("lighthouse", DAY, "Lantern Cinema", "20:15", ("G5", "H5"), "", Tickets(adult=1, child=1),
                  (Extra("Lemonade", 2),), "Post", cover=True)  # fmt: skip
    screening = screening_of(draft)
    assert screening is not None
    assert places(draft) == 2 * screening.cents - TERMS.rates[2].less + TERMS.lounge
    assert total(draft) == places(draft) + 2 * 390 + 2 * TERMS.fee + 2 * TERMS.cover + 240
    assert seats_text(State().bookings[2]) == "Row E, seats 8, 9"
