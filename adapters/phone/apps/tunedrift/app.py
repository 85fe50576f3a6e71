"""Tunedrift's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.tunedrift.catalogue import VISIBILITIES
from adapters.phone.apps.tunedrift.model import State
from adapters.phone.apps.tunedrift.playback import due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    activity=".MainActivity",
    name="tunedrift",
    package="com.tunedrift.music",
    label="Tunedrift",
    icon=Icon("#15160F", "#B7F34A", "graphic_eq"),
    theme=Theme("#B7F34A", "brand", dark=True, radius=14),
    home=route("home"),
    scratch=("history/*/at", "history/*/number", "played", "ui"),
    choices=(Choice("tunedrift.playlist.visibility", VISIBILITIES, VISIBILITIES[0]),),
    version="9.3.2",
    tree_style="compose",
    due=due,
)
