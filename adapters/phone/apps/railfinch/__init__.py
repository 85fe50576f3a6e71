"""Railfinch, train tickets: a form under a navy header, lists of trains, fares, wishes, passengers, refunds."""

from adapters.phone.apps.railfinch import (  # noqa: F401 - they declare its screens
    checkout,
    live,
    trains,
    trips,
    wishes,
)
from adapters.phone.apps.railfinch.app import app

APP = app.build()
