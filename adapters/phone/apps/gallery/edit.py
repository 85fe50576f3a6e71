"""The editor: crop and turn, adjust, filters; saved over the original or as a copy."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.gallery.model import State, art, photo_of
from adapters.phone.apps.gallery.page import whole
from adapters.phone.apps.gallery.parts import DIM, WHITE, dark_bar, tool
from adapters.phone.apps.gallery.shots import ADJUSTMENTS, CROPS, FILTERS, FOREIGN, Edit, Photo
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

TABS = (("Crop", "crop_rotate"), ("Adjust", "tune"), ("Filters", "photo_filter"))
ROOM = 420
GLYPHS = {"light": "wb_sunny", "contrast": "contrast", "warmth": "local_fire_department"}
CROP_GLYPHS = ("crop_original", "crop_square", "crop_landscape", "crop_16_9", "crop_portrait")


def edit_of(state: State, one: Photo) -> Edit:
    """The edit that is open, or the one that was saved."""
    return state.ui.edit if state.ui.editing == one.id else one.edit


def edit(state: State, place: Route, view: View) -> Screen:
    """The picture as it will be, the controls of a tab, and the two ways to save."""
    key = place.get("key", "")
    one = photo_of(state, key)
    if one is None or one.seconds or one.kind == FOREIGN:
        gone = w.empty("image", "Nothing to edit", "This photo is gone, or it cannot be edited here.")
        return Screen(w.page(gone), top=w.app_bar("Edit"), title="Edit")
    how = edit_of(state, one)
    changed = how != one.edit
    top = dark_bar(
        "Edit", w.action("replay", "Reset", ev("reset", key=key), rid="reset", color=WHITE, enabled=how != Edit()),
        lead="close",
    )  # fmt: skip
    controls = {"Crop": _crop, "Adjust": _adjust, "Filters": _filters}.get(state.ui.tab, _crop)(one, how)
    body = node(
        "column",
        node("column", whole(one, f"Preview of {one.name}", how, tall=ROOM), width="fill", grow=1, align="center",
             justify="center"),
        node("column", controls, width="fill", height=132, justify="center", align="stretch"),
        node("row", [tool(glyph, name, ev("edit_tab", name=name), "tab", chosen=name == state.ui.tab)
             for name, glyph in TABS], width="fill", pad=(16, 0, 16, 0)),
        width="fill", height="fill", align="stretch", bg="black",
    )  # fmt: skip
    foot = node(
        "row",
        c.button("Save copy", ev("save_edit", key=key, copy=True), rid="save_copy", variant="tonal", height=44, grow=1,
                 enabled=changed),
        c.button("Save", ev("save_edit", key=key, copy=False), rid="save", height=44, grow=1, enabled=changed),
        width="fill", bg="black", gap=12, pad=(20, 8, 20, 12),
    )  # fmt: skip
    return Screen(body, top=top, bottom=foot, bg="black", bar="black", title="Edit")


def _crop(one: Photo, how: Edit) -> list[Node]:
    shapes = [
        _pick(name, w.icon(glyph, 24, _ink(name == how.crop)), name == how.crop, "crop_option", ev("crop", key=one.id,
              value=name), 78)
        for name, glyph in zip(CROPS, CROP_GLYPHS, strict=True)
    ]  # fmt: skip
    turns = [
        tool("rotate_left", "Turn left", ev("turn", key=one.id, by=270), "turn_left"),
        tool("rotate_right", "Turn right", ev("turn", key=one.id, by=90), "turn_right",
             desc=f"Turn right, now {how.turn} degrees"),
        tool("flip", "Mirrored" if how.mirrored else "Mirror", ev("mirror", key=one.id), "mirror",
             chosen=how.mirrored),
    ]  # fmt: skip
    return [node("row", turns, width="fill", pad=(16, 0, 16, 0)), node("row", shapes, width="fill", justify="center")]


def _ink(on: bool) -> str:
    return "#F0B8E6" if on else WHITE


def _pick(label: str, mark: Node, on: bool, rid: str, event: Ev, width: float) -> Node:
    return node(
        "column", mark, w.text(label, "labelM", _ink(on), lines=1), on=event, id=rid,
        cls="android.widget.RadioButton", checked=on, selected=on, width=width, height=64, gap=4, align="center",
        justify="center",
    )  # fmt: skip


def _adjust(one: Photo, how: Edit) -> list[Node]:
    rows = []
    for name, label in ADJUSTMENTS:
        value = getattr(how, name)
        rows.append(
            node(
                "row", w.icon(GLYPHS[name], 20, WHITE), w.text(label, "labelL", WHITE, width=84, lines=1),
                node("slider", value=value / 100, id=name, desc=f"{label}, {value} percent",
                     on={"change": ev("adjust", key=one.id, name=name)}, grow=1, height=40),
                w.text(f"{value - 50:+d}".replace("-", "−") if value != 50 else "0", "labelL", DIM, width=36,
                       text_align="end"),
                width="fill", height=42, gap=10, align="center", pad=(20, 0, 20, 0),
            )
        )  # fmt: skip
    return rows


def _filters(one: Photo, how: Edit) -> list[Node]:
    cells = []
    for name in FILTERS:
        on = name == how.filter
        small = node("image", art=art(one, replace(how, filter=name)), width=64, height=64, radius=12)
        ring = node("column", small, radius=15, outline="#F0B8E6" if on else "", outline_width=2, pad=(3, 3, 3, 3))
        cells.append(
            node(
                "column", ring, w.text(name, "labelM", _ink(on), lines=1), on=ev("filter", key=one.id, value=name),
                id="filter_option", cls="android.widget.RadioButton", checked=on, selected=on, width=80, height=100,
                gap=4, align="center",
            )
        )  # fmt: skip
    strip = node("scroll", cells, horizontal=True, id="filters", width="fill", height=104, pad=(12, 0, 12, 0))
    return [strip]
