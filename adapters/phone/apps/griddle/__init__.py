"""Griddle Nine, a burger shop with one long menu: options in a sheet, a tray, a review before the order, stamps."""

from __future__ import annotations

from adapters.phone.apps.griddle import account, menu, sheet, till
from adapters.phone.apps.griddle.catalogue import BURGER, CUPS, HEATS, MEALS, SIDE, Option
from adapters.phone.apps.griddle.model import OWNER, State
from adapters.phone.apps.griddle.rules import update
from adapters.phone.apps.griddle.shops import HOW, PAYMENTS, SHOPS, TIMES
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "menu": menu.menu,
    "search": menu.find,
    "shops": menu.pick_shop,
    "item": sheet.options,
    "tray": till.tray,
    "details": till.details,
    "review": till.review,
    "placed": till.placed,
    "orders": account.orders,
    "order": account.order_page,
    "stamps": account.stamp_card,
    "shop": account.shop_page,
    "account": account.account,
    "payment": account.payment,
    "name": account.rename,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Griddle Nine shows at a place; an unknown one is the menu."""
    return _SCREENS.get(place.name, menu.menu)(state, place, view)


def _labels(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(one.label for one in options)


APP = App(
    name="griddle",
    package="com.griddlenine.app",
    label="Griddle Nine",
    icon=Icon("#1B1A17", "#F2B705", "outdoor_grill"),
    theme=Theme(
        "#F2B705",
        "brand",
        overrides=(("primary", "#1B1A17"), ("on_primary", "#F2B705"), ("surface", "#FDF9F0")),
        radius=4,
    ),
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
        "ui",
    ),
    activities={
        "menu": ".MenuActivity",
        "search": ".SearchActivity",
        "shops": ".MenuActivity",
        "item": ".MenuActivity",
        "tray": ".TrayActivity",
        "details": ".CheckoutActivity",
        "review": ".ReviewActivity",
        "placed": ".ConfirmedActivity",
        "orders": ".OrdersActivity",
        "order": ".OrderActivity",
        "stamps": ".StampCardActivity",
        "shop": ".RestaurantActivity",
        "account": ".AccountActivity",
        "payment": ".AccountActivity",
        "name": ".AccountActivity",
    },
    choices=(
        Choice("griddle.patties", _labels(BURGER.sizes), BURGER.sizes[0].label),
        Choice("griddle.portion", _labels(SIDE.sizes), SIDE.sizes[0].label),
        Choice("griddle.heat", _labels(HEATS), HEATS[0].label),
        Choice("griddle.meal", _labels(MEALS), MEALS[0].label),
        Choice("griddle.meal.drink", CUPS, CUPS[0]),
        Choice("griddle.leave_out", ("Nothing", *_labels(BURGER.without)), "Nothing"),
        Choice("griddle.extras", ("None", *_labels(BURGER.extras)), "None"),
        Choice("griddle.quantity", ("1", "2", "3", "4"), "1"),
        Choice("griddle.restaurant", tuple(one.name for one in SHOPS if not one.closed), SHOPS[0].name),
        Choice("griddle.how", HOW, HOW[0]),
        Choice("griddle.time", TIMES, TIMES[0]),
        Choice("griddle.name", (OWNER,), OWNER),
        Choice("griddle.payment", PAYMENTS, PAYMENTS[0]),
        Choice("griddle.cutlery", ("Off", "On"), "Off"),
        Choice("griddle.voucher", ("None", "LUNCH2", "NINE50"), "None"),
    ),
    version="6.1.0",
)
