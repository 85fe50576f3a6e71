"""The calendar's state, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from adapters.phone.apps.calendar.content import AGENDAS, EVENTS, GUESTS, PERSONAL
from adapters.phone.apps.calendar.days import begins, day_of, days_of, moment, turn, written
from adapters.phone.apps.calendar.events import COLORS, LENGTHS, USUAL_LENGTH, Agenda, Guest
from adapters.phone.ui.records import ONCE, OWNER, USUAL_REMINDER, Event

VIEWS = ("Schedule", "Day", "Month")
FIRST_DAYS = ("Monday", "Sunday")


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    calendar: str = PERSONAL
    length: str = USUAL_LENGTH
    reminder: str = USUAL_REMINDER
    first_day: str = FIRST_DAYS[0]
    week_numbers: bool = False
    declined: bool = True
    notify: bool = True


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
    guest: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the calendar remembers. `draft` stands in the editor; nothing does while its id is empty."""

    events: tuple[Event, ...] = EVENTS
    calendars: tuple[Agenda, ...] = AGENDAS
    prefs: Prefs = Prefs()
    draft: Event = Event("")
    ui: Ui = Ui()


def event_of(state: State, key: str) -> Event | None:
    """The event with this id."""
    return next((one for one in state.events if one.id == key), None)


def turn_of(state: State, key: str, day: str) -> Event | None:
    """The turn of an event on this day; the first one where no day is given or it has none there."""
    one = event_of(state, key)
    if one is None or one.repeat == ONCE or not day:
        return one
    then = day_of(day, day_of(one.start))
    return turn(one, then) if begins(one, then) else one


def agenda_of(state: State, name: str) -> Agenda:
    """The calendar with this name; one that was removed is grey."""
    return next((one for one in state.calendars if one.name == name), Agenda(name, "Slate"))


def color_of(state: State, event: Event) -> str:
    """The colour of an event as `#RRGGBB`: its own, or its calendar's."""
    return COLORS.get(event.color) or COLORS.get(agenda_of(state, event.calendar).color, COLORS["Slate"])


def front(state: State, now: datetime) -> date:
    """The day that the views show."""
    return day_of(state.ui.day, now.date())


def sunday(state: State) -> bool:
    """Whether weeks begin with Sunday."""
    return state.prefs.first_day == FIRST_DAYS[1]


def invited(event: Event) -> bool:
    """Whether somebody else asks the owner to come."""
    return event.organiser != OWNER and event.guests != ()


def visible(state: State) -> list[Event]:
    """The events of the calendars that are shown."""
    names = {one.name for one in state.calendars if one.shown}
    return [
        one for one in state.events if one.calendar in names and (state.prefs.declined or one.reply != "No")
    ]  # fmt: skip


Turns = Mapping[date, list[tuple[Event, int]]]
"""By day the turns that touch it, each with the number of the day within the turn."""


def on_days(events: list[Event], first: date, count: int) -> Turns:
    """The turns of so many days; on each those that last all day come first."""
    every = [first + timedelta(at) for at in range(count)]
    found: dict[date, list[tuple[Event, int]]] = {day: [] for day in every}
    for one in events:
        start, long = day_of(one.start), days_of(one)
        if one.repeat == ONCE:
            turns = [one] if start <= every[-1] and start + timedelta(long - 1) >= first else []
        else:
            before = [first - timedelta(at) for at in range(long - 1, 0, -1)]
            turns = [turn(one, day) for day in (*before, *every) if begins(one, day)]
        for each in turns:
            for nth in range(long):
                day = day_of(each.start) + timedelta(nth)
                if day in found:
                    found[day].append((each, nth + 1))
    for those in found.values():
        those.sort(key=lambda pair: (not pair[0].all_day and pair[1] == 1, pair[0].start, pair[0].id))
    return found


def on_day(events: list[Event], day: date) -> list[tuple[Event, int]]:
    """The turns of one day."""
    return on_days(events, day, 1)[day]


def fresh(state: State, now: datetime, day: str = "") -> Event:
    """A new event as the editor presets it: the next full hour, today or at that hour of another day."""
    then = day_of(day, front(state, now))
    hour = (now.replace(tzinfo=None) + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
    start = datetime.combine(then, hour.time())
    end = start + timedelta(minutes=LENGTHS.get(state.prefs.length, 60))
    return Event("new", "", written(start), written(end), state.prefs.calendar, reminder=state.prefs.reminder)


def draft_for(state: State, key: str, now: datetime) -> Event:
    """What the editor shows: what was changed so far, or the event, or the defaults of a new one."""
    if state.draft.id == key:
        return state.draft
    return event_of(state, key) or fresh(state, now)


def wrong(draft: Event) -> str:
    """Why a draft cannot be saved; empty where it can."""
    return "The end is before the start" if moment(draft.end) < moment(draft.start) else ""


def found(state: State, query: str) -> list[Event]:
    """Events of all calendars that have the words in title, place, guests or notes."""
    words = query.casefold().split()
    if not words:
        return []

    def hit(one: Event) -> bool:
        told = " ".join((one.title, one.place, one.notes, one.calendar, *one.guests)).casefold()
        return all(word in told for word in words)

    return sorted(filter(hit, state.events), key=lambda one: one.start)


def next_turn(event: Event, now: datetime) -> Event:
    """The turn that search shows: the next one, or the last event there was."""
    if event.repeat == ONCE:
        return event
    today = now.date()
    return next(
        (turn(event, today + timedelta(at)) for at in range(400) if begins(event, today + timedelta(at))), event
    )


def guest(name: str) -> Guest:
    """Somebody by name or address."""
    return next((one for one in GUESTS if name in (one.name, one.mail)), Guest(name, name))


def guests_found(query: str) -> list[Guest]:
    """Whom the words name."""
    words = query.casefold().split()
    return [one for one in GUESTS if all(word in f"{one.name} {one.mail}".casefold() for word in words)]


def next_id(state: State) -> str:
    """An id that no event has had."""
    every = state.events
    return str(1 + max((int(one.id) for one in every if one.id.isdigit()), default=0))
