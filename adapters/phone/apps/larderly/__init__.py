"""Larderly, a grocer: a rail of aisles, steppers in the rows, windows of delivery, substitutes, refunds."""

from __future__ import annotations

from adapters.phone.apps.larderly import basket, records, shop, till, you
from adapters.phone.apps.larderly.catalogue import ITEMS, PREPS
from adapters.phone.apps.larderly.model import State
from adapters.phone.apps.larderly.rules import update
from adapters.phone.apps.larderly.terms import (
    BAGS,
    CANCEL_REASONS,
    HANDOVERS,
    HOURS,
    PAYMENTS,
    POINTS,
    REASONS,
    REPAID,
    SUBSTITUTES,
    TIPS,
    WAYS,
)
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": shop.home,
    "search": shop.find,
    "product": shop.product,
    "basket": basket.basket,
    "substitute": basket.substitute,
    "empty": basket.empty,
    "slot": basket.slot,
    "pick_address": basket.pick_address,
    "checkout": till.checkout,
    "review": till.review,
    "placed": till.placed,
    "orders": records.orders,
    "order": records.order_page,
    "cancel": records.cancel,
    "refund": records.refund,
    "refunded": records.refunded,
    "account": you.account,
    "addresses": you.addresses,
    "address": you.address_form,
    "settings": you.settings,
    "usual": you.usual,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Larderly shows at a place; an unknown one is the shop."""
    return _SCREENS.get(place.name, shop.home)(state, place, view)


APP = App(
    name="larderly",
    package="com.larderly.grocer",
    label="Larderly",
    icon=Icon("#3B8F3E", "#F1FFE3", "eco"),
    theme=Theme(
        "#3B8F3E",
        "brand",
        overrides=(("surface", "#FDFEFA"), ("lowest", "#FFFFFF"), ("container", "#EFF4E9")),
        radius=20,
    ),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "orders/*/id",
        "orders/*/number",
        "orders/*/placed",
        "refunds/*/at",
        "refunds/*/number",
        "till",
        "ui",
    ),
    activities={
        "home": ".ShopActivity",
        "search": ".SearchActivity",
        "product": ".ProductActivity",
        "basket": ".BasketActivity",
        "substitute": ".BasketActivity",
        "empty": ".BasketActivity",
        "slot": ".SlotActivity",
        "pick_address": ".SlotActivity",
        "checkout": ".CheckoutActivity",
        "review": ".ReviewActivity",
        "placed": ".PlacedActivity",
        "orders": ".OrdersActivity",
        "order": ".OrderActivity",
        "cancel": ".OrderActivity",
        "refund": ".RefundActivity",
        "refunded": ".RefundActivity",
        "account": ".AccountActivity",
        "addresses": ".AddressesActivity",
        "address": ".AddressActivity",
        "settings": ".SettingsActivity",
        "usual": ".SettingsActivity",
    },
    choices=(
        *(
            Choice(f"larderly.pack.{one.key}", tuple(pack.label for pack in one.packs), one.packs[0].label)
            for one in ITEMS
            if len(one.packs) > 1
        ),
        *(Choice(f"larderly.{prep.name}", prep.options, prep.options[0]) for prep in PREPS),
        Choice("larderly.substitute", SUBSTITUTES, SUBSTITUTES[0]),
        Choice("larderly.quantity", ("1", "2", "3", "4"), "1"),
        Choice("larderly.way", WAYS, WAYS[0]),
        Choice("larderly.hours", HOURS, "14:00–16:00"),
        Choice("larderly.address", ("Home", "Studio", "Dr. Amadi"), "Home"),
        Choice("larderly.point", tuple(name for name, _, _ in POINTS), POINTS[0][0]),
        Choice("larderly.bags", BAGS, BAGS[0]),
        Choice("larderly.handover", HANDOVERS, HANDOVERS[0]),
        Choice("larderly.tip", TIPS, TIPS[0]),
        Choice("larderly.payment", PAYMENTS, PAYMENTS[0]),
        Choice("larderly.cancel.reason", CANCEL_REASONS, CANCEL_REASONS[0]),
        Choice("larderly.refund.reason", REASONS, REASONS[0]),
        Choice("larderly.refund.repaid", REPAID, REPAID[0]),
    ),
    notices=(
        Notice("LD-7733", "Your picker has two questions", "Order LD-7733, today 18:00–20:00",
               route("order", number="LD-7733"), ago=6),
    ),
    version="6.2.0",
)  # fmt: skip
