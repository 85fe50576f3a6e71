"""What Seatmint does by itself: it reminds of what begins soon, and puts away what is over. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from adapters.phone.apps.seatmint.model import Booking, State, seats_text
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui.app import Notice, Notify, route

BEFORE, AFTER = timedelta(hours=3), timedelta(hours=3)
"""How long before the beginning it reminds, and how long after it a ticket counts as used."""
_BLINK: Final = timedelta(seconds=1)


def next_due(state: State, after: datetime) -> datetime | None:
    """Return when the next reminder is to be posted, or the next ticket is used."""
    starts = [booking.begins for booking in state.bookings if booking.status == "Booked"]
    moments = [start + AFTER for start in starts]
    if state.preferences.reminders:
        moments += [start - BEFORE for start in starts]
    coming = [moment for moment in moments if moment > after.replace(tzinfo=None)]
    return min(coming).replace(tzinfo=after.tzinfo) if coming else None


def reminders(state: State, now: datetime) -> tuple[Notify, ...]:
    """Return a notification for each booking that begins three hours from now, if the user wants them."""
    if not state.preferences.reminders:
        return ()
    return tuple(
        Notify(_reminder(booking))
        for booking in state.bookings
        if booking.status == "Booked" and now - _BLINK < booking.begins - BEFORE <= now
    )


def _reminder(booking: Booking) -> Notice:
    title, text = f"{booking.show} at {booking.time}", f"{booking.venue}. {seats_text(booking)}"
    return Notice(f"soon-{booking.number}", title, text, route("ticket", number=booking.number))


def with_used(bookings: tuple[Booking, ...], now: datetime) -> tuple[Booking, ...]:
    """Return the bookings in which those that began three hours ago or earlier are used."""

    def is_over(booking: Booking) -> bool:
        return booking.status == "Booked" and booking.begins + AFTER <= now

    return with_item(bookings, is_over, status="Used")
