"""Thriftloom as a person uses it: the right one of several twins, bargaining, selling, and what the state says."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from adapters.phone.apps.thriftloom import APP
from adapters.phone.apps.thriftloom.catalogue import PIECES, SORTS, Filters, piece_of, search, since
from adapters.phone.apps.thriftloom.model import WAYS, State, Till, cents_of, fee, missing, total
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Share, View, route
from adapters.phone.ui.node import Ev, ev
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import tap, texts, toast

HOME = "com.android.launcher3"
MINUTE = 60_000


def started(*events: Ev, **state: Any) -> Phone:
    """A phone with the app in front, after these events; the arguments are merged into its first state."""
    phone = Phone(with_launcher((APP,)))
    phone.reset({"thriftloom": state} if state else {}, 0)
    phone.start(APP.package)
    for event in events:
        phone.dispatch(event)
    return phone


def app_state(phone: Phone) -> dict[str, Any]:
    """The app's state."""
    state: dict[str, Any] = phone.read()["thriftloom"]
    return state


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
    assert {key: made[key] for key in made if key not in ("id", "placed", "note", "offer", "problem")} == {
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
        "note": made["note"],
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
    """Who has bought it cannot buy it again or bargain; a cancelled purchase puts it back."""
    phone = started()
    for event in (ev("buy_piece", key="wrap"), ev("pay_till")):
        phone.dispatch(event)
    phone.start(APP.package, route("piece", key="wrap"))
    assert "YOU BOUGHT THIS" in texts(phone)
    phone.dispatch(ev("buy_piece", key="wrap"))
    assert toast(phone) == "It is yours already"
    phone.start(APP.package, route("purchase", number="TL-3107"))
    tap(phone, "CANCEL PURCHASE", "CANCEL")
    assert app_state(phone)["purchases"][-1]["status"] == "Cancelled"
    assert not any(item.notice.key == "TL-3107" for item in phone.state.posted)
    phone.start(APP.package, route("piece", key="wrap"))
    assert "BUY  $36.40" in texts(phone)


def test_an_offer_is_made_by_touch_and_withdrawn() -> None:
    """Price by a cut and by steps, how long it holds, words; it waits for its seller."""
    phone = started()
    tap(phone, "Double-breasted wool coat", "MAKE AN OFFER", "20% off", "#plus", "7 days")
    tap(phone, "Optional, but it helps")
    phone.type_text("For my sister 给妹妹")
    phone.key(4)
    tap(phone, "OFFER  $52.00")
    made = app_state(phone)["offers"][-1]
    assert (made["number"], made["key"], made["price"], made["asked"]) == ("OF-218", "harris", "$52.00", "$64.00")
    assert (made["valid"], made["message"], made["status"]) == ("7 days", "For my sister 给妹妹", "Waiting")
    tap(phone, "ALL OFFERS", "Double-breasted wool coat", "WITHDRAW")
    assert app_state(phone)["offers"][-1]["status"] == "Withdrawn"


def test_an_untouched_offer_carries_the_declared_defaults() -> None:
    """A tenth less, two days, no words; only one offer is open for a piece."""
    phone = started()
    declared = {choice.id.removeprefix("thriftloom.offer."): choice.default for choice in APP.choices}
    phone.start(APP.package, route("haggle", key="oxford"))
    tap(phone, "OFFER  $11.00")
    made = app_state(phone)["offers"][-1]
    assert declared["cut"] == "10%"
    assert (made["valid"], made["message"]) == (declared["valid"], declared["message"])
    phone.start(APP.package, route("haggle", key="oxford"))
    phone.dispatch(ev("send_offer", key="oxford"))
    assert toast(phone) == "You have an offer for it already"
    assert [offer["key"] for offer in app_state(phone)["offers"]].count("oxford") == 1


def test_offers_that_are_too_low_are_not_sent() -> None:
    """Below three fifths the button rests and the page says why; the shop takes a fair one at once."""
    phone = started()
    phone.start(APP.package, route("haggle", key="oxford"))
    tap(phone, "30% off", "#minus")
    assert "José Arriaga does not read offers below $8.00" in texts(phone)
    tap(phone, "OFFER  $7.00")
    assert len(app_state(phone)["offers"]) == 5
    phone.start(APP.package, route("haggle", key="ankle"))
    tap(phone, "15% off", "#plus", "OFFER  $38.00")
    assert app_state(phone)["offers"][-1]["status"] == "Accepted"


def test_a_counter_offer_is_accepted_and_paid() -> None:
    """The seller's price becomes the price; the purchase names the offer, and the offer is done."""
    phone = started()
    tap(phone, "Offers", "Doctor’s bag", "ACCEPT $38.00", "BUY FOR $38.00")
    assert "agreed in OF-216" in texts(phone)
    tap(phone, "REVIEW  $43.50", "PAY  $43.50")
    state = app_state(phone)
    assert (state["purchases"][-1]["price"], state["purchases"][-1]["offer"]) == ("$38.00", "OF-216")
    assert next(offer for offer in state["offers"] if offer["number"] == "OF-216")["status"] == "Bought"


@pytest.mark.parametrize(
    ("cut", "status", "counter"), [(5, "Accepted", ""), (10, "Countered", "$60.00"), (30, "Declined", "")]
)
def test_sellers_answer_in_their_own_time(cut: int, status: str, counter: str) -> None:
    """By how fair the price is; the answer is notified and leads to the offer. The default cut gets a counter-offer."""
    phone = started()
    phone.start(APP.package, route("haggle", key="harris"))
    tap(phone, f"{cut}% off")
    phone.dispatch(ev("send_offer", key="harris"))
    phone.key(3)
    phone.elapse(30 * MINUTE)
    assert app_state(phone)["offers"][-1]["status"] == "Waiting"
    phone.elapse(15 * MINUTE)
    made = app_state(phone)["offers"][-1]
    assert (made["status"], made["counter"]) == (status, counter)
    assert [item.notice.title for item in phone.state.posted if item.notice.key == "OF-218"] == [
        "Mira Okonedo answered"
    ]


def test_an_offer_that_was_withdrawn_gets_no_answer() -> None:
    """Nothing comes, however long one waits."""
    phone = started(ev("send_offer", key="harris"))
    phone.start(APP.package, route("offer", number="OF-218"))
    tap(phone, "WITHDRAW")
    phone.elapse(9000 * MINUTE)
    assert app_state(phone)["offers"][-1]["status"] == "Withdrawn"


def test_a_counter_offer_is_declined() -> None:
    """Then nothing can be bought at that price."""
    phone = started()
    phone.start(APP.package, route("offer", number="OF-216"))
    tap(phone, "DECLINE")
    phone.dispatch(ev("buy_at_offer", number="OF-216"))
    assert toast(phone) == "This offer has ended"
    assert app_state(phone)["till"]["key"] == ""


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


def test_a_posted_purchase_is_received_or_disputed() -> None:
    """One of both; a purchase that has arrived cannot be reported."""
    phone = started()
    phone.start(APP.package, route("purchase", number="TL-3106"))
    tap(phone, "PROBLEM", "It does not fit", "REPORT")
    made = app_state(phone)["purchases"][-1]
    assert (made["status"], made["problem"]) == ("In dispute", "It does not fit")
    assert "I HAVE IT" not in texts(phone)
    again = started()
    again.start(APP.package, route("purchase", number="TL-3106"))
    tap(again, "I HAVE IT")
    assert app_state(again)["purchases"][-1]["status"] == "Received"


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
        (route("offered", number="none"), "No such offer"),
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
    checkout = Till("harris", "", 6400)
    assert total(checkout) == 6400 + fee(6400) + WAYS[0].cents == 6400 + 390 + 290
    assert cents_of("$11.40") == 1140
    assert missing(State().form) == ("title", "kind", "size", "colour", "price")
    assert [since(hours) for hours in (3, 30, 80, 200, 400)] == ["3 h ago", "yesterday", "3 days ago", "last week",
                                                                 "2 weeks ago"]  # fmt: skip
    assert all(item.least % 100 == 0 and item.least < item.cents < item.new for item in PIECES)
    assert len({item.key for item in PIECES}) == len(PIECES)
    assert piece_of("none") is PIECES[0]
