"""Several things asked for in one breath: where one request ends, and where the next one begins."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.chores import Rounds, chores
from adapters.agents.scripted.reader.language.demands import antecedent, demands
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Key
from tests.support.playing import label_of
from tests.support.trees import button, page, row, switch, text, up


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (
            "Mute the choir in Zoo and archive the letter from Ann Vale.",
            ["Mute the choir in Zoo.", "Archive the letter from Ann Vale."],
        ),
        (
            "In Zoo, pin the letter and delete the recipe.",
            ["Pin the letter in Zoo.", "Delete the recipe in Zoo."],
        ),
        (
            "Turn off sales and votes in Zoo.",
            ["Turn off sales in Zoo.", "Turn off votes in Zoo."],
        ),
    ],
)
def test_each_thing_asked_for_is_a_request_of_its_own(content, parts):
    """A verb of its own, or one verb for several things, makes one request each, in the app that was told."""
    assert [chore.text for chore in chores(content)] == parts


@pytest.mark.parametrize(
    "content",
    [
        "Order two teas and pay by card.",
        "Write Ann Vale a letter and say “Come soon”.",
        "Make a list called “Sea” and give it a picture.",
        "Find the letter from Ann Vale and tell me when she comes.",
        "Archive the letter and the recipe that Ann sent.",
    ],
)
def test_what_says_more_about_the_same_thing_is_no_request_of_its_own(content):
    """How it is paid, what it says, what it is for, and an answer: all of that is done on the way."""
    assert len(demands(content)) == 1


@pytest.mark.parametrize(
    ("before", "thing"),
    [
        ("Archive the letter.", "the letter"),
        ("Follow Ann Vale on Zoo.", "Ann Vale"),
        ("Comment “Fine” on Bo's newest photo.", "Bo's newest photo"),
        ("Delete the note “Plum cake”.", "the note “Plum cake”"),
    ],
)
def test_a_pronoun_stands_for_the_thing_before(before, thing):
    """The thing is what the request before was done to, not what was written about it, nor the app."""
    assert antecedent(before) == thing


def test_a_pronoun_becomes_the_thing_and_the_request_is_about_the_same():
    """Each request can be read alone; that it is about the same thing is known."""
    first, second = demands("Star the letter from Ann and archive it.")
    assert first == ("Star the letter from Ann.", False)
    assert second == ("Archive the letter from Ann.", True)


def _round(content: str) -> Rounds:
    rounds = Rounds(chores(content), can_ask=False)
    home = page(row("Zoo"), row("Pier"), package="com.example.launcher")
    assert label_of(rounds.decide(take_in(home), (), True), home) == "Zoo"
    return rounds


def test_after_the_first_request_comes_the_next():
    """The end of one request is no end as long as another is open; settings are gone on with where they are."""
    rounds = _round("Turn off sales in Zoo and turn off votes in Zoo.")
    before = page(text("Settings"), up(), switch("Sales", True), switch("Votes", True))
    after = page(text("Settings"), up(), switch("Sales"), switch("Votes", True))
    done = page(text("Settings"), up(), switch("Sales"), switch("Votes"))
    assert label_of(rounds.decide(take_in(before), (), False), before) == "Sales"
    assert label_of(rounds.decide(take_in(after), (), False), after) == "Votes"
    assert type(rounds.decide(take_in(done), (), False).actions[0]).__name__ == "Finish"


def test_another_app_is_opened_from_the_first_page_of_the_phone():
    """The request after the first may be for another app: it begins at the home screen."""
    rounds = _round("Turn off sales in Zoo and archive the letter in Pier.")
    before = page(text("Settings"), up(), switch("Sales", True), button("Help"))
    after = page(text("Settings"), up(), switch("Sales"), button("Help"))
    assert label_of(rounds.decide(take_in(before), (), False), before) == "Sales"
    assert rounds.decide(take_in(after), (), False).actions == (Key("HOME"),)
    home = page(row("Zoo"), row("Pier"), package="com.example.launcher")
    assert label_of(rounds.decide(take_in(home), (), True), home) == "Pier"
