"""Griddle Nine's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.griddle.catalogue import (
    BURGER,
    HEATS,
    MEAL_DRINKS,
    MEALS,
    MOST,
    PAYMENTS,
    SHOPS,
    SIDE,
    TIMES,
    WAYS,
)
from adapters.phone.apps.griddle.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.prices import labels
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
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
    scratch=("checkout", "draft", "orders/*/id", "orders/*/number", "orders/*/placed", "query"),
    choices=(
        Choice("griddle.patties", labels(BURGER.sizes), BURGER.sizes[0].label),
        Choice("griddle.portion", labels(SIDE.sizes), SIDE.sizes[0].label),
        Choice("griddle.heat", labels(HEATS), HEATS[0].label),
        Choice("griddle.meal", labels(MEALS), MEALS[0].label),
        Choice("griddle.meal.drink", MEAL_DRINKS, MEAL_DRINKS[0]),
        Choice("griddle.leave_out", ("Nothing", *labels(BURGER.without)), "Nothing"),
        Choice("griddle.extras", ("None", *labels(BURGER.extras)), "None"),
        Choice("griddle.quantity", tuple(str(count) for count in range(1, MOST + 1)), "1"),
        Choice("griddle.restaurant", tuple(shop.name for shop in SHOPS if not shop.closed), SHOPS[0].name),
        Choice("griddle.how", WAYS, WAYS[0]),
        Choice("griddle.time", TIMES, TIMES[0]),
        Choice("griddle.payment", PAYMENTS, PAYMENTS[0]),
        Choice("griddle.cutlery", ("Off", "On"), "Off"),
    ),
    version="6.1.0",
)
