"""What Seatmint does by itself: it reminds of what begins soon, and puts away what is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from adapters.phone.apps.seatmint.model import Booking, State
from adapters.phone.apps.seatmint.records import where
from adapters.phone.ui.app import Effect, Notice, Notify, View, route
from adapters.phone.ui.node import Ev

BEFORE, AFTER = timedelta(hours=3), timedelta(hours=3)
"""How long before the beginning it reminds, and how long after it a ticket counts as used."""
_BLINK: Final = timedelta(seconds=1)


def begins(made: Booking) -> datetime:
    """The phone's local time at which it begins."""
    return datetime.fromisoformat(f"{made.day}T{made.time}")


def due(state: State, after: datetime) -> datetime | None:
    """When the next reminder is to be posted, or the next ticket is used."""
    plain = after.replace(tzinfo=None)
    starts = [begins(one) for one in state.bookings if one.status == "Booked"]
    moments = [at + AFTER for at in starts]
    if state.preferences.reminders:
        moments += [at - BEFORE for at in starts]
    coming = [at for at in moments if at > plain]
    return min(coming).replace(tzinfo=after.tzinfo) if coming else None


def fall_due(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """Remind of what begins three hours from now; what began three hours ago or earlier is used."""
    now = view.moment.replace(tzinfo=None)
    told = [
        Notify(Notice(f"soon-{one.number}", f"{one.show} at {one.time}", f"{one.venue}. {where(one)}",
                      route("ticket", number=one.number)))
        for one in state.bookings
        if one.status == "Booked" and now - _BLINK < begins(one) - BEFORE <= now
    ]  # fmt: skip
    bookings = tuple(
        replace(one, status="Used") if one.status == "Booked" and begins(one) + AFTER <= now else one
        for one in state.bookings
    )
    return replace(state, bookings=bookings), tuple(told) if state.preferences.reminders else ()
