"""Thriftloom, second-hand fashion: single pieces in one size and state, offers and counter-offers, one's own rail."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import account, front, rail, records, selling, till
from adapters.phone.apps.thriftloom.answers import due
from adapters.phone.apps.thriftloom.catalogue import (
    ANY,
    CAPS,
    CONDITIONS,
    KINDS,
    ONE_SIZE,
    ROLL,
    SHOE_SIZES,
    SIZES,
    SORTS,
)
from adapters.phone.apps.thriftloom.model import CUT, CUTS, PARCELS, PAYMENTS, PROBLEMS, VALID, VALIDS, WAYS, State
from adapters.phone.apps.thriftloom.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": front.home,
    "search": front.find,
    "filters": front.filters,
    "saved": front.saved,
    "piece": rail.detail,
    "seller": rail.seller_page,
    "haggle": rail.haggle,
    "offered": rail.offered,
    "checkout": till.checkout,
    "review": till.review,
    "bought": till.bought,
    "purchases": records.purchases,
    "purchase": records.purchase_page,
    "cancel": records.cancel,
    "problem": records.problem,
    "offers": records.offers,
    "offer": records.offer_page,
    "sell": selling.sell,
    "pick": selling.pick,
    "preview": selling.preview,
    "listed": selling.listed,
    "closet": selling.closet,
    "you": account.you,
    "following": account.following,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Thriftloom shows at a place; an unknown one is home."""
    return _SCREENS.get(place.name, front.home)(state, place, view)


APP = App(
    name="thriftloom",
    package="com.thriftloom.market",
    label="Thriftloom",
    icon=Icon("#F6E7E6", "#6D3B47", "checkroom"),
    theme=Theme("#B5838D", "neutral", radius=0, overrides=(("surface", "#FFFCFA"),)),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    due=due,
    scratch=(
        "form",
        "haggle",
        "listings/*/id",
        "listings/*/listed",
        "listings/*/number",
        "offers/*/id",
        "offers/*/made",
        "offers/*/number",
        "purchases/*/id",
        "purchases/*/number",
        "purchases/*/placed",
        "till",
        "ui",
    ),
    activities={
        "home": ".RailActivity",
        "search": ".RailActivity",
        "filters": ".FilterActivity",
        "saved": ".SavedActivity",
        "piece": ".PieceActivity",
        "seller": ".SellerActivity",
        "haggle": ".OfferActivity",
        "offered": ".OfferActivity",
        "checkout": ".CheckoutActivity",
        "review": ".CheckoutActivity",
        "bought": ".CheckoutActivity",
        "purchases": ".PurchasesActivity",
        "purchase": ".PurchaseActivity",
        "cancel": ".PurchaseActivity",
        "problem": ".PurchaseActivity",
        "offers": ".RailActivity",
        "offer": ".OfferActivity",
        "sell": ".SellActivity",
        "pick": ".SellActivity",
        "preview": ".SellActivity",
        "listed": ".SellActivity",
        "closet": ".ClosetActivity",
        "you": ".RailActivity",
        "following": ".FollowingActivity",
    },
    choices=(
        Choice("thriftloom.delivery", tuple(one.name for one in WAYS), WAYS[0].name),
        *(
            Choice(f"thriftloom.place.{one.name.lower().replace(' ', '_')}", tuple(name for name, _ in one.places),
                   one.places[0][0])
            for one in WAYS
        ),
        Choice("thriftloom.protection", ("On", "Off"), "On"),
        Choice("thriftloom.payment", PAYMENTS, PAYMENTS[0]),
        Choice("thriftloom.note", ("",), ""),
        Choice("thriftloom.offer.cut", tuple(f"{cut}%" for cut in CUTS), f"{CUT}%"),
        Choice("thriftloom.offer.valid", VALIDS, VALID),
        Choice("thriftloom.offer.message", ("",), ""),
        Choice("thriftloom.filter.kind", (ANY, *KINDS), ANY),
        Choice("thriftloom.filter.size", (ANY, *SIZES, *SHOE_SIZES, ONE_SIZE), ANY),
        Choice("thriftloom.filter.condition", (ANY, *CONDITIONS), ANY),
        Choice("thriftloom.filter.price", CAPS, ANY),
        Choice("thriftloom.sort", SORTS, SORTS[0]),
        Choice("thriftloom.sell.condition", CONDITIONS, CONDITIONS[2]),
        Choice("thriftloom.sell.parcel", PARCELS, PARCELS[0]),
        Choice("thriftloom.sell.offers", ("On", "Off"), "On"),
        Choice("thriftloom.sell.photo", tuple(str(at) for at in range(1, len(ROLL) + 1)), "1"),
        Choice("thriftloom.problem", PROBLEMS, PROBLEMS[0]),
    ),
    notices=(
        Notice("OF-216", "Tomasz Wilk answered", "Doctor’s bag: how about $38.00?", route("offer", number="OF-216"),
               ago=41),
    ),
    version="5.6.0",
    tree_style="poor",
)  # fmt: skip
