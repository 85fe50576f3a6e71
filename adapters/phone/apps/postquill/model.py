"""Postquill's state, and what can be asked of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.postquill import content
from adapters.phone.apps.postquill.content import File, Mail, Person
from adapters.phone.framework.state_paths import find

SNOOZES = ("Later today", "Tomorrow", "This weekend", "Next week")
SNOOZE_DEFAULT = "Tomorrow"
SIGNATURE = "Robin Vale, Alder Cross"
SEND_WHEN = NOW, THIS_AFTERNOON, TOMORROW_MORNING, MONDAY_MORNING = (
    "Now",
    "This afternoon, 14:00",
    "Tomorrow morning, 08:00",
    "Monday morning, 08:00",
)
NO_DRAFT = Mail("", content.ME, "", "", "", content.DRAFTS, to=())


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to typing and picking: nothing here is mail."""

    typed_to: str = ""
    typed_cc: str = ""
    show_cc: bool = False
    snooze: str = SNOOZE_DEFAULT
    opened: tuple[str, ...] = ()
    """Mails of a conversation that were unfolded."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Postquill remembers.

    `draft` is what stands on the writing page, which is also saved among the drafts as soon as something is written;
    its id is empty while nothing is being written. `when` is picked for it.
    """

    mails: tuple[Mail, ...] = content.MAILS
    draft: Mail = NO_DRAFT
    when: str = NOW
    ui: Ui = Ui()


def mail_of(state: State, key: str) -> Mail | None:
    """The mail with this id; None if there is none."""
    return find(state.mails, id=key)


def thread_of(mail: Mail) -> str:
    """The key of a mail's conversation: its thread, or itself."""
    return mail.thread or f"mail-{mail.id}"


def conversation(state: State, key: str) -> list[Mail]:
    """The mails of a conversation, the oldest first, without drafts; what is in the bin only if all of it is."""
    return list(_conversations(state.mails).get(key, ()))


@lru_cache(maxsize=16)
def _conversations(mails: tuple[Mail, ...]) -> Mapping[str, tuple[Mail, ...]]:
    """All conversations of these mails, made once: a list asks for one with each of its rows."""
    threads: dict[str, list[Mail]] = {}
    for mail in by_time(mails):
        if mail.folder != content.DRAFTS:
            threads.setdefault(thread_of(mail), []).append(mail)
    return {key: tuple(_outside_bin(thread) or thread) for key, thread in threads.items()}


def _outside_bin(mails: Iterable[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.folder != content.BIN]


def by_time(mails: Iterable[Mail], *, latest_first: bool = False) -> list[Mail]:
    """The mails in the order of their times."""
    return sorted(mails, key=lambda mail: mail.time, reverse=latest_first)


def heads(mails: Iterable[Mail]) -> list[Mail]:
    """The latest mail of each conversation, the latest first."""
    latest = {thread_of(mail): mail for mail in by_time(mails)}
    return by_time(latest.values(), latest_first=True)


def in_folder(state: State, name: str) -> list[Mail]:
    """The mails of a folder, each conversation once; drafts and scheduled ones all."""
    mails = [mail for mail in state.mails if mail.folder == name]
    return by_time(mails, latest_first=True) if name in (content.DRAFTS, content.SCHEDULED) else heads(mails)


def starred(state: State) -> list[Mail]:
    """All mails with a star."""
    return [mail for mail in _outside_bin(state.mails) if mail.starred and mail.folder != content.DRAFTS]


def unread(state: State) -> int:
    """How many conversations of the inbox are not read."""
    return sum(mail.unread for mail in in_folder(state, content.INBOX))


def person(name: str) -> Person | None:
    """The contact of this name or address."""
    return next((known for known in content.PEOPLE if name in (known.name, known.address)), None)


def suggestions(typed: str, taken: tuple[str, ...]) -> list[Person]:
    """Contacts whose name or address begins with what was typed, in any of its words."""
    start = typed.casefold().strip()

    def matches(known: Person) -> bool:
        parts = (*known.name.casefold().split(), known.name.casefold(), known.address)
        return known.name not in taken and any(part.startswith(start) for part in parts)

    return [known for known in content.PEOPLE if matches(known)] if start else []


def files(state: State) -> list[tuple[Mail, File]]:
    """Everything that is attached to mail that was not thrown away, the latest first."""
    mails = [mail for mail in _outside_bin(state.mails) if mail.folder != content.DRAFTS]
    return [(mail, file) for mail in by_time(mails, latest_first=True) for file in mail.files]


def blank(state: State) -> Mail:
    """A mail as the writing page opens: an id that no mail has had, no recipient, and the first account."""
    number = 1 + max((int(mail.id) for mail in state.mails if mail.id.isdigit()), default=0)
    return replace(NO_DRAFT, id=str(number), account=content.ACCOUNTS[0])


def draft_for(state: State, key: str) -> Mail:
    """The mail that the writing page of `key` shows: the open draft, a saved one, or a blank one."""
    if state.draft.id and state.draft.id == key:
        return state.draft
    saved = mail_of(state, key)
    return saved if saved is not None and saved.folder == content.DRAFTS else blank(state)


def answer(state: State, mail: Mail, *, everybody: bool) -> Mail:
    """A reply as it opens: to the sender, or to everybody but oneself."""
    to = mail.to if mail.sender == content.ME else (mail.sender,)
    cc = tuple(name for name in (*mail.to, *mail.cc) if name != content.ME and name not in to) if everybody else ()
    account = mail.account if mail.sender == content.ME and mail.account else content.ACCOUNTS[0]
    subject = prefixed("Re: ", mail.subject)
    return replace(blank(state), to=to, cc=cc, subject=subject, thread=thread_of(mail), account=account)


def forwarded(state: State, mail: Mail) -> Mail:
    """A mail as it opens to be passed on, with its files."""
    body = f"\n\n---\n{mail.sender}: {mail.subject}\n\n{mail.body}"
    return replace(blank(state), subject=prefixed("Fwd: ", mail.subject), body=body, files=mail.files)


def prefixed(mark: str, subject: str) -> str:
    """`Re: ` or `Fwd: ` before a subject that does not have it yet."""
    return subject if subject.startswith(mark) else mark + subject


def due(choice: str, now: datetime) -> str:
    """When a snoozed mail comes back, as `2026-11-18T08:00`."""
    day = now.date()
    days = {"Tomorrow": 1, "This weekend": (5 - day.weekday()) % 7 or 7, "Next week": 7 - day.weekday()}
    hour = {"Later today": "18:00", "This weekend": "09:00"}.get(choice, "08:00")
    return f"{(day + timedelta(days.get(choice, 0))).isoformat()}T{hour}"


def send_time(choice: str, now: datetime) -> str:
    """When a scheduled mail leaves; empty for now. A time of day that is over is tomorrow's."""
    day = now.date()
    if choice == THIS_AFTERNOON:
        return f"{(day + timedelta(now.hour >= 14)).isoformat()}T14:00"
    if choice == TOMORROW_MORNING:
        return f"{(day + timedelta(1)).isoformat()}T08:00"
    return f"{(day + timedelta(7 - day.weekday())).isoformat()}T08:00" if choice == MONDAY_MORNING else ""
