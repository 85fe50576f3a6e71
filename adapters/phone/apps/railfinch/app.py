"""Railfinch's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import STATION_NAMES
from adapters.phone.apps.railfinch.terms import CLASSES, FARES, OWNER, PAYMENTS, TERMS, TICKETS, TRIPS
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="railfinch",
    package="com.railfinch.tickets",
    label="Railfinch",
    icon=Icon("#0A3D91", "#FFD166", "train"),
    theme=Theme(
        "#0A3D91", "brand", radius=12,
        overrides=(("surface", "#F6F8FD"), ("lowest", "#FFFFFF"), ("container", "#E9EEF8")),
    ),
    home=route("home"),
    scratch=(
        "bookings/*/id", "bookings/*/number", "bookings/*/placed", "bookings/*/refund/at", "draft", "search", "ui",
    ),
    choices=(
        Choice("railfinch.trip", TRIPS, TRIPS[0]),
        Choice("railfinch.origin", STATION_NAMES, "Alder Cross"),
        Choice("railfinch.destination", STATION_NAMES, "Port Meridian"),
        Choice("railfinch.adults", ("1", "2", "3", "4"), "1"),
        Choice("railfinch.class", CLASSES, CLASSES[0]),
        Choice("railfinch.fare", FARES, FARES[0]),
        Choice("railfinch.seat", TERMS.seats, TERMS.seats[0]),
        Choice("railfinch.coach", TERMS.coaches, TERMS.coaches[0]),
        Choice("railfinch.facing", TERMS.facing, TERMS.facing[0]),
        Choice("railfinch.passenger", (OWNER, "Noor Haddad", "林晓雨", "Mira Okonedo", "José Arriaga"), OWNER),
        Choice("railfinch.ticket", TICKETS, TICKETS[0]),
        Choice("railfinch.cover", ("No", "Yes"), "No"),
        Choice("railfinch.payment", PAYMENTS, PAYMENTS[0]),
        Choice("railfinch.refund.reason", TERMS.reasons, TERMS.reasons[0]),
        Choice("railfinch.refund.repaid", TERMS.repaid, TERMS.repaid[0]),
    ),
    notices=(
        Notice(
            "works", "Works near Kestrel Bay", "Buses replace trains after 22:00 from 20 to 23 November",
            route("live"), ago=95,
        ),
    ),
    version="4.11.2",
)  # fmt: skip
