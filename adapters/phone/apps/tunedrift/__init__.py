"""Tunedrift, music: home, search, a library with playlists, a player with queue and sleep timer, and plans."""

from __future__ import annotations

from adapters.phone.apps.tunedrift import front, plans, player, shelf, songs
from adapters.phone.apps.tunedrift.clockwork import due
from adapters.phone.apps.tunedrift.model import State
from adapters.phone.apps.tunedrift.music import (
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
from adapters.phone.apps.tunedrift.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "home": front.home,
    "search": front.search,
    "library": shelf.library,
    "listing": shelf.listing,
    "list_more": shelf.list_more,
    "delete_list": shelf.delete_list,
    "form": shelf.form,
    "artist": shelf.artist,
    "player": player.player,
    "queue": player.queue,
    "devices": player.devices,
    "sleep": player.sleep,
    "more": songs.more,
    "add_to": songs.add_to,
    "plans": plans.plans,
    "review": plans.review,
    "paid": plans.paid,
    "settings": plans.settings,
    "preference": plans.preference,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Tunedrift shows at a place; an unknown one is home."""
    return _SCREENS.get(place.name, front.home)(state, place, view)


APP = App(
    name="tunedrift",
    package="com.tunedrift.music",
    label="Tunedrift",
    icon=Icon("#15160F", "#B7F34A", "graphic_eq"),
    theme=Theme("#B7F34A", "brand", dark=True, radius=14),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "history/*/at",
        "history/*/number",
        "orders/*/number",
        "played",
        "ui",
    ),
    activities={
        **dict.fromkeys(("home", "search", "library", "listing", "list_more", "delete_list", "artist", "more",
                         "add_to"), ".MainActivity"),
        **dict.fromkeys(("player", "queue", "devices", "sleep"), ".PlayerActivity"),
        "form": ".PlaylistFormActivity",
        **dict.fromkeys(("plans", "review", "paid"), ".PlansActivity"),
        **dict.fromkeys(("settings", "preference"), ".SettingsActivity"),
    },
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
        Choice("tunedrift.device", tuple(name for name, _ in DEVICES), DEVICES[0][0]),
        Choice("tunedrift.sleep", tuple(SLEEPS), "Off"),
        Choice("tunedrift.plan", tuple(PLANS), "Solo"),
        Choice("tunedrift.plan.billing", BILLINGS, BILLINGS[0]),
        Choice("tunedrift.plan.payment", PAYMENTS, PAYMENTS[0]),
        Choice("tunedrift.plan.renew", ("On", "Off"), "On"),
    ),
    version="9.3.2",
    tree_style="compose",
    due=due,
)  # fmt: skip
