"""The camera: black, what it sees, and a round shutter."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import CAMERA, FLASHES, FOLDERS, MODES, RATIOS, TIMERS
from adapters.phone.apps.gallery.files import written
from adapters.phone.apps.gallery.model import State, art, finder, next_id, recorded
from adapters.phone.apps.gallery.parts import DIM, PINK, WHITE
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node

HEIGHTS = {"4:3": 548.0, "16:9": 640.0, "1:1": 411.4}
"""Height of the finder in dp by ratio."""
FLASH_GLYPHS = {"Off": "flash_off", "Auto": "flash_auto", "On": "flash_on"}
STREET = "28 Ferry Street"
"""Where the phone is."""


@app.on("open_camera")
def open_camera(state: State) -> Handled:
    """Open the camera, which may be used."""
    return replace(state, ui=replace(state.ui, mode=MODES[0])), Go(route("camera"))


@app.on("refuse_camera")
def refuse_camera() -> Handled:
    """Say why there is no camera."""
    return Toast("The camera needs your permission")


@app.screen("camera", activity="com.android.camera.CameraActivity", distractor="photos are made there, not found")
def camera(state: State) -> Screen:
    """What is seen is what will be taken."""
    prefs, mode = state.prefs, bind(state, "ui.mode")
    seen = node(
        "image", art=art(finder(state)), width="fill", height=HEIGHTS.get(prefs.ratio, 548), desc="Viewfinder",
        id="viewfinder",
    )  # fmt: skip
    top = line(
        w.action("close", "Navigate up", w.UP, color=WHITE),
        w.text("Camera", "titleM", WHITE, heading=True, grow=1, pad=(8, 0, 0, 0)),
        _toggle(state, FLASH_GLYPHS.get(prefs.flash, "flash_off"), "flash", FLASHES),
        _toggle(state, "timer", "timer", TIMERS),
        _toggle(state, "aspect_ratio", "ratio", RATIOS),
        id="toolbar", cls=w.GROUP, height=60, pad=(4, 0, 8, 0), bg="black",
    )  # fmt: skip
    body = column(
        column(node("stack", seen, width="fill"), grow=1, justify="center"),
        height="fill", bg="black",
    )  # fmt: skip
    modes = [
        node(
            "row", w.text(name, "labelL/Bold" if name == mode.value else "labelL",
                          "#20161E" if name == mode.value else DIM),
            on=mode.to(name), id="mode", cls="android.widget.RadioButton", checked=name == mode.value,
            selected=name == mode.value, height=36, radius=18, bg=PINK if name == mode.value else "", pad=(16, 0),
            align="center",
        )
        for name in MODES
    ]  # fmt: skip
    bottom = column(
        line(modes, justify="center", align="start"),
        line(_last(state), _shutter(mode.value == "Video"), w.space(52, 52), height=104, pad=(24, 0)),
        bg="black",
    )
    return Screen(body, top=top, bottom=bottom, bg="black", bar="black", title="Camera")


def _toggle(state: State, glyph: str, name: str, values: Sequence[str]) -> Node:
    """One of the camera's own buttons: a touch goes on to its next value."""
    value = bind(state, f"prefs.{name}")
    after = values[(values.index(value.value) + 1) % len(values) if value.value in values else 0]
    return node(
        "row", w.icon(glyph, 20, WHITE), w.text(value.value, "labelL", WHITE, lines=1), on=value.to(after), id=name,
        cls=w.ROW, desc=f"{name.title()}, {value.value}", height=48, gap=4, align="center", pad=(8, 0),
    )  # fmt: skip


def _shutter(video: bool) -> Node:
    color, desc = ("#E5484D", "Record video") if video else (WHITE, "Take photo")
    ring = node(
        "stack", node("spacer", width=60, height=60, radius=30, bg=color, place=("center", "center")),
        on=ev("take"), id="shutter", cls="android.widget.ImageButton", desc=desc, width=76, height=76, radius=38,
        outline=WHITE, outline_width=4,
    )  # fmt: skip
    return node("row", ring, grow=1, justify="center")


def _last(state: State) -> Node:
    """The picture that was taken last; a touch opens it."""
    photo = next((photo for photo in state.photos if photo.folder == CAMERA), None)
    if photo is None:
        return w.space(52, 52)
    on = p.open_photo(photo.id, CAMERA)
    return node("image", art=art(photo), desc="Last photo", on=on, id="last_photo", width=52, height=52, radius=26)


@app.on("take")
def take(state: State, view: View) -> Handled:
    """Make what the finder shows the newest photo, or a short video."""
    video = state.ui.mode == "Video"
    time = view.moment.strftime("%Y%m%d_%H%M%S")
    name = f"VID_{time}.mp4" if video else f"IMG_{time}.jpg"
    made = replace(
        finder(state), id=next_id(state), name=name, path=f"{FOLDERS[CAMERA]}/{name}",
        at=view.now.strftime(TIME_FORMAT), place=STREET if state.prefs.places else "", seconds=6 if video else 0,
        mode=state.ui.mode, flash=state.prefs.flash,
    )  # fmt: skip
    state = recorded(replace(state, photos=(made, *state.photos)), view.now, "Taken", (made,))
    return state, *written(made), Toast("Video saved" if video else "Photo saved")
