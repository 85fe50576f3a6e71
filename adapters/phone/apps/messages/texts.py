"""What a message and a call are, with the numbers that Android has for their kinds (`content://sms`, `call_log`)."""

from __future__ import annotations

from dataclasses import dataclass

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = 1, 2, 3, 4, 5, 6
"""A message's `type`."""
INCOMING, OUTGOING, MISSED, VOICEMAIL, REJECTED, BLOCKED = 1, 2, 3, 4, 5, 6
"""A call's `type`."""
SIMS = ("SIM 1 · Tidewave", "SIM 2 · Work")


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
class Later:
    """A message that waits to be sent."""

    number: str
    address: str
    body: str
    at: str
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
