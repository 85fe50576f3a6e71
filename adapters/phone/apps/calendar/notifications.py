"""When the phone notifies of events, and of which turn of them. Pure."""

from datetime import date, datetime, timedelta

from adapters.phone.apps.calendar.content import REMINDERS
from adapters.phone.apps.calendar.days import begins, day_of, moment, turn
from adapters.phone.apps.calendar.model import State
from adapters.phone.ui.records import ONCE, Event

_EARLY = dict(zip(REMINDERS[1:], (0, 5, 10, 30, 60, 24 * 60), strict=True))
"""Minutes before the start."""
_FAR = 400
"""Days that are searched for the next turn of a repeated event."""


def next_notification(event: Event, after: datetime) -> tuple[datetime, Event] | None:
    """Return when the phone notifies of an event next, and of which turn."""
    if event.reminder not in _EARLY:
        return None
    early = timedelta(minutes=_EARLY[event.reminder])
    days = [day_of(event.start)]
    if event.repeat != ONCE:
        first: date = max(days[0], (after + early).date())
        days = [first + timedelta(ahead) for ahead in range(_FAR)]
    turns = (turn(event, day) for day in days if begins(event, day))
    coming = ((moment(each.start) - early, each) for each in turns)
    return next((pair for pair in coming if pair[0] > after), None)


def due(state: State, after: datetime) -> datetime | None:
    """Return when the next notification is to be posted."""
    local = after.replace(tzinfo=None)
    coming = [found[0] for event in state.events if (found := next_notification(event, local)) is not None]
    return min(coming).replace(tzinfo=after.tzinfo) if coming else None
