"""What is to be told beside a deed, and how a question keeps its hands off what does something."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.chores import Rounds, chores
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.screen.apps import choose
from adapters.agents.scripted.reader.screen.exploring import harmless
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Finish, Tap
from runtime.screen.tree import UiTree
from tests.support.playing import believing, decide, touched
from tests.support.trees import button, field, node, page, radio, row, text, up


def answer(rounds: Rounds, tree: UiTree) -> str:
    """What is said at the end, which is now."""
    (finish,) = rounds.decide(take_in(tree), (), False).actions
    assert isinstance(finish, Finish), finish
    return finish.text


def test_what_is_asked_after_a_deed_is_a_request_of_its_own():
    """A deed and a question are two; a look at something and a question about it are one."""
    deed = [chore.text for chore in chores("Follow Blue Kite in the Zoo and tell me how many songs the band has.")]
    assert len(deed) == 2
    assert understand(deed[1]).informational
    assert len(chores("Look up the first train to Harbour and tell me when it leaves.")) == 1
    assert len(chores("Tell me the price of the Plum Cake and add it to my list.")) == 2


def test_the_answer_is_read_off_the_page_that_the_deed_led_to():
    """After `Follow` the number of songs on the same page is told, though the page speaks of no band."""
    rounds = Rounds(chores("Follow Blue Kite in the Zoo and tell me how many songs the band has."), False)
    home = page(row("Zoo"), package="com.example.launcher")
    assert isinstance(rounds.decide(take_in(home), (), True).actions[0], Tap)
    before = page(up(), text("Blue Kite"), text("12 songs"), button("Follow"))
    assert isinstance(rounds.decide(take_in(before), (), False).actions[0], Tap)
    assert "12" in answer(rounds, page(up(), text("Blue Kite"), text("12 songs"), button("Following")))


def test_how_many_songs_the_album_has_asks_for_songs():
    """The noun phrase ends where another begins."""
    rounds = Rounds(chores("How many songs does the album Moth have?"), False)
    assert "9" in answer(rounds, page(up(), text("Moth"), text("Album"), text("9 songs"), text("2019")))


def test_a_name_of_an_app_that_is_not_here_is_looked_for_in_the_list_of_all():
    """What is asked "on the Pier" is not asked of the gallery, although it has videos."""
    icons = take_in(page(row("Gallery"), row("Clock"))).controls
    assert choose(icons, understand("How long is the video about soup on Pier?"), (), False) is None
    assert choose(icons, understand("How long is my last video?"), (), False) is not None


@pytest.mark.parametrize("label", ["Following", "Don't recommend this", "Liked"])
def test_a_look_touches_nothing_that_says_how_it_stands(label):
    """A touch on it would turn that over."""
    (control,) = take_in(page(button(label))).controls
    assert not harmless(control, understand("How many followers does Ann have?"))


def test_a_list_of_what_is_in_a_thing_is_not_its_name():
    """Who orders the slaw is not sold the plate that has some of it."""
    policy = believing("Order a Lime Slaw.")
    tree = page(row("Trio", "Three shells, lime slaw, smoked salt", "$9.00"), row("Lime Slaw", "$2.00"), text("Menu"))
    assert touched(policy, tree) == "Lime Slaw"


def test_several_are_searched_for_by_the_name_of_one():
    """Where "Plum Cakes" brings nothing, "Plum Cake" may."""
    policy = believing("Order three Plum Cakes.")
    policy.decide(take_in(page(up(), field("Search"), text("Asked for today"))), (), False)
    found = policy.decide(take_in(page(up(), field("Search"), text("Nothing for “Plum Cakes”"))), (), False)
    assert "Plum Cake'" in str(found.actions[-1])


def test_a_number_told_of_a_thing_is_counted_on_its_page():
    """`Add one` stands beside a bare number there, and `Add to bag` is no such button."""
    policy = believing("Order two bags of Blue Tea.")
    tree = page(
        up(),
        text("Blue Tea"),
        text("Loose leaves"),
        node("LinearLayout", "", button("Remove one"), text("1"), button("Add one")),
        button("Add to bag"),
    )
    assert "2 bags" in decide(policy, tree).thought


def test_a_demand_may_begin_with_an_adverb():
    """Who says "always deliver by express" orders it as well as who says "deliver"."""
    content = "On Zoo, always deliver by express, and turn off price alerts."
    assert len(chores(content)) == 2


def test_a_thing_that_goes_by_its_number_is_called_by_its_first_word():
    """Who pays by card means the card that ends so, not one that is given."""
    policy = believing("Order a Lime Slaw and pay by card.")
    policy.changed = policy.choosing = True
    tree = page(
        up(),
        text("Payment"),
        radio("At the counter", True),
        radio("Gift card"),
        radio("Card ending 12"),
        button("Review"),
    )
    assert touched(policy, tree) == "Card ending 12"
