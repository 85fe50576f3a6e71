"""Things that are told by their day and time, and words that are given to what there is already."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.rules.acting import there
from adapters.agents.scripted.reader.rules.leading import leads_on
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Swipe, Type
from tests.support.playing import believing, decide, ends, touched
from tests.support.trees import box, button, field, page, row, text, up


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ("Recording, Sun, 15 Nov, 18:40", True),
        ("Recording, Yesterday, 16:20", False),
        ("Recording, Yesterday, 09:10", True),
        ("Recording, Sun, 15 Nov, 16:20", False),
        ("Recording, Sun, 15 Nov", False),
    ],
)
def test_a_thing_of_another_time_is_another_thing(label, other):
    """What was told by a day and a time is not what shows the day, or none that was told, with a different time."""
    rating = Policy("Delete the recording that I made on Sunday at 16:20.", True).ear.rate(label, (label,))
    assert rating.partial == other


def test_yesterday_is_a_day_as_well():
    """Days that are told from today are told with a time as the others are."""
    ear = Policy("Delete the recording from yesterday at 19:30.", True).ear
    assert ear.rate("Recording, Yesterday, 22:14", ("Recording, Yesterday, 22:14",)).partial
    assert not ear.rate("Recording, Yesterday, 19:30", ("Recording, Yesterday, 19:30",)).partial


def test_a_day_is_not_searched_for():
    """Things are not called as the day that they are from."""
    policy = believing("Delete the recording that I made on Saturday at 17:30.")
    tree = page(text("Zoo"), button("Search"), row("Recording, Today, 18:40"), scrolls=True)
    assert isinstance(decide(policy, tree).actions[0], Swipe)


def test_a_name_counts_more_than_when_somebody_wrote_last():
    """The time in the row of a person says nothing about the meeting that is told by its time."""
    ear = believing("Tell Ann Vale about the walk on Sunday at 16:20.").ear
    assert not ear.rate("Ann Vale", ("Ann Vale", "Yesterday", "18:42")).partial


def test_a_day_is_no_app():
    """Of "on Sunday at ten" nobody thinks that it has to be done in an app of that name."""
    assert not understand("Delete the photo from Sunday at 16:20.").placed
    assert understand("Delete the photo of Bo on Zoocam.").placed


def test_the_thing_of_a_time_is_scrolled_to_and_gets_its_words():
    """Its page has no button that keeps what is written: leaving it does."""
    policy = believing("Give the recording of Sunday at 16:20 the title “Frogs”.")
    others = [row(f"Recording, {day}, 18:40") for day in ("Today", "Yesterday", "Sun, 15 Nov")]
    (swipe,) = decide(policy, page(text("Zoo"), *others, scrolls=True)).actions
    assert isinstance(swipe, Swipe)
    meant = "Recording, Sun, 15 Nov, 16:20"
    assert touched(policy, page(text("Zoo"), others[-1], row(meant), scrolls=True)) == meant
    *_, typed = decide(policy, page(text("About"), up(), field("Title"))).actions
    assert typed == Type("Frogs")
    decide(policy, page(text("About"), up(), field("Frogs")))
    assert ends(policy, page(text("Zoo"), others[-1], row(meant), scrolls=True))


def test_what_is_renamed_is_not_made_anew():
    """`New list` is of no use to who changes the name of a list, and the field then holds both parts of the name."""
    policy = believing("Put the year 2031 behind the name of my list Camping.")
    assert touched(policy, page(text("Lists"), button("New list"), row("Camping"), row("Bees"))) == "Camping"
    detail = page(text("Camping"), up(), button("Add tasks"), button("List options"))
    assert touched(policy, detail) == "List options"
    assert touched(policy, page(text("Camping"), row("Rename list"), row("Delete list"))) == "Rename list"
    dialog = page(text("Rename list"), field("Camping"), button("Cancel"), button("Rename"))
    *_, typed = decide(policy, dialog).actions
    assert typed == Type("Camping 2031", clear=True)


def test_a_way_writes_a_part_of_a_name_beside_the_rest():
    """The step "write 2031 behind the name" keeps what stands in the field."""
    policy = Policy("Do it. Open Lamps, write 2031 behind the name and tap Save.", True)
    decide(policy, page(row("Lamps"), package="com.example.launcher"))
    *_, typed = decide(policy, page(text("Lamps"), up(), field("Desk lamp"), button("Save"))).actions
    assert typed == Type("Desk lamp 2031", clear=True)


def test_what_something_is_put_into_is_there_already():
    """Nobody makes a new group to add somebody to the group that was told by name, though it is not in sight yet."""
    assert there("Add Bo to the group Neighbours.") == {"group"}
    assert there("Create the group Neighbours.") == frozenset()
    policy = believing("Add the tent to my list Camping.")
    assert touched(policy, page(text("Zoo"), button("New list"), row("Bees"), row("Camping"))) == "Camping"


@pytest.mark.parametrize(
    "opened",
    [
        page(text("Add to Hens"), up(), box("Ann"), box("Bo"), box("Cy")),
        page(text("New hen"), up(), field("Name"), button("Save")),
    ],
)
def test_a_page_on_which_nothing_is_added_yet_is_no_end(opened):
    """`Add ...` that opened boxes to tick, or a form to fill in, has added nothing."""
    policy = believing("Add a hen.")
    policy.look(take_in(page(text("Hens"), button("Add hen"), up())))
    policy.pressed = "Add hen"
    assert leads_on(policy, take_in(opened))
    assert not leads_on(policy, take_in(page(text("Hens"), row("Moss"), row("Fern"))))
