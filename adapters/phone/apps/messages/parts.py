"""What the pages of Messages are made of: monograms, rows, the two tabs, sheets."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from adapters.phone.apps.messages.model import State, fresh, known, moment, name_of
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import DRAFT, FAILED, INBOX, Sms

TINTS = (("#CDE8E5", "#00504E"), ("#FAD9C8", "#7A3212"), ("#DCE2FA", "#2E3F86"), ("#E9D9F2", "#5D2E7A"),
         ("#F8E3A3", "#6A4B00"), ("#D3EBC8", "#2A5A16"), ("#F9D5DE", "#852345"))  # fmt: skip
TABS = (("Messages", "threads"), ("Calls", "calls"))


def monogram(view: View, address: str, size: float = 44) -> Node:
    """The first letter of a name on a disc of its own colour; a glyph for numbers and firms."""
    name = name_of(view, address)
    ground, ink = TINTS[zlib.crc32(address.encode()) % len(TINTS)]
    if known(view, address):
        style = f"{round(size * 0.42)},{round(size * 0.56)},Medium,0"
        mark = w.text(name[:1].upper(), style, ink, place=("center", "center"))
    else:
        glyph = "storefront" if name[:1].isalpha() else "person"
        mark = w.icon(glyph, round(size * 0.52), ink, place=("center", "center"))
    return node("stack", mark, width=size, height=size, bg=ground, radius=size / 2)


def preview(one: Sms) -> str:
    """A message in one line, with whose it is."""
    line = " ".join(one.body.split())
    if one.type == INBOX:
        return line
    return {DRAFT: "Draft: ", FAILED: "Not sent: "}.get(one.type, "You: ") + line


def talk_row(state: State, address: str, last: Sms, view: View) -> Node:
    """A conversation in a list."""
    new = fresh(state, address)
    draft = state.draft.body if state.draft.address == address else ""
    told = f"Draft: {draft}" if draft.strip() else preview(last)
    colour = "on_surface" if new else "on_surface_variant"
    marks = [
        w.icon("notifications_off", 16, "outline", desc="Muted") if address in state.muted else None,
        node("spacer", width=12, height=12, radius=6, bg="primary", desc=f"{new} unread", id="unread") if new else None,
    ]
    words = node(
        "column",
        w.text(name_of(view, address), "16,24,Bold,0.1" if new else "bodyL", lines=1, id="conversation_name"),
        w.text(told, "14,20,Medium,0.2" if new else "bodyM", "primary" if draft else colour, lines=2 if new else 1,
               id="conversation_snippet"),
        grow=1, gap=1,
    )  # fmt: skip
    side = node(
        "column", w.text(moment(last.date, view.now), "bodyS", "primary" if new else "on_surface_variant", id="time"),
        node("row", marks, gap=4, align="center", height=16), align="end", gap=6,
    )  # fmt: skip
    return node(
        "row", monogram(view, address), words, side,
        on={"tap": ev("open", address=address), "long": ev("ask", what="actions", address=address)},
        id="conversation", cls=w.GROUP, width="fill", min_height=76, pad=(16, 10, 16, 10), gap=16, align="center",
    )  # fmt: skip


def tabs(chosen: str) -> Node:
    """The two top places as wide segments."""
    cells = [
        node(
            "row", w.icon("sms" if name == "Messages" else "call", 18, "on_primary" if name == chosen else "primary"),
            w.text(name, "labelL", "on_primary" if name == chosen else "primary"),
            on=ev("tab", to=to), id="tab", cls=w.ROW, desc=name, selected=name == chosen, grow=1, height=40,
            radius=20, bg="primary" if name == chosen else "", align="center", justify="center", gap=8,
        )
        for name, to in TABS
    ]  # fmt: skip
    strip = node("row", cells, width="fill", height=44, radius=22, bg="high", pad=(2, 2, 2, 2), id="tabs")
    return node("column", strip, width="fill", pad=(16, 0, 16, 8), align="stretch")


def top_bar(title: str, chosen: str, *actions: Node) -> Node:
    """The large title of a top place over the tabs."""
    bar = node(
        "row", w.text(title, "28,36,Regular,0", heading=True, grow=1), *actions,
        width="fill", height=60, align="center", pad=(20, 0, 4, 0), id="toolbar", cls=w.GROUP,
    )  # fmt: skip
    return node("column", bar, tabs(chosen), width="fill", align="stretch")


def sheet(title: str, lines: Sequence[tuple[str, str, Ev, str]], support: str = "") -> Node:
    """A bottom sheet of actions: glyph, label, event and resource id each."""
    handle = node("row", node("spacer", width=32, height=4, radius=2, bg="outline_variant"), width="fill", height=28,
                  justify="center", align="center")  # fmt: skip
    head = node(
        "column", w.text(title, "titleM", lines=2, id="sheet_title"),
        w.text(support, "bodyM", "on_surface_variant", lines=2) if support else None, width="fill", pad=(24, 0, 24, 10),
    )  # fmt: skip
    rows = [
        w.row(label, on=on, rid=rid, leading=w.icon(glyph), height=54, inset=24)
        for glyph, label, on, rid in (*lines, ("close", "Cancel", w.UP, "cancel"))
    ]
    return node("column", handle, head, w.divider(), w.space(4), rows, id="design_bottom_sheet",
                cls="android.widget.FrameLayout", width="fill", bg="low", radius=(28, 28, 0, 0), align="stretch",
                pad=(0, 0, 0, 8))  # fmt: skip


def section(title: str) -> Node:
    """A small heading."""
    return w.text(title, "titleS", "primary", pad=(20, 16, 20, 4), width="fill", id="header")


def person_row(view: View, number: str, name: str, on: Ev) -> Node:
    """Somebody of the address book, or a number."""
    return w.row(name, number if name != number else "", on=on, rid="row_contact", leading=monogram(view, number, 40),
                 height=64)  # fmt: skip
