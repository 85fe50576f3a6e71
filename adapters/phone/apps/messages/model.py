"""What Messages remembers, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from adapters.phone.apps.messages.content import BLOCKED as BLOCKED_NUMBERS
from adapters.phone.apps.messages.content import CALLS, MESSAGES
from adapters.phone.apps.messages.texts import Later
from adapters.phone.ui.address_book import key_of
from adapters.phone.ui.app import View
from adapters.phone.ui.records import INBOX, SIMS, Call, Sms

TIMES = ("Now", "Today, 18:00", "Tomorrow, 08:00", "Tomorrow, 13:00", "Saturday, 10:00")
"""When a message is sent; the first is the default."""
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the field of a conversation, and how it is to be sent."""

    address: str = ""
    body: str = ""
    when: str = TIMES[0]
    sim: str = ""


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    sim: str = SIMS[0]
    reports: bool = False
    bubbles: bool = True
    filter: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking. `dialled` stands over the keys of the dialler.

    `dialling` is the number that the dialler was opened with, so that another one is not shown changed.
    """

    query: str = ""
    dialled: str = ""
    dialling: str = ""
    report: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Messages remembers. Conversations are named by the other's number."""

    messages: tuple[Sms, ...] = MESSAGES
    later: tuple[Later, ...] = ()
    calls: tuple[Call, ...] = CALLS
    blocked: tuple[str, ...] = BLOCKED_NUMBERS
    reported: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    deleted: tuple[Sms, ...] = ()
    draft: Draft = Draft()
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def name_of(view: View, address: str) -> str:
    """Who that is: a name of the address book, or the number."""
    one = view.book.person(address)
    return address if one is None else one.name


def known(view: View, address: str) -> bool:
    """Whether the address book has the number."""
    return view.book.person(address) is not None


def written(state: State, view: View, number: str) -> str:
    """A number as its conversation or the address book writes it, so that one number has one conversation."""
    wanted = key_of(number)
    said = next((one.address for one in state.messages if key_of(one.address) == wanted), "")
    one = view.book.person(number)
    return said or (number.strip() if one is None else one.number)


def typed(state: State, number: str) -> str:
    """What stands over the keys of a dialler that was opened with this number."""
    return state.ui.dialled if state.ui.dialling == number else number


def reachable(address: str) -> bool:
    """Whether one can write there: senders that are names take no answer."""
    return any(char.isdigit() for char in address) and not any(char.isalpha() for char in address)


def talk(state: State, address: str) -> list[Sms]:
    """A conversation, oldest first."""
    wanted = key_of(address)
    return [one for one in state.messages if key_of(one.address) == wanted]


def conversations(state: State) -> list[tuple[str, Sms]]:
    """Every address with its last message, the latest first."""
    last: dict[str, Sms] = {}
    for one in state.messages:
        last[one.address] = one
    return sorted(last.items(), key=lambda one: (one[1].date, one[1].id), reverse=True)


def in_list(state: State, *, blocked: bool = False) -> list[tuple[str, Sms]]:
    """The conversations of the first page, or those that are blocked."""
    return [one for one in conversations(state) if (one[0] in state.blocked) == blocked]


def fresh(state: State, address: str) -> int:
    """Unread messages of a conversation; one that was marked counts as one."""
    count = sum(one.address == address and one.type == INBOX and not one.read for one in state.messages)
    return count or (1 if address in state.unread else 0)


def draft_for(state: State, address: str, given: str = "") -> Draft:
    """What the field of a conversation holds; at first what it was opened with."""
    if state.draft.address == address:
        return state.draft
    return Draft(address, given, sim=state.prefs.sim)


def due_at(label: str, now: datetime) -> datetime:
    """When a label of `TIMES` is; an hour that is over today is the next day's."""
    day, _, clock = label.partition(", ")
    hour, minute = (int(part) for part in clock.split(":"))
    start = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if day == "Tomorrow":
        return start + timedelta(days=1)
    if day == "Saturday":
        start += timedelta(days=(5 - now.weekday()) % 7)
    return start if start > now else start + timedelta(days=7 if day == "Saturday" else 1)


def stamp(now: datetime) -> str:
    """A moment as states hold it."""
    return now.strftime("%Y-%m-%dT%H:%M")


def read_all(state: State, address: str) -> State:
    """The same with a conversation read."""
    if not fresh(state, address):
        return state
    seen = tuple(replace(one, read=True) if one.address == address else one for one in state.messages)
    return replace(state, messages=seen, unread=tuple(one for one in state.unread if one != address))


def added(state: State, address: str, body: str, date: str, kind: int, sim: str) -> State:
    """The same with one more message."""
    number = 1 + max((one.id for one in (*state.messages, *state.deleted)), default=0)
    made = Sms(number, address, body, date, kind, True, sim)
    return replace(state, messages=(*state.messages, made))


def moment(date: str, now: datetime) -> str:
    """`08:55` today, `Yesterday`, a weekday of the last six days, else `6 Nov`."""
    then = datetime.fromisoformat(date)
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{then:%H:%M}"
    if days == 1:
        return "Yesterday"
    return DAYS[then.weekday()] if 0 < days < 7 else f"{then.day} {MONTHS[then.month - 1]}"


def day_label(date: str, now: datetime) -> str:
    """`Today`, `Yesterday`, `Tomorrow` or `Sat, 21 Nov`."""
    then = datetime.fromisoformat(date)
    near = {0: "Today", 1: "Yesterday", -1: "Tomorrow"}
    days = (now.date() - then.date()).days
    return near.get(days, f"{DAYS[then.weekday()]}, {then.day} {MONTHS[then.month - 1]}")
