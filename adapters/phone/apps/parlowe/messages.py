"""What a conversation is made of."""

from __future__ import annotations

from dataclasses import dataclass

ME = "me"


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `sender` is `me` or a person's name; `time` is local, as `2026-11-17T09:12`."""

    sender: str
    text: str
    time: str
    photo: str = ""
    """Kind of the picture that it shows instead of text."""


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation. `muted` is empty or the duration that was chosen."""

    id: str
    name: str
    group: bool = False
    muted: str = ""
    messages: tuple[Message, ...] = ()
    unread: int = 0
