"""Files opened: text, pictures, and what is told of all others."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from adapters.phone.apps.files.model import TEXTS, State, kind_of, moment, shown_name, size_label
from adapters.phone.apps.files.parts import art_of, tint
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.pictures.decoding import dimensions
from adapters.phone.style.typography import missing_glyphs
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

_MOST_TEXT = 16_384
_LINES = 400
KIND_NAMES = {"Images": "Picture", "Videos": "Video", "Audio": "Audio", "Documents": "Document", "Apps": "App package",
              "Archives": "Archive", "Other": "File"}  # fmt: skip


def _gone(place: Route) -> Screen:
    body = w.page(w.empty("insert_drive_file", "This file is gone", "It was moved, renamed or deleted."), rid="scroll")
    return Screen(body, top=w.app_bar("File"), title="This file is gone")


def file_place(rest: str, extras: Mapping[str, str]) -> Route | None:
    """`file:///sdcard/Download/lease.pdf` as a place; None outside shared storage."""
    path = unquote(rest.partition("?")[0].removeprefix("//"))
    for root in ("/sdcard/", "/storage/emulated/0/", "/storage/self/primary/", "/mnt/sdcard/"):
        if path.startswith(root):
            return Route("file", (("path", path.removeprefix(root)),))
    return None


def readable(data: bytes) -> str:
    """The text as it can be drawn: what has no glyph here is a dot."""
    text = data[:_MOST_TEXT].decode("utf-8", "replace").replace("\r\n", "\n").replace("\t", "    ")
    lacking = set(missing_glyphs(text.replace("\n", "")))
    drawn = "".join("·" if char in lacking or (ord(char) < 32 and char != "\n") else char for char in text)
    return "\n".join(drawn.split("\n")[:_LINES])


def opened(state: State, place: Route, view: View) -> Screen:
    """What is in a file, or what it is where nothing here can open it."""
    one = view.storage.stat(place.get("path", ""))
    if one is None or one.folder:
        return _gone(place)
    bar = w.app_bar(
        shown_name(one),
        w.action("share", "Share", ev("send", path=one.path), rid="share"),
        w.action("more_vert", "More options", ev("more", path=one.path, at=place), rid="menu"),
        style="titleM",
    )  # fmt: skip
    picture = _picture(one, view)
    if picture is not None:
        return Screen(picture, top=bar, bottom=_foot(one, view), title=one.name)
    body = _text(one, view) if one.suffix in TEXTS else _info(one, view, place)
    return Screen(body, top=bar, title=one.name)


def _text(one: Item, view: View) -> Node:
    data = view.storage.read(one.path)
    told = "" if data else "This file is empty"
    return w.page(
        w.text(f"{size_label(one.size)} · {moment(one.modified, view.now)}", "bodyS", "on_surface_variant",
               pad=(20, 4, 20, 12), id="summary"),
        w.text(readable(data) or told, "bodyL", "on_surface" if data else "on_surface_variant", pad=(20, 0, 20, 24),
               id="text"),
        rid="scroll", cls="android.widget.ScrollView",
    )  # fmt: skip


def _picture(one: Item, view: View) -> Node | None:
    art = art_of(one, view)
    if art is None:
        return None
    wide, high = (dimensions(art.data) if art.data else None) or (4, 3)
    most_wide, most_high = 411.4, 640.0
    scale = min(most_wide / wide, most_high / high)
    size = (wide * scale, high * scale)
    if size[0] > 411:
        size = (411.4, size[1])
    image = node("image", art=art, width=round(size[0], 1), height=round(size[1], 1), desc=one.name, id="photo",
                 place=("center", "center"))  # fmt: skip
    return node("stack", image, width="fill", height="fill", bg="#101010")


def _foot(one: Item, view: View) -> Node:
    line = f"{size_label(one.size)} · {moment(one.modified, view.now)}"
    cells = [
        node("column", w.icon(glyph, 24), w.text(label, "labelM"), on=on, id=rid, cls="android.widget.Button", grow=1,
             height=56, align="center", justify="center", gap=2)
        for glyph, label, on, rid in (
            ("share", "Share", ev("send", path=one.path), "share_photo"),
            ("delete_outline", "Bin", ev("ask_delete", path=one.path), "delete"),
        )
    ]  # fmt: skip
    return node("column", w.text(line, "bodyM", "on_surface_variant", pad=(20, 10, 20, 2), id="summary"),
                node("row", cells, width="fill", pad=(8, 0, 8, 4)), width="fill", align="stretch")  # fmt: skip


def _info(one: Item, view: View, at: Route) -> Node:
    glyph, ground, ink = tint(one)
    face = node(
        "stack", w.icon(glyph, 64, ink, place=("center", "center")), width=128, height=128, bg=ground, radius=28
    )
    return w.page(
        node(
            "column", w.space(48), face, w.space(20),
            w.text(one.name, "titleL", text_align="center", pad=(32, 0, 32, 0), lines=3),
            w.text(f"{KIND_NAMES[kind_of(one)]} · {size_label(one.size)}", "bodyM", "on_surface_variant",
                   pad=(0, 6, 0, 2), id="summary"),
            w.text(moment(one.modified, view.now), "bodyM", "on_surface_variant"),
            w.space(28),
            c.button("Extract", ev("ask_extract", path=one.path, at=at), rid="extract", width="wrap",
                     icon_name="unarchive") if one.suffix == ".zip" else None,
            width="fill", align="center",
        ),
        rid="scroll", cls="android.widget.ScrollView",
    )  # fmt: skip
