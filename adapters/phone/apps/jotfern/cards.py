"""Notes as cards: two columns of unequal heights, filled like a wall of slips of paper."""

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.jotfern.notes import COLORS, PAPER, Item, Note
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import assign, focus, go, then
from adapters.phone.framework.dates import day_and_time
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.layout import natural
from adapters.phone.ui.node import Art, Ev, Node, node

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


def tick_box(item: Item) -> str:
    """The icon of the box of a checklist's line."""
    return "check_box" if item.done else "check_box_outline_blank"


def tag(label: str, color: str, glyph: str = "") -> Node:
    """A small outlined tag on a note."""
    _, soft = inks(color)
    return node(
        "row", w.icon(glyph, 13, soft) if glyph else None, w.text(label, "11,16,Medium,0.2", soft, lines=1, id="tag"),
        height=22, radius=11, outline="outline_variant" if color == PAPER else "#A9AB98", pad=(8, 0, 8, 0), gap=4,
        align="center",
    )  # fmt: skip


def open_note(key: str) -> Ev:
    """Open a note; what was typed for a new line of another one is dropped."""
    return then(assign("ui.item", ""), assign("ui.typing", ""), go("note", key=key), focus(None))


def wall(notes: Sequence[Note], view: View) -> Node:
    """Cards in two columns, each put where the shorter one ends."""
    columns: tuple[list[Node], list[Node]] = ([], [])
    heights = [0, 0]
    for note in notes:
        card = _card(note, day_and_time(note.reminder, view.now) if note.reminder else "")
        shorter = int(heights[1] < heights[0])
        columns[shorter].append(card)
        heights[shorter] += _height(card) + dp(10)
    sides = [node("column", side, grow=1, gap=10, align="stretch") for side in columns]
    return line(sides, gap=10, pad=(16, 0), align="start")


@lru_cache(maxsize=512)
def _height(card: Node) -> int:
    """How high a card gets in its column, in px."""
    return natural(card, dp(COLUMN_DP))[1]


@lru_cache(maxsize=512)
def _card(note: Note, reminder: str) -> Node:
    ink, _ = inks(note.color)
    picture = None
    if note.art:
        picture = node(
            "image", art=Art(note.art, note.seed), desc="Picture", id="photo",
            width="fill", height=112, radius=(16, 16, 0, 0),
        )  # fmt: skip
    text = w.text(note.text, "14,20,Regular,0.1", ink, id="note_text", lines=9) if note.text else None
    content = column(_head(note), text, _items(note), _tags(note, reminder), pad=(14, 12, 12, 14), gap=7)
    return column(
        picture, content,
        on=open_note(note.id), id="row_note", cls=w.GROUP, radius=16, bg=ground(note.color),
        outline="outline_variant" if note.color == PAPER else "",
        desc="" if note.title or note.text or note.items else "Note",
    )  # fmt: skip


def _head(note: Note) -> Node | None:
    """Title and pin."""
    ink, soft = inks(note.color)
    title = w.text(note.title, "16,22,Bold,0", ink, id="note_title", lines=3, grow=1) if note.title else None
    pin = w.icon("push_pin", 16, soft, desc="Pinned") if note.pinned else None
    return line(title or w.push(), pin, gap=6, align="start") if title or pin else None


def _items(note: Note) -> list[Node]:
    """The first lines of a checklist, and how many more there are."""
    if not note.items:
        return []
    _, soft = inks(note.color)
    lines = [_item(note, item) for item in sorted(note.items, key=lambda item: item.done)[:SHOWN_ITEMS]]
    more = len(note.items) - SHOWN_ITEMS
    return [column(lines, gap=4), *([w.text(f"+ {more} more", "labelM", soft)] if more > 0 else [])]


def _item(note: Note, item: Item) -> Node:
    ink, soft = inks(note.color)
    color = soft if item.done else ink
    text = w.text(item.text, "14,19,Regular,0.1", color, lines=1, strike=item.done, grow=1)
    return line(w.icon(tick_box(item), 16, soft), text, gap=8)


def _tags(note: Note, reminder: str) -> Node | None:
    tags = [tag(reminder, note.color, "alarm")] if reminder else []
    tags += [tag(label, note.color) for label in note.labels]
    return line(tags, wrap=True, gap=5, pad=(0, 3, 0, 0)) if tags else None
