"""What shops are made of: facts that lead to a sheet, lines and steps of an order, main pages with a count."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.components.bars import MainPage, navigation_bar
from adapters.phone.components.bottom_sheets import SheetLook
from adapters.phone.components.boxes import card
from adapters.phone.components.choices import Entry, chip_strip, choice_sheet, choose_and_close, radio_choice
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.components.shop_rows import fact_row, order_progress, product_line, sum_row, thanks
from adapters.phone.framework.actions import apply_action, assign, back, go, replace_with, then, toggle
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Node
from tests.support.touching import walk

STEPS = (("To ship", "inventory_2"), ("On the way", "local_shipping"), ("Received", "check_circle"))


@dataclass(frozen=True, slots=True)
class State:
    """A state with two choices."""

    payment: str = "Card"
    gift: bool = True


def texts(root: Node) -> list[str]:
    """The texts of a node, in their order."""
    return [item.text for item in walk(root) if item.text]


def test_a_fact_leads_to_where_it_is_chosen() -> None:
    """Only a fact that can be changed takes a tap and shows so."""
    fixed = fact_row("Payment", "Card", widgets.icon("credit_card"), rid="row_payment")
    assert (texts(fixed), fixed.event("tap")) == (["Payment", "Card"], None)
    fact = fact_row("Address", "Home", None, rid="row_address", support="14 Ferry Street", on=go("pick"), gap=4)
    assert texts(fact) == ["Address", "Home", "14 Ferry Street"]
    assert (fact.event("tap"), fact.look.gap) == (go("pick"), 4)
    assert [item.icon for item in walk(fact) if item.icon] == ["chevron_right"]


def test_an_option_of_a_sheet_is_taken_over_and_the_sheet_closes() -> None:
    """A tap on an option sets the value and leaves; options show their icons."""
    payment = bind(State(), "payment")
    options = [Entry("Card", icon="credit_card"), Entry("Cash")]
    group = radio_choice(payment, options, rid="option", group="options", on=choose_and_close(payment))
    rows = [item for item in walk(group) if item.id == "option"]
    assert [row.event("tap") for row in rows] == [
        then(assign("payment", "Card"), back()),
        then(assign("payment", "Cash"), back()),
    ]
    assert apply_action(State(), payment.to("Cash")) == (State("Cash"), ())
    assert [item.icon for item in walk(group) if item.icon] == ["credit_card"]


def test_a_sheet_of_options_takes_one_over_and_closes() -> None:
    """It has its title and its options; an event of its own may stand in for taking over."""
    payment, look = bind(State(), "payment"), SheetLook()
    window = choice_sheet("Payment", payment, ["Card", "Cash"], rid="option", group="options", look=look)
    assert texts(window) == ["Payment", "Card", "Cash"]
    rows = [item for item in walk(window) if item.id == "option"]
    assert [(row.selected, row.event("tap")) for row in rows] == [
        (True, then(assign("payment", "Card"), back())),
        (False, then(assign("payment", "Cash"), back())),
    ]
    other = choice_sheet("Payment", payment, ["Card"], rid="option", group="options", look=look, on=lambda _: back())
    assert [item.event("tap") for item in walk(other) if item.id == "option"] == [back()]


def test_a_switch_of_a_card_is_a_value_of_the_state() -> None:
    """The row takes the tap, the switch shows the value."""
    row = switch_row("Gift wrap", "Paper and ribbon", bind(State(), "gift"), rid="row_gift")
    assert (row.event("tap"), texts(row)) == (toggle("gift"), ["Gift wrap", "Paper and ribbon"])
    assert [item.checked for item in walk(row) if item.kind == "switch"] == [True]


def test_a_strip_of_chips_marks_one_of_them() -> None:
    """The chips stand in one line that scrolls; each sends the event of its label."""
    strip = chip_strip(
        "New", ("All", "New"), rid="chip", group="chips", on=lambda label: replace_with("list", tab=label)
    )
    assert (strip.id, strip.horizontal) == ("chips", True)
    chips = [item for item in walk(strip) if item.id == "chip"]
    assert [chip.selected for chip in chips] == [False, True]
    assert chips[0].event("tap") == replace_with("list", tab="All")


def test_a_line_of_an_order_says_what_how_many_and_how_much() -> None:
    """All of it is in one row, the price before the number; the colour of an amount can be given."""
    row = product_line(widgets.icon("image"), [widgets.text("Tea"), None], "$5.20", 2, pad=0)
    assert (row.id, texts(row)) == ("row_line", ["Tea", "$5.20", "× 2"])
    rebate = sum_row("Coupon", "−$5.00", amount_color="positive")
    assert [item.look.color for item in rebate.children] == ["on_surface_variant", "positive"]


def test_steps_of_an_order_are_done_up_to_where_it_is() -> None:
    """The step that it is at is marked; the bars before it are full, those behind it are not."""
    row = order_progress(STEPS, 1)
    steps = [item for item in row.children if texts(item)]
    bars = [item.children[0].look.bg for item in row.children if not texts(item)]
    assert [step.selected for step in steps] == [False, True, False]
    assert [step.children[0].look.bg for step in steps] == ["primary", "primary", "highest"]
    assert bars == ["primary", "highest"]


def test_thanks_have_an_icon_over_their_words() -> None:
    """The look of the box can be given."""
    head = thanks("check", widgets.text("Thank you!"), widgets.text("Order 7"), gap=2)
    assert ([item.icon for item in walk(head) if item.icon], texts(head)) == (["check"], ["Thank you!", "Order 7"])
    assert head.look.gap == 2


def test_a_card_keeps_its_distance_to_the_page() -> None:
    """Ground and inner padding are those of the card, the margin is around it."""
    box = card(widgets.text("Tea"), rid="card", margin=12, pad=8, bg="lowest")
    inner = box.children[0]
    assert (box.look.pad, inner.look.pad) == ((12, 12, 12, 12), (8, 8, 8, 8))
    assert (inner.id, inner.look.bg) == ("card", "lowest")


def test_main_pages_show_what_waits_on_them() -> None:
    """The open page is marked; a count is on the icon and in the description."""
    pages = (
        MainPage("Home", "home", go("home"), "nav_home"),
        MainPage("Basket", "shopping_cart", go("cart"), "nav_cart", 3),
    )
    bar = navigation_bar(pages, "Home")
    assert [(item.id, item.desc, item.selected) for item in bar.children] == [
        ("nav_home", "Home", True),
        ("nav_cart", "Basket, 3 items", False),
    ]
    assert [item.text for item in walk(bar) if item.kind == "badge"] == ["3"]
    assert bar.children[1].event("tap") == go("cart")
