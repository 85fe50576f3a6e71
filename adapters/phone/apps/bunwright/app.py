"""Bunwright's declaration; its screens and handlers stand in `shop`, `basket`, `orders` and `branches`."""

from adapters.phone.apps.bunwright.catalogue import BRANCHES, BUNS, EXTRAS, SIZES, TIMES
from adapters.phone.apps.bunwright.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.prices import labels
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    name="bunwright",
    package="com.bunwright.orders",
    label="Bunwright",
    icon=Icon("#D8432B", "#FFF4E6", "lunch_dining"),
    theme=Theme("#D8432B", "brand", radius=20),
    home=route("menu"),
    scratch=("checkout", "draft", "orders/*/id", "orders/*/number", "orders/*/placed", "ui/query"),
    choices=(
        Choice("bunwright.size", labels(SIZES), SIZES[0].label),
        Choice("bunwright.bun", labels(BUNS), BUNS[0].label),
        Choice("bunwright.extras", ("None", *labels(EXTRAS)), "None"),
        Choice("bunwright.quantity", ("1", "2", "3", "4"), "1"),
        Choice("bunwright.note", ("",), ""),
        Choice("bunwright.branch", tuple(branch.name for branch in BRANCHES), BRANCHES[0].name),
        Choice("bunwright.time", TIMES, TIMES[0]),
        Choice("bunwright.day", ("Today", *DAYS), "Today"),
    ),
    version="4.2.0",
)
