"""What the reader sees in a tree."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.screen import read_screen
from tests.support.trees import box, button, field, node, page, radio, row, switch, text, up


@pytest.mark.parametrize(
    ("element", "role", "label"),
    [
        (button("Save  $4.00"), "button", "Save"),
        (row("Ann", "last seen today"), "row", "Ann"),
        (radio("Large"), "option", "Large"),
        (box("Lemon"), "option", "Lemon"),
        (switch("Dark theme"), "switch", "Dark theme"),
        (field("Title"), "field", "Title"),
        (up(), "up", "Navigate up"),
    ],
)
def test_a_control_has_a_role_and_a_name_without_its_price(element, role, label):
    """What an element is follows from its class; what it is called, from its description or largest text."""
    (control,) = read_screen(page(text("Shop"), element)).controls
    assert (control.role, control.label) == (role, label)


def test_options_belong_to_the_heading_above_them():
    """Remarks between a heading and its options are no headings."""
    sizes = radio("S", on=True, kind="size"), radio("L", kind="size")
    milks = radio("None", on=True, kind="milk"), radio("Oat", kind="milk")
    tree = page(text("Size"), text("Choose one"), *sizes, text("Milk"), *milks)
    groups = read_screen(tree).groups
    assert [(group.heading, [item.label for item in group.options], group.single) for group in groups] == [
        ("Size", ["S", "L"], True),
        ("Milk", ["None", "Oat"], True),
    ]


def test_rows_of_one_kind_are_a_list():
    """What stands alone or is another kind is in another list."""
    view = read_screen(page(text("Chats"), row("Ann", kind="chat"), row("Bo", kind="chat"), row("Help", kind="help")))
    assert [[item.label for item in rows] for rows in view.lists] == [["Ann", "Bo"], ["Help"]]


def test_what_cannot_be_touched_is_no_control():
    """Disabled elements and slivers at the edge are left out."""
    disabled = node("Button", "Pay", clickable=True, enabled=False)
    assert read_screen(page(text("Shop"), disabled)).controls == ()


def test_a_page_is_the_same_whatever_is_chosen_on_it():
    """Pages are told apart by package and title."""
    before, after = (page(text("Size"), radio("S", on=on), radio("L", on=not on)) for on in (True, False))
    other = page(text("Colour"), radio("S"), radio("L"))
    assert read_screen(before).page == read_screen(after).page != read_screen(other).page
