"""What the pages of Messages are made of: monograms, rows, the bar with its two tabs, sheets, ways into windows."""

import zlib
from collections.abc import Iterable

from adapters.phone.apps.messages.model import State, is_known, name_of, unread_count
from adapters.phone.components.bottom_sheets import grip, sheet_entry, sheet_window
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import focus, go, replace_with, switch_to, then
from adapters.phone.framework.dates import time_or_day
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import DRAFT, FAILED, INBOX, Sms

TINTS = (
    ("#CDE8E5", "#00504E"), ("#FAD9C8", "#7A3212"), ("#DCE2FA", "#2E3F86"), ("#E9D9F2", "#5D2E7A"),
    ("#F8E3A3", "#6A4B00"), ("#D3EBC8", "#2A5A16"), ("#F9D5DE", "#852345"),
)  # fmt: skip
PREFIXES = {INBOX: "", DRAFT: "Draft: ", FAILED: "Not sent: "}

SheetLine = tuple[str, str, Ev, str]
"""A line of a sheet: its icon, label, event and resource id."""


def window(name: str, *, instead: bool = False, **args: str) -> Ev:
    """The way into a sheet or dialog: over the current place, or instead of it."""
    way = replace_with(name, **args) if instead else go(name, **args)
    return then(focus(None), way)


def monogram(view: View, address: str, size: float = 44) -> Node:
    """The first letter of a name on a disc of its own colour; an icon for unknown numbers and for companies."""
    name = name_of(view, address)
    ground, ink = TINTS[zlib.crc32(address.encode()) % len(TINTS)]
    if is_known(view, address):
        style = f"{round(size * 0.42)},{round(size * 0.56)},Medium,0"
        mark = w.text(name[:1].upper(), style, ink, place=("center", "center"))
    else:
        glyph = "storefront" if name[:1].isalpha() else "person"
        mark = w.icon(glyph, round(size * 0.52), ink, place=("center", "center"))
    return node("stack", mark, width=size, height=size, bg=ground, radius=size / 2)


def conversation_row(state: State, view: View, address: str, last: Sms) -> Node:
    """A conversation in a list."""
    unread = unread_count(state, address)
    draft = state.draft.body if state.draft.address == address else ""
    preview = f"Draft: {draft}" if draft.strip() else PREFIXES.get(last.type, "You: ") + " ".join(last.body.split())
    color = "on_surface" if unread else "on_surface_variant"
    texts = words(
        w.text(name_of(view, address), "16,24,Bold,0.1" if unread else "bodyL", lines=1, id="conversation_name"),
        w.text(
            preview, "14,20,Medium,0.2" if unread else "bodyM", "primary" if draft else color,
            lines=2 if unread else 1, id="conversation_snippet",
        ),
        gap=1,
    )  # fmt: skip
    time = w.text(time_or_day(last.date, view.now), "bodyS", "primary" if unread else "on_surface_variant", id="time")
    marks = node(
        "row",
        w.icon("notifications_off", 16, "outline", desc="Muted") if address in state.muted else None,
        _unread_dot(unread) if unread else None,
        gap=4,
        align="center",
        height=16,
    )
    return line(
        monogram(view, address), texts, node("column", time, marks, align="end", gap=6),
        on={"tap": ev("open_conversation", address=address), "long": window("actions", address=address)},
        id="conversation", cls=w.GROUP, min_height=76, pad=(16, 10), gap=16,
    )  # fmt: skip


def _unread_dot(unread: int) -> Node:
    return node("spacer", width=12, height=12, radius=6, bg="primary", desc=f"{unread} unread", id="unread")


def heading(title: str) -> Node:
    """The small heading of some rows."""
    return section(title, inset=20, rid="header")


def top_bar(title: str, action: Node | None = None) -> Node:
    """The large title of a main page over the tabs, with an action."""
    name = w.text(title, "28,36,Regular,0", heading=True, grow=1)
    bar = line(name, action, height=60, pad=(20, 0, 4, 0), id="toolbar", cls=w.GROUP)
    tabs = node(
        "row",
        _tab("Messages", "sms", switch_to("threads"), title),
        _tab("Calls", "call", ev("show_calls"), title),
        width="fill", height=44, radius=22, bg="high", pad=2, id="tabs",
    )  # fmt: skip
    return column(bar, column(tabs, pad=(16, 0, 16, 8)))


def _tab(label: str, glyph: str, on: Ev, chosen: str) -> Node:
    selected = label == chosen
    ink = "on_primary" if selected else "primary"
    return node(
        "row", w.icon(glyph, 18, ink), w.text(label, "labelL", ink),
        on=on, id="tab", cls=w.ROW, desc=label, selected=selected, grow=1, height=40, radius=20,
        bg="primary" if selected else "", align="center", justify="center", gap=8,
    )  # fmt: skip


def action_sheet(title: str, lines: Iterable[SheetLine], support: str = "") -> Node:
    """A bottom sheet of actions, the last of which is Cancel."""
    head = node(
        "column",
        w.text(title, "titleM", lines=2, id="sheet_title"),
        w.text(support, "bodyM", "on_surface_variant", lines=2) if support else None,
        width="fill",
        pad=(24, 0, 24, 10),
    )
    rows = [
        sheet_entry(glyph, label, on, rid=rid, height=54)
        for glyph, label, on, rid in (*lines, ("close", "Cancel", w.UP, "cancel"))
    ]
    return sheet_window(grip(28), head, w.divider(), w.space(4), rows, pad=(0, 0, 0, 8))
