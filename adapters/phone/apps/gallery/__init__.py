"""Gallery: photos by day, albums, search, an editor that saves over or beside the original, a bin, and the camera."""

from __future__ import annotations

from adapters.phone.apps.gallery import camera, care, edit, grids, page
from adapters.phone.apps.gallery.files import PLANTS, filled, kept, synced
from adapters.phone.apps.gallery.model import COLUMNS, ORDERS, State
from adapters.phone.apps.gallery.rules import update as step
from adapters.phone.apps.gallery.shots import CROPS, FILTERS, FLASHES, MODES, RATIOS, TIMERS
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Effect, Icon, Route, Screen, View, route
from adapters.phone.ui.node import Ev

_SCREENS = {
    "photos": grids.photos,
    "select": grids.select,
    "albums": grids.albums,
    "album": grids.album,
    "album_more": grids.album_more,
    "delete_album": grids.delete_album,
    "name_album": grids.name_album,
    "search": grids.search,
    "photo": page.photo,
    "photo_more": page.photo_more,
    "delete": page.delete,
    "add_to": page.add_to,
    "edit": edit.edit,
    "camera": camera.camera,
    "bin": care.bin_page,
    "binned": care.binned,
    "settings": care.settings,
    "preference": care.preference,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What the gallery shows at a place, of the photos that are there; an unknown place is all of them."""
    state = synced(state, view.storage)
    return filled(_SCREENS.get(place.name, grids.photos)(state, place, view), view.storage, state.photos)


def update(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """An event meets the photos that are there."""
    now = synced(state, view.storage)
    after, effects = step(now, event, view)
    return kept(state, now, after), effects


_GRID, _ALBUM, _PHOTO, _SETUP = ".GalleryActivity", ".AlbumActivity", ".PhotoActivity", ".SettingsActivity"

APP = App(
    name="gallery",
    package="com.android.gallery3d",
    label="Gallery",
    icon=Icon("#FBE9F7", "#8E4585", "photo_library"),
    theme=Theme("#8E4585", "tonal", radius=16),
    home=route("photos"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "bin/*/at",
        "history/*/at",
        "history/*/number",
        "ui",
    ),
    activities={
        **dict.fromkeys(("photos", "select", "albums", "name_album"), _GRID),
        **dict.fromkeys(("album", "album_more", "delete_album"), _ALBUM),
        "search": ".SearchActivity",
        **dict.fromkeys(("photo", "photo_more", "delete", "add_to"), _PHOTO),
        "edit": ".filtershow.FilterShowActivity",
        "camera": "com.android.camera.CameraActivity",
        **dict.fromkeys(("bin", "binned"), ".BinActivity"),
        **dict.fromkeys(("settings", "preference"), _SETUP),
    },
    choices=(
        Choice("gallery.edit.crop", CROPS, CROPS[0]),
        Choice("gallery.edit.turn", ("0", "90", "180", "270"), "0"),
        Choice("gallery.edit.mirrored", ("On", "Off"), "Off"),
        Choice("gallery.edit.filter", FILTERS, FILTERS[0]),
        Choice("gallery.edit.light", ("0", "50", "100"), "50"),
        Choice("gallery.edit.contrast", ("0", "50", "100"), "50"),
        Choice("gallery.edit.warmth", ("0", "50", "100"), "50"),
        Choice("gallery.camera.mode", MODES, MODES[0]),
        Choice("gallery.camera.flash", FLASHES, FLASHES[0]),
        Choice("gallery.camera.timer", TIMERS, TIMERS[0]),
        Choice("gallery.camera.ratio", RATIOS, RATIOS[0]),
        Choice("gallery.camera.places", ("On", "Off"), "On"),
        Choice("gallery.columns", COLUMNS, COLUMNS[0]),
        Choice("gallery.order", ORDERS, ORDERS[0]),
        Choice("gallery.ask", ("On", "Off"), "On"),
    ),
    version="1.1.40030",
    system=True,
    storage=True,
    preinstalled_files=PLANTS,
)
