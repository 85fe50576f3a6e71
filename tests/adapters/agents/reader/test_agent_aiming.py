"""What a clause of a way asks for, and which control it means, on small pages by hand."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.path import goal, steps
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.aiming import best, find, settled
from adapters.agents.scripted.reader.screen.reporting import report
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Decision, Finish, LongPress, Tap, Type
from runtime.screen.tree import UiTree
from tests.support.trees import box, button, field, node, page, radio, row, switch, text, up


def only(clause: str):
    """The one step that a clause is."""
    *_, step = steps(f"Do it. Open Lamps and {clause}.")
    return step


def meant(clause: str, tree: UiTree) -> str | None:
    """The label of what the clause is about."""
    found = find(only(clause), take_in(tree))
    return found.label if found is not None else None


def label(decision: Decision, tree: UiTree) -> str:
    """The label of what a decision touches."""
    tap = decision.actions[0]
    assert isinstance(tap, Tap | LongPress), decision
    return next(control.label for control in take_in(tree).controls if control.center == (tap.x, tap.y))


@pytest.mark.parametrize(
    ("clause", "target", "written"),
    [
        ("write “Back soon” as the title", "title", "Back soon"),
        ("type Back soon into the note field", "note field", "Back soon"),
        ("call it Back soon", "name", "Back soon"),
        ("describe it as “Back soon”", "description", "Back soon"),
        ("change the name to “Back soon”", "name", "Back soon"),
        ("give it the name “Back soon”", "name", "Back soon"),
        ("fill in the street with 9 Castle Steps", "street", "9 Castle Steps"),
        ("search for Back soon", "", "Back soon"),
    ],
)
def test_what_is_written_and_where(clause, target, written):
    """The words to be typed are told apart from the field they belong in."""
    step = only(clause)
    assert (step.target, step.text) == (target, written)


@pytest.mark.parametrize(
    ("clause", "wants"),
    [
        ("switch Glow on", True),
        ("turn off Glow", False),
        ("set Glow to on", True),
        ("untick Glow", False),
        ("take it out of Glow", False),
        ("disable Glow", False),
    ],
)
def test_how_a_switch_has_to_stand(clause, wants):
    """Switching says how the switch stands afterwards, whatever the words for it."""
    step = only(clause)
    assert (step.target, step.wants) == ("Glow", wants)
    here = take_in(page(text("Lamps"), switch("Glow", on=wants)))
    assert settled(step, here.controls[0])


def test_a_touch_told_twice_is_two_steps():
    """A count of touches is as many steps."""
    assert [step.target for step in steps("Do it. Open Lamps and tap Brighter three times.")] == [
        "Lamps",
        "Brighter",
        "Brighter",
        "Brighter",
    ]


def test_places_in_a_chain_are_steps_of_their_own():
    """`then` without a verb, and arrows, go on to the next place; a pronoun is the last thing named."""
    way = "Do it. Go to Lamps, then Desk > Small. Search for Aurora and open it."
    assert [step.target or step.text for step in steps(way)] == ["Lamps", "Desk", "Small", "Aurora", "Aurora"]


def test_the_goal_is_what_stands_before_the_way():
    """What is wanted is kept apart from how it is done."""
    assert goal("Buy a lamp. First, open Lamps and tap Aurora.") == "Buy a lamp."


def test_steps_that_are_numbered_are_steps():
    """Numbers before sentences are no part of them, a number that ends one is."""
    way = "Buy a lamp. 1. Open Lamps. 2. Choose the size 43. Then tap Buy."
    assert [step.target for step in steps(way)] == ["Lamps", "size 43", "Buy"]


@pytest.mark.parametrize(
    ("clause", "label_"),
    [
        ("choose the size Small", "Small"),
        ("pay", "Pay now"),
        ("save the lamp", "Save lamp"),
        ("tap the magnifying glass", "Search"),
        ("open the repetition, which reads Does not repeat", "Does not repeat"),
        ("go to your account", "Account"),
        ("continue to the cart", "Next"),
        ("tap the flying carpet", None),
    ],
)
def test_a_clause_means_what_shares_its_words(clause, label_):
    """By words, by what words of buttons stand for, by what stands there now; nothing if nothing is like it."""
    tree = page(
        *(button("Search"), row("Account"), radio("Small"), radio("Large"), row("Does not repeat")),
        *(button("Save lamp"), button("Pay now"), button("Next")),
    )
    assert meant(clause, tree) == label_


def test_twins_are_told_apart_by_what_they_stand_beside():
    """Of two buttons of one name, the one in the row that was told."""
    rows = [("Ann", "2 lamps"), ("Bea", "3 lamps")]
    tree = page(*(node("LinearLayout", "", *map(text, words), button("Follow"), clickable=True) for words in rows))
    found = best(only("tap Follow beside Bea"), take_in(tree))
    assert found is not None
    assert "Bea" in found[1].near


def test_a_button_that_says_it_is_done_is_left_alone():
    """`Following` is no way to follow."""
    here = take_in(page(text("Ann"), button("Following")))
    assert settled(only("tap Follow"), here.controls[0])


def test_a_box_that_is_told_to_be_tapped_is_tapped():
    """Tapping is not choosing: what is on goes off."""
    here = take_in(page(text("Lamps"), box("Glow", on=True)))
    assert not settled(only("tap Glow"), here.controls[0])
    assert settled(only("tick Glow"), here.controls[0])


def test_text_goes_into_the_field_that_was_touched_last():
    """Going to a field and writing are two clauses of one deed."""
    policy = Policy("Do it. Open Lamps, go to the street, write 9 Castle Steps and tap Save.", True)
    policy.decide(take_in(page(row("Lamps"), package="com.example.launcher")), (), True)
    tree = page(field("Name"), field("Street"), field("City"), button("Save"))
    assert label(policy.decide(take_in(tree), (), False), tree) == "Street"
    decision = policy.decide(take_in(tree), (), False)
    assert label(decision, tree) == "Street"
    assert decision.actions[1] == Type("9 Castle Steps")


def test_a_thing_is_held_where_it_is_told_to_be_held():
    """Pressing and holding is one gesture, not two clauses."""
    policy = Policy("Do it. Open Lamps, press and hold Aurora and tap Delete.", True)
    policy.decide(take_in(page(row("Lamps"), package="com.example.launcher")), (), True)
    tree = page(text("Lamps"), row("Aurora"))
    decision = policy.decide(take_in(tree), (), False)
    assert isinstance(decision.actions[0], LongPress)
    assert label(decision, tree) == "Aurora"


def test_a_question_whether_it_is_to_be_done_is_answered():
    """Confirming without a name touches what stands beside the way out."""
    policy = Policy("Do it. Open Lamps and confirm.", True)
    policy.decide(take_in(page(row("Lamps"), package="com.example.launcher")), (), True)
    tree = page(text("Delete Aurora?"), button("Cancel"), button("Move to bin"))
    assert label(policy.decide(take_in(tree), (), False), tree) == "Move to bin"


def test_where_the_way_is_lost_what_is_wanted_is_done():
    """With nothing of the way to be found, the reader goes on by its own rules."""
    policy = Policy("Switch Glow on. Open Lamps, open Flying carpets and choose Persian.", True)
    policy.decide(take_in(page(row("Lamps"), package="com.example.launcher")), (), True)
    tree = page(text("Lamps"), up(), switch("Glow"))
    assert label(policy.decide(take_in(tree), (), False), tree) == "Glow"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("when it closes", "20:45"),
        ("the first result", "Aurora"),
        ("its length", "3:39"),
    ],
)
def test_what_is_to_be_told_is_read_off_the_page(content, answer):
    """By its form, by its place in the list, by the words around it."""
    pages = {
        "20:45": page(text("Opening hours"), text("Open 10:30 – 20:45")),
        "Aurora": page(text("Results"), row("Aurora", "Lamp", kind="hit"), row("Borealis", "Lamp", kind="hit")),
        "3:39": page(text("Songs"), row("Aurora", "Ann", "3:39", kind="hit")),
    }
    assert report(content, "Tell me about Aurora.", ("Aurora",), take_in(pages[answer]), last=True) == answer


def test_the_answer_ends_the_way():
    """Telling is the last step of a way that asks for something."""
    policy = Policy("Tell me how long Aurora is. Open Lamps and tell me its length.", True)
    policy.decide(take_in(page(row("Lamps"), package="com.example.launcher")), (), True)
    decision = policy.decide(take_in(page(text("Songs"), row("Aurora", "Ann", "3:39", kind="hit"))), (), False)
    assert decision.actions == (Finish("3:39"),)


def test_a_time_at_a_place_is_taken_from_the_list_below_that_place():
    """Of two times alike the one below the heading told is meant, and not the heading."""
    tree = page(row("Old Barn"), row("10:15, Hall 1"), row("New Barn"), row("10:15, Hall 2"), row("11:30, Hall 2"))
    assert meant("choose 10:15 at the New Barn", tree) == "10:15, Hall 2"
