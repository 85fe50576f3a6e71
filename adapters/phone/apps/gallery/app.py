"""The declaration of Gallery; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.gallery.catalogue import CROPS, FILTERS, FLASHES, MODES, RATIOS, TIMERS
from adapters.phone.apps.gallery.files import PREINSTALLED
from adapters.phone.apps.gallery.model import COLUMNS, ORDERS, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    activity=".GalleryActivity",
    name="gallery",
    package="com.android.gallery3d",
    label="Gallery",
    icon=Icon("#FBE9F7", "#8E4585", "photo_library"),
    theme=Theme("#8E4585", "tonal", radius=16),
    home=route("photos"),
    scratch=("bin/*/at", "history/*/at", "history/*/number", "ui"),
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
    preinstalled_files=PREINSTALLED,
)
