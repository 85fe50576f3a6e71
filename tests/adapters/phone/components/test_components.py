"""Components of the framework: what their controls do to the state, and how the chosen option is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from adapters.phone.components.bars import bottom_bar, selection_bar, title_bar, top_bar
from adapters.phone.components.bottom_sheets import SheetLook, sheet, sheet_row
from adapters.phone.components.boxes import strip
from adapters.phone.components.buttons import disc_button, extended_fab, wide_button
from adapters.phone.components.choices import (
    Entry,
    Picked,
    card_choice,
    check_choice,
    chip_choice,
    choice_dialog,
    radio_choice,
    segmented_choice,
)
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.shop_rows import order_line, sum_row
from adapters.phone.framework.actions import apply_action, assign, back, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Ev, Node, ev
from tests.support.touching import walk

SIZES = ("Small", "Large")


@dataclass(frozen=True, slots=True)
class State:
    """A state with one choice."""

    size: str = "Large"


def taps(root: Node, name: str) -> list[Ev | None]:
    """The events of taps on the nodes with an id."""
    return [item.event("tap") for item in walk(root) if item.id == name]


GROUPS: dict[str, Callable[..., Node]] = {
    "chips": chip_choice,
    "radios": radio_choice,
    "cards": card_choice,
    "segments": segmented_choice,
}


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS.keys())
def test_an_option_of_a_group_is_marked_and_taken_over(group: Callable[..., Node]) -> None:
    """The chosen option alone is marked, a tap on another one sets the value."""
    root = group(bind(State(), "size"), SIZES, rid="size", group="sizes")
    options = [item for item in walk(root) if item.id == "size"]
    assert [item.selected for item in options] == [False, True]
    event = options[0].event("tap")
    assert event is not None
    assert apply_action(State(), event) == (State("Small"), ())
    assert (root.id, root.cls) == ("sizes", "android.widget.RadioGroup")


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS.keys())
def test_a_group_sends_other_events_where_choosing_does_more(group: Callable[..., Node]) -> None:
    """`on` names the event of each option."""
    root = group(bind(State(), "size"), SIZES, rid="size", group="sizes", on=lambda size: ev("resize", size=size))
    assert taps(root, "size") == [ev("resize", size=size) for size in SIZES]


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS.keys())
def test_a_group_asks_a_handler_where_the_value_is_its_own(group: Callable[..., Node]) -> None:
    """The event of a picked value gets the label as its value."""
    root = group(Picked("Large", ev("resize", key="tea")), SIZES, rid="size", group="sizes")
    assert taps(root, "size") == [ev("resize", key="tea", value=size) for size in SIZES]
    assert [item.selected for item in walk(root) if item.id == "size"] == [False, True]


def test_an_option_shows_what_is_said_about_it() -> None:
    """Rows have a word below the label and one at the end, cards one below; a row with two lines is taller."""
    options = (Entry("Small", trailing="$2.60"), Entry("Large", "For two", "$4.10"))
    radios = radio_choice(bind(State(), "size"), options, rid="size", group="sizes", height=48, tall=60)
    assert [item.text for item in walk(radios) if item.text] == ["Small", "$2.60", "Large", "For two", "$4.10"]
    assert [row.look.height for row in radios.children] == [48, 60]
    cards = card_choice(bind(State(), "size"), options, rid="size", group="sizes")
    assert [item.text for item in walk(cards) if item.text] == ["Small", "Large", "For two"]


def test_any_of_several_boxes_may_be_ticked() -> None:
    """Each row shows and changes its own."""
    rows = check_choice(
        ("Small", "Large"), ("Large", Entry("Huge", "For three", "$9.00")), rid="row",
        on=lambda size: ev("flip", size=size),
    )  # fmt: skip
    assert [(row.selected, row.children[0].checked) for row in rows] == [(True, True), (False, False)]
    assert [row.event("tap") for row in rows] == [ev("flip", size="Large"), ev("flip", size="Huge")]
    assert [item.text for row in rows for item in walk(row) if item.text] == ["Large", "Huge", "For three", "$9.00"]


def test_a_dialog_takes_over_an_option_and_leaves() -> None:
    """A tap on an option sets the value and goes back."""
    dialog = choice_dialog("Size", bind(State(), "size"), SIZES)
    assert taps(dialog.root, "choice") == [then(assign("size", size), back()) for size in SIZES]


def test_a_confirmation_asks_with_its_message_and_more_below_it() -> None:
    """Cancel leaves, the other button does what it says; `end` is room below the message."""
    more = widgets.row("Report too", rid="report")
    dialog = confirmation("Block?", "They cannot write.", "Block", ev("block"), more, icon_name="block", end=8)
    texts = [item for item in walk(dialog) if item.text]
    assert [item.text for item in texts] == ["Block?", "They cannot write.", "Report too", "Cancel", "Block"]
    assert texts[1].look.pad[3] == 8
    assert [taps(dialog, f"android:id/button{number}") for number in (1, 2)] == [[ev("block")], [widgets.UP]]
    assert [item.icon for item in walk(dialog) if item.icon] == ["block"]


def test_a_sheet_has_its_title_its_content_and_a_way_out() -> None:
    """The look decides about the divider and the heading; the bar comes last."""
    plain = sheet(
        "Options", widgets.row("Rename"), look=SheetLook(heading=False), bottom=widgets.row("Save", rid="end")
    )
    assert [item.text for item in walk(plain) if item.text] == ["Options", "Rename", "Save"]
    assert taps(plain, "close") == [widgets.UP]
    assert plain.children[-1].id == "end"
    assert not any(item.heading or item.kind == "divider" for item in walk(plain))
    divided = [*walk(sheet("Options", look=SheetLook(divider=True)))]
    assert [item.text for item in divided if item.heading] == ["Options"]
    assert any(item.kind == "divider" for item in divided)


def test_buttons_send_their_event() -> None:
    """A floating one, a round one over a picture, one that fills its row."""
    on = ev("add")
    buttons = (
        extended_fab("Add", "add", on, rid="fab"),
        disc_button("add", "Add", on, rid="round"),
        wide_button("Add", on, rid="wide"),
    )
    assert [button.event("tap") for button in buttons] == [on, on, on]
    assert [button.text or button.desc for button in buttons] == ["Add", "Add", "Add"]


def test_bars_lead_back_and_on() -> None:
    """The upper one has the way back before its title, the lower one what is given."""
    top = top_bar(widgets.text("Basket"), widgets.action("delete", "Empty", ev("clear")), ink="#FFFFFF", bg="#000000")
    assert [item.event("tap") for item in walk(top) if item.kind == "icon_button"] == [widgets.UP, ev("clear")]
    assert top.look.bg == "#000000"
    bottom = bottom_bar(widgets.row("Pay", on=ev("pay"), rid="pay"))
    assert taps(bottom, "pay") == [ev("pay")]


def test_an_order_is_read_row_by_row() -> None:
    """A line has number, name and price in one row; the total has another id than its parts."""
    row = order_line(widgets.text("2 ×"), widgets.text("Tea"), "$5.20", pad=0, gap=8)
    assert (row.id, [item.text for item in walk(row) if item.text]) == ("row_line", ["2 ×", "Tea", "$5.20"])
    rows = (sum_row("Items", "$5.20"), sum_row("Total", "$5.20", strong=True))
    assert [row.id for row in rows] == ["row_sum", "row_total"]


def test_a_selection_bar_leads_out_and_acts_on_what_is_selected() -> None:
    """The cross comes first, then the count in the free room, then the actions."""
    share = ("share", "Share", ev("share"), "share")
    title = widgets.text("2 selected")
    bar = selection_bar(title, share, any_selected=True, ink="primary", close_id="close", bg="container")
    close, name, last = bar.children
    assert (close.event("tap"), close.id, close.look.color) == (widgets.UP, "close", "primary")
    assert (name.text, name.look.grow) == ("2 selected", 1)
    assert (last.event("tap"), last.id, last.look.color) == (ev("share"), "share", "primary")
    assert (bar.id, bar.look.bg) == ("toolbar", "container")
    assert taps(selection_bar(title, share, any_selected=False), "share") == [None]


def test_a_row_of_a_sheet_takes_the_tap_for_all_that_is_in_it() -> None:
    """Icon, title over support, and what is chosen at its end; what is not given leaves no room."""
    title, support, chosen = (widgets.text(text) for text in ("Speed", "How fast it plays", "1.5×"))
    icon = widgets.icon("speed")
    row = sheet_row(icon, title, ev("speed"), rid="speed", support=support, tail=chosen, height=62)
    assert [item.text for item in walk(row) if item.text] == ["Speed", "How fast it plays", "1.5×"]
    assert (row.event("tap"), row.id, row.look.height) == (ev("speed"), "speed", 62)
    assert [item.text for item in walk(sheet_row(icon, title, ev("speed"), rid="speed")) if item.text] == ["Speed"]


def test_a_strip_scrolls_sideways() -> None:
    """Its children keep their width, and its offset has a key."""
    row = strip([widgets.text("All"), widgets.text("Songs")], rid="scopes", height=44)
    assert (row.kind, row.horizontal, row.id, len(row.children)) == ("scroll", True, "scopes", 2)

    assert [item.look.type for item in walk(sum_row("Tip", "$1.00", style="labelL")) if item.text] == ["labelL"] * 2


def test_a_title_bar_leads_back_or_where_its_first_button_says() -> None:
    """The title is the heading; another button takes the place of the way back; the look can be the app's own."""
    menu = widgets.action("menu", "Menu", ev("menu"), rid="menu")
    plain, own = title_bar("Trips", support="3 ahead"), title_bar("Trips", lead=menu, ink="#FFFFFF", bg="#0A3D91")
    assert [item.desc for item in walk(plain) if item.kind == "icon_button"] == ["Navigate up"]
    assert [item.text for item in walk(plain) if item.kind == "text"] == ["Trips", "3 ahead"]
    assert [item.heading for item in walk(plain) if item.kind == "text"] == [True, False]
    assert taps(own, "menu") == [ev("menu")]
    assert (own.look.bg, own.look.height) == ("#0A3D91", 64)


def test_a_radio_may_begin_with_a_picture() -> None:
    """The picture of an option stands between its radio and its label."""
    entries = [Entry("Small", leading=widgets.avatar(3)), Entry("Large")]
    rows = radio_choice(bind(State(), "size"), entries, rid="size", group="sizes").children
    assert [[child.kind for child in row.children] for row in rows] == [["radio", "image", "text"], ["radio", "text"]]


def test_a_sum_can_be_found_by_its_id() -> None:
    """The amount has an id where it is asked for."""
    row = sum_row("You get back", "$3.20", strong=True, amount_id="amount")
    assert [item.text for item in walk(row) if item.id == "amount"] == ["$3.20"]
