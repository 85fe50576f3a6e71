"""The pieces that the gallery's pages share: thumbnails edge to edge, heads of days, sheets."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from adapters.phone.apps.gallery.catalogue import Photo
from adapters.phone.apps.gallery.model import State, art, day_title, description, month_title
from adapters.phone.components.bottom_sheets import sheet_head, sheet_window
from adapters.phone.components.boxes import line
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.framework.playback import length_text
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Gesture, Node, ev, node

WHITE = "#FFFFFF"
EDGE = (411.4 - 2 * 2) / 3
"""Width and height of a thumbnail, in dp."""
soft = text_style("bodyM", "on_surface_variant")


def bottom(chosen: str) -> Node:
    """The three tabs at the lower edge."""
    search = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
    tabs = (
        ("tab_photos", "photo", "Photos", switch_to("photos")),
        ("tab_albums", "collections_bookmark", "Albums", switch_to("albums")),
        ("tab_search", "search", "Search", search),
    )
    return w.nav_bar(tabs, chosen)


def open_photo(key: str, source: str = "") -> Ev:
    """Open a photo among those of a source: an album, a search `?words`, or all."""
    return then(focus(None), go("photo", key=key, source=source))


def thumbs(state: State, photos: Sequence[Photo], view: View, source: str, *, picking: bool = False) -> Node:
    """Thumbnails with 2 dp between them, three in a row."""
    cells = []
    for photo in photos:
        picked = picking and photo.id in state.ui.selected
        cells.append(_thumb(photo, description(photo, view.now), source, picking, picked))
    return node("grid", cells, columns=3, width="fill", gap=2, align="stretch", id="grid")


@lru_cache(maxsize=2048)
def _thumb(photo: Photo, desc: str, source: str, picking: bool, picked: bool) -> Node:
    parts = [node("image", art=art(photo), place=("fill", "start"), height=EDGE)]
    if picked:
        parts.append(node("spacer", bg="primary", alpha=0.42, place=("fill", "start"), height=EDGE))
    if photo.seconds:
        time = w.text(length_text(photo.seconds), "11,14,Medium,0", WHITE)
        icon = w.icon("play_circle_filled", 16, WHITE)
        length = node("row", time, icon, gap=3, align="center", bg="#26262B", radius=10, pad=(7, 1, 3, 1))
        parts.append(node("row", length, place=("end", "start"), pad=(6, 6, 6, 0)))
    if photo.favourite and not picking:
        parts.append(node("column", _mark("favorite", 14, 22), place=("start", "end"), pad=(5, 0, 0, 5)))
    touches: dict[Gesture, Ev] = {"tap": open_photo(photo.id, source), "long": _select_first(photo.id)}
    if picking:
        glyph = "check_circle" if picked else "radio_button_unchecked"
        parts.append(node("column", _mark(glyph, 24, 26), place=("start", "start"), pad=(5, 5, 0, 0)))
        touches = {"tap": ev("pick", key=photo.id)}
    return node(
        "stack", parts, on=touches, id="photo_thumb", cls="android.widget.CheckBox" if picking else w.GROUP, desc=desc,
        checked=picked, selected=picked, height=EDGE,
    )  # fmt: skip


def _select_first(key: str) -> Ev:
    return then(assign("ui.selected", (key,)), go("select"))


def _mark(glyph: str, size: float, edge: float) -> Node:
    """A white glyph that reads on any picture: it lies on a shade."""
    shade = node("spacer", width=edge, height=edge, radius=edge / 2, bg="black", alpha=0.3, place=("center", "center"))
    return node("stack", shade, w.icon(glyph, size, WHITE, place=("center", "center")), width=edge, height=edge)


def by_day(state: State, photos: Sequence[Photo], view: View, *, picking: bool = False) -> list[Node]:
    """The days of this month with their heads, each over its own grid; what is older month by month."""
    month = view.now.strftime("%Y-%m")
    groups: dict[str, list[Photo]] = {}
    for photo in photos:
        groups.setdefault(photo.at[:10] if photo.at.startswith(month) else photo.at[:7], []).append(photo)
    rows: list[Node] = []
    for begins, group in groups.items():
        title, place = month_title(begins[:7], view.now), ""
        if begins.startswith(month):
            title = day_title(begins, view.now)
            place = next((photo.place for photo in group if photo.place), "")
        head = line(
            w.text(title, "titleS/Bold", lines=1),
            soft(f"·  {place}", lines=1) if place else None,
            w.push(),
            height=48, gap=8, pad=(16, 0, 4, 0), id="date_header",
        )  # fmt: skip
        rows += [head, thumbs(state, group, view, "", picking=picking)]
    return rows


def cover(photos: Sequence[Photo], missing: Node, **look: Any) -> Node:
    """The first of some photos, or what stands for none."""
    return node("image", art=art(photos[0]), **look) if photos else missing


def sheet(title: str, *rows: w.Some) -> Node:
    """What comes up from below."""
    name = w.text(title, "titleL", heading=True, grow=1, lines=1)
    return sheet_window(
        line(node("spacer", width=32, height=4, radius=2, bg="outline"), justify="center", align="start"),
        sheet_head(name, rid="", pad=(24, 0, 8, 0)),
        node("scroll", *rows, id="sheet_list", width="fill", align="stretch"),
        pad=(0, 14, 0, 8),
        gap=4,
    )
