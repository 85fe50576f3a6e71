"""Seatmint's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.seatmint.catalogue import CINEMAS, DELIVERIES, KINDS, PAYMENTS, TERMS
from adapters.phone.apps.seatmint.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

RATES = tuple(rate.name for rate in TERMS.rates)

app = AppBuilder(
    State,
    name="seatmint",
    package="com.seatmint.tickets",
    label="Seatmint",
    icon=Icon("#0F2A24", "#3DE0AE", "local_activity"),
    theme=Theme("#12B886", "brand", dark=True, radius=14, overrides=(("surface", "#0C1210"), ("container", "#18211D"))),
    home=route("home"),
    scratch=("bookings/*/id", "bookings/*/number", "bookings/*/placed", "draft", "ui"),
    choices=(
        Choice("seatmint.day", ("Today", "Another day"), "Today"),
        Choice("seatmint.cinema", CINEMAS, CINEMAS[0]),
        Choice("seatmint.places", tuple(str(count) for count in range(1, TERMS.most + 1)), "1"),
        Choice("seatmint.ticket", RATES, RATES[0]),
        Choice("seatmint.extras", ("None", *(snack.name for snack in TERMS.snacks)), "None"),
        Choice("seatmint.delivery", DELIVERIES, DELIVERIES[0]),
        Choice("seatmint.payment", PAYMENTS, PAYMENTS[0]),
        Choice("seatmint.cover", ("Off", "On"), "Off"),
        Choice("seatmint.code", ("No code", *(code.code for code in TERMS.codes)), "No code"),
        Choice("seatmint.search.kind", KINDS, KINDS[0]),
        Choice("seatmint.reason", TERMS.reasons, TERMS.reasons[0]),
    ),
    notices=(
        Notice(
            "tides", "The Slow Tides are coming", "Friday at The Drydock, three zones are left",
            route("show", key="tides"), ago=205,
        ),
    ),
    version="3.8.2",
    tree_style="compose",
)  # fmt: skip
