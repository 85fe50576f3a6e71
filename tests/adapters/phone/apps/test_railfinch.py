"""Railfinch as a person uses it: trains are found and booked by touch, changed and refunded, and it can fail."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.railfinch import APP
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import STATIONS, Train, board, minutes, trains
from adapters.phone.apps.railfinch.terms import FARES, OPEN, RETURN, TERMS
from adapters.phone.apps.railfinch.trains import SORTS, ordered
from adapters.phone.apps.railfinch.trip import Booking, Draft, Group, Search, leg_of, refundable, sums
from adapters.phone.apps.railfinch.trips import share_text
from adapters.phone.framework.actions import assign, go
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import find
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.node import ev
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import found, phone_with, reach, state_of, tap, texts, toast

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"
TODAY = date(2026, 11, 17)
SATURDAY = date(2026, 11, 21)
NAMES = tuple(station.name for station in STATIONS)


def free(origin: str, destination: str, day: date, index: int = 0) -> Train:
    """A train of that day for which there are seats, at ten or later."""
    return [train for train in trains(origin, destination, day) if not train.sold_out and train.departs >= "10:00"][
        index
    ]


def chosen(phone: Phone, train: Train, leg: str = "out") -> None:
    """Take a train from the list."""
    phone.dispatch(ev("take", leg=leg, number=train.number))


def test_tickets_for_two_are_booked_by_touch() -> None:
    """Form with its pickers, list, fare, wishes, passengers, payment, review; the record has every choice."""
    phone = started()
    known = len(app_state(phone)["bookings"])
    train = free("Alder Cross", "Kestrel Bay", SATURDAY)
    tap(phone, "Port Meridian", "Search stations")
    assert phone.type_text("kestrel")
    tap(phone, "Kestrel Bay", "Tue, 17 Nov", "21", "OK", "1 adult", "One more: Adults")
    tap(phone, "Done", "Find trains", train.departs, "First", "Flex", "Continue")
    tap(phone, "Window", "Quiet coach", "Forward", "Bike space", "Continue", "Continue")
    assert toast(phone) == "Every passenger needs a name"
    tap(phone, "Choose who", "林晓雨", "Continue", "Collect at the station", "Refund cover", "Pay at the counter")
    tap(phone, "Review booking")
    assert len(app_state(phone)["bookings"]) == known
    assert {"Robin Vale, 林晓雨", "Flex, First", "Window, Quiet coach, Forward", "Bike space"} <= {*texts(phone)}
    assert "2 adults" in texts(phone)
    draft = Draft(leg_of("Alder Cross", "Kestrel Bay", SATURDAY, train), None, "First", "Flex", extras=("Bike space",),
                  cover=True)  # fmt: skip
    total = money(sums(Search(group=Group(2)), draft)["Total"])
    tap(phone, f"Book for {total}")
    made = app_state(phone)["bookings"][-1]
    assert made["number"] in texts(phone)
    assert made["out"] == {
        "origin": "Alder Cross",
        "destination": "Kestrel Bay",
        "day": "Sat, 21 Nov",
        "departs": train.departs,
        "arrives": train.arrives,
        "train": train.number,
        "date": "2026-11-21",
    }
    wanted = {
        "trip": "One way",
        "back": None,
        "passengers": ["Robin Vale", "林晓雨"],
        "cls": "First",
        "fare": "Flex",
        "seat": "Window",
        "coach": "Quiet coach",
        "facing": "Forward",
        "extras": ["Bike space"],
        "ticket": "Collect at the station",
        "cover": True,
        "payment": "Pay at the counter",
        "total": total,
        "status": "Booked",
    }
    assert {key: made[key] for key in wanted} == wanted
    tap(phone, "Show ticket")
    assert "Get a refund" in texts(phone)
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_booking_carries_the_declared_defaults() -> None:
    """What the form and the steps preset is what the choice points say."""
    phone = started()
    declared = {choice.id.removeprefix("railfinch."): choice.default for choice in APP.choices}
    train = free("Alder Cross", "Port Meridian", TODAY)
    tap(phone, "Find trains", train.departs, "Continue", "Continue", "Continue", "Review booking")
    tap(phone, f"Book for {money(train.cents)}")
    made = app_state(phone)["bookings"][-1]
    assert {
        "trip": made["trip"],
        "origin": made["out"]["origin"],
        "destination": made["out"]["destination"],
        "adults": str(made["group"]["adults"]),
        "class": made["cls"],
        "fare": made["fare"],
        "seat": made["seat"],
        "coach": made["coach"],
        "facing": made["facing"],
        "passenger": made["passengers"][0],
        "ticket": made["ticket"],
        "cover": "Yes" if made["cover"] else "No",
        "payment": made["payment"],
    }.items() <= declared.items()
    assert made["extras"] == []


@pytest.mark.parametrize(
    ("index", "fare", "seat", "right"),
    [(1, "Flex", "Window", True), (0, "Flex", "Window", False), (1, "Saver", "Window", False),
     (1, "Flex", "Aisle", False)],
    ids=["right", "earlier train", "other fare", "other seat"],
)  # fmt: skip
def test_checks_tell_the_right_booking_from_near_misses(index: int, fare: str, seat: str, right: bool) -> None:
    """A check on the bookings holds for exactly what was wanted."""
    phone = started(state={"search": {"day": "2026-11-21"}})
    phone.dispatch(ev("find"))
    chosen(phone, free("Alder Cross", "Port Meridian", SATURDAY, index))
    for field, value in (("fare", fare), ("seat", seat)):
        phone.dispatch(assign(f"draft.{field}", value))
    phone.dispatch(ev("book"))
    train = free("Alder Cross", "Port Meridian", SATURDAY, 1).number
    wanted = {"out": {"train": train, "day": "Sat, 21 Nov"}, "fare": "Flex", "seat": "Window"}
    assert holds(Check("railfinch/bookings/*", "has", wanted), phone.read()) is right


def test_a_return_needs_a_train_back() -> None:
    """The second list is the way back, after the first train is there; both rides are in the record and in the bill."""
    phone = started(state={"search": {"trip": RETURN, "day": "2026-11-21", "back_day": "2026-11-21"}})
    out = free("Alder Cross", "Port Meridian", SATURDAY, 2)
    tap(phone, "Find trains", out.departs)
    assert "Way back, Sat, 21 Nov" in texts(phone)
    phone.dispatch(ev("book"))
    assert toast(phone) == "Choose a train first"
    listed = [word for word in texts(phone) if word.count(":") == 1 and len(word) == 5]
    assert minutes(min(listed)) > minutes(out.arrives)
    back = next(
        train for train in trains("Port Meridian", "Alder Cross", SATURDAY)
        if not train.sold_out and minutes(train.departs) > minutes(out.arrives) + 30
    )  # fmt: skip
    tap(phone, back.departs, "Continue", "Continue", "Continue", "Review booking")
    tap(phone, f"Book for {money(round((out.cents + back.cents) / 10) * 10)}")
    made = app_state(phone)["bookings"][-1]
    assert (made["out"]["train"], made["back"]["train"]) == (out.number, back.number)


def test_an_open_return_has_no_train_back() -> None:
    """It costs more than one way and less than two, and says that any train will do."""
    phone = started(state={"search": {"trip": OPEN}})
    train = free("Alder Cross", "Port Meridian", TODAY)
    phone.dispatch(ev("find"))
    chosen(phone, train)
    reach(phone, "Port Meridian – Alder Cross, any train within a month")
    phone.dispatch(ev("book"))
    made = app_state(phone)["bookings"][-1]
    cents = round(float(made["total"][1:]) * 100)
    assert made["back"]["train"] == ""
    assert train.cents < cents < 2 * train.cents


def test_sold_out_trains_cannot_be_taken() -> None:
    """Touching one in the list changes nothing."""
    day = next(
        each for each in (TODAY + timedelta(days=n) for n in range(1, 9))
        if any(train.sold_out for train in trains("Alder Cross", "Port Meridian", each))
    )  # fmt: skip
    gone = next(train for train in trains("Alder Cross", "Port Meridian", day) if train.sold_out)
    phone = started(state={"search": {"day": day.isoformat()}})
    phone.dispatch(ev("find"))
    chosen(phone, gone)
    assert toast(phone) == "This train is sold out"
    assert app_state(phone)["draft"]["out"] is None


def test_the_same_station_twice_is_refused() -> None:
    """The form says so and finds nothing until one of them is another."""
    phone = started(state={"search": {"destination": "Alder Cross"}})
    button = found(phone, "Find trains")
    assert button is not None
    assert not button.enabled
    assert "Choose two different stations" in texts(phone)
    swap = found(phone, "Swap stations")
    assert swap is not None
    assert not swap.enabled
    phone.dispatch(go("stations", field="destination"))
    tap(phone, "Northgate", "Swap stations")
    assert (app_state(phone)["search"]["origin"], app_state(phone)["search"]["destination"]) == (
        "Northgate",
        "Alder Cross",
    )


def test_a_train_is_changed_for_the_fee_of_its_fare() -> None:
    """Another train of the day, noted in the record; a ticket whose train has left cannot be changed."""
    phone = started()
    booked = next(booking for booking in app_state(phone)["bookings"] if booking["number"] == "RF-40923")
    day = date.fromisoformat(booked["out"]["date"])
    other = next(
        train for train in trains("Kestrel Bay", "Alder Cross", day)
        if not train.sold_out and train.number != booked["out"]["train"]
    )  # fmt: skip
    tap(phone, "My trips", booked["out"]["departs"] + " – " + booked["out"]["arrives"], "Change train")
    tap(phone, f"{other.departs} – {other.arrives}")
    assert "$6.00" in texts(phone)
    tap(phone, "Change train")
    after = next(booking for booking in app_state(phone)["bookings"] if booking["number"] == "RF-40923")
    assert after["out"]["train"] == other.number
    assert after["changed"] == [f"{booked['out']['train']} to {other.number}, $6.00"]
    phone.dispatch(ev("change", number="RF-40917"))
    assert toast(phone) == "It is too late to change"


def test_money_comes_back_as_the_fare_says() -> None:
    """Reason and destination are in the record; credit grows at once; a second time and a past trip are refused."""
    phone = started()
    tap(phone, "My trips")
    phone.dispatch(go("ticket", number="RF-40922"))
    tap(phone, "Get a refund", "Illness", "Railfinch credit", "Refund $32.10")
    state = app_state(phone)
    made = next(booking for booking in state["bookings"] if booking["number"] == "RF-40922")
    assert made["status"] == "Refunded"
    assert {key: made["refund"][key] for key in ("reason", "repaid", "amount")} == {
        "reason": "Illness",
        "repaid": "Railfinch credit",
        "amount": "$32.10",
    }
    assert state["credit"] == 1850 + 3210
    assert f"Refund {made['refund']['number']}" in texts(phone)
    for number in ("RF-40922", "RF-40917"):
        phone.dispatch(ev("refund", number=number))
        assert toast(phone) == "It is too late for a refund"
    assert app_state(phone)["bookings"] == state["bookings"]


def test_a_saver_is_only_paid_back_as_credit() -> None:
    """The other way is worth nothing and is not preset."""
    phone = started()
    phone.dispatch(go("ticket", number="RF-40923"))
    tap(phone, "Get a refund")
    assert app_state(phone)["ui"]["repaid"] == TERMS.repaid[1]
    tap(phone, "Original payment")
    button = found(phone, "Nothing to refund")
    assert button is not None
    assert not button.enabled


@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("name", FARES)
def test_a_refund_never_brings_more_than_was_paid(name: str, cover: bool) -> None:
    """Whatever the fare; cover brings everything back."""
    base = State().bookings[-1]
    booking = Booking(**{**{key: getattr(base, key) for key in Booking.__slots__}, "fare": name, "cover": cover})
    paid = round(float(booking.total[1:]) * 100)
    for way in TERMS.repaid:
        assert 0 <= refundable(booking, way) <= paid
        assert not cover or refundable(booking, way) == paid


def test_days_that_are_over_or_too_far_are_refused() -> None:
    """The calendar's answer is taken only for a day on which tickets are sold."""
    phone = started()
    tap(phone, "Tue, 17 Nov")
    for day, text in (("2026-11-16", "This day is over"), ("2027-03-01", "Tickets are sold 90 days ahead")):
        phone.dispatch(ev("take_day", field="day", day=day))
        assert toast(phone) == text
    phone.dispatch(ev("take_day", field="day", day="2026-11-20"))
    phone.dispatch(ev("take_day", field="back_day", day="2026-11-18"))
    assert toast(phone) == "That is before the way out"
    assert app_state(phone)["search"]["day"] == "2026-11-20"


def test_the_calendar_ends_where_tickets_are_sold() -> None:
    """Its arrows lead to no month in which every day is over or too far ahead."""
    phone = started()
    tap(phone, "Tue, 17 Nov")
    arrows = ("Change to previous month", "Change to next month")
    for may_turn in ((False, True), (True, True), (True, True), (True, False)):
        buttons = [found(phone, arrow) for arrow in arrows]
        assert tuple(button is not None and button.enabled for button in buttons) == may_turn
        tap(phone, arrows[1])


@pytest.mark.parametrize(
    ("search", "leg", "may_turn"),
    [({}, "out", (False, True)), ({"day": "2027-02-15"}, "out", (True, False)),
     ({"trip": RETURN, "day": "2026-11-21", "back_day": "2026-11-21"}, "back", (False, True))],
    ids=["today", "last day", "day of the way out"],
)  # fmt: skip
def test_the_list_of_trains_has_no_day_without_tickets(
    search: dict[str, str], leg: str, may_turn: tuple[bool, bool]
) -> None:
    """Its arrows end at today, at the last day of sale, and for the way back at the day of the way out."""
    phone = started(state={"search": search})
    phone.dispatch(go("results", leg=leg))
    arrows = [node for node in parse(phone.dump()).walk() if node.short_id in ("day_before", "day_after")]
    assert tuple(node.enabled for node in arrows) == may_turn


def test_reduced_tickets_are_for_their_age_only() -> None:
    """A youth's seat is refused to an adult and given to a youth; an adult's is for everybody."""
    phone = started(state={"search": {"group": {"adults": 1, "youths": 1}}})
    phone.dispatch(ev("find"))
    chosen(phone, free("Alder Cross", "Port Meridian", TODAY))
    phone.dispatch(ev("name", index=1, value="Noor Haddad"))
    assert toast(phone) == "This ticket is for ages 12–25"
    assert app_state(phone)["draft"]["names"] == ["Robin Vale", ""]
    tap(phone, "Continue", "Continue", "Choose who", "José Arriaga")
    phone.dispatch(go("who", index=0))
    tap(phone, "Mira Okonedo")
    assert app_state(phone)["draft"]["names"] == ["Mira Okonedo", "José Arriaga"]


def test_nobody_sits_on_two_seats() -> None:
    """Who is named for another seat leaves the first one free."""
    phone = started(state={"search": {"group": {"adults": 2}}})
    phone.dispatch(ev("find"))
    chosen(phone, free("Alder Cross", "Port Meridian", TODAY))
    phone.dispatch(ev("name", index=1, value="Robin Vale"))
    assert app_state(phone)["draft"]["names"] == ["", "Robin Vale"]


def test_credit_pays_only_what_it_has() -> None:
    """Too little is refused before the review; enough is taken."""
    for credit, paid in ((100, False), (9000, True)):
        phone = started(state={"credit": credit})
        phone.dispatch(ev("find"))
        train = free("Alder Cross", "Port Meridian", TODAY)
        chosen(phone, train)
        phone.dispatch(assign("draft.payment", "Railfinch credit"))
        phone.dispatch(ev("book"))
        assert app_state(phone)["credit"] == (credit - train.cents if paid else credit)
        assert (len(app_state(phone)["bookings"]) == len(State().bookings) + 1) is paid


def test_boards_show_what_leaves_and_what_comes() -> None:
    """Another station, arrivals instead of departures, and nothing that has left already."""
    phone = started()
    tap(phone, "Live times", "Alder Cross", "Lantern Square 灯笼广场")
    assert app_state(phone)["ui"]["live"] == "Lantern Square 灯笼广场"
    tap(phone, "Arrivals")
    rows = board("Lantern Square 灯笼广场", TODAY, 9 * 60 + 24, arrivals=True)
    assert rows[0].at in texts(phone)
    assert rows[0].at >= "09:24"


def test_no_trains_left_leads_to_the_next_day() -> None:
    """Late in the day the list is empty and says so."""
    phone = started(state={"search": {"destination": "Quarry Park"}})
    phone.dispatch(ev("find"))
    late = [train.departs for train in trains("Alder Cross", "Quarry Park", TODAY) if train.departs >= "09:24"]
    assert late[0] in texts(phone)
    night = 14 * 60 * 60 * 1000
    phone.elapse(night)  # it is 23:24, after the last train
    assert "No trains left" in texts(phone)
    tap(phone, "Next day")
    assert app_state(phone)["search"]["day"] == "2026-11-18"


def test_stations_are_found_by_part_of_their_name() -> None:
    """Latin or Chinese; the empty page says what was looked for."""
    phone = started()
    tap(phone, "Port Meridian", "Search stations")
    assert phone.type_text("灯笼")
    tap(phone, "Lantern Square 灯笼广场")
    assert app_state(phone)["search"]["destination"] == "Lantern Square 灯笼广场"
    phone.dispatch(go("stations", field="origin"))
    phone.dispatch(assign("ui.query", "zebra"))
    assert "No station “zebra”" in texts(phone)


def test_a_train_and_a_trip_are_told_to_somebody_else() -> None:
    """The shared text has the train, the day, both ends and the seats."""
    booking = find(State().bookings, number="RF-40922")
    assert booking is not None
    lines = share_text(booking).splitlines()
    assert lines[0].endswith("Thu, 19 Nov")
    assert "Harrow Mill" in lines[1]
    assert lines[2].startswith("Coach ")


@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 89))
def test_the_timetable_is_plausible(origin: str, destination: str, ahead: int) -> None:
    """Trains of a day leave one after the other and have numbers of their own, and cost what one can pay."""
    day = TODAY + timedelta(days=ahead)
    current_trains = trains(origin, destination, day)
    assert bool(current_trains) is (origin != destination)
    assert all(a.departs < b.departs for a, b in pairwise(current_trains))
    assert len({train.number for train in current_trains}) == len(current_trains)
    for train in current_trains[:4]:
        assert 100 < train.cents < 10_000
    for sort in SORTS:
        assert {*ordered(current_trains, sort, direct=False)} == {*current_trains}
        assert all(not train.changes for train in ordered(current_trains, sort, direct=True))
