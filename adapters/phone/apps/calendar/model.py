"""The calendar's state, what can be asked of it, and when the phone notifies of events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from adapters.phone.apps.calendar.content import COLORS, CONTENT, LENGTHS, PERSONAL, REMINDERS, USUAL_LENGTH, Agenda
from adapters.phone.apps.calendar.days import begins, day_of, days_of, moment, turn, written
from adapters.phone.ui.records import ONCE, OWNER, USUAL_REMINDER, Event

NEW = "new"
"""The id of a draft that is no event yet."""
_EARLY = dict(zip(REMINDERS[1:], (0, 5, 10, 30, 60, 24 * 60), strict=True))
"""Minutes before the start."""
_FAR = 400
"""Days that are searched for the next turn of a repeated event."""


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    calendar: str = PERSONAL
    length: str = USUAL_LENGTH
    reminder: str = USUAL_REMINDER


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the day in front, the search, what a dialog holds."""

    day: str = ""
    """The day that the views show; empty: today."""
    query: str = ""
    pick: str = ""
    picked_month: str = ""
    hour: int = 10
    minute: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the calendar remembers. `draft` stands in the editor; nothing does while its id is empty."""

    events: tuple[Event, ...] = CONTENT.events
    calendars: tuple[Agenda, ...] = CONTENT.calendars
    prefs: Prefs = Prefs()
    draft: Event = Event("")
    ui: Ui = Ui()


def event_of(state: State, key: str) -> Event | None:
    """Return the event with this id."""
    return next((event for event in state.events if event.id == key), None)


def turn_of(state: State, key: str, day: str) -> Event | None:
    """Return the turn of an event on this day; the first one where no day is given or it has none there."""
    event = event_of(state, key)
    if event is None or event.repeat == ONCE or not day:
        return event
    then = day_of(day, day_of(event.start))
    return turn(event, then) if begins(event, then) else event


def agenda_of(state: State, name: str) -> Agenda:
    """Return the calendar with this name; a name that none has is grey."""
    return next((agenda for agenda in state.calendars if agenda.name == name), Agenda(name, "Slate"))


def agenda_color(agenda: Agenda) -> str:
    """Return the colour of a calendar as `#RRGGBB`."""
    return COLORS.get(agenda.color, COLORS["Slate"])


def color_of(state: State, event: Event) -> str:
    """Return the colour of an event: its own, or its calendar's."""
    return COLORS.get(event.color) or agenda_color(agenda_of(state, event.calendar))


def writable(state: State) -> tuple[Agenda, ...]:
    """Return the calendars that events can be added to."""
    return tuple(agenda for agenda in state.calendars if agenda.writable)


def front(state: State, now: datetime) -> date:
    """Return the day that the views show."""
    return day_of(state.ui.day, now.date())


def invited(event: Event) -> bool:
    """Whether somebody else asks the owner to come."""
    return event.organiser != OWNER and event.guests != ()


def visible(state: State) -> list[Event]:
    """Return the events of the calendars that are shown."""
    names = {agenda.name for agenda in state.calendars if agenda.shown}
    return [event for event in state.events if event.calendar in names]


Turns = Mapping[date, Sequence[tuple[Event, int]]]
"""By day the turns that touch it, each with the number of the day within the turn."""


def on_days(events: Sequence[Event], first: date, count: int) -> Turns:
    """Return the turns of so many days; on each those that last all day come first."""
    days = [first + timedelta(ahead) for ahead in range(count)]
    found: dict[date, list[tuple[Event, int]]] = {day: [] for day in days}
    for event in events:
        for each in _turns(event, days):
            for number in range(days_of(each)):
                day = day_of(each.start) + timedelta(number)
                if day in found:
                    found[day].append((each, number + 1))
    for turns in found.values():
        turns.sort(key=lambda pair: (not pair[0].all_day and pair[1] == 1, pair[0].start, pair[0].id))
    return found


def _turns(event: Event, days: Sequence[date]) -> list[Event]:
    """The turns of an event that may touch some days in a row."""
    length = days_of(event)
    if event.repeat == ONCE:
        start = day_of(event.start)
        return [event] if start <= days[-1] and start + timedelta(length - 1) >= days[0] else []
    before = [days[0] - timedelta(back) for back in range(length - 1, 0, -1)]
    return [turn(event, day) for day in (*before, *days) if begins(event, day)]


def on_day(events: Sequence[Event], day: date) -> Sequence[tuple[Event, int]]:
    """Return the turns of one day."""
    return on_days(events, day, 1)[day]


def fresh(state: State, now: datetime, day: str = "") -> Event:
    """Return a new event as the editor presets it: the next full hour, today or at that hour of another day."""
    hour = (now.replace(tzinfo=None) + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
    start = datetime.combine(day_of(day, front(state, now)), hour.time())
    end = start + timedelta(minutes=LENGTHS.get(state.prefs.length, 60))
    return Event(NEW, "", written(start), written(end), state.prefs.calendar, reminder=state.prefs.reminder)


def with_draft(state: State, now: datetime) -> State:
    """Return the state with something in the editor: a new event, if nothing is there."""
    return state if state.draft.id else replace(state, draft=fresh(state, now))


def problem(draft: Event) -> str:
    """Return why a draft cannot be saved; empty where it can."""
    return "The end is before the start" if moment(draft.end) < moment(draft.start) else ""


def search(state: State, query: str) -> list[Event]:
    """Return the events of all calendars that have the words in title, place, guests or notes."""
    words = query.casefold().split()
    found = [event for event in state.events if words and all(word in _searched_text(event) for word in words)]
    return sorted(found, key=lambda event: event.start)


def _searched_text(event: Event) -> str:
    return " ".join((event.title, event.place, event.notes, event.calendar, *event.guests)).casefold()


def next_turn(event: Event, now: datetime) -> Event:
    """Return the turn that search shows: the next one, or the last event there was."""
    if event.repeat == ONCE:
        return event
    days = (now.date() + timedelta(ahead) for ahead in range(400))
    return next((turn(event, day) for day in days if begins(event, day)), event)


def next_id(state: State) -> str:
    """Return an id that no event has."""
    return str(1 + max((int(event.id) for event in state.events if event.id.isdigit()), default=0))


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
