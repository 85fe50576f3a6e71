"""Griddle Nine as a person uses it: the order by touch, what the state says of it, and how it can fail."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.griddle import APP
from adapters.phone.apps.griddle.catalogue import ITEMS, SECTIONS, listed
from adapters.phone.apps.griddle.model import Line, cents, fresh, total
from adapters.phone.apps.griddle.orders import share_text
from adapters.phone.framework.actions import share, switch_to
from adapters.phone.framework.state_paths import find
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Go, View, route
from adapters.phone.ui.node import Ev, Node, ev
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import found, phone_with, tap, texts

started = partial(phone_with, APP)

HOME = "com.android.launcher3"


def taps(root: Node | None) -> list[Ev]:
    """What the controls below a node do when they are tapped."""
    if root is None:
        return []
    own = root.event("tap")
    return [*([] if own is None else [own]), *(event for child in root.children for event in taps(child))]


def orders(phone: Phone) -> list[dict[str, Any]]:
    """The orders in the state."""
    entries: list[dict[str, Any]] = phone.read()["griddle"]["orders"]
    return entries


def test_an_order_is_put_together_reviewed_and_confirmed_by_touch() -> None:
    """Dish, options, tray, details, review, thanks; the record has each choice, and nothing is ordered before that."""
    phone = started()
    known = len(orders(phone))
    tap(phone, "Griddle Classic", "Two patties", "Warm", "Meal", "Lemon soda", "Pickle", "Smoked bacon", "Add one")
    tap(phone, "Add to tray   $33.20", "View tray", "Continue   $33.20")
    tap(phone, "Eat in", "12:45", "Card ending 4417", "Cutlery and napkins", "Review order   $33.20")
    assert len(orders(phone)) == known
    full_texts = texts(phone)
    assert {"Eat in", "12:45", "Card ending 4417", "Yes, please", "No pickle", "Add Smoked bacon", "$33.20"} <= {
        *full_texts
    }
    tap(phone, "Confirm order   $33.20")
    order = orders(phone)[-1]
    assert order["number"] == "G9-2208"
    assert order["number"] in texts(phone)
    assert {key: order[key] for key in ("shop", "how", "time", "name", "payment", "cutlery", "total")} == {
        "shop": "Mill Lane",
        "how": "Eat in",
        "time": "12:45",
        "name": "Robin",
        "payment": "Card ending 4417",
        "cutlery": True,
        "total": "$33.20",
    }
    assert order["lines"] == [
        {
            "item": "Griddle Classic",
            "size": "Two patties",
            "heat": "Warm",
            "meal": "Meal",
            "drink": "Lemon soda",
            "without": ["Pickle"],
            "extras": ["Smoked bacon"],
            "quantity": 2,
        }
    ]
    assert phone.read()["griddle"]["tray"] == []
    tap(phone, "View order")
    assert "Planned for 12:45" in texts(phone)
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_the_plus_orders_a_dish_as_it_comes() -> None:
    """What is added without its sheet carries the declared defaults, and the form starts from them too."""
    phone = started()
    tap(phone, "Add Griddle Classic", "View tray", "Continue   $8.90", "Review order   $8.90", "Confirm order   $8.90")
    order = orders(phone)[-1]
    line = order["lines"][0]
    declared = {choice.id.removeprefix("griddle."): choice.default for choice in APP.choices}
    happened = {
        "patties": line["size"],
        "heat": line["heat"],
        "meal": line["meal"],
        "leave_out": ", ".join(line["without"]) or "Nothing",
        "extras": ", ".join(line["extras"]) or "None",
        "quantity": str(line["quantity"]),
        "restaurant": order["shop"],
        "how": order["how"],
        "time": order["time"],
        "payment": order["payment"],
        "cutlery": "On" if order["cutlery"] else "Off",
    }
    assert {key: declared[key] for key in happened} == happened


@pytest.mark.parametrize(
    ("labels", "price", "right"),
    [
        (("Large", "Mild", "Slaw"), "$12.30", True),
        (("Regular", "Mild", "Slaw"), "$9.80", False),
        (("Large", "Fierce", "Slaw"), "$12.30", False),
        (("Large", "Mild", "Mayo"), "$12.30", False),
    ],
    ids=["right", "other size", "other heat", "other thing left out"],
)
def test_a_check_tells_the_right_order_from_near_misses(labels: tuple[str, ...], price: str, right: bool) -> None:
    """One predicate holds for the order that was asked for, and for none that differs in one choice."""
    line = {"item": "Buttermilk Thigh", "size": "Large", "without": ["Slaw"], "heat": "Mild"}
    phone = started()
    tap(phone, "Chicken")
    tap(phone, "Buttermilk Thigh", *labels, f"Add to tray   {price}", "View tray", f"Continue   {price}")
    tap(phone, f"Review order   {price}", f"Confirm order   {price}")
    assert holds(Check("griddle/orders/*/lines/*", "has", line), phone.read()) is right


def test_a_restaurant_is_picked_in_its_sheet_and_a_closed_one_is_not() -> None:
    """The header tells where one collects; the closed house cannot be chosen."""
    phone = started()
    tap(phone, "Pickup from", "Harbour Arcade")
    assert phone.read()["griddle"]["shop"] == "Mill Lane"
    tap(phone, "Tram Depot")
    assert phone.read()["griddle"]["shop"] == "Tram Depot"
    assert "Depot Hall, Gate 2" in texts(phone)


def test_search_finds_dishes_and_says_when_there_are_none() -> None:
    """Words of the description count; a search without result leads back to the menu."""
    phone = started()
    tap(phone, "Search")
    assert phone.type_text("thai basil")
    assert "Night Market Chicken 盐酥鸡" in texts(phone)
    phone.clear_text()
    phone.type_text("zebra")
    assert "No dish for “zebra”" in texts(phone)
    phone.key(4)
    tap(phone, "Whole menu")
    assert "HOT OFF THE NINE" in texts(phone)


def test_the_last_one_less_takes_a_line_off_the_tray() -> None:
    """Then the tray is empty and says so."""
    phone = started(state={"tray": [{"item": "Lime Slaw", "size": "Regular"}]})
    tap(phone, "View tray", "Add one", "Remove one", "Remove from tray")
    assert phone.read()["griddle"]["tray"] == []
    assert "Nothing on your tray" in texts(phone)
    phone.key(4)
    phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_order_is_repeated_and_shared() -> None:
    """The lines of a past order land on the tray; the shared text has number, lines and address."""
    phone = started()
    tap(phone, "Your orders", "G9-2207", "Order again")
    tray = phone.read()["griddle"]["tray"]
    assert [(line["item"], line["quantity"]) for line in tray] == [("Buttermilk Thigh", 2), ("Lime Slaw", 1)]
    order = find(APP.initial().orders, number="G9-2207")
    assert order is not None
    page = APP.screen(APP.initial(), route("order", number=order.number), View(phone.now, {}, 0, (1080, 2400)))
    assert share(share_text(order)) in taps(page.bottom)
    assert share_text(order).splitlines() == [
        "My Griddle Nine order G9-2207",
        "2 × Buttermilk Thigh: Regular, Mild, On its own",
        "1 × Lime Slaw: Regular",
        "Ready: As soon as possible",
        "Eat in at Depot Hall, Gate 2",
    ]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_tab_opens_the_whole_menu_at_its_section(section: str) -> None:
    """The list begins at the chosen section and still holds all others; the chosen tab is in sight."""
    phone = started()
    phone.dispatch(switch_to("menu", tab=section))
    tab = next(node for node in parse(phone.dump()).walk() if node.desc == section)
    assert tab.selected
    first = next(node for node in parse(phone.dump()).walk() if node.short_id == "name")
    assert first.text == listed(section)[0].name
    body = phone.screen().body
    names = {
        child.text
        for row in body.children
        for child in row.children[:1]
        for child in child.children
        if child.id == "name"
    }
    assert names == {item.name for item in ITEMS}


def test_sold_out_dishes_stay_off_the_tray() -> None:
    """A tap says so; there is no sheet and no plus."""
    phone = started()
    tap(phone, "Burgers")
    tap(phone, "Blue Monday")
    assert phone.screen().overlay is None
    assert phone.state.toast is not None
    assert found(phone, "Add Blue Monday") is None


def test_prices_add_up() -> None:
    """Every dish costs its price as it comes; options add up, per piece."""
    for item in ITEMS:
        assert cents(fresh(item)) == item.cents
    lines = (
        Line("Griddle Classic", "Three patties", "Mild", "Big meal", "Cola", (), ("Fried egg",), 2),
        Line("Nine-Cut Fries", "Small"),
    )
    assert [cents(line) for line in lines] == [(890 + 390 + 560 + 140) * 2, 260]
    assert total(lines) == "$42.20"


def test_deep_links_open_at_their_place() -> None:
    """A dish and an order can be opened from outside; a wrong number says so."""
    phone = started()
    for place, word in (
        (route("item", key="honey"), "Hot Honey Fillet"),
        (route("order", number="G9-2202"), "ORDER G9-2202"),
        (route("order", number="none"), "No such order"),
        (route("placed", number="none"), "No such order"),
    ):
        phone.start(APP.package, place)
        assert word in texts(phone)


def test_a_dish_says_what_it_contains() -> None:
    """The sheet names the allergens of its dish."""
    phone = started()
    tap(phone, "Griddle Classic")
    assert "Contains gluten, milk, egg" in texts(phone)


def test_an_order_is_notified() -> None:
    """The notification tells number and price and opens the order."""
    phone = started(state={"tray": [{"item": "Lime Slaw", "size": "Regular"}]})
    tap(phone, "View tray", "Continue   $2.90", "Review order   $2.90", "Confirm order   $2.90")
    (notice,) = [item.notice for item in phone.state.posted if item.package == APP.package]
    assert notice.title == "Order G9-2208 is on the griddle"
    assert notice.text == "Pickup at Mill Lane, $2.90"
    assert notice.route == route("order", number="G9-2208")


def test_confirming_twice_orders_once() -> None:
    """The tray is empty after the first time, and an empty tray is no order."""
    state = APP.initial()
    view = View(Phone(with_launcher((APP,))).now, {}, 0, (1080, 2400))
    state, _ = APP.update(state, ev("quick_add", key="slaw"), view)
    once, effects = APP.update(state, ev("confirm"), view)
    twice, more = APP.update(once, ev("confirm"), view)
    assert any(isinstance(effect, Go) for effect in effects)
    assert not any(isinstance(effect, Go) for effect in more)
    assert twice.orders == once.orders
