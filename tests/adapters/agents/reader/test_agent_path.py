"""Ways that an instruction spells out: read clause by clause, followed on small pages by hand."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.path import steps
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.aiming import find
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Decision, Finish, Key, Swipe, Tap, Type
from runtime.screen.tree import UiTree
from tests.support.playing import decide
from tests.support.trees import button, field, page, radio, row, switch, text, up

WAY = "Buy a lamp. First, open Lamps, go to Desk and tap Aurora. Then set the colour to Red and tap Buy."


def touched(decision: Decision, tree: UiTree) -> str:
    """The label of what a decision touches."""
    tap = decision.actions[0]
    assert isinstance(tap, Tap), decision
    return next(control.label for control in take_in(tree).controls if control.center == (tap.x, tap.y))


def test_a_way_is_read_clause_by_clause():
    """What is wanted is no step; setting something opens it and chooses."""
    assert [step.target for step in steps(WAY)] == [
        "Lamps",
        "Desk",
        "Aurora",
        "colour",
        "Red",
        "Buy",
    ]


def test_an_instruction_without_a_way_has_no_steps():
    """Only what is wanted, however long, is no way."""
    assert steps("Buy a lamp, in red, and pay with my card.") == ()
    assert steps("Open the lamp shop.") == ()


def test_quotes_and_names_are_not_taken_apart():
    """A clause ends before a verb of doing, not at every comma or "and"."""
    found = steps("Post it. Open Talk, open Ann and Others, write “Come, see and go” and tap Send at 10:00, Monday.")
    assert [step.said for step in found] == [
        "Open Talk",
        "open Ann and Others",
        "write “Come, see and go”",
        "tap Send at 10:00, Monday",
    ]
    assert found[2].text == "Come, see and go"


def test_the_way_is_followed_to_its_end():
    """One page after the other, one touch for each clause; then it finishes."""
    policy = Policy(WAY, True)
    pages = [
        (page(row("Clocks"), row("Lamps"), package="com.example.launcher"), "Lamps"),
        (page(text("Lamps"), row("Desk"), row("Floor")), "Desk"),
        (page(text("Desk"), row("Aurora"), row("Borealis"), button("Buy")), "Aurora"),
        (page(text("Aurora"), radio("Blue", on=True), radio("Red"), button("Buy")), "Red"),
        (page(text("Aurora"), radio("Blue"), radio("Red", on=True), button("Buy")), "Buy"),
    ]
    for tree, label in pages:
        assert touched(decide(policy, tree), tree) == label
    assert isinstance(decide(policy, page(text("Thanks"))).actions[0], Finish)


def test_what_is_not_here_is_looked_for_further_down():
    """A page that scrolls is scrolled before a step is passed over."""
    policy = Policy("Be done. Open Lamps and tap Aurora.", True)
    decide(policy, page(row("Lamps"), package="com.example.launcher"))
    assert isinstance(decide(policy, page(text("Lamps"), row("Desk"), scrolls=True)).actions[0], Swipe)
    tree = page(text("Lamps"), row("Aurora"), scrolls=True)
    assert touched(decide(policy, tree), tree) == "Aurora"


def test_a_second_app_begins_at_the_home_screen():
    """An app named in the middle of the way is opened from home."""
    policy = Policy("Tell Ann. Open Lamps, tap Aurora and open Clocks.", True)
    home = page(row("Clocks"), row("Lamps"), package="com.example.launcher")
    decide(policy, home)
    decide(policy, page(text("Lamps"), row("Aurora")))
    assert decide(policy, page(text("Aurora"), up())).actions == (Key("HOME"),)
    assert touched(decide(policy, home), home) == "Clocks"


def test_a_switch_that_stands_as_told_is_left_alone():
    """Switching on what is on would switch it off."""
    policy = Policy("Do it. Open Lamps, switch Glow on and tap Save.", True)
    decide(policy, page(row("Lamps"), package="com.example.launcher"))
    tree = page(text("Lamps"), switch("Glow", on=True), button("Save"))
    assert touched(decide(policy, tree), tree) == "Save"


def test_told_words_are_typed_into_a_field():
    """The field is touched, then the words are typed."""
    policy = Policy("Do it. Open Lamps, search for Aurora and tap Aurora Mini.", True)
    decide(policy, page(row("Lamps"), package="com.example.launcher"))
    assert touched(decide(policy, tree := page(text("Lamps"), button("Search"))), tree) == "Search"
    assert decide(policy, page(field("Search lamps"))).actions[1:] == (Type("Aurora"),)


@pytest.mark.parametrize(
    ("clause", "label"),
    [
        ("tap Copy", "Copy"),
        ("tap Copy to", "Copy to"),
        ("review the order", "Review order"),
        ("tap Me", "Me"),
        ("open the options for Bo", "Options for Bo"),
    ],
)
def test_the_best_likeness_is_touched(clause, label):
    """Word for word before a likeness, and the fewest other words."""
    tree = page(row("Me"), row("Bo"), row("Copy"), row("Copy to"), row("Options for Bo"), button("Review order"))
    (_, step) = steps(f"Do it. Open Lamps and {clause}.")
    found = find(step, take_in(tree))
    assert found is not None
    assert found.label == label
