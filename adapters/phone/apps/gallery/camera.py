"""The camera: black, what it sees, and a round shutter."""

from __future__ import annotations

from adapters.phone.apps.gallery.model import State, art, finder
from adapters.phone.apps.gallery.parts import DIM, WHITE
from adapters.phone.apps.gallery.shots import CAMERA, MODES
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SEEN = {"4:3": 548.0, "16:9": 640.0, "1:1": 411.4}
"""Height of the finder in dp by ratio."""
FLASH_GLYPHS = {"Off": "flash_off", "Auto": "flash_auto", "On": "flash_on"}


def camera(state: State, place: Route, view: View) -> Screen:
    """What is seen is what will be taken."""
    prefs, ui = state.prefs, state.ui
    seen = node(
        "image", art=art(finder(state)), width="fill", height=SEEN.get(prefs.ratio, 548),
        desc="Viewfinder", id="viewfinder",
    )  # fmt: skip
    finder_ = node("stack", seen, width="fill")
    top = node(
        "row",
        w.action("close", "Navigate up", w.UP, color=WHITE),
        w.text("Camera", "titleM", WHITE, heading=True, grow=1, pad=(8, 0, 0, 0)),
        _toggle(FLASH_GLYPHS.get(prefs.flash, "flash_off"), "Flash", prefs.flash, "flash"),
        _toggle("timer", "Timer", prefs.timer, "timer"),
        _toggle("aspect_ratio", "Ratio", prefs.ratio, "ratio"),
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 8, 0), align="center", bg="black",
    )  # fmt: skip
    body = node(
        "column", node("column", finder_, width="fill", grow=1, justify="center", align="stretch"), width="fill",
        height="fill", align="stretch", bg="black",
    )  # fmt: skip
    foot = node(
        "column", node("row", [_mode(name, name == ui.mode) for name in MODES], width="fill", justify="center"),
        node("row", _last(state), _shutter(ui.mode), w.space(52, 52), width="fill", height=104, align="center",
             pad=(24, 0, 24, 0)),
        width="fill", bg="black", align="stretch",
    )  # fmt: skip
    return Screen(body, top=top, bottom=foot, bg="black", bar="black", title="Camera")


def _toggle(glyph: str, name: str, value: str, rid: str) -> Node:
    """One of the camera's own buttons: a touch goes on to its next value."""
    return node(
        "row", w.icon(glyph, 20, WHITE), w.text(value, "labelL", WHITE, lines=1), on=ev("camera_next", name=rid),
        id=rid, cls=w.ROW, desc=f"{name}, {value}", height=48, gap=4, align="center", pad=(8, 0, 8, 0),
    )  # fmt: skip


def _mode(name: str, on: bool) -> Node:
    return node(
        "row", w.text(name, "labelL/Bold" if on else "labelL", "#20161E" if on else DIM),
        on=ev("mode", name=name), id="mode", cls="android.widget.RadioButton", checked=on, selected=on, height=36,
        radius=18, bg="#F0B8E6" if on else "", pad=(16, 0, 16, 0), align="center",
    )  # fmt: skip


def _shutter(mode: str) -> Node:
    inner = node(
        "spacer", width=60, height=60, radius=30, bg="#E5484D" if mode == "Video" else WHITE,
        place=("center", "center"),
    )  # fmt: skip
    ring = node(
        "stack", inner, on=ev("take"), id="shutter", cls="android.widget.ImageButton",
        desc="Record video" if mode == "Video" else "Take photo", width=76, height=76, radius=38, outline=WHITE,
        outline_width=4,
    )  # fmt: skip
    return node("row", ring, grow=1, justify="center")


def _last(state: State) -> Node:
    """The picture that was taken last; a touch opens it."""
    one = next((each for each in state.photos if each.folder == CAMERA), None)
    if one is None:
        return w.space(52, 52)
    return node("image", art=art(one), desc="Last photo", on=ev("open", key=one.id, source=CAMERA), id="last_photo",
                width=52, height=52, radius=26)  # fmt: skip
