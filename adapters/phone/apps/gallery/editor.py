"""The editor: crop and turn, adjust, filters; saved over the original or as a copy."""

from dataclasses import replace
from typing import Any

from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import CROPS, FILTERS, FOREIGN, Edit, Photo
from adapters.phone.apps.gallery.files import written
from adapters.phone.apps.gallery.model import State, art, photo_of, recorded, renamed
from adapters.phone.apps.gallery.parts import DIM, PINK, WHITE, tool
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled, assign, then
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

TABS = (("Crop", "crop_rotate"), ("Adjust", "tune"), ("Filters", "photo_filter"))
ADJUSTMENTS = (
    ("light", "Brightness", "wb_sunny"), ("contrast", "Contrast", "contrast"),
    ("warmth", "Warmth", "local_fire_department"),
)  # fmt: skip
CROP_GLYPHS = ("crop_original", "crop_square", "crop_landscape", "crop_16_9", "crop_portrait")
ROOM = 420
"""Height for the picture, in dp."""


def _edit_of(state: State, photo: Photo) -> Edit:
    """The edit that is open, or the one that was saved."""
    return state.ui.edit if state.ui.editing == photo.id else photo.edit


def _set(photo: Photo, edit: Edit, **changes: Any) -> Ev:
    """Change something of the edit that is open."""
    return then(assign("ui.editing", photo.id), assign("ui.edit", replace(edit, **changes)))


@app.screen("edit", activity=".filtershow.FilterShowActivity", distractor="changing a photo is not marking it")
def editor(state: State, key: str = "") -> Screen:
    """The picture as it will be, the controls of a tab, and the two ways to save."""
    photo = photo_of(state, key)
    if photo is None or photo.seconds or photo.kind == FOREIGN:
        gone = w.empty("image", "Nothing to edit", "This photo is gone, or it cannot be edited here.")
        return Screen(w.page(gone), top=w.app_bar("Edit"), title="Edit")
    edit = _edit_of(state, photo)
    reset = w.action("replay", "Reset", _set(photo, Edit()), rid="reset", color=WHITE, enabled=edit != Edit())
    picture = p.fitted_picture(photo, f"Preview of {photo.name}", edit, tall=ROOM)
    controls = {"Adjust": _adjustments, "Filters": _filters}.get(state.ui.tab, _crops)(photo, edit)
    tabs = [tool(glyph, name, assign("ui.tab", name), "tab", chosen=name == state.ui.tab) for name, glyph in TABS]
    body = column(
        column(picture, grow=1, align="center", justify="center"),
        column(controls, height=132, justify="center"),
        line(tabs, pad=(16, 0), align="start"),
        height="fill",
        bg="black",
    )
    changed = edit != photo.edit
    save, copy = ev("save_edit", key=key, copy=False), ev("save_edit", key=key, copy=True)
    bottom = line(
        c.button("Save copy", copy, rid="save_copy", variant="tonal", height=44, grow=1, enabled=changed),
        c.button("Save", save, rid="save", height=44, grow=1, enabled=changed),
        bg="black", gap=12, pad=(20, 8, 20, 12), align="start",
    )  # fmt: skip
    top = p.dark_bar("Edit", reset, lead="close")
    return Screen(body, top=top, bottom=bottom, bg="black", bar="black", title="Edit")


def _ink(chosen: bool) -> str:
    return PINK if chosen else WHITE


def _option(label: str, mark: Node, on: Ev, chosen: bool, **look: Any) -> Node:
    return node(
        "column", mark, w.text(label, "labelM", _ink(chosen), lines=1), on=on, cls="android.widget.RadioButton",
        checked=chosen, selected=chosen, gap=4, align="center", **look,
    )  # fmt: skip


def _crops(photo: Photo, edit: Edit) -> list[Node]:
    shapes = [
        _option(
            name, w.icon(glyph, 24, _ink(name == edit.crop)), _set(photo, edit, crop=name), name == edit.crop,
            id="crop_option", width=78, height=64, justify="center",
        )
        for name, glyph in zip(CROPS, CROP_GLYPHS, strict=True)
    ]  # fmt: skip
    left, right = (_set(photo, edit, turn=(edit.turn + by) % 360) for by in (270, 90))
    mirror = _set(photo, edit, mirrored=not edit.mirrored)
    turns = (
        tool("rotate_left", "Turn left", left, "turn_left"),
        tool("rotate_right", "Turn right", right, "turn_right", desc=f"Turn right, now {edit.turn} degrees"),
        tool("flip", "Mirrored" if edit.mirrored else "Mirror", mirror, "mirror", chosen=edit.mirrored),
    )
    return [line(turns, pad=(16, 0), align="start"), line(shapes, justify="center", align="start")]


def _adjustments(photo: Photo, edit: Edit) -> list[Node]:
    rows = []
    for name, label, glyph in ADJUSTMENTS:
        value = getattr(edit, name)
        change = ev("adjust", key=photo.id, name=name)
        slider = node(
            "slider", value=value / 100, id=name, desc=f"{label}, {value} percent", on={"change": change}, grow=1,
            height=40,
        )  # fmt: skip
        shown = f"{value - 50:+d}".replace("-", "−") if value != 50 else "0"
        rows.append(
            line(
                w.icon(glyph, 20, WHITE), w.text(label, "labelL", WHITE, width=84, lines=1), slider,
                w.text(shown, "labelL", DIM, width=36, text_align="end"), height=42, gap=10, pad=(20, 0),
            )
        )  # fmt: skip
    return rows


def _filters(photo: Photo, edit: Edit) -> list[Node]:
    cells = []
    for name in FILTERS:
        chosen = name == edit.filter
        small = node("image", art=art(photo, replace(edit, filter=name)), width=64, height=64, radius=12)
        ring = node("column", small, radius=15, outline=PINK if chosen else "", outline_width=2, pad=(3, 3, 3, 3))
        on = _set(photo, edit, filter=name)
        cells.append(_option(name, ring, on, chosen, id="filter_option", width=80, height=100))
    return [node("scroll", cells, horizontal=True, id="filters", width="fill", height=104, pad=(12, 0))]


@app.on("adjust")
def adjust(state: State, key: str, name: str, value: float = 0.5) -> Handled:
    """Move a slider, in steps of ten: a picture is drawn anew for each."""
    photo = photo_of(state, key)
    if photo is None:
        return None
    changes: Any = {name: round(min(1.0, max(0.0, float(value))) * 10) * 10}
    edit = replace(_edit_of(state, photo), **changes)
    return replace(state, ui=replace(state.ui, editing=key, edit=edit))


@app.on("save_edit")
def save_edit(state: State, view: View, key: str, copy: bool = False) -> Handled:
    """Save the edit over the original, which can be reverted, or as another photo beside it."""
    photo = photo_of(state, key)
    if photo is None:
        return Back()
    edit = _edit_of(state, photo)
    made = replace(photo, edit=edit)
    if copy:
        made = replace(renamed(state, photo, "edited"), edit=edit, favourite=False)
    place = state.photos.index(photo)
    photos = (*state.photos[:place], made, *state.photos[place + (not copy) :])
    state = replace(state, photos=photos, ui=replace(state.ui, editing=""))
    state = recorded(state, view.now, "Edited as copy" if copy else "Edited", (made,), edit=edit)
    if copy:
        return state, *written(made), Back(), Replace(route("photo", key=made.id)), Toast("Copy saved")
    return state, *written(made), Back(), Toast("Saved")
