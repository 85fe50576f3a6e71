"""Tunedrift's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.tunedrift.catalogue import (
    BILLINGS,
    CROSSFADES,
    DEVICES,
    EQUALISERS,
    PAYMENTS,
    PLANS,
    QUALITIES,
    REPEATS,
    SLEEPS,
    SORTS,
    VISIBILITIES,
)
from adapters.phone.apps.tunedrift.model import State
from adapters.phone.apps.tunedrift.playback import due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.prices import labels
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
    scratch=("history/*/at", "history/*/number", "orders/*/number", "played", "ui"),
    choices=(
        Choice("tunedrift.wifi", QUALITIES, "High"),
        Choice("tunedrift.mobile", QUALITIES, "Normal"),
        Choice("tunedrift.download", QUALITIES, "High"),
        Choice("tunedrift.mobile_downloads", ("On", "Off"), "Off"),
        Choice("tunedrift.crossfade", CROSSFADES, CROSSFADES[0]),
        Choice("tunedrift.gapless", ("On", "Off"), "On"),
        Choice("tunedrift.level", ("On", "Off"), "On"),
        Choice("tunedrift.equaliser", EQUALISERS, EQUALISERS[0]),
        Choice("tunedrift.explicit", ("On", "Off"), "On"),
        Choice("tunedrift.private", ("On", "Off"), "Off"),
        Choice("tunedrift.sort", SORTS, SORTS[0]),
        Choice("tunedrift.playlist.about", ("",), ""),
        Choice("tunedrift.playlist.visibility", VISIBILITIES, VISIBILITIES[0]),
        Choice("tunedrift.shuffle", ("On", "Off"), "Off"),
        Choice("tunedrift.repeat", REPEATS, REPEATS[0]),
        Choice("tunedrift.device", tuple(DEVICES), "This phone"),
        Choice("tunedrift.sleep", tuple(SLEEPS), "Off"),
        Choice("tunedrift.plan", labels(PLANS), "Solo"),
        Choice("tunedrift.plan.billing", BILLINGS, BILLINGS[0]),
        Choice("tunedrift.plan.payment", PAYMENTS, PAYMENTS[0]),
        Choice("tunedrift.plan.renew", ("On", "Off"), "On"),
    ),
    version="9.3.2",
    tree_style="compose",
    due=due,
)
