"""Larderly as a person uses it: the aisles, the order by touch, substitutes, and how it can fail."""

from __future__ import annotations

from functools import partial

import pytest

from adapters.phone.apps.larderly import APP
from adapters.phone.apps.larderly.catalogue import AISLES, FILTERS, ITEMS, listed, search
from adapters.phone.apps.larderly.model import Line, State, fresh
from adapters.phone.apps.larderly.orders import share_text
from adapters.phone.apps.larderly.terms import COLLECTION, DELIVERY, first_free, windows
from adapters.phone.framework.actions import assign
from adapters.phone.framework.state_paths import find
from adapters.phone.state.phone_state import START
from adapters.phone.ui.app import route
from adapters.phone.ui.node import ev
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import found, phone_with, state_of, tap, texts, toast

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"
NOW = START.replace(tzinfo=None)


def test_groceries_are_chosen_reviewed_and_ordered_by_touch() -> None:
    """Aisle, page with all its options, basket, window, form, review, thanks; the record has every choice."""
    phone = started(state={"basket": []})
    known = len(app_state(phone)["orders"])
    tap(phone, "Drinks", "Harbour Blend coffee", "1 kg", "Espresso", "Ask me first", "Add one")
    tap(phone, "A word for the picker (optional)")
    assert phone.type_text("Roasted this week, please")
    phone.key(4)
    tap(phone, "Add to basket   $53.80", "View basket", "Go to checkout   $53.80", "Tue, 17 Nov, 14:00–16:00")
    tap(phone, "Thu, 19 Nov", "10:00–12:00", "Home: Robin Vale", "Studio", "Done")
    tap(phone, "Leave at the door", "No bags", "$2.00", "Pay at the door", "Review order   $58.70")
    assert len(app_state(phone)["orders"]) == known
    assert {"Review your order", "1 kg, Espresso", "Ask me first", "Studio", "Thu, 19 Nov, 10:00–12:00"} <= {
        *texts(phone)
    }
    tap(phone, "Place order   $58.70")
    state = app_state(phone)
    order = state["orders"][-1]
    assert f"Order {order['number']}" in texts(phone)
    wanted = {
        "way": DELIVERY,
        "place": "Studio",
        "day": "Thu, 19 Nov",
        "hours": "10:00–12:00",
        "bags": "No bags",
        "handover": "Leave at the door",
        "payment": "Pay at the door",
        "tip": "$2.00",
        "total": "$58.70",
        "status": "Confirmed",
    }
    assert {key: order[key] for key in wanted} == wanted
    assert order["lines"] == [
        {
            "item": "Harbour Blend coffee",
            "pack": "1 kg",
            "prep": "Espresso",
            "substitute": "Ask me first",
            "note": "Roasted this week, please",
            "quantity": 2,
        }
    ]
    assert state["basket"] == []
    tap(phone, "View order")
    assert "Cancel order" in texts(phone)
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_order_carries_the_declared_defaults() -> None:
    """What the rows add and the form presets is what the choice points say."""
    phone = started(state={"basket": []})
    declared = {choice.id.removeprefix("larderly."): choice.default for choice in APP.choices}
    tap(phone, "Meat & fish", "Add Salmon fillet, skin on", "Add one Salmon fillet, skin on", "View basket")
    tap(phone, "Go to checkout   $17.80", "Review order   $20.90", "Place order   $20.90")
    order = app_state(phone)["orders"][-1]
    line = order["lines"][0]
    assert {
        "pack.salmon": line["pack"],
        "cut": line["prep"],
        "substitute": line["substitute"],
        "way": order["way"],
        "address": order["place"],
        "hours": order["hours"],
        "bags": order["bags"],
        "handover": order["handover"],
        "tip": order["tip"],
        "payment": order["payment"],
    }.items() <= declared.items()
    for item in ITEMS:
        made = fresh(item)
        assert made.pack == declared.get(f"pack.{item.key}", item.packs[0].label)
        assert made.prep == (declared[item.prep.name] if item.prep else "")


@pytest.mark.parametrize(
    ("pack", "prep", "many", "right"),
    [("750 g", "Thick slices", 2, True), ("750 g", "Medium slices", 2, False), ("750 g", "Thick slices", 1, False),
     ("Half, 375 g", "Thick slices", 2, False)],
    ids=["right", "other slices", "one too few", "other loaf"],
)  # fmt: skip
def test_checks_tell_the_right_order_from_near_misses(pack: str, prep: str, many: int, right: bool) -> None:
    """A check on the last order's line holds for exactly what was wanted."""
    phone = started(state={"basket": [{"item": "Salmon fillet, skin on", "pack": "600 g", "prep": "Diced"}]})
    phone.dispatch(ev("open_item", key="sour"))
    for group, value in (("pack", pack), ("prep", prep)):
        phone.dispatch(ev("pick", key="sour", group=group, value=value))
    phone.dispatch(ev("quantity", key="sour", by=many - 1))
    phone.dispatch(ev("add", key="sour"))
    phone.dispatch(ev("place"))
    wanted = {"item": "Rye sourdough", "pack": "750 g", "prep": "Thick slices", "quantity": 2}
    assert holds(Check("larderly/orders/*/lines/*", "has", wanted), phone.read()) is right


def test_the_steppers_of_the_rows_change_the_basket_at_once() -> None:
    """Plus adds the preset, minus takes the last one away, and the running total follows."""
    phone = started(state={"basket": []})
    assert found(phone, "View basket") is None
    tap(phone, "Fruit & veg", "Add Avocados", "Add one Avocados")
    assert [(item["item"], item["prep"], item["quantity"]) for item in app_state(phone)["basket"]] == [
        ("Avocados", "Ready to eat", 2)
    ]
    assert {"2 items", "$5.80"} <= {*texts(phone)}
    tap(phone, "Remove one Avocados", "Remove one Avocados")
    assert app_state(phone)["basket"] == []


def test_too_little_is_not_delivered_but_can_be_collected() -> None:
    """The button says how much is missing; a collection has no least sum and costs nothing."""
    phone = started()
    tap(phone, "View basket")
    button = found(phone, "$5.43 more for delivery")
    assert button is not None
    assert not button.enabled
    phone.dispatch(ev("place"))
    assert toast(phone) == "There is nothing to order"
    phone.start(APP.package, route("slot"))
    tap(phone, COLLECTION, "Quarry Park station", "Done")
    phone.start(APP.package, route("basket"))
    tap(phone, "Go to checkout   $9.57", "Review order   $10.17", "Place order   $10.17")
    order = app_state(phone)["orders"][-1]
    assert (order["way"], order["place"], order["handover"]) == (COLLECTION, "Quarry Park station", "")


def test_a_window_that_is_full_or_closed_cannot_be_chosen() -> None:
    """Touching it changes nothing, and the preset window is the first that is free."""
    phone = started()
    phone.start(APP.package, route("slot"))
    tap(phone, "07:00–09:00")
    assert app_state(phone)["till"]["day"] == ""
    for way in (DELIVERY, COLLECTION):
        free = [window for window in windows(NOW, way) if window.free]
        assert first_free(NOW, way) == free[0]
        assert any(window.full for window in windows(NOW, way))


def test_substitutes_are_chosen_by_line_or_for_the_whole_basket() -> None:
    """One line only, then all of them."""
    phone = started()
    phone.start(APP.package, route("substitute", index=1))
    tap(phone, "No substitute")
    assert [line["substitute"] for line in app_state(phone)["basket"]] == ["Best match", "No substitute", "Best match"]
    tap(phone, "Use this for the whole basket")
    assert {line["substitute"] for line in app_state(phone)["basket"]} == {"No substitute"}


def test_what_the_picker_offers_is_answered_one_by_one() -> None:
    """Each offer has its own yes and no; an answer is final."""
    phone = started()
    tap(phone, "Account", "Orders", "Tue, 17 Nov, 18:00–20:00", "Accept", "Refuse")
    swaps = app_state(phone)["orders"][-1]["swaps"]
    assert [(swap["item"], swap["answer"]) for swap in swaps] == [
        ("Oat drink barista", "Accepted"),
        ("Vine tomatoes", "Refused"),
    ]
    phone.dispatch(ev("swap", number="LD-7733", item="Vine tomatoes", answer="Accepted"))
    assert app_state(phone)["orders"][-1]["swaps"] == swaps


def test_an_order_is_cancelled_with_a_reason_and_only_before_picking() -> None:
    """The sheet asks why; what is being picked cannot be cancelled."""
    phone = started(state={"basket": [{"item": "Heather honey", "pack": "340 g", "quantity": 2}]})
    phone.dispatch(ev("place"))
    number = app_state(phone)["orders"][-1]["number"]
    tap(phone, "View order", "Cancel order", "Forgot something", f"Cancel {number}")
    order = app_state(phone)["orders"][-1]
    assert (order["status"], order["reason"]) == ("Cancelled", "Forgot something")
    phone.dispatch(ev("cancel", number="LD-7733"))
    assert app_state(phone)["orders"][-2]["status"] == "Being picked"


def test_credit_pays_only_what_it_has() -> None:
    """Too little is refused; enough is taken, and comes back when the order is cancelled."""
    phone = started(state={"basket": [{"item": "Heather honey", "pack": "340 g", "quantity": 2}]})
    phone.dispatch(assign("till.payment", "Larderly credit"))
    phone.dispatch(ev("review"))
    assert toast(phone) == "Your credit is not enough"
    rich = started(state={"credit": 5000, "basket": [{"item": "Heather honey", "pack": "340 g", "quantity": 2}]})
    rich.dispatch(assign("till.payment", "Larderly credit"))
    rich.dispatch(ev("place"))
    assert app_state(rich)["credit"] == 5000 - 1890
    rich.dispatch(ev("cancel", number=app_state(rich)["orders"][-1]["number"]))
    assert app_state(rich)["credit"] == 5000


def test_an_address_needs_all_but_the_note() -> None:
    """A half form says what is needed, each time; a complete one is saved and the checkout takes it."""
    phone = started()
    phone.start(APP.package, route("addresses"))
    tap(phone, "New address", "Save address")
    assert toast(phone) == "Something is missing"
    assert texts(phone).count("This is needed") == 4
    values = (
        ("Label, such as Parents", "Parents"),
        ("Name at the bell", "林晓雨"),
        ("Street and number", "3 Mill Lane"),
        ("City", "Alder Cross"),
    )
    for hint, value in values:
        tap(phone, hint)
        assert phone.type_text(value)
        phone.key(4)
    tap(phone, "Save address")
    assert app_state(phone)["addresses"][-1]["name"] == "林晓雨"
    assert app_state(phone)["till"]["address"] == "Parents"


def test_the_settings_say_where_lines_and_orders_start() -> None:
    """Usual substitute, bags and handover are preset afterwards."""
    phone = started(state={"basket": []})
    phone.start(APP.package, route("settings"))
    tap(phone, "If something runs out", "No substitute", "Bags", "Swap my crates", "At the door", "Leave at the door")
    for _ in range(3):
        phone.dispatch(ev("more", key="honey"))
    phone.dispatch(ev("place"))
    order = app_state(phone)["orders"][-1]
    assert (order["bags"], order["handover"], order["lines"][0]["substitute"]) == (
        "Swap my crates",
        "Leave at the door",
        "No substitute",
    )


def test_search_finds_groceries_and_says_when_there_are_none() -> None:
    """Words in any order, Chinese too; the empty page leads back."""
    phone = started()
    tap(phone, "Search 4,300 groceries")
    assert phone.type_text("drink oat")
    assert {"Oat drink barista", "Oat drink original"} <= {*texts(phone)}
    assert [item.key for item in search("酱油")] == []
    assert [item.key for item in search("生抽")] == ["soysauce"]
    tap(phone, "Clear", "Search groceries")
    assert phone.type_text("zebra")
    phone.key(66)
    assert "No groceries for “zebra”" in texts(phone)
    tap(phone, "Browse the aisles")
    assert phone.state.top.route.name == "home"


@pytest.mark.parametrize("aisle", [aisle.name for aisle in AISLES])
def test_a_filter_holds_what_it_says(aisle: str) -> None:
    """Every filter is a part of the aisle; the offers are cheaper than they were."""
    items = listed(aisle)
    assert items
    for only in FILTERS:
        assert all(item in items for item in listed(aisle, only))
    assert all(item.cents < item.was for item in listed(aisle, "On offer"))


def test_what_is_sold_out_cannot_be_ordered() -> None:
    """No stepper in its row, a grey button on its page, and no way past them."""
    phone = started(state={"basket": []})
    phone.start(APP.package, route("product", key="tortilla"))
    button = found(phone, "Sold out")
    assert button is not None
    assert not button.enabled
    for event in (ev("add", key="tortilla"), ev("more", key="tortilla")):
        phone.dispatch(event)
    assert app_state(phone)["basket"] == []


def test_an_order_is_told_to_somebody_else_line_by_line() -> None:
    """The shared text has the number, the window and every line with its pack."""
    order = find(State().orders, number="LD-7732")
    assert order is not None
    lines = share_text(order).splitlines()
    assert lines[0] == "My Larderly order LD-7732, Sat, 14 Nov, 10:00–12:00"
    assert "1 × Salmon fillet, skin on, 300 g, Four portions" in lines


def test_a_basket_can_be_emptied_after_a_question() -> None:
    """Cancel keeps it; an empty basket says so and cannot be ordered."""
    phone = started()
    tap(phone, "View basket", "Empty the basket", "Cancel")
    assert len(app_state(phone)["basket"]) == 3
    tap(phone, "Empty the basket", "Empty")
    assert app_state(phone)["basket"] == []
    assert "Nothing in it yet" in texts(phone)


def test_ordering_again_fills_the_basket_with_the_same_choices() -> None:
    """The lines come back as they were, not as they are preset."""
    phone = started(state={"basket": []})
    phone.start(APP.package, route("order", number="LD-7732"))
    tap(phone, "Order again")
    assert Line("Rye sourdough", "750 g", "Medium slices") in phone.state.apps["larderly"].basket
