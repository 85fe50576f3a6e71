"""Novabasket's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.novabasket.catalogue import KINDS, MOST, Kind
from adapters.phone.apps.novabasket.model import State
from adapters.phone.apps.novabasket.terms import COUPONS, NO_COUPON, PAYMENTS, WAYS
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.prices import labels
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route


def _colours(name: str, kind: Kind) -> Choice:
    return Choice(f"novabasket.colour.{name}", kind.colours, kind.colours[0])


def _sizes(name: str, kind: Kind) -> Choice:
    available = tuple(label for label in labels(kind.sizes) if label not in kind.gone)
    return Choice(f"novabasket.size.{name}", available, kind.preset)


app = AppBuilder(
    State,
    name="novabasket",
    package="com.novabasket.shopping",
    label="Novabasket",
    icon=Icon("#FF6A00", "#FFFFFF", "shopping_basket"),
    theme=Theme("#FF6A00", "brand", overrides=(("surface", "#FFFFFF"), ("container", "#F3F2EF")), radius=10),
    home=route("home"),
    scratch=("checkout", "draft", "orders/*/id", "orders/*/number", "orders/*/placed", "query"),
    choices=(
        *(_colours(name, kind) for name, kind in KINDS.items() if kind.colours),
        *(_sizes(name, kind) for name, kind in KINDS.items() if kind.sizes),
        Choice("novabasket.quantity", tuple(str(count) for count in range(1, MOST + 1)), "1"),
        Choice("novabasket.address", ("Home", "Work", "Noor"), "Home"),
        Choice("novabasket.delivery", tuple(way.name for way in WAYS), WAYS[0].name),
        Choice("novabasket.payment", PAYMENTS, PAYMENTS[0]),
        Choice("novabasket.coupon", (NO_COUPON, *(coupon.code for coupon in COUPONS)), NO_COUPON),
        Choice("novabasket.gift", ("Off", "On"), "Off"),
    ),
    version="9.3.1",
    tree_style="poor",
)
