"""What labels, names and lists mean in any app: one's own things, settings, what was bought, prices, headings."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.path import steps
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from tests.support.playing import touched
from tests.support.trees import button, page, radio, row, text


def believing(instruction: str) -> Policy:
    """A policy in the app that was told, which does not ask."""
    policy = Policy(instruction, False)
    policy.travel.believed = True
    policy.travel.visited.append("Zoo")
    policy.seeking.app = "Zoo"
    return policy


@pytest.mark.parametrize(
    ("instruction", "name"),
    [
        ("Send Ann Vale the picture.", "Ann Vale"),
        ("Make Blue Heron my usual boat.", "Blue Heron"),
        ("Have it brought to Dr. Vale between nine and ten.", "Dr. Vale"),
        ("Book a table at Salt & Pepper.", "Salt & Pepper"),
    ],
)
def test_a_name_ends_where_something_else_begins(instruction, name):
    """A second object, a possessive or a time is no part of the name; a title or an ampersand is."""
    assert name in understand(instruction).objects


def test_a_title_before_a_name_ends_no_clause():
    """The way goes on behind `Dr.`."""
    assert [step.target for step in steps("Write to him. Open Chats and choose Dr. Vale.")][-1].endswith("Dr. Vale")


def test_who_is_given_something_is_looked_for_when_it_is_found():
    """Of two objects the first gets the second."""
    request = understand("Send Ann Vale the picture from 22:14.")
    aims = {" ".join(request.said[phrase.start : phrase.end]) for phrase in request.phrases if phrase.aim}
    assert aims == {"send ann vale"}


def test_what_a_noun_is_for_belongs_to_it():
    """A ticket says little until it is said what it is for."""
    request = understand("Share my ticket for the Moon Show with Bo.")
    assert any(phrase.object and phrase.prep == "for" for phrase in request.phrases)


def test_ones_own_things_are_where_ones_own_things_are():
    """`My tickets` before a show that is called as the ticket is."""
    front = page(text("Zoo"), row("Moon Show"), row("My tickets"))
    assert touched(believing("Share my ticket for Moon Show with Bo."), front) == "My tickets"


def test_something_new_is_not_bought_among_ones_own_things():
    """Who buys a ticket needs none of those that there are."""
    front = page(text("Zoo"), row("Moon Show"), row("My tickets"))
    assert touched(believing("Buy tickets for Moon Show."), front) == "Moon Show"


def test_what_is_to_be_so_from_now_on_is_among_the_settings():
    """Whatever it is called, and before anything is searched for."""
    front = page(text("Zoo"), row("Lions"), button("Search"), button("Settings"))
    assert touched(believing("Make Blue Heron my usual boat."), front) == "Settings"


def test_money_is_asked_back_for_what_was_bought():
    """The same thing on the shelf is not the one; behind the account are the orders."""
    policy = believing("Ask Zoo for a refund for the pears from my last order.")
    assert touched(policy, page(text("Zoo"), row("Pears"), button("Account"))) == "Account"
    assert touched(policy, page(text("Account"), row("Favourites"), row("Orders"), row("Addresses"))) == "Orders"


def test_the_plain_button_comes_before_the_qualified_one():
    """`Save copy` is for whoever asked for a copy."""
    tree = page(text("Edit"), radio("Square", on=True), radio("Round"), button("Save copy"), button("Save"))
    policy = believing("Add a picture, round.")
    policy.begun = True
    assert touched(policy, tree) == "Round"
    done = page(text("Edit"), radio("Square"), radio("Round", on=True), button("Save copy"), button("Save"))
    assert touched(policy, done) == "Save"


def test_a_price_is_a_label_where_there_is_no_other():
    """A tip is called by its amount; behind a name the amount is none of the name."""
    labels = {control.label for control in take_in(page(radio("$2.00"), radio("Large $4.00"))).controls}
    assert labels == {"$2.00", "Large"}


def test_courtesy_stands_at_the_beginning_of_a_clause():
    """Somewhere I want to go is no courtesy."""
    texts = understand("Save the lake as somewhere I want to go.").said
    assert texts[-4:-1] == ("want", "to", "go")


def test_what_phones_keep_is_found_before_it_is_handed_on():
    """Where it goes is no source of it; an app said right before the thing is."""
    assert understand("On Chat, send Ann the photo.").kind == "gallery"
    assert understand("On Chat, send Ann the photo.").hands
    assert not understand("Delete the photo.").hands
