"""Conversations: messages under the days on which they were sent, with their times. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from adapters.phone.components.boxes import Pad, line
from adapters.phone.style.typography import dp, measure
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Node, node

M = TypeVar("M")


def conversation(
    messages: Iterable[M],
    sent: Callable[[M], tuple[str, str]],
    day: Callable[[str], Node],
    message: Callable[[M, bool], Node],
) -> list[Node]:
    """Return the rows of a conversation: messages in their order, the first of each day below the day's mark.

    Args:
        messages: all messages, in the order in which they are shown.
        sent: returns who sent a message, and when, as `2026-11-17T09:12`.
        day: returns the mark of a day, such as `2026-11-17`.
        message: returns the row of a message, given whether the same sender sent the one before on the same day.
    """
    rows: list[Node] = []
    last = ("", "")
    for item in messages:
        sender, time = sent(item)
        if time[:10] != last[1]:
            rows.append(day(time[:10]))
        rows.append(message(item, last == (sender, time[:10])))
        last = (sender, time[:10])
    return rows


def day_mark(label: str, *, pad: Pad = (0, 14, 0, 6), **look: Any) -> Node:
    """Return the mark of a day, in the middle of its line."""
    text = widgets.text(label, "labelM", "on_surface_variant", pad=(12, 4, 12, 4), **look)
    return line(text, pad=pad, justify="center", align="start")


def message_text(text: Node, time: Node, *, widest: float, beside: float, **look: Any) -> Node:
    """Return a message with its time: beside a single line that leaves room for it, else below the text.

    A bubble is `widest` dp wide at most, of which `beside` dp are no text if the time stands beside it.
    """
    fits = "\n" not in text.text and measure(text.text, text.look.type) + dp(beside) <= dp(widest)
    return node("row" if fits else "column", text, time, gap=10 if fits else 1, align="end", **look)
