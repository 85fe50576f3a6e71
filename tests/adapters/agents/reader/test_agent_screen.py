"""Taking in what the apps really show: controls, groups with headings, what is chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adapters.agents.scripted.reader.screen.screen import Seen, take_in
from benchmarks.clarity240 import replay, setup
from benchmarks.clarity240.soundness import instrument
from runtime.core.tasks import Suite
from tests.support.trees import button, page, radio, row, text


@pytest.fixture(scope="module")
def walked(suite: Suite) -> Callable[[str, str], list[Seen]]:
    """All screens of a title that the right way through a task shows."""
    phone = replay.phone()
    by_id = {task.id: task for task in suite.tasks}
    shown: dict[str, list[Seen]] = {}

    def screens(task: str, title: str) -> list[Seen]:
        if task not in shown:
            played = setup.play(instrument("oracle"), by_id[task], phone)
            shown[task] = [take_in(tree) for tree in played.trees]
        return [seen for seen in shown[task] if seen.title == title]

    return screens


def test_options_stand_under_their_headings(walked):
    """A page of choices is read as groups, in order, by what it calls them; of one kind one is chosen."""
    seen = walked("shop.feast.detailed", "Copper Pan Burger")[0]
    assert [(group.heading, group.single) for group in seen.groups] == [
        ("Size", True),
        ("Bun", True),
        ("Extras", False),
    ]
    assert seen.groups[0].labels == ("Single", "Double", "Triple")
    assert [option.label for option in seen.groups[0].options if option.on] == ["Single"]


def test_a_chosen_option_shows_as_chosen(walked):
    """After a touch another option of the group is on."""
    before, after = walked("shop.feast.detailed", "Copper Pan Burger")[:2]
    assert [option.on for option in before.groups[0].options] == [True, False, False]
    assert [option.on for option in after.groups[0].options] == [False, True, False]


def test_a_price_is_no_part_of_a_name(walked):
    """Buttons and options are called without what they cost."""
    labels = {control.label for control in walked("shop.feast.detailed", "Copper Pan Burger")[0].controls}
    assert {"Add to order", "Bacon", "Extra cheddar"} <= labels


def test_a_badge_is_no_name(walked):
    """A row is called by its title, also where a badge stands before it; the rows of one kind are a list."""
    (menu,) = walked("shop.feast.detailed", "Bunwright")[0].lists
    assert menu.labels[1] == "Copper Pan Burger"
    assert "Burgers" in menu.names


def test_a_list_is_named_by_its_resource_id(walked):
    """Where no title says what the rows are, the app's own name for them does."""
    (chats,) = walked("social.mute.detailed", "Parlowe")[0].lists
    assert "chat" in chats.names
    assert "Quarry Park Runners" in chats.labels


def test_switches_are_seen_as_they_stand(walked):
    """Off before the touch, on after it."""
    screens = walked("device.airplane.detailed", "Network & internet")
    airplane = [control.on for seen in screens[:2] for control in seen.controls if control.label == "Airplane mode"]
    assert airplane == [False, True]
    assert {control.role for seen in screens for control in seen.controls if control.label == "Airplane mode"} == {
        "switch"
    }


def test_days_are_a_group_under_what_they_are_for(walked):
    """Chips in a row are one group, and today is chosen."""
    (group,) = walked("info.hours.detailed", "Kestrel Pier branch")[0].groups
    assert group.heading == "Opening hours"
    assert len(group.options) == 7
    assert [option.label for option in group.options if option.on] == ["Tue"]


def test_ways_back_are_known(walked):
    """The arrow at the top leads back; it is never taken for a choice."""
    seen = walked("shop.feast.detailed", "Checkout")[0]
    assert [control.label for control in seen.controls if control.role == "back"] == ["Navigate up"]


def test_every_control_lies_on_the_screen(suite):
    """A touch at a control's center hits the screen, on every page of the right ways."""
    phone = replay.phone()
    for task in suite.tasks:
        for tree in setup.play(instrument("oracle"), task, phone).trees:
            for control in take_in(tree).controls:
                x, y = control.center
                assert 0 <= x < phone.size.width
                assert 0 <= y < phone.size.height


def test_a_hand_made_page_is_taken_in_as_it_is():
    """Title, roles, texts and lists of a small page."""
    seen = take_in(
        page(text("Shops"), row("North", "open", kind="row_shop"), row("South", kind="row_shop"), button("Go"))
    )
    assert seen.title == "Shops"
    assert [(control.role, control.label) for control in seen.controls] == [
        ("row", "North"),
        ("row", "South"),
        ("button", "Go"),
    ]
    assert [(list_item.names, list_item.labels) for list_item in seen.lists] == [
        (("Shops", "shop"), ("North", "South"))
    ]
    assert seen.scroll is None


def test_a_signature_is_blind_to_what_is_chosen_but_not_to_where_it_is():
    """Choosing changes no signature; moving does."""
    off, on = (take_in(page(text("Size"), radio("Large", on=chosen))) for chosen in (False, True))
    moved = take_in(page(text("Size"), text("more"), radio("Large")))
    assert off.signature == on.signature != moved.signature
