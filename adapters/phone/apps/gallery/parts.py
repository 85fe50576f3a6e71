"""The pieces that the gallery's pages share: thumbnails edge to edge, heads of days, bars on black."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.gallery.model import State, art, day_title, length, month_title, spoken
from adapters.phone.apps.gallery.shots import Photo
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node

WHITE = "#FFFFFF"
DIM = "#B9B9C0"
TABS = (
    ("tab_photos", "photo", "Photos", ev("tab", to="photos")),
    ("tab_albums", "collections_bookmark", "Albums", ev("tab", to="albums")),
    ("tab_search", "search", "Search", ev("search")),
)


def bottom(chosen: str) -> Node:
    """The three tabs at the lower edge."""
    return w.nav_bar(TABS, chosen)


def thumbs(state: State, photos: Sequence[Photo], view: View, source: str, *, picking: bool = False) -> Node:
    """Thumbnails with 2 dp between them, as many in a row as the settings say."""
    columns = int(state.prefs.columns) if state.prefs.columns.isdigit() else 3
    edge = (411.4 - 2 * (columns - 1)) / columns
    cells = [
        _thumb(one, spoken(one, view.now), source, edge, picking, picking and one.id in state.ui.selected)
        for one in photos
    ]  # fmt: skip
    return node("grid", cells, columns=columns, width="fill", gap=2, align="stretch", id="grid")


@lru_cache(maxsize=2048)
def _thumb(one: Photo, told: str, source: str, edge: float, picking: bool, picked: bool) -> Node:
    small = edge < 120
    picture = node("image", art=art(one), place=("fill", "start"), height=edge)
    marks: list[Node] = []
    if picked:
        marks.append(node("spacer", bg="primary", alpha=0.42, place=("fill", "start"), height=edge))
    if one.seconds:
        marks.append(
            node(
                "row", w.text(length(one.seconds), "11,14,Medium,0", WHITE), w.icon("play_circle_filled", 16, WHITE),
                gap=3, align="center", place=("end", "start"), pad=(6, 6, 6, 0),
            )
        )  # fmt: skip
    if one.favourite and not picking and not small:
        marks.append(node("column", _mark("favorite", 14), place=("start", "end"), pad=(5, 0, 0, 5)))
    if picking:
        mark = _mark("check_circle" if picked else "radio_button_unchecked", 24)
        marks.append(node("column", mark, place=("start", "start"), pad=(5, 5, 0, 0)))
    touches: dict[str, Ev] = {"tap": ev("pick", key=one.id)} if picking else {
        "tap": ev("open", key=one.id, source=source), "long": ev("hold", key=one.id),
    }  # fmt: skip
    return node(
        "stack", picture, marks, on=touches, id="photo_thumb", cls="android.widget.CheckBox" if picking else w.GROUP,  # type: ignore[arg-type]
        desc=told, checked=picked, selected=picked, height=edge,
    )  # fmt: skip


def _mark(glyph: str, size: float) -> Node:
    """A white glyph that reads on any picture: it lies on a shade."""
    edge = size + 2 if size > 20 else size + 8
    shade = node("spacer", width=edge, height=edge, radius=edge / 2, bg="black", alpha=0.3, place=("center", "center"))
    return node("stack", shade, w.icon(glyph, size, WHITE, place=("center", "center")), width=edge, height=edge)


def by_day(state: State, photos: Sequence[Photo], view: View, *, picking: bool = False) -> list[Node]:
    """The days of this month with their heads, each over its own grid; what is older month by month."""
    out: list[Node] = []
    groups: dict[str, list[Photo]] = {}
    month = view.now.strftime("%Y-%m")
    for one in photos:
        groups.setdefault(one.at[:10] if one.at.startswith(month) else one.at[:7], []).append(one)
    for begins, those in groups.items():
        place = next((one.place for one in those if one.place), "") if len(begins) > len(month) else ""
        title = day_title(begins, view.now) if len(begins) > len(month) else month_title(begins, view.now)
        out.append(_head(title, place))
        out.append(thumbs(state, those, view, "", picking=picking))
    return out


def _head(title: str, place: str) -> Node:
    return node(
        "row",
        w.text(title, "titleS/Bold", lines=1),
        w.text(f"·  {place}", "bodyM", "on_surface_variant", lines=1) if place else None,
        w.push(),
        width="fill", height=48, gap=8, align="center", pad=(16, 0, 4, 0), id="date_header",
    )  # fmt: skip


def dark_bar(title: str, *actions: Node | None, support: str = "", lead: str = "arrow_back") -> Node:
    """The bar over a picture on black."""
    return node(
        "row",
        w.action(lead, "Navigate up", w.UP, color=WHITE),
        node("column", w.text(title, "titleM", WHITE, heading=True, lines=1),
             w.text(support, "bodyS", DIM, lines=1) if support else None, grow=1, pad=(8, 0, 0, 0)),
        actions,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center", bg="black",
    )  # fmt: skip


def tool(glyph: str, label: str, on: Ev, rid: str, *, chosen: bool = False, desc: str = "") -> Node:
    """A labelled action below a picture on black."""
    ink = "#F0B8E6" if chosen else WHITE
    return node(
        "column", w.icon(glyph, 24, ink), w.text(label, "labelM", ink, lines=1), on=on, id=rid, cls=w.GROUP,
        selected=chosen, desc=desc, grow=1, height=60, gap=4, align="center", justify="center",
    )  # fmt: skip


def entry(glyph: str, title: str, on: Ev, *, rid: str = "row", support: str = "", leading: Node | None = None) -> Node:
    """A row of a sheet."""
    return w.row(title, support, on=on, rid=rid, leading=leading or w.icon(glyph), inset=24)


def sheet(title: str, *rows: w.Some) -> Node:
    """What comes up from below."""
    head = node(
        "row", w.text(title, "titleL", heading=True, grow=1, lines=1), w.action("close", "Close", w.UP, rid="close"),
        width="fill", pad=(24, 0, 8, 0), align="center",
    )  # fmt: skip
    grip = node("row", node("spacer", width=32, height=4, radius=2, bg="outline"), width="fill", justify="center")
    body = node("scroll", *rows, id="sheet_list", width="fill", align="stretch")
    return node(
        "column", grip, head, body, width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 14, 0, 8), gap=4,
        align="stretch", id="design_bottom_sheet", cls="android.widget.FrameLayout",
    )  # fmt: skip
