"""Following the steps that an instruction spells out."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.matching import CLEAR, best_control
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen import read_screen
from runtime.core.actions import Finish, Key, Swipe, Tap, Type
from runtime.language.instructions.steps import read_instruction
from runtime.screen.tree import UiTree
from tests.support.trees import box, button, field, page, radio, row, switch, text


def touched(clause: str, tree: UiTree) -> str | None:
    """The label of the control that a clause means on a screen."""
    step = read_instruction(f"Get it done. Open Shop, {clause}.").steps[1]
    score, control = best_control(step, read_screen(tree).controls)
    return control.label if control is not None and score >= CLEAR else None


SIZES = page(text("Size"), radio("Small", on=True), radio("Large"), text("Cup"), radio("Paper"), radio("Glass"))


@pytest.mark.parametrize(
    ("clause", "tree", "label"),
    [
        ("choose the size Large", SIZES, "Large"),
        ("tap Add to order", page(button("Add to favourites"), button("Add to order")), "Add to order"),
        ("continue to the details", page(button("Cancel"), button("Continue")), "Continue"),
        ("confirm it", page(button("Cancel"), button("Confirm order")), "Confirm order"),
        ("confirm with OK", page(button("Cancel"), button("OK")), "OK"),
        ("open the chat Ann", page(row("Bo"), row("Ann", "See you")), "Ann"),
        ("open the thread about the pigeon", page(row("A tap sings"), row("A pigeon moved in")), "A pigeon moved in"),
        ("tick Lemon among the extras", page(text("Extras"), box("Milk"), box("Lemon")), "Lemon"),
        ("choose Tea", page(row("Coffee"), row("Milk")), None),
    ],
)  # fmt: skip
def test_a_clause_means_the_control_that_fits_its_words(clause, tree, label):
    """By its name, with or without its verb, and by what stands beside it; nothing else is touched at once."""
    assert touched(clause, tree) == label


def test_steps_are_done_in_their_order():
    """Each touch is the control of the next step; at the end the reader finishes."""
    policy = Policy("Mute Ann. Open Ann, tap Mute and tap Done.", True)
    trees = page(row("Ann"), row("Bo")), page(button("Mute"), button("Call")), page(button("Done"))
    for tree, label in zip(trees, ("Ann", "Mute", "Done"), strict=True):
        (tap,) = policy.decide(read_screen(tree)).actions
        assert isinstance(tap, Tap)
        control = next(item for item in read_screen(tree).controls if item.center == (tap.x, tap.y))
        assert control.label == label
    (end,) = policy.decide(read_screen(page(text("Muted")))).actions
    assert isinstance(end, Finish)
    assert end.status == "complete"


def test_a_text_goes_into_the_field_that_is_named():
    """`type the title …` names a field; the touch and the text are one decision."""
    tree = page(field("Note"), field("Title"), button("Save"))
    title = read_screen(tree).controls[1]
    policy = Policy("Write it down. Open Notes, type the title Low tide and tap Save.", True)
    policy.decide(read_screen(page(row("Notes"))))
    decision = policy.decide(read_screen(tree))
    assert decision.actions == (Tap(*title.center), Type("Low tide"))


def test_what_is_not_on_the_screen_is_looked_for_further_down():
    """The page is scrolled until nothing changes any more; then the step is passed over."""
    policy = Policy("Mute Ann. Open Ann, tap Mute and tap Done.", True)
    long = read_screen(page(*(row(f"Chat {number}") for number in range(16)), scrolls=True))
    first, second = policy.decide(long).actions, policy.decide(long).actions
    assert isinstance(first[0], Swipe)
    assert isinstance(second[0], Finish)
    assert second[0].status == "infeasible"


def test_a_switch_that_stands_right_is_left_alone():
    """Only a switch that stands otherwise is touched."""
    policy = Policy("Make it dark. Open Display, switch Dark theme on and tap Done.", True)
    policy.decide(read_screen(page(row("Display"))))
    tree = read_screen(page(switch("Dark theme", on=True), button("Done")))
    assert policy.decide(tree).actions == (Tap(*tree.controls[1].center),)


def test_going_back_and_home_are_keys():
    """`go back` presses Back, `go to the home screen` presses Home."""
    policy = Policy("Look around. Open Ann, go back and go to the home screen.", True)
    chat = read_screen(page(text("Chats"), row("Ann")))
    policy.decide(chat)
    assert policy.decide(read_screen(page(text("Ann")))).actions == (Key("BACK"),)
    assert policy.decide(chat).actions == (Key("HOME"),)


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("tell me when it closes", (("Open 10:30 – 20:45",), ("Phone", "555 0187")), "20:45"),
        ("tell me the price", (("Adult", "$22.00"), ("Student", "$20.00")), "$22.00"),
        ("tell me the gusts", (("Wind", "16 knots"), ("Gusts", "26 knots")), "26 knots"),
    ],
)
def test_an_answer_is_a_value_of_the_kind_that_is_asked_for(question, lines, answer):
    """It stands on the line that shares most words with the question; of a span, its end closes."""
    policy = Policy(f"Find out. Open Ann, open Fares and {question}.", True)
    policy.decide(read_screen(page(row("Ann"))))
    policy.decide(read_screen(page(row("Fares"))))
    (end,) = policy.decide(read_screen(page(*(row(*line) for line in lines)))).actions
    assert isinstance(end, Finish)
    assert end.text == answer
