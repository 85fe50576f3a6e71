"""Records of apps that content providers expose: events, phone numbers, e-mail addresses, text messages, calls.

Plain data. Choices are stored as the labels that the screen shows; messages and calls use Android's numeric types
(`content://sms`, `content://call_log`).
"""

from __future__ import annotations

from dataclasses import dataclass

OWNER = "Robin Vale"
ONCE = "Does not repeat"
WEEKDAYS = "Every weekday (Mon–Fri)"
USUAL_REMINDER = "10 minutes before"
PLAIN = "Calendar colour"
SHOWN_AS = ("Busy", "Free")
ACCESS = DEFAULT_ACCESS, PUBLIC, PRIVATE = ("Default visibility", "Public", "Private")

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = 1, 2, 3, 4, 5, 6
"""A message's `type`."""
INCOMING, OUTGOING, MISSED, VOICEMAIL, REJECTED, BLOCKED = 1, 2, 3, 4, 5, 6
"""A call's `type`."""
SIMS = FIRST_SIM, SECOND_SIM = ("SIM 1 · Tidewave", "SIM 2 · Work")


@dataclass(frozen=True, slots=True)
class Event:
    """A calendar event, or a series if it repeats. `start` and `end` are `2026-11-17T09:30` on the phone's clock.

    An all-day event ends at midnight after its last day.
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
    access: str = DEFAULT_ACCESS
    organiser: str = OWNER
    reply: str = ""
    """The owner's reply to an invitation by another person; empty without one."""
    skipped: tuple[str, ...] = ()
    """Days on which a repeated one does not take place."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A phone number or an e-mail address and its label, such as Mobile."""

    value: str
    type: str


@dataclass(frozen=True, slots=True)
class Sms:
    """One text message; `address` is the other party's number or name, `date` its time (ISO, to the minute)."""

    id: int
    address: str
    body: str
    date: str
    type: int
    read: bool = True
    sim: str = FIRST_SIM


@dataclass(frozen=True, slots=True)
class Call:
    """One call; `duration` in seconds; `new` marks a missed call that was not seen yet."""

    id: int
    number: str
    date: str
    duration: int
    type: int
    new: bool = True
    sim: str = FIRST_SIM
