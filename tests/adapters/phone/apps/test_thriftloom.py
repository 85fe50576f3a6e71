"""Thriftloom as a person uses it: the right one of several twins, bargaining, selling, and what the state says."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.thriftloom import APP
from adapters.phone.apps.thriftloom.catalogue import PIECES, SORTS, Filters, piece_of, search, since
from adapters.phone.apps.thriftloom.model import WAYS, State, Till, cents_of, fee, missing, total
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Share, View, route
from adapters.phone.ui.node import Ev, ev
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, state_of, tap, texts, toast

app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"


def started(*events: Ev, **state: Any) -> Phone:
    """A phone with the app in front, after these events; the arguments are merged into its first state."""
    phone = phone_with(APP, state=state)
    for event in events:
        phone.dispatch(event)
    return phone


def test_a_piece_is_found_by_filters_and_bought_by_touch() -> None:
    """Search, filters, the right twin, form, review, pay; the record has each choice, nothing is bought before."""
    phone = started()
    known = len(app_state(phone)["purchases"])
    tap(phone, "Search", "wool coat", "Filters", "M", "Good", "SHOW 1 PIECE", "Double-breasted wool coat")
    tap(phone, "BUY  $47.90", "To my door", "Work", "Protect this purchase", "Loom balance", "REVIEW  $52.50")
    assert len(app_state(phone)["purchases"]) == known
    assert {"To my door", "Work", "Loom balance", "No", "$52.50"} <= {*texts(phone)}
    tap(phone, "PAY  $52.50")
    assert "It’s yours." in texts(phone)
    made = app_state(phone)["purchases"][-1]
    assert {key: made[key] for key in made if key not in ("id", "placed")} == {
        "number": "TL-3107",
        "key": "harris-m-good",
        "brand": "Fell & Fold",
        "piece": "Double-breasted wool coat",
        "size": "M",
        "condition": "Good",
        "colour": "Camel",
        "seller": "José Arriaga",
        "price": "$47.90",
        "delivery": "To my door",
        "place": "Work",
        "protection": False,
        "payment": "Loom balance",
        "total": "$52.50",
        "status": "Paid",
    }
    tap(phone, "SEE PURCHASE")
    for _ in range(3):
        phone.key(4)
    assert phone.foreground[0] == HOME


def test_an_untouched_purchase_carries_the_declared_defaults() -> None:
    """What the form presets is what the choice points say; every way of delivery presets its first place."""
    phone = started()
    declared = {choice.id.removeprefix("thriftloom."): choice.default for choice in APP.choices}
    tap(phone, "Double-breasted wool coat", "BUY  $64.00", "REVIEW  $70.80", "PAY  $70.80")
    made = app_state(phone)["purchases"][-1]
    happened = {
        "delivery": made["delivery"],
        "place.parcel_shop": made["place"],
        "protection": "On" if made["protection"] else "Off",
        "payment": made["payment"],
    }
    assert {key: declared[key] for key in happened} == happened
    phone.dispatch(ev("buy_piece", key="wrap"))
    for path in WAYS[1:]:
        tap(phone, path.name)
        assert app_state(phone)["till"]["place"] == declared[f"place.{path.name.lower().replace(' ', '_')}"]


@pytest.mark.parametrize(
    ("key", "delivery", "right"),
    [
        ("harris-m-good", "To my door", True),
        ("harris", "To my door", False),
        ("harris-l", "To my door", False),
        ("harris-m-good", "Parcel shop", False),
    ],
    ids=["right", "its better twin", "its larger twin", "another delivery"],
)
def test_checks_tell_the_right_purchase_from_near_misses(key: str, delivery: str, right: bool) -> None:
    """A check on the purchases holds for exactly the piece that was meant, sent as it was meant."""
    phone = started()
    phone.dispatch(ev("buy_piece", key=key))
    tap(phone, delivery)
    phone.dispatch(ev("pay_till"))
    wanted = {
        "piece": "Double-breasted wool coat",
        "size": "M",
        "condition": "Good",
        "delivery": "To my door",
        "place": "Home",
    }
    assert holds(Check("thriftloom/purchases/*", "has", wanted), phone.read()) is right


def test_a_piece_is_sold_once() -> None:
    """Who has bought it cannot buy it again or bargain."""
    phone = started()
    for event in (ev("buy_piece", key="wrap"), ev("pay_till")):
        phone.dispatch(event)
    phone.start(APP.package, route("piece", key="wrap"))
    assert "YOU BOUGHT THIS" in texts(phone)
    phone.dispatch(ev("buy_piece", key="wrap"))
    assert toast(phone) == "It is yours already"
    phone.dispatch(ev("send_offer", key="wrap"))
    assert len(app_state(phone)["offers"]) == 5


def test_an_offer_is_made_by_touch_and_withdrawn() -> None:
    """Price by a cut and by steps; it waits for its seller."""
    phone = started()
    tap(phone, "Double-breasted wool coat", "MAKE AN OFFER", "20% off", "#plus", "OFFER  $52.00")
    made = app_state(phone)["offers"][-1]
    assert (made["number"], made["key"], made["price"], made["asked"]) == ("OF-218", "harris", "$52.00", "$64.00")
    assert made["status"] == "Waiting"
    tap(phone, "WITHDRAW")
    assert app_state(phone)["offers"][-1]["status"] == "Withdrawn"


def test_an_untouched_offer_carries_the_declared_defaults() -> None:
    """A tenth less; only one offer is open for a piece."""
    phone = started()
    declared = {choice.id.removeprefix("thriftloom.offer."): choice.default for choice in APP.choices}
    phone.start(APP.package, route("haggle", key="oxford"))
    tap(phone, "OFFER  $11.00")
    assert declared["cut"] == "10%"
    phone.start(APP.package, route("haggle", key="oxford"))
    phone.dispatch(ev("send_offer", key="oxford"))
    assert toast(phone) == "You have an offer for it already"
    assert [offer["key"] for offer in app_state(phone)["offers"]].count("oxford") == 1


def test_offers_that_are_too_low_are_not_sent() -> None:
    """Below three fifths the button rests and the page says why."""
    phone = started()
    phone.start(APP.package, route("haggle", key="oxford"))
    tap(phone, "30% off", "#minus")
    assert "José Arriaga does not read offers below $8.00" in texts(phone)
    tap(phone, "OFFER  $7.00")
    assert len(app_state(phone)["offers"]) == 5


def test_a_piece_is_put_up_by_touch() -> None:
    """An empty form says what it needs; a whole one is shown, then listed with its defaults."""
    phone = started()
    declared = {choice.id.removeprefix("thriftloom.sell."): choice.default for choice in APP.choices}
    tap(phone, "Sell", "PREVIEW")
    assert texts(phone).count("This is needed") == 4
    assert "A price from 1 to 9999" in texts(phone)
    for hint, value in (("What is it?", "Waxed jacket 蜡棉夹克"), ("Price in whole dollars", "45")):
        tap(phone, hint)
        phone.type_text(value)
        phone.key(4)
    tap(phone, "KIND", "Coats", "SIZE", "L", "COLOUR", "Olive", "PREVIEW")
    assert len(app_state(phone)["listings"]) == 4
    tap(phone, "PUT IT UP")
    made = app_state(phone)["listings"][-1]
    assert (made["number"], made["title"], made["price"]) == ("LS-905", "Waxed jacket 蜡棉夹克", "$45.00")
    assert (made["kind"], made["size"], made["colour"], made["status"]) == ("Coats", "L", "Olive", "On sale")
    assert (made["condition"], made["parcel"], str(made["photo"])) == (
        declared["condition"],
        declared["parcel"],
        declared["photo"],
    )
    assert made["offers"] is (declared["offers"] == "On")
    tap(phone, "MY RAIL")
    assert "Waxed jacket 蜡棉夹克" in texts(phone)


def test_another_kind_forgets_a_size_that_it_does_not_have() -> None:
    """Shoes have numbers, clothes letters, bags one size."""
    phone = started()
    tap(phone, "Sell")
    tap(phone, "KIND", "Shoes", "SIZE", "39", "KIND", "Coats")
    assert app_state(phone)["form"]["size"] == ""
    tap(phone, "KIND", "Bags")
    assert app_state(phone)["form"]["size"] == "One size"


def test_saving_a_piece_is_not_following_its_seller() -> None:
    """The two controls of a piece's page change different things."""
    phone = started()
    phone.start(APP.package, route("piece", key="harris"))
    tap(phone, "Save piece")
    assert (app_state(phone)["saved"][-1], app_state(phone)["following"]) == ("harris", ["林晓雨"])
    tap(phone, "FOLLOW")
    assert (len(app_state(phone)["saved"]), app_state(phone)["following"][-1]) == (3, "Mira Okonedo")
    tap(phone, "FOLLOWING")
    assert app_state(phone)["following"] == ["林晓雨"]


def test_search_finds_pieces_and_says_when_there_are_none() -> None:
    """Brand, size and seller count; filters and words hold together and can be reset."""
    phone = started()
    tap(phone, "Search", "Brand, piece, size, seller")
    assert phone.type_text("osier 39")
    phone.key(66)
    assert "2 PIECES" in texts(phone)
    tap(phone, "Filters", "Well loved", "SHOW 0 PIECES")
    assert "Not on any rail" in texts(phone)
    tap(phone, "RESET FILTERS")
    assert "2 PIECES" in texts(phone)
    tap(phone, "osier 39")
    phone.clear_text()
    phone.key(4)
    tap(phone, "oxford shirt")
    assert "2 PIECES" in texts(phone)


def test_filters_are_reset_only_where_there_are_any() -> None:
    """Words that match nothing offer no reset."""
    phone = started()
    tap(phone, "Search", "Brand, piece, size, seller")
    assert phone.type_text("zebra")
    assert "Not on any rail" in texts(phone)
    assert "RESET FILTERS" not in texts(phone)


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_holds_the_same_pieces(sort: str) -> None:
    """Sorting loses nothing; prices rise or fall as the label says."""
    shown = search("", Filters(sort=sort))
    assert {*shown} == {*PIECES}
    asked = [item.cents for item in shown]
    if "low to high" in sort:
        assert asked == sorted(asked)
    if "high to low" in sort:
        assert asked == sorted(asked, reverse=True)


def test_places_without_what_they_need_say_so() -> None:
    """Old links and empty tills are no crashes."""
    phone = started(saved=[], following=[], listings=[], offers=[])
    for place, words in (
        (route("checkout"), "Nothing to buy"),
        (route("purchase", number="none"), "No such purchase"),
        (route("bought", number="none"), "No such purchase"),
        (route("offer", number="none"), "No such offer"),
        (route("listed", number="none"), "No such listing"),
        (route("saved"), "No hearts yet"),
        (route("following"), "You follow nobody"),
        (route("closet"), "Your rail is empty"),
        (route("offers"), "No offers made"),
    ):
        phone.start(APP.package, place)
        assert words in texts(phone), place
    phone.dispatch(ev("pay_till"))
    assert toast(phone) == "There is nothing to pay"


def test_a_piece_is_shared_as_words() -> None:
    """Brand, name, size, condition and price."""
    view = View(datetime(2026, 11, 17, 9, 24), {}, 0, (1080, 2400))  # noqa: DTZ001 - the phone's own local time
    bar = APP.screen(State(), route("piece", key="tote"), view).top
    assert bar is not None
    button = next(node for node in bar.children[0].children if node.desc == "Share")
    _, effects = APP.update(State(), dict(button.on)["tap"], view)
    shared = [effect.text for effect in effects if isinstance(effect, Share)]
    assert shared == ["Marrow Lane, Structured handbag, size One size, Very good: $54.90 on Thriftloom"]


def test_sums_and_ages_add_up() -> None:
    """Protection is five percent and seventy cents; least offers are whole dollars below what is asked."""
    checkout = Till("harris", 6400)
    assert total(checkout) == 6400 + fee(6400) + WAYS[0].cents == 6400 + 390 + 290
    assert cents_of("$11.40") == 1140
    assert missing(State().form) == ("title", "kind", "size", "colour", "price")
    assert [since(hours) for hours in (3, 30, 80, 200, 400)] == ["3 h ago", "yesterday", "3 days ago", "last week",
                                                                 "2 weeks ago"]  # fmt: skip
    assert all(item.least % 100 == 0 and item.least < item.cents < item.new for item in PIECES)
    assert len({item.key for item in PIECES}) == len(PIECES)
    assert piece_of("none") is PIECES[0]
