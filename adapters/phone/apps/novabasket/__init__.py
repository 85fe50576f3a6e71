"""Novabasket, a marketplace: aisles, deals, options in a sheet, a basket with ticks, coupons, a till, orders."""

from __future__ import annotations

from adapters.phone.apps.novabasket import account, bargains, basket, front, product, records, till
from adapters.phone.apps.novabasket.catalogue import CABLE, HOME, PACK, POT, SHOE, STORAGE, TECH, TOY, WEAR, Kind
from adapters.phone.apps.novabasket.model import State
from adapters.phone.apps.novabasket.rules import update
from adapters.phone.apps.novabasket.terms import COUPONS, NO_COUPON, PAYMENTS, REASONS, STARS, WAYS
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "home": front.home,
    "search": front.find,
    "categories": front.categories,
    "aisle": front.aisle,
    "deals": bargains.deals,
    "saved": front.saved,
    "product": product.product,
    "options": product.options,
    "cart": basket.basket,
    "checkout": till.checkout,
    "pick_address": till.pick_address,
    "pick_coupon": till.pick_coupon,
    "review": till.review,
    "placed": till.placed,
    "me": account.me,
    "orders": records.orders,
    "order": records.order_page,
    "cancel": records.cancel,
    "rate": records.rate,
    "coupons": bargains.coupons,
    "night": bargains.night,
    "addresses": account.addresses,
    "settings": account.settings,
    "usual_way": account.usual_way,
    "usual_payment": account.usual_payment,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Novabasket shows at a place; an unknown one is home."""
    return _SCREENS.get(place.name, front.home)(state, place, view)


def _colours(name: str, kind: Kind) -> Choice:
    return Choice(f"novabasket.colour.{name}", kind.colours, kind.colours[0])


def _sizes(name: str, kind: Kind) -> Choice:
    labels = tuple(one.label for one in kind.sizes if one.label not in kind.gone)
    return Choice(f"novabasket.size.{name}", labels, kind.preset)


APP = App(
    name="novabasket",
    package="com.novabasket.shopping",
    label="Novabasket",
    icon=Icon("#FF6A00", "#FFFFFF", "shopping_basket"),
    theme=Theme(
        "#FF6A00",
        "brand",
        overrides=(("surface", "#FFFFFF"), ("container", "#F3F2EF")),
        radius=10,
    ),
    home=route("home"),
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
        "home": ".MainActivity",
        "search": ".SearchActivity",
        "categories": ".MainActivity",
        "aisle": ".AisleActivity",
        "deals": ".MainActivity",
        "saved": ".SavedActivity",
        "product": ".ProductActivity",
        "options": ".ProductActivity",
        "cart": ".MainActivity",
        "checkout": ".CheckoutActivity",
        "pick_address": ".CheckoutActivity",
        "pick_coupon": ".CheckoutActivity",
        "review": ".ReviewOrderActivity",
        "placed": ".PlacedActivity",
        "me": ".MainActivity",
        "orders": ".OrdersActivity",
        "order": ".OrderActivity",
        "cancel": ".OrderActivity",
        "rate": ".RateActivity",
        "coupons": ".CouponsActivity",
        "night": ".MainActivity",
        "addresses": ".AddressesActivity",
        "settings": ".SettingsActivity",
        "usual_way": ".SettingsActivity",
        "usual_payment": ".SettingsActivity",
    },
    choices=(
        *(
            _colours(name, kind)
            for name, kind in (
                ("tech", TECH),
                ("storage", STORAGE),
                ("cable", CABLE),
                ("shoe", SHOE),
                ("wear", WEAR),
                ("home", HOME),
                ("pot", POT),
                ("toy", TOY),
            )
        ),
        *(
            _sizes(name, kind)
            for name, kind in (
                ("storage", STORAGE),
                ("cable", CABLE),
                ("shoe", SHOE),
                ("wear", WEAR),
                ("pot", POT),
                ("pack", PACK),
            )
        ),
        Choice("novabasket.quantity", ("1", "2", "3", "4"), "1"),
        Choice("novabasket.address", ("Home", "Work", "Noor"), "Home"),
        Choice("novabasket.delivery", tuple(one.name for one in WAYS), WAYS[0].name),
        Choice("novabasket.payment", PAYMENTS, PAYMENTS[0]),
        Choice("novabasket.coupon", (NO_COUPON, *(one.code for one in COUPONS)), NO_COUPON),
        Choice("novabasket.gift", ("Off", "On"), "Off"),
        Choice("novabasket.cancel.reason", REASONS, REASONS[0]),
        Choice("novabasket.rate.stars", STARS, STARS[-1]),
    ),
    version="9.3.1",
    tree_style="poor",
)
