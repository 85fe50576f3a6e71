"""Larderly's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.larderly.catalogue import ITEMS, MOST, PREPS
from adapters.phone.apps.larderly.model import State
from adapters.phone.apps.larderly.terms import (
    BAGS,
    CANCEL_REASONS,
    HANDOVERS,
    HOURS,
    PAYMENTS,
    POINTS,
    SUBSTITUTES,
    TIPS,
    WAYS,
)
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.prices import labels
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="larderly",
    package="com.larderly.grocer",
    label="Larderly",
    icon=Icon("#3B8F3E", "#F1FFE3", "eco"),
    theme=Theme(
        "#3B8F3E", "brand", radius=20,
        overrides=(("surface", "#FDFEFA"), ("lowest", "#FFFFFF"), ("container", "#EFF4E9")),
    ),
    home=route("home"),
    scratch=("draft", "orders/*/id", "orders/*/number", "orders/*/placed", "till", "ui"),
    choices=(
        *(
            Choice(f"larderly.pack.{item.key}", tuple(pack.label for pack in item.packs), item.packs[0].label)
            for item in ITEMS
            if len(item.packs) > 1
        ),
        *(Choice(f"larderly.{prep.name}", prep.options, prep.options[0]) for prep in PREPS),
        Choice("larderly.substitute", labels(SUBSTITUTES), SUBSTITUTES[0].label),
        Choice("larderly.quantity", tuple(str(count) for count in range(1, MOST + 1)), "1"),
        Choice("larderly.way", WAYS, WAYS[0]),
        Choice("larderly.hours", labels(HOURS), "14:00–16:00"),
        Choice("larderly.address", ("Home", "Studio", "Dr. Amadi"), "Home"),
        Choice("larderly.point", labels(POINTS), POINTS[0].label),
        Choice("larderly.bags", labels(BAGS), BAGS[0].label),
        Choice("larderly.handover", HANDOVERS, HANDOVERS[0]),
        Choice("larderly.tip", labels(TIPS), TIPS[0].label),
        Choice("larderly.payment", PAYMENTS, PAYMENTS[0]),
        Choice("larderly.cancel.reason", CANCEL_REASONS, CANCEL_REASONS[0]),
    ),
    notices=(
        Notice(
            "LD-7733", "Your picker has two questions", "Order LD-7733, today 18:00–20:00",
            route("order", number="LD-7733"), ago=6,
        ),
    ),
    version="6.2.0",
)  # fmt: skip
