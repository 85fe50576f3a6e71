"""Notes as cards: two columns of unequal heights, filled like a wall of slips of paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.jotfern.model import State, told
from adapters.phone.apps.jotfern.notes import COLORS, PAPER, Note
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.layout import natural
from adapters.phone.ui.node import Art, Node, ev, node

COLUMN_DP = 184
"""Width of a card in two columns on a phone of 411 dp."""
SHOWN_ITEMS = 6
INK, SOFT = "#23251C", "#4B4F40"


def inks(color: str) -> tuple[str, str]:
    """Ink and soft ink on a note's ground: tints are light in the dark theme too, so theirs are fixed."""
    return ("on_surface", "on_surface_variant") if color == PAPER else (INK, SOFT)


def ground(color: str) -> str:
    """The ground of a note of this colour."""
    return COLORS.get(color, "") or "lowest"


def tag(label: str, color: str, glyph: str = "") -> Node:
    """A small outlined tag on a note."""
    _, soft = inks(color)
    return node(
        "row", w.icon(glyph, 13, soft) if glyph else None,
        w.text(label, "11,16,Medium,0.2", soft, lines=1, id="tag"),
        height=22, radius=11, outline="outline_variant" if color == PAPER else "#A9AB98", pad=(8, 0, 8, 0), gap=4,
        align="center",
    )  # fmt: skip


@lru_cache(maxsize=512)
def _card(note: Note, reminder: str, previews: bool, wide: bool) -> Node:
    ink, soft = inks(note.color)
    art = None
    if note.art and previews:
        art = node("image", art=Art(note.art, note.seed), width="fill", height=150 if wide else 112, id="photo",
                   radius=(16, 16, 0, 0), desc="Picture")  # fmt: skip
    items = [
        node(
            "row", w.icon("check_box" if one.done else "check_box_outline_blank", 16, soft),
            w.text(one.text, "14,19,Regular,0.1", soft if one.done else ink, lines=1, strike=one.done, grow=1),
            width="fill", gap=8, align="center",
        )
        for one in sorted(note.items, key=lambda one: one.done)[:SHOWN_ITEMS]
    ]  # fmt: skip
    rest = len(note.items) - SHOWN_ITEMS
    pin = w.icon("push_pin", 16, soft, desc="Pinned") if note.pinned else None
    title = w.text(note.title, "16,22,Bold,0", ink, id="note_title", lines=3, grow=1) if note.title else None
    body = w.text(note.text, "14,20,Regular,0.1", ink, id="note_text", lines=5 if wide else 9) if note.text else None
    tags = [tag(reminder, note.color, "alarm")] if reminder else []
    tags += [tag(one, note.color) for one in note.labels]
    words = node(
        "column",
        node("row", title or w.push(), pin, width="fill", gap=6, align="start") if title or pin else None,
        body,
        node("column", items, width="fill", gap=4, align="stretch") if items else None,
        w.text(f"+ {rest} more", "labelM", soft) if rest > 0 else None,
        node("row", tags, wrap=True, gap=5, width="fill", align="center", pad=(0, 3, 0, 0)) if tags else None,
        width="fill", pad=(14, 12, 12, 14), gap=7, align="stretch",
    )  # fmt: skip
    return node(
        "column", art, words, on=ev("open", key=note.id), id="row_note", cls=w.GROUP, width="fill", radius=16,
        bg=ground(note.color), outline="outline_variant" if note.color == PAPER else "", align="stretch",
        desc="" if note.title or note.text or items else "Note",
    )  # fmt: skip


@lru_cache(maxsize=512)
def _tall(card: Node) -> int:
    """How high a card gets in its column, in px."""
    return natural(card, dp(COLUMN_DP))[1]


def wall(state: State, notes: Sequence[Note], view: View) -> Node:
    """Cards in two columns, each put where the shorter one ends; in one column where the settings say so."""
    grid = state.prefs.grid
    cards = [
        _card(one, told(one.reminder, view.now) if one.reminder else "", state.prefs.previews, not grid)
        for one in notes
    ]
    if not grid:
        return node("column", cards, width="fill", gap=10, pad=(16, 0, 16, 0), align="stretch")
    columns: tuple[list[Node], list[Node]] = ([], [])
    heights = [0, 0]
    for card in cards:
        at = int(heights[1] < heights[0])
        columns[at].append(card)
        heights[at] += _tall(card) + dp(10)
    sides = [node("column", one, grow=1, gap=10, align="stretch") for one in columns]
    return node("row", sides, width="fill", gap=10, pad=(16, 0, 16, 0), align="start")
