"""Novabasket as a person uses it: the order by touch, what the state says of it, and how it can fail."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from adapters.phone.accessibility import toolkits
from adapters.phone.apps.novabasket import APP
from adapters.phone.apps.novabasket.catalogue import AISLES, ITEMS, SORTS, item_of, listed, ordered
from adapters.phone.apps.novabasket.checkout import start_checkout
from adapters.phone.apps.novabasket.model import (
    Checkout,
    Line,
    State,
    each,
    fresh,
    goods,
    selected,
    shipping,
    total,
)
from adapters.phone.framework.actions import share
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Go, View, route
from adapters.phone.ui.node import ev
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import found, phone_with, state_of, tap, texts

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"


def test_a_product_is_chosen_reviewed_and_ordered_by_touch() -> None:
    """Aisle, product, options, basket, form, review, thanks; the record has each choice, nothing is ordered before."""
    phone = started(state={"basket": [], "coupons": ["NIGHT12", "FREESHIP"]})
    known = len(app_state(phone)["orders"])
    tap(phone, "Sport", "Fellrunner trail shoe", "Add to basket", "Rust", "43", "Add one", "Add to basket   $109.80")
    tap(phone, "#basket", "Checkout (2)", "#row_address", "Work", "Express", "Nova wallet", "#row_coupon")
    tap(phone, "NIGHT12  ·  $12 off", "Gift wrap", "Review order   $109.10")
    assert len(app_state(phone)["orders"]) == known
    assert {"Review your order", "Rust, 43", "Express", "Nova wallet", "NIGHT12", "−$12.00"} <= {*texts(phone)}
    tap(phone, "Place order   $109.10")
    state = app_state(phone)
    order = state["orders"][-1]
    assert f"Order {order['number']}" in texts(phone)
    assert {key: order[key] for key in ("address", "delivery", "payment", "coupon", "gift", "total", "status")} == {
        "address": "Work",
        "delivery": "Express",
        "payment": "Nova wallet",
        "coupon": "NIGHT12",
        "gift": True,
        "total": "$109.10",
        "status": "To ship",
    }
    assert order["lines"] == [{"item": "Fellrunner trail shoe", "colour": "Rust", "size": "43", "quantity": 2}]
    assert (state["basket"], state["coupons"]) == ([], ["FREESHIP"])
    tap(phone, "View order")
    assert "To ship" in texts(phone)
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_order_carries_the_declared_defaults() -> None:
    """What the sheet and the form preset is what the choice points say."""
    phone = started()
    declared = {choice.id.removeprefix("novabasket."): choice.default for choice in APP.choices}
    tap(phone, "Sport", "Fellrunner trail shoe", "Buy now", "Buy now   $54.90", "Review order   $54.90")
    tap(phone, "Place order   $54.90")
    order = app_state(phone)["orders"][-1]
    line = order["lines"][0]
    happened = {
        "colour.shoe": line["colour"],
        "size.shoe": line["size"],
        "quantity": str(line["quantity"]),
        "address": order["address"],
        "delivery": order["delivery"],
        "payment": order["payment"],
        "coupon": order["coupon"] or "No coupon",
        "gift": "On" if order["gift"] else "Off",
    }
    assert {key: declared[key] for key in happened} == happened
    for key, name in (("halden", "tech"), ("card", "storage"), ("cable", "cable"), ("pack", "wear"), ("lamp", "home"),
                      ("kettle", "pot"), ("scent", "pack"), ("tent", "toy")):  # fmt: skip
        made = fresh(item_of(key))
        assert made.colour == declared.get(f"colour.{name}", "")
        assert made.size == declared.get(f"size.{name}", "")


@pytest.mark.parametrize(
    ("colour", "size", "quantity", "right"),
    [("Rust", "42", 1, True), ("Slate", "42", 1, False), ("Rust", "41", 1, False), ("Rust", "42", 2, False)],
    ids=["right", "other colour", "other size", "one too many"],
)
def test_checks_tell_the_right_order_from_near_misses(colour: str, size: str, quantity: int, right: bool) -> None:
    """A check on the last order's line holds for exactly what was wanted."""
    phone = started()
    phone.start(APP.package, route("options", key="trail", then="buy"))
    tap(phone, colour, size, *["Add one"] * (quantity - 1))
    phone.dispatch(ev("buy", key="trail"))
    phone.dispatch(ev("place"))
    wanted = {"item": "Fellrunner trail shoe", "colour": "Rust", "size": "42", "quantity": 1}
    assert holds(Check("novabasket/orders/*/lines/*", "has", wanted), phone.read()) is right


def test_only_what_is_ticked_is_ordered() -> None:
    """The rest stays in the basket; with nothing ticked there is no checkout."""
    phone = started()
    tap(phone, "#nav_cart")
    tap(phone, "Select Cobble pocket speaker", "Select Cedar and fig candle", "Checkout (1)")
    tap(phone, "Review order   $25.80", "Place order   $25.80")
    state = app_state(phone)
    assert [line["item"] for line in state["orders"][-1]["lines"]] == ["Cobble pocket speaker"]
    assert [(element["item"], element["selected"]) for element in state["basket"]] == [("Cedar and fig candle", False)]
    phone.start(APP.package, route("cart"))
    button = found(phone, "Checkout (0)")
    assert button is not None
    assert not button.enabled
    tap(phone, "#select_all")
    assert app_state(phone)["basket"][0]["selected"]


def test_lines_of_the_basket_are_changed_kept_for_later_and_removed() -> None:
    """One more, one less, to the saved items, away; an empty basket says so."""
    phone = started()
    tap(phone, "#nav_cart")
    tap(phone, "Add one", "Remove one", "Remove one")
    assert app_state(phone)["basket"][0]["quantity"] == 1
    tap(phone, "Save for later")
    assert app_state(phone)["saved"][-1] == "Cedar and fig candle"
    tap(phone, "#remove")
    assert app_state(phone)["basket"] == []
    assert "Your basket is empty" in texts(phone)
    phone.key(4)
    assert phone.foreground[0] == HOME


def test_buying_at_once_leaves_the_basket_alone() -> None:
    """Only the sheet's line is ordered, even where the basket holds the same."""
    phone = started()
    before = app_state(phone)["basket"]
    phone.start(APP.package, route("options", key="scent", then="buy"))
    for event in (ev("buy", key="scent"), ev("review"), ev("place")):
        phone.dispatch(event)
    assert app_state(phone)["basket"] == before
    assert app_state(phone)["orders"][-1]["lines"][0]["quantity"] == 1


def test_the_same_choice_is_one_line_and_another_one_is_a_second() -> None:
    """Adding twice adds pieces; another colour is another line."""
    phone = started(state={"basket": []})
    for colour in ("Rust", "Rust", "Slate"):
        phone.start(APP.package, route("options", key="trail", then="add"))
        tap(phone, colour, "Add to basket   $54.90")
    held = [(element["colour"], element["quantity"]) for element in app_state(phone)["basket"]]
    assert held == [("Slate", 1), ("Rust", 2)]


def test_sold_out_sizes_cannot_be_chosen() -> None:
    """A tap on one changes nothing."""
    phone = started()
    phone.start(APP.package, route("options", key="trail", then="add"))
    tap(phone, "44")
    assert "Slate, 41" in texts(phone)


def test_a_coupon_counts_only_where_it_may() -> None:
    """One that is too big stays out; one that is claimed is in the wallet, and used once."""
    phone = started()
    tap(phone, "#nav_deals", "Member night", "Claim coupon")
    assert app_state(phone)["coupons"] == ["HARBOUR5", "FREESHIP", "NIGHT12"]
    tap(phone, "#nav_cart")
    tap(phone, "Checkout (2)", "#row_coupon", "HARBOUR5  ·  $5 off")
    assert app_state(phone)["checkout"]["coupon"] == ""
    tap(phone, "FREESHIP  ·  Free delivery", "Review order   $19.20", "Place order   $19.20")
    assert app_state(phone)["orders"][-1]["coupon"] == "FREESHIP"
    assert app_state(phone)["coupons"] == ["HARBOUR5", "NIGHT12"]


def test_saving_a_product_does_not_put_it_into_the_basket() -> None:
    """The heart of a product's page changes the saved items alone; a second tap takes the product back out."""
    phone = started()
    phone.start(APP.package, route("product", key="halden"))
    tap(phone, "#save")
    assert app_state(phone)["saved"][-1] == item_of("halden").name
    assert len(app_state(phone)["saved"]) == 3
    assert len(app_state(phone)["basket"]) == 2
    tap(phone, "#save")
    assert len(app_state(phone)["saved"]) == 2


def test_search_finds_products_and_says_when_there_are_none() -> None:
    """Words of text and shop count; a tip is a search; what nothing matches says so."""
    phone = started()
    tap(phone, "Search 36,000 shops")
    assert phone.type_text("soundnook floats")
    assert "Cobble pocket speaker" in texts(phone)
    phone.key(66)
    tap(phone, "#search_close_btn", "#search_src_text")
    assert phone.type_text("zebra")
    assert "Nothing found for “zebra”" in texts(phone)
    tap(phone, "#search_close_btn", "dog bed")
    assert "Orthopaedic dog bed" in texts(phone)


@pytest.mark.parametrize("aisle", [aisle.name for aisle in AISLES])
def test_an_aisle_is_sorted_as_its_chip_says(aisle: str) -> None:
    """Each order holds the same products; prices rise or fall."""
    phone = started()
    phone.start(APP.package, route("aisle", aisle=aisle))
    tap(phone, SORTS[1])
    first = next(node.text for node in parse(phone.dump()).walk() if node.short_id == toolkits._short_id("name"))
    cheap = ordered(listed(aisle), SORTS[1])
    assert first == cheap[0].name
    assert [element.cents for element in cheap] == sorted(element.cents for element in cheap)
    assert all({*ordered(listed(aisle), sort)} == {*cheap} for sort in SORTS)


def test_an_order_is_notified_and_bought_again() -> None:
    """The notification opens the order; its lines go to the basket once more, ticked."""
    phone = started(state={"basket": []})
    phone.start(APP.package, route("order", number="NB-48214"))
    tap(phone, "Buy again")
    assert [(element["item"], element["quantity"]) for element in app_state(phone)["basket"]] == [
        ("Braided USB-C cable", 2),
        ("Fisherman’s beanie", 1),
    ]
    tap(phone, "Checkout (3)", "Review order   $35.60", "Place order   $35.60")
    note = phone.state.posted[0].notice
    assert note.text == "Standard delivery to Home, $35.60"
    assert note.route == route("order", number=app_state(phone)["orders"][-1]["number"])


def test_prices_add_up() -> None:
    """A product costs its price as it comes; sizes add, old prices are higher, delivery is free from its limit."""
    for element in ITEMS:
        assert each(fresh(element)) == element.cents
        assert not element.was or (element.was > element.cents and element.off.startswith("-"))
    lines = (Line("Memory card, reads 190 MB/s", "Silver", "256 GB", 2), Line("Market tote"))
    assert goods(lines) == (1240 + 2900) * 2 + 990
    assert shipping(Checkout(lines)) == 0
    assert total(Checkout(lines, delivery="Express", coupon="NIGHT12", gift=True)) == 9270 - 1200 + 890 + 240
    assert total(Checkout(lines[1:], coupon="NIGHT12")) == 990 + 390


def test_the_history_adds_up() -> None:
    """Every order of the history names products, sizes and colours that are sold, and an address that is known."""
    state = State()
    for order in state.orders:
        assert order.address in {address.label for address in state.addresses}
        for line in order.lines:
            this_item = next(element for element in ITEMS if element.name == line.item)
            assert line.colour in (this_item.kind.colours or ("",))
            assert line.size in (tuple(size.label for size in this_item.kind.sizes) or ("",))


def test_deep_links_open_at_their_place() -> None:
    """A product, an order and an aisle can be opened from outside; a wrong number says so."""
    phone = started()
    for place, word in (
        (route("product", key="tea"), "云雾绿茶 Cloud mist green tea, 100 g"),
        (route("order", number="NB-48213"), "Order NB-48213"),
        (route("order", number="none"), "No such order"),
        (route("aisle", aisle="Books"), "Atlas of Small Harbours"),
        (route("checkout"), "Nothing to order"),
    ):
        phone.start(APP.package, place)
        assert word in texts(phone)


def test_placing_twice_orders_once_and_a_product_is_shared() -> None:
    """What was filled in is gone after the first time; the shared text has name, price and shop."""
    state = APP.initial()
    view = View(Phone(with_launcher((APP,))).now, {}, 0, (1080, 2400))
    state = replace(state, checkout=start_checkout(state, selected(state)))
    once, effects = APP.update(state, ev("place"), view)
    twice, more = APP.update(once, ev("place"), view)
    assert any(isinstance(effect, Go) for effect in effects)
    assert not any(isinstance(effect, Go) for effect in more)
    assert twice.orders == once.orders
    top = APP.screen(state, route("product", key="tote"), view).top
    assert top is not None
    shared = next(action.event("tap") for action in top.children if action.id == "share")
    assert shared == share("Market tote\n$9.90 from Plainweave on Novabasket")


def test_without_an_address_nothing_is_ordered() -> None:
    """The checkout asks for an address; a past order does not say that it is still to arrive."""
    phone = started(state={"addresses": []})
    known = len(app_state(phone)["orders"])
    tap(phone, "#nav_cart", "Checkout (2)")
    for event in (ev("review"), ev("place")):
        phone.dispatch(event)
    assert len(app_state(phone)["orders"]) == known
    phone.start(APP.package, route("order", number="NB-48214"))
    assert "Arrives in 3–4 days" not in texts(phone)
    phone.start(APP.package, route("order", number="NB-48215"))
    assert "Arrives tomorrow before 18:00" in texts(phone)
