"""Postquill's state, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.postquill.content import MAILS
from adapters.phone.apps.postquill.letters import (
    ACCOUNTS,
    BIN,
    DRAFTS,
    INBOX,
    ME,
    PEOPLE,
    SEND_WHEN,
    SENDERS,
    File,
    Mail,
    Person,
)

SNOOZES = ("Later today", "Tomorrow", "This weekend", "Next week")
SNOOZE_DEFAULT = SNOOZES[1]
REPLIES = ("Reply", "Reply all")
FILTERS = ("All", "Unread", "Starred", "With files")
SIGNATURE = "Robin Vale, Alder Cross"


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds. `away` is what others are told while `out_of_office` is on."""

    signature: bool = True
    pictures: bool = True
    notify: bool = True
    out_of_office: bool = False
    away: str = ""
    away_contacts: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and picking: nothing here is mail."""

    query: str = ""
    typed_to: str = ""
    typed_cc: str = ""
    show_cc: bool = False
    snooze: str = SNOOZE_DEFAULT
    opened: tuple[str, ...] = ()
    """Mails of a conversation that were unfolded."""
    away: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Postquill remembers. `draft` is what stands on the writing page, also kept among the drafts as
    soon as something is written; its id is empty while nothing is being written. `when` is picked for it.
    """

    mails: tuple[Mail, ...] = MAILS
    draft: Mail = Mail("", ME, "", "", "", DRAFTS, to=())
    when: str = SEND_WHEN[0]
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def mail_of(state: State, key: str) -> Mail | None:
    """The mail with this id; None if there is none."""
    return next((one for one in state.mails if one.id == key), None)


def thread_of(mail: Mail) -> str:
    """What a mail's conversation is known by: its thread, or itself."""
    return mail.thread or f"mail-{mail.id}"


def conversation(state: State, key: str) -> list[Mail]:
    """The mails of a conversation, the oldest first, without drafts; what is in the bin only if all of it is."""
    return list(_conversations(state.mails).get(key, ()))


@lru_cache(maxsize=16)
def _conversations(mails: tuple[Mail, ...]) -> Mapping[str, tuple[Mail, ...]]:
    """All conversations of these mails, made once: a list asks for one with each of its rows."""
    every: dict[str, list[Mail]] = {}
    for one in sorted(mails, key=lambda mail: mail.time):
        if one.folder != DRAFTS:
            every.setdefault(thread_of(one), []).append(one)
    return {key: tuple([one for one in known if one.folder != BIN] or known) for key, known in every.items()}


def heads(mails: Iterable[Mail]) -> list[Mail]:
    """The latest mail of each conversation, the latest first."""
    latest: dict[str, Mail] = {}
    for one in sorted(mails, key=lambda mail: mail.time):
        latest[thread_of(one)] = one
    return sorted(latest.values(), key=lambda one: one.time, reverse=True)


def in_folder(state: State, name: str) -> list[Mail]:
    """The mails of a folder, each conversation once; drafts and scheduled ones all."""
    mails = [one for one in state.mails if one.folder == name]
    if name in (DRAFTS, "Scheduled"):
        return sorted(mails, key=lambda one: one.time, reverse=True)
    return heads(mails)


def filtered(mails: list[Mail], name: str) -> list[Mail]:
    """Those that a filter chip lets through."""
    if name == "Unread":
        return [one for one in mails if one.unread]
    if name == "Starred":
        return [one for one in mails if one.starred]
    return [one for one in mails if one.files] if name == "With files" else mails


def found(state: State, query: str) -> list[Mail]:
    """Conversations that hold all the words, in names, addresses, subjects, text or names of files."""
    words = query.casefold().split()

    def hit(one: Mail) -> bool:
        names = (one.sender, *one.to, *one.cc)
        told = " ".join((*names, address(one.sender), one.subject, one.body, *(file.name for file in one.files)))
        return all(word in told.casefold() for word in words)

    return heads(one for one in state.mails if one.folder != BIN and hit(one)) if words else []


def unread(state: State) -> int:
    """How many conversations of the inbox are not read."""
    return sum(one.unread for one in in_folder(state, INBOX))


def person(name: str) -> Person | None:
    """The contact of this name or address."""
    return next((one for one in PEOPLE if name in (one.name, one.address)), None)


def address(name: str) -> str:
    """Where a name is written to; an address is its own."""
    known = person(name)
    if known is not None:
        return known.address
    return SENDERS[name][0] if name in SENDERS else ACCOUNTS[0] if name == ME else name


def suggestions(typed: str, taken: tuple[str, ...]) -> list[Person]:
    """Contacts whose name or address begins with what was typed, in any of its words."""
    start = typed.casefold().strip()
    if not start:
        return []

    def hit(one: Person) -> bool:
        parts = (*one.name.casefold().split(), one.name.casefold(), one.address)
        return one.name not in taken and any(part.startswith(start) for part in parts)

    return [one for one in PEOPLE if hit(one)]


def files(state: State) -> list[tuple[Mail, File]]:
    """Everything that is attached to mail that was not thrown away, the latest first."""
    kept = [one for one in state.mails if one.folder not in (BIN, DRAFTS)]
    return [(one, file) for one in sorted(kept, key=lambda mail: mail.time, reverse=True) for file in one.files]


def next_id(state: State) -> str:
    """An id that no mail has had."""
    return str(1 + max((int(one.id) for one in state.mails if one.id.isdigit()), default=0))


def blank(state: State) -> Mail:
    """A mail as the writing page opens: nobody to send it to, and the first account."""
    return Mail(next_id(state), ME, "", "", "", DRAFTS, to=(), account=ACCOUNTS[0])


def draft_for(state: State, key: str) -> Mail:
    """The mail that the writing page of `key` shows: the open draft, a kept one, or a blank one."""
    if state.draft.id and state.draft.id == key:
        return state.draft
    kept = mail_of(state, key)
    return kept if kept is not None and kept.folder == DRAFTS else blank(state)


def answer(state: State, mail: Mail, *, everybody: bool) -> Mail:
    """A reply as it opens: to the sender, or to everybody but oneself."""
    others = mail.to if mail.sender == ME else (mail.sender,)
    rest = tuple(one for one in (*mail.to, *mail.cc) if one != ME and one not in others) if everybody else ()
    account = mail.account if mail.sender == ME and mail.account else ACCOUNTS[0]
    base = blank(state)
    return replace(
        base, to=others, cc=rest, subject=prefixed("Re: ", mail.subject), thread=thread_of(mail), account=account
    )


def prefixed(mark: str, subject: str) -> str:
    """`Re: ` or `Fwd: ` before a subject that does not have it yet."""
    return subject if subject.startswith(mark) else mark + subject


def due(choice: str, now: datetime) -> str:
    """When a snoozed mail comes back, as `2026-11-18T08:00`."""
    day = now.date()
    ahead = {
        "Tomorrow": 1,
        "This weekend": (5 - day.weekday()) % 7 or 7,
        "Next week": 7 - day.weekday(),
    }.get(choice, 0)
    hour = {"Later today": "18:00", "This weekend": "09:00"}.get(choice, "08:00")
    return f"{(day + timedelta(ahead)).isoformat()}T{hour}"


def send_time(choice: str, now: datetime) -> str:
    """When a scheduled mail leaves; empty for now. A time of day that is over is tomorrow's."""
    day = now.date()
    if choice == SEND_WHEN[1]:
        return f"{(day + timedelta(now.hour >= 14)).isoformat()}T14:00"
    if choice == SEND_WHEN[2]:
        return f"{(day + timedelta(1)).isoformat()}T08:00"
    return f"{(day + timedelta(7 - day.weekday())).isoformat()}T08:00" if choice == SEND_WHEN[3] else ""
