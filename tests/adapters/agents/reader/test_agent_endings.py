"""When a request is done, and what nobody touches on the way: small trees by hand."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import AskUser, Type
from runtime.screen.tree import UiTree
from tests.support.playing import believing, decide, ends, touched
from tests.support.trees import button, field, node, page, radio, row, switch, text, up


def _found(policy: Policy, name: str = "Ann Vale") -> None:
    """The policy opens what the request is about."""
    assert touched(policy, page(text("Chats"), row("Bo Hill"), row(name))) == name


def test_a_question_that_repeats_the_deed_is_the_last_step():
    """`Block` below "Block Ann Vale?" blocks; what its page is called afterwards does not matter."""
    policy = believing("Block Ann Vale.")
    _found(policy)
    assert touched(policy, page(text("Ann Vale"), up(), button("Call"), button("Block Ann Vale"))) == "Block Ann Vale"
    assert (
        touched(policy, page(text("Block Ann Vale?"), text("For good."), button("Cancel"), button("Block"))) == "Block"
    )
    assert ends(policy, page(text("Not found"), up(), button("Go back")))


def test_a_label_told_with_its_verb_is_the_deed():
    """`Make a copy` is what was asked for, word for word; one touch is all of it."""
    policy = believing("Make a copy of the chat with Ann Vale.")
    _found(policy)
    detail = page(text("Ann Vale"), up(), button("Share"), button("Make a copy"), button("Delete"))
    assert touched(policy, detail) == "Make a copy"
    assert ends(policy, detail)


def test_what_can_be_undone_now_is_done():
    """Where `Mute Ann Vale` was touched there is now `Unmute`: that was it."""
    policy = believing("Mute Ann Vale.")
    _found(policy)
    assert touched(policy, page(text("Ann Vale"), up(), button("Mute"), button("Share"))) == "Mute"
    assert ends(policy, page(text("Ann Vale"), up(), button("Unmute"), button("Share")))


def test_one_thing_set_is_done_once_it_is_chosen():
    """An option that is kept by its own touch needs nothing after it."""
    policy = believing("Set the temperature to Fahrenheit.")
    assert touched(policy, page(text("Settings"), up(), row("Wind", "knots"), row("Temperature", "Celsius"))) == (
        "Temperature"
    )
    assert touched(policy, page(text("Temperature"), radio("Celsius", True), radio("Fahrenheit"))) == "Fahrenheit"
    assert ends(policy, page(text("Settings"), up(), row("Wind", "knots"), row("Temperature", "Fahrenheit")))


def test_what_was_chosen_is_kept_by_the_button_beside_the_way_out():
    """A dialog with options keeps none of them before its button is pressed, whatever that is called."""
    policy = believing("Set the temperature to Fahrenheit.")
    rows = (text("Settings"), up(), row("Wind", "knots"), row("Temperature", "Celsius"))
    assert touched(policy, page(*rows)) == "Temperature"
    before = page(text("Units"), radio("Celsius", True), radio("Fahrenheit"), button("Cancel"), button("Use it"))
    after = page(text("Units"), radio("Celsius"), radio("Fahrenheit", True), button("Cancel"), button("Use it"))
    assert touched(policy, before) == "Fahrenheit"
    assert touched(policy, after) == "Use it"


@pytest.mark.parametrize("label", ["Set alarm for Ann", "New chat", "Add Ann Vale"])
def test_who_deletes_something_begins_nothing_new(label):
    """On the way to what is to be deleted nothing is made, even if it is called like it."""
    policy = believing("Delete the alarm for Ann Vale.")
    tree = page(text("Alarms"), up(), row("Wake up", "07:00"), button(label))
    action = decide(policy, tree).actions[0]
    button_ = next(control for control in take_in(tree).controls if control.label == label)
    assert (getattr(action, "x", 0), getattr(action, "y", 0)) != button_.center


def test_what_turns_a_page_is_none_of_several_things():
    """Nobody is asked whether the story before or the one after is meant."""
    policy = believing("Hide the story of Ann Vale.")
    tree = page(text("Ann Vale"), up(), row("Previous story", kind="story"), row("Next story", kind="story"))
    assert not isinstance(decide(policy, tree).actions[0], AskUser)


def test_what_was_quoted_and_stands_among_options_is_chosen():
    """Quotes may name an option; there is nothing to write then."""
    policy = believing("Make “Reply all” the default answer.")
    assert touched(policy, page(text("Settings"), up(), row("Swipe", "Archive"), row("Default answer", "Reply"))) == (
        "Default answer"
    )
    options = page(text("Default answer"), radio("Reply", True), radio("Reply all"), radio("Forward"))
    assert touched(policy, options) == "Reply all"


def test_settings_in_a_drawer_stand_before_its_sections():
    """A section called like what is to be set is a place, and no way to set it."""
    policy = believing("Hide completed tasks.")
    drawer = page(text("Ann"), radio("Today", True), radio("Completed"), row("Bin"), row("Settings"))
    assert touched(policy, drawer) == "Settings"
    assert touched(policy, page(text("Settings"), up(), switch("Morning summary"), switch("Hide completed tasks"))) == (
        "Hide completed tasks"
    )


def test_a_button_of_another_width_is_no_option():
    """Rows that begin and end together are options of one choice; a button below them is none."""
    tree = _options()
    (group,) = take_in(tree).groups
    assert group.labels == ("1 hour before", "1 day before")


def _options() -> UiTree:
    options = [
        node("View", "", text("1 hour before"), clickable=True, selected=True),
        node("View", "", text("1 day before"), clickable=True),
        node("View", "", text("Review"), clickable=True),
    ]
    tree = page(text("When"), *options)
    for inner in options[-1].walk():
        _, top, _, bottom = inner.bounds
        object.__setattr__(inner, "bounds", (60, top, 1020, bottom))
    return tree


def test_what_was_written_on_a_page_without_a_button_is_kept_by_leaving_it():
    """A page that saves by itself is left; then it is done."""
    policy = believing("Write a note that says “Buy soap”.")
    notes = page(text("Notes"), row("Lists"), row("Plans"), button("New note"))
    assert touched(policy, notes) == "New note"
    written = decide(policy, page(text("Note"), up(), field("Write here"))).actions[-1]
    assert written == Type("Buy soap", clear=False)
    decide(policy, page(text("Note"), up(), field("Buy soap")))
    assert ends(policy, notes)
