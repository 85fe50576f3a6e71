"""The state of Messages, and what can be asked of it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from adapters.phone.apps.messages.content import CALLS, MESSAGES
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui.address_book import key_of
from adapters.phone.ui.app import View
from adapters.phone.ui.records import FAILED, FIRST_SIM, INBOX, SENT, Call, Sms

NOW = "Now"
TIMES = (NOW, "Today, 18:00", "Tomorrow, 08:00", "Tomorrow, 13:00", "Saturday, 10:00")
"""When a message is sent; the first is the default."""


@dataclass(frozen=True, slots=True)
class Later:
    """A message that waits to be sent."""

    number: str
    address: str
    body: str
    at: str
    sim: str = FIRST_SIM


@dataclass(frozen=True, slots=True)
class Draft:
    """The text in the field of a conversation, and how it is to be sent."""

    address: str = ""
    body: str = ""
    when: str = NOW
    sim: str = FIRST_SIM


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking. `dialled` stands over the keys of the dialler.

    `dialling` is the number that the dialler was opened with, so that another one is not shown changed.
    """

    query: str = ""
    dialled: str = ""
    dialling: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Messages remembers. Conversations are named by the other party's number."""

    messages: tuple[Sms, ...] = MESSAGES
    later: tuple[Later, ...] = ()
    calls: tuple[Call, ...] = CALLS
    muted: tuple[str, ...] = ()
    draft: Draft = Draft()
    ui: Ui = Ui()


def name_of(view: View, address: str) -> str:
    """Return the name that the address book has for a number, or the number."""
    person = view.book.person(address)
    return address if person is None else person.name


def is_known(view: View, address: str) -> bool:
    """Whether the address book has the number."""
    return view.book.person(address) is not None


def is_offline(view: View) -> bool:
    """Whether the phone is in airplane mode."""
    return view.setting("global", "airplane_mode_on", "0") == "1"


def takes_replies(address: str) -> bool:
    """Whether it is a number: senders that are names take no replies."""
    return any(char.isdigit() for char in address) and not any(char.isalpha() for char in address)


def written(state: State, view: View, number: str) -> str:
    """A number as its conversation or the address book writes it, so that one number has one conversation."""
    wanted = key_of(number)
    known = next((message.address for message in state.messages if key_of(message.address) == wanted), "")
    person = view.book.person(number)
    return known or (number.strip() if person is None else person.number)


def messages_with(state: State, address: str) -> list[Sms]:
    """The messages of a conversation, oldest first."""
    wanted = key_of(address)
    return [message for message in state.messages if key_of(message.address) == wanted]


def conversations(state: State) -> list[tuple[str, Sms]]:
    """Every address with its last message, the latest first."""
    last = {message.address: message for message in state.messages}
    return sorted(last.items(), key=lambda item: (item[1].date, item[1].id), reverse=True)


def unread_count(state: State, address: str) -> int:
    """How many messages of a conversation are unread."""
    return sum(message.address == address and message.type == INBOX and not message.read for message in state.messages)


def with_read(state: State, address: str) -> State:
    """The state with a conversation read."""
    return replace(state, messages=with_item(state.messages, lambda message: message.address == address, read=True))


def with_message(state: State, view: View, message: Later) -> State:
    """The state with a message sent, or failed if the phone is offline."""
    number = 1 + max((known.id for known in state.messages), default=0)
    kind = FAILED if is_offline(view) else SENT
    sent = Sms(number, message.address, message.body, message.at, kind, True, message.sim)
    return replace(state, messages=(*state.messages, sent))


def draft_for(state: State, address: str, body: str = "") -> Draft:
    """The draft of a conversation; at first the text that it was opened with."""
    return state.draft if state.draft.address == address else Draft(address, body)


def due_at(label: str, now: datetime) -> datetime:
    """The time that a label of `TIMES` stands for; an hour that is over today is the next day's."""
    day, _, clock = label.partition(", ")
    hour, minute = (int(part) for part in clock.split(":"))
    start = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if day == "Tomorrow":
        return start + timedelta(days=1)
    if day == "Saturday":
        start += timedelta(days=(5 - now.weekday()) % 7)
    return start if start > now else start + timedelta(days=7 if day == "Saturday" else 1)


def next_due(state: State, after: datetime) -> datetime | None:
    """The time at which the next scheduled message is to be sent."""
    times = [datetime.fromisoformat(message.at).replace(tzinfo=UTC) for message in state.later]
    return min((time for time in times if time > after), default=None)


def stamp(time: datetime) -> str:
    """A time as the state has it."""
    return time.strftime(TIME_FORMAT)
