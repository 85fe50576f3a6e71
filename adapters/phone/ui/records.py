"""Records of apps that content providers hand out: events, numbers and addresses, text messages, calls.

Plain data in which each chosen value is the label that the screen shows; messages and calls have the numbers that
Android has for their kinds (`content://sms`, `content://call_log`).
"""

from __future__ import annotations

from dataclasses import dataclass

OWNER = "Robin Vale"
ONCE = "Does not repeat"
WEEKDAYS = "Every weekday (Mon–Fri)"
USUAL_REMINDER = "10 minutes before"
PLAIN = "Calendar colour"
SHOWN_AS = ("Busy", "Free")
ACCESS = ("Default visibility", "Public", "Private")

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = 1, 2, 3, 4, 5, 6
"""A message's `type`."""
INCOMING, OUTGOING, MISSED, VOICEMAIL, REJECTED, BLOCKED = 1, 2, 3, 4, 5, 6
"""A call's `type`."""
SIMS = ("SIM 1 · Tidewave", "SIM 2 · Work")


@dataclass(frozen=True, slots=True)
class Event:
    """An event, or all its turns where it repeats. `start` and `end` are `2026-11-17T09:30` on the phone's clock; the
    end of an event of whole days is the midnight after the last one.
    """

    id: str
    title: str = ""
    start: str = ""
    end: str = ""
    calendar: str = ""
    place: str = ""
    all_day: bool = False
    repeat: str = ONCE
    until: str = ""
    """The last day on which a repeated one may begin; empty: for ever."""
    reminder: str = USUAL_REMINDER
    guests: tuple[str, ...] = ()
    color: str = PLAIN
    notes: str = ""
    shown_as: str = SHOWN_AS[0]
    access: str = ACCESS[0]
    organiser: str = OWNER
    reply: str = ""
    """The owner's answer to somebody else's invitation; empty while there is none."""
    skipped: tuple[str, ...] = ()
    """Days on which a repeated one does not take place."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A phone number or a mail address, with what it is for."""

    value: str
    type: str


@dataclass(frozen=True, slots=True)
class Sms:
    """One text message; `address` is the other's number or name, `date` when it came or went (ISO, to the minute)."""

    id: int
    address: str
    body: str
    date: str
    type: int
    read: bool = True
    sim: str = SIMS[0]


@dataclass(frozen=True, slots=True)
class Call:
    """One call; `duration` in seconds; `new`: missed, and not seen yet."""

    id: int
    number: str
    date: str
    duration: int
    type: int
    new: bool = True
    sim: str = SIMS[0]
