"""Messages under their days, with their times."""

from __future__ import annotations

import pytest

from adapters.phone.components.conversation import conversation, message_text
from adapters.phone.ui.node import Node
from adapters.phone.ui.widgets import text


def test_a_day_is_marked_once_and_messages_of_one_sender_are_joined() -> None:
    """A message is joined to the one before if sender and day are the same."""
    messages = [
        ("Ada", "2026-11-16T09:00"),
        ("Ada", "2026-11-16T09:01"),
        ("Ben", "2026-11-16T09:02"),
        ("Ben", "2026-11-17T09:00"),
    ]

    def shown(message: tuple[str, str], joined: bool) -> Node:
        return text(f"{message[0]}, joined" if joined else message[0])

    rows = conversation(messages, sent=lambda message: message, day=text, message=shown)
    assert [row.text for row in rows] == ["2026-11-16", "Ada", "Ada, joined", "Ben", "2026-11-17", "Ben"]


@pytest.mark.parametrize(("words", "kind"), [("Yes", "row"), ("Yes\nNo", "column"), ("Yes " * 30, "column")])
def test_the_time_stands_beside_a_short_line_only(words: str, kind: str) -> None:
    """Below several lines, and below a line that leaves no room for it."""
    assert message_text(text(words), text("09:12"), widest=200, beside=60).kind == kind
