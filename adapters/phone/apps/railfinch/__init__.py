"""Railfinch, train tickets: a form under a navy header, lists of trains, fares, wishes, passengers, refunds."""

from __future__ import annotations

from adapters.phone.apps.railfinch import booking, finding, front, picking, records, till
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import STATIONS
from adapters.phone.apps.railfinch.rules import update
from adapters.phone.apps.railfinch.terms import (
    AFTER,
    CARDS,
    CLASSES,
    COACHES,
    FACING,
    FARES,
    PAYMENTS,
    REASONS,
    REPAID,
    SEATS,
    TICKETS,
    TRIPS,
)
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": front.home,
    "live": front.live,
    "trips": records.trips,
    "stations": picking.stations,
    "pick_date": picking.pick_date,
    "pick_after": picking.pick_after,
    "people": picking.people,
    "results": finding.results,
    "fares": booking.fares,
    "seats": booking.seats,
    "names": booking.names,
    "who": booking.who,
    "pay": till.pay,
    "review": till.review,
    "done": till.done,
    "ticket": records.ticket,
    "change": records.change,
    "refund": records.refund,
    "refunded": records.refunded,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Railfinch shows at a place; an unknown one is the form."""
    return _SCREENS.get(place.name, front.home)(state, place, view)


APP = App(
    name="railfinch",
    package="com.railfinch.tickets",
    label="Railfinch",
    icon=Icon("#0A3D91", "#FFD166", "train"),
    theme=Theme(
        "#0A3D91", "brand", overrides=(("surface", "#F6F8FD"), ("lowest", "#FFFFFF"), ("container", "#E9EEF8")),
        radius=12,
    ),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "bookings/*/id",
        "bookings/*/number",
        "bookings/*/placed",
        "bookings/*/refund/at",
        "draft",
        "recent",
        "search",
        "ui",
    ),
    activities={
        "home": ".MainActivity",
        "live": ".MainActivity",
        "trips": ".MainActivity",
            "stations": ".StationsActivity",
        "pick_date": ".MainActivity",
        "pick_after": ".MainActivity",
        "people": ".MainActivity",
        "results": ".ResultsActivity",
            "fares": ".FaresActivity",
        "seats": ".SeatsActivity",
        "names": ".PassengersActivity",
        "who": ".PassengersActivity",
            "pay": ".PaymentActivity",
        "review": ".ReviewActivity",
        "done": ".BookedActivity",
        "ticket": ".TicketActivity",
        "change": ".ChangeActivity",
        "refund": ".RefundActivity",
        "refunded": ".RefundActivity",
                },
    choices=(
        Choice("railfinch.trip", TRIPS, TRIPS[0]),
        Choice("railfinch.origin", tuple(one.name for one in STATIONS), "Alder Cross"),
        Choice("railfinch.destination", tuple(one.name for one in STATIONS), "Port Meridian"),
        Choice("railfinch.after", AFTER, AFTER[0]),
        Choice("railfinch.adults", ("1", "2", "3", "4"), "1"),
        Choice("railfinch.card", CARDS, CARDS[0]),
        Choice("railfinch.class", CLASSES, CLASSES[0]),
        Choice("railfinch.fare", tuple(one.name for one in FARES), FARES[0].name),
        Choice("railfinch.seat", SEATS, SEATS[0]),
        Choice("railfinch.coach", COACHES, COACHES[0]),
        Choice("railfinch.facing", FACING, FACING[0]),
        Choice("railfinch.passenger", ("Robin Vale", "Noor Haddad", "林晓雨", "Mira Okonedo", "José Arriaga"),
               "Robin Vale"),
        Choice("railfinch.ticket", TICKETS, TICKETS[0]),
        Choice("railfinch.cover", ("No", "Yes"), "No"),
        Choice("railfinch.payment", PAYMENTS, PAYMENTS[0]),
        Choice("railfinch.refund.reason", REASONS, REASONS[0]),
        Choice("railfinch.refund.repaid", REPAID, REPAID[0]),
    ),
    notices=(
        Notice("works", "Works near Kestrel Bay", "Buses replace trains after 22:00 from 20 to 23 November",
               route("live"), ago=95),
    ),
    version="4.11.2",
)  # fmt: skip
