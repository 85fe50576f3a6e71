"""The declaration of Gallery; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.gallery.files import PREINSTALLED
from adapters.phone.apps.gallery.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Icon, route

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
    version="1.1.40030",
    system=True,
    storage=True,
    preinstalled_files=PREINSTALLED,
)
