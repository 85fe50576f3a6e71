"""How pictures are made: the editor's draft and how it is saved, and the camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adapters.phone.apps.gallery.edit import edit_of
from adapters.phone.apps.gallery.files import written
from adapters.phone.apps.gallery.model import State, finder, next_id, photo_of, recorded, renamed
from adapters.phone.apps.gallery.shots import CAMERA, FLASHES, FOLDERS, MODES, RATIOS, TIMERS, Edit
from adapters.phone.ui.app import Ask, Back, Effect, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev, ev

Result = tuple[State, tuple[Effect, ...]]
PERMISSION = "android.permission.CAMERA"
STREET = "28 Ferry Street"
"""Where the phone is."""


def _ui(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _edit(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    if one is None:
        return state, ()
    return _ui(state, editing=one.id, edit=one.edit, tab="Crop"), (Go(route("edit", key=one.id)),)


def _edit_tab(state: State, event: Ev, view: View) -> Result:
    return _ui(state, tab=event.get("name")), ()


def _changed(state: State, event: Ev, **changes: Any) -> State:
    one = photo_of(state, event.get("key"))
    if one is None:
        return state
    return _ui(state, editing=one.id, edit=replace(edit_of(state, one), **changes))


def _turn(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    turn = (edit_of(state, one).turn + event.get("by")) % 360 if one else 0
    return _changed(state, event, turn=turn), ()


def _mirror(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    return _changed(state, event, mirrored=one is not None and not edit_of(state, one).mirrored), ()


def _crop(state: State, event: Ev, view: View) -> Result:
    return _changed(state, event, crop=event.get("value")), ()


def _filter(state: State, event: Ev, view: View) -> Result:
    return _changed(state, event, filter=event.get("value")), ()


def _adjust(state: State, event: Ev, view: View) -> Result:
    """In steps of ten: a picture is drawn anew for each."""
    share = min(1.0, max(0.0, float(event.get("value", 0.5))))
    return _changed(state, event, **{event.get("name"): round(share * 10) * 10}), ()


def _reset(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    return (_ui(state, editing=one.id, edit=Edit()) if one else state), ()


def _save_edit(state: State, event: Ev, view: View) -> Result:
    """Over the original, which can be reverted, or as another photo beside it."""
    one = photo_of(state, event.get("key"))
    if one is None:
        return state, (Back(),)
    how = edit_of(state, one)
    if event.get("copy"):
        made = replace(renamed(state, one, "edited"), edit=how, favourite=False)
        at = state.photos.index(one)
        state = replace(state, photos=(*state.photos[:at], made, *state.photos[at:]))
        state = recorded(_ui(state, editing=""), view.now, "Edited as copy", (made,), edit=how)
        return state, (
            *written(made), Back(), Replace(route("photo", key=made.id)), Toast("Copy saved"),
        )  # fmt: skip
    made = replace(one, edit=how)
    state = replace(state, photos=tuple(made if each.id == one.id else each for each in state.photos))
    state = recorded(_ui(state, editing=""), view.now, "Edited", (made,), edit=how)
    return state, (*written(made), Back(), Toast("Saved"))


def _revert(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    if one is None:
        return state, (Back(),)
    made = replace(one, edit=Edit())
    state = replace(state, photos=tuple(made if each.id == one.id else each for each in state.photos))
    return recorded(state, view.now, "Reverted", (made,)), (*written(made), Back(), Toast("Back to the original"))


# The camera.


def _camera_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Ask(PERMISSION, ev("camera"), ev("camera_refused")),)


def _camera(state: State, event: Ev, view: View) -> Result:
    return _ui(state, mode=MODES[0]), (Go(route("camera")),)


def _refused(state: State, event: Ev, view: View) -> Result:
    return state, (Toast("The camera needs your permission"),)


def _mode(state: State, event: Ev, view: View) -> Result:
    return _ui(state, mode=event.get("name")), ()


NEXT = {"flash": FLASHES, "timer": TIMERS, "ratio": RATIOS}


def _camera_next(state: State, event: Ev, view: View) -> Result:
    """The next value of one of the camera's buttons."""
    name = event.get("name")
    values = NEXT.get(name, FLASHES)
    now = getattr(state.prefs, name, values[0])
    after: Any = {name: values[(values.index(now) + 1) % len(values) if now in values else 0]}
    return replace(state, prefs=replace(state.prefs, **after)), ()


def _take(state: State, event: Ev, view: View) -> Result:
    """What the finder shows becomes the newest photo, or a short video."""
    video = state.ui.mode == "Video"
    stamp = view.moment.strftime("%Y%m%d_%H%M%S")
    name = f"VID_{stamp}.mp4" if video else f"IMG_{stamp}.jpg"
    made = replace(
        finder(state), id=next_id(state), name=name, path=f"{FOLDERS[CAMERA]}/{name}",
        at=view.now.strftime("%Y-%m-%dT%H:%M"), place=STREET if state.prefs.places else "", seconds=6 if video else 0,
        mode=state.ui.mode, flash=state.prefs.flash,
    )  # fmt: skip
    state = replace(state, photos=(made, *state.photos))
    told = Toast("Video saved" if video else "Photo saved")
    return recorded(state, view.now, "Taken", (made,)), (*written(made), told)


MAKING: Mapping[str, Callable[[State, Ev, View], Result]] = {
    "edit": _edit, "edit_tab": _edit_tab, "turn": _turn, "mirror": _mirror, "crop": _crop, "filter": _filter,
    "adjust": _adjust, "reset": _reset, "save_edit": _save_edit, "revert": _revert, "camera_ask": _camera_ask,
    "camera": _camera, "camera_refused": _refused, "mode": _mode,
    "camera_next": _camera_next, "take": _take,
}  # fmt: skip
