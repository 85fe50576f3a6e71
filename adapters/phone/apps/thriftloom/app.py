"""Thriftloom's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.thriftloom.catalogue import (
    ANY,
    CAPS,
    CONDITIONS,
    KINDS,
    NEWEST,
    ONE_SIZE,
    PHOTOS,
    SHOE_SIZES,
    SIZES,
    SORTS,
)
from adapters.phone.apps.thriftloom.model import CUT, CUTS, PARCELS, PAYMENTS, WAYS, Form, State, Till
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

TILL, FORM = Till(), Form()

app = AppBuilder(
    State,
    name="thriftloom",
    package="com.thriftloom.market",
    label="Thriftloom",
    icon=Icon("#F6E7E6", "#6D3B47", "checkroom"),
    theme=Theme("#B5838D", "neutral", radius=0, overrides=(("surface", "#FFFCFA"),)),
    home=route("home"),
    scratch=(
        "form", "haggle", "listings/*/id", "listings/*/listed", "listings/*/number", "offers/*/id", "offers/*/made",
        "offers/*/number", "purchases/*/id", "purchases/*/number", "purchases/*/placed", "till", "ui",
    ),
    choices=(
        Choice("thriftloom.delivery", tuple(way.name for way in WAYS), TILL.delivery),
        *(
            Choice(f"thriftloom.place.{way.name.lower().replace(' ', '_')}", tuple(way.places), next(iter(way.places)))
            for way in WAYS
        ),
        Choice("thriftloom.protection", ("On", "Off"), "On"),
        Choice("thriftloom.payment", tuple(PAYMENTS), TILL.payment),
        Choice("thriftloom.offer.cut", tuple(f"{cut}%" for cut in CUTS), f"{CUT}%"),
        Choice("thriftloom.filter.kind", (ANY, *KINDS), ANY),
        Choice("thriftloom.filter.size", (ANY, *SIZES, *SHOE_SIZES, ONE_SIZE), ANY),
        Choice("thriftloom.filter.condition", (ANY, *CONDITIONS), ANY),
        Choice("thriftloom.filter.price", tuple(CAPS), ANY),
        Choice("thriftloom.sort", tuple(SORTS), NEWEST),
        Choice("thriftloom.sell.condition", tuple(CONDITIONS), FORM.condition),
        Choice("thriftloom.sell.parcel", tuple(PARCELS), FORM.parcel),
        Choice("thriftloom.sell.offers", ("On", "Off"), "On"),
        Choice("thriftloom.sell.photo", tuple(str(number) for number in range(1, len(PHOTOS) + 1)), "1"),
    ),
    notices=(
        Notice("OF-216", "Tomasz Wilk answered", "Doctor’s bag: sorry, no", route("offer", number="OF-216"), ago=41),
    ),
    version="5.6.0",
    tree_style="poor",
)  # fmt: skip
