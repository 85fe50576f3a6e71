"""Bunwright, a burger shop: menu, options, basket, checkout, orders, branches."""

from __future__ import annotations

from adapters.phone.apps.bunwright import shop, till
from adapters.phone.apps.bunwright.catalogue import BRANCHES, BUNS, DAYS, EXTRAS, SIZES, TIMES
from adapters.phone.apps.bunwright.model import State
from adapters.phone.apps.bunwright.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "menu": shop.menu,
    "search": shop.find,
    "item": shop.options,
    "basket": till.basket,
    "checkout": till.checkout,
    "placed": till.placed,
    "orders": till.orders,
    "order": till.order_page,
    "branches": till.branches,
    "branch": till.branch_page,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Bunwright shows at a place; an unknown one is the menu."""
    return _SCREENS.get(place.name, shop.menu)(state, place, view)


APP = App(
    name="bunwright",
    package="com.bunwright.orders",
    label="Bunwright",
    icon=Icon("#D8432B", "#FFF4E6", "lunch_dining"),
    theme=Theme("#D8432B", "brand", radius=20),
    home=route("menu"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "checkout",
        "draft",
        "orders/*/id",
        "orders/*/number",
        "orders/*/placed",
        "ui/query",
    ),
    activities={
        "menu": ".MenuActivity",
        "search": ".SearchActivity",
        "item": ".ItemActivity",
        "basket": ".BasketActivity",
        "checkout": ".CheckoutActivity",
        "placed": ".PlacedActivity",
        "orders": ".OrdersActivity",
        "order": ".OrderActivity",
        "branches": ".BranchesActivity",
        "branch": ".BranchActivity",
    },
    choices=(
        Choice("bunwright.size", tuple(one.label for one in SIZES), SIZES[0].label),
        Choice("bunwright.bun", tuple(one.label for one in BUNS), BUNS[0].label),
        Choice("bunwright.extras", ("None", *(one.label for one in EXTRAS)), "None"),
        Choice("bunwright.quantity", ("1", "2", "3", "4"), "1"),
        Choice("bunwright.note", ("",), ""),
        Choice("bunwright.branch", tuple(one.name for one in BRANCHES), BRANCHES[0].name),
        Choice("bunwright.time", TIMES, TIMES[0]),
        Choice("bunwright.day", ("Today", *DAYS), "Today"),
    ),
    version="4.2.0",
)
