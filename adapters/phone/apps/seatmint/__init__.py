"""Seatmint, tickets for films, concerts and plays: posters to leaf through, times, seats, things to eat, a pass."""

from __future__ import annotations

from adapters.phone.apps.seatmint import account, billing, front, records, seating, till
from adapters.phone.apps.seatmint.catalogue import CINEMAS, KINDS
from adapters.phone.apps.seatmint.model import State
from adapters.phone.apps.seatmint.reminders import due
from adapters.phone.apps.seatmint.rules import update
from adapters.phone.apps.seatmint.terms import (
    CODES,
    MOST,
    NO_CODE,
    PAYMENTS,
    RATES,
    REASONS,
    SEAT_WISHES,
    SNACKS,
    WAYS,
)
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": front.home,
    "drawer": front.drawer,
    "search": front.find,
    "codes": front.codes,
    "show": billing.page,
    "seats": seating.seats,
    "zones": seating.zones,
    "who": till.tickets,
    "checkout": till.checkout,
    "review": till.review,
    "booked": till.booked,
    "tickets": records.tickets,
    "ticket": records.ticket,
    "cancel": records.cancel,
    "venue": account.venue_page,
    "settings": account.settings,
    "preference": account.preference,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Seatmint shows at a place; an unknown one is home."""
    return _SCREENS.get(place.name, front.home)(state, place, view)


APP = App(
    name="seatmint",
    package="com.seatmint.tickets",
    label="Seatmint",
    icon=Icon("#0F2A24", "#3DE0AE", "local_activity"),
    theme=Theme("#12B886", "brand", dark=True, radius=14, overrides=(("surface", "#0C1210"), ("container", "#18211D"))),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    due=due,
    scratch=(
        "bookings/*/id",
        "bookings/*/number",
        "bookings/*/placed",
        "draft",
        "ui",
    ),
    activities={
        "home": ".MainActivity",
        "drawer": ".MainActivity",
        "search": ".SearchActivity",
        "codes": ".CodesActivity",
        "show": ".ShowActivity",
        "seats": ".SeatsActivity",
        "zones": ".SeatsActivity",
        "who": ".BookingActivity",
        "checkout": ".BookingActivity",
        "review": ".BookingActivity",
        "booked": ".BookingActivity",
        "tickets": ".TicketsActivity",
        "ticket": ".TicketActivity",
        "cancel": ".TicketActivity",
        "venue": ".VenueActivity",
        "settings": ".SettingsActivity",
        "preference": ".SettingsActivity",
    },
    choices=(
        Choice("seatmint.day", ("Today", "Another day"), "Today"),
        Choice("seatmint.cinema", tuple(one.name for one in CINEMAS), CINEMAS[0].name),
        Choice("seatmint.places", tuple(str(many) for many in range(1, MOST + 1)), "1"),
        Choice("seatmint.ticket", tuple(one.name for one in RATES), RATES[0].name),
        Choice("seatmint.extras", ("None", *(one.name for one in SNACKS)), "None"),
        Choice("seatmint.delivery", WAYS, WAYS[0]),
        Choice("seatmint.payment", PAYMENTS, PAYMENTS[0]),
        Choice("seatmint.cover", ("Off", "On"), "Off"),
        Choice("seatmint.code", (NO_CODE, *(one.code for one in CODES)), NO_CODE),
        Choice("seatmint.seat", SEAT_WISHES, SEAT_WISHES[0]),
        Choice("seatmint.search.kind", KINDS, KINDS[0]),
        Choice("seatmint.reason", REASONS, REASONS[0]),
    ),
    notices=(
        Notice("tides", "The Slow Tides are coming", "Friday at The Drydock, three zones are left",
               route("show", key="tides"), ago=205),
    ),
    version="3.8.2",
    tree_style="compose",
)  # fmt: skip
