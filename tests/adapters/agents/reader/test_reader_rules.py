"""The rules of the policy on small screens: one situation, one decision."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.policy import RULES, Policy
from adapters.agents.scripted.reader.screen import read_screen
from adapters.agents.scripted.reader.state import Replied, Seen, State, Touched
from runtime.core.actions import AskUser, Decision, Finish, Key, Swipe, Tap, Type
from runtime.language.questions import REFUSAL
from runtime.screen.tree import UiTree
from tests.support.trees import button, field, page, radio, row, switch, text, up

SIZES = (radio("Small", on=True, kind="size"), radio("Large", kind="size"))
FORM = page(text("Tea"), text("Size"), *SIZES, button("Add to cart"))
LAUNCHER = page(row("Shop"), row("Zoo"), row("Clock"), package="com.example.launcher")


def decide(policy: Policy, tree: UiTree, *replies: str) -> Decision:
    """The decision on a screen, after these replies."""
    return policy.decide(read_screen(tree), replies)


def touched(policy: Policy, tree: UiTree) -> str:
    """The label of what is touched on a screen."""
    (tap,) = decide(policy, tree).actions
    assert isinstance(tap, Tap)
    return next(item.label for item in read_screen(tree).controls if item.center == (tap.x, tap.y))


def ordering(instruction: str, *, can_ask: bool = True, sweep: int | None = None) -> Policy:
    """A policy that has opened the shop and the tea."""
    policy = Policy(instruction, can_ask, sweep)
    assert touched(policy, LAUNCHER) == "Shop"
    assert touched(policy, page(text("Menu"), row("Coffee"), row("Ember Tea"))) == "Ember Tea"
    return policy


@pytest.mark.parametrize(
    ("instruction", "tree", "label"),
    [
        ("Buy a tea at Zoo, please.", LAUNCHER, "Zoo"),
        ("Wake me: set my alarm.", LAUNCHER, "Clock"),
        ("Turn on dark theme.", page(text("Display"), row("Sleep"), switch("Dark theme")), "Dark theme"),
        ("Turn off dark theme.", page(text("Display"), row("Sleep"), switch("Dark theme", on=True)), "Dark theme"),
        ("Order the Ember Tea in large.", page(text("Menu"), row("Ember Tea"), row("Green Tea")), "Ember Tea"),
        ("Order the Ember Tea in large.", FORM, "Large"),
        ("Start a list “Milk”.", page(text("Notes"), row("Old list"), button("New list")), "New list"),
        ("Follow Ann Lee.", page(row("Ann Lee"), row("Bo")), "Ann Lee"),
    ],
)
def test_what_is_named_is_touched(instruction, tree, label):
    """The app, the option, the row, what makes something new."""
    assert touched(Policy(instruction, True), tree) == label


def test_a_quoted_text_is_written_into_the_field_that_is_named():
    """The words before it say which one."""
    tree = page(text("New list"), field("Note"), field("Title"), button("Save"))
    title = read_screen(tree).controls[1]
    assert decide(Policy("Make a list with the title “Milk”.", True), tree).actions == (
        Tap(*title.center),
        Type("Milk"),
    )


def test_an_open_choice_is_asked_for_once_with_its_candidates():
    """The question names the heading and the options; what the user replies is chosen, then the form goes on."""
    policy = ordering("Order an Ember Tea from Shop.")
    assert decide(policy, FORM).actions == (AskUser("Which size would you like: Small or Large?"),)
    (tap,) = decide(policy, FORM, "For the size: Large, please.").actions
    assert tap == Tap(*read_screen(FORM).controls[1].center)
    chosen = page(text("Tea"), text("Size"), radio("Small", kind="size"), radio("Large", on=True, kind="size"),
                  button("Add to cart"))  # fmt: skip
    assert touched(policy, chosen) == "Add to cart"


def test_what_the_instruction_settles_is_not_asked_for():
    """Neither the choice itself nor another one of the same page."""
    tree = page(text("Tea"), text("Size"), *SIZES, text("Milk"), radio("None", on=True, kind="milk"),
                radio("Oat", kind="milk"), button("Add to cart"))  # fmt: skip
    policy = ordering("Order a large Ember Tea from Shop.")
    assert touched(policy, tree) == "Large"


def test_who_may_not_ask_goes_on_by_the_defaults():
    """Without a user, an open choice stays as it is."""
    assert touched(ordering("Order an Ember Tea from Shop.", can_ask=False), FORM) == "Add to cart"


@pytest.mark.parametrize(("number", "label"), [(0, "Medium"), (1, "Large"), (2, "Medium")])
def test_a_sweep_takes_the_next_option_instead_of_asking(number, label):
    """Round by round, beginning again after the last; the default needs no touch."""
    tree = page(text("Size"), SIZES[0], radio("Medium", kind="size"), SIZES[1], button("Add to cart"))
    assert touched(ordering("Order an Ember Tea from Shop.", can_ask=False, sweep=number), tree) == label


def test_a_vague_instruction_is_asked_about_a_list():
    """Rows of which none is named are candidates, if the instruction says that one of them is meant."""
    tree = page(text("Menu"), row("Coffee", kind="dish"), row("Ember Tea", kind="dish"))
    policy = Policy("Order something from Shop.", True)
    touched(policy, LAUNCHER)
    assert decide(policy, tree).actions == (AskUser("Which one would you like: Coffee or Ember Tea?"),)


def test_a_user_who_does_not_answer_is_asked_no_more():
    """Three refusals in a row are enough; an answer begins the count again."""
    state = State("Order something.", True).after(*[Replied(REFUSAL)] * 3)
    assert not state.settles
    assert state.after(Replied("For the size: Large, please.")).settles


def test_a_name_that_is_nowhere_is_searched_for():
    """First the search is opened, then the name is typed."""
    policy = Policy("Follow Ann Lee.", True)
    assert touched(policy, page(text("People"), button("Search"), row("Bo"))) == "Search"
    found = page(field("Search people"))
    assert decide(policy, found).actions[-1] == Type("Ann Lee")


def test_a_page_is_read_to_its_end_before_going_on():
    """The button that goes on is pressed once nothing new appears."""
    rows = [row(f"Remark {number}", "a", "b") for number in range(14)]
    tree = page(text("Tea"), text("Size"), *SIZES, *rows, button("Add to cart"), scrolls=True)
    policy = ordering("Order an Ember Tea from Shop.", can_ask=False)
    assert isinstance(decide(policy, tree).actions[0], Swipe)
    assert touched(policy, tree) == "Add to cart"


def test_it_is_done_when_the_last_button_is_gone():
    """After what carries it out, a page with nothing to press ends the episode."""
    policy = ordering("Order an Ember Tea from Shop.", can_ask=False)
    touched(policy, FORM)
    assert touched(policy, page(text("Cart"), button("Place order"))) == "Place order"
    (end,) = decide(policy, page(text("Order placed"), up())).actions
    assert end == Finish("Done: Order placed")


def test_a_dead_end_is_left_and_a_hopeless_task_given_up():
    """Back, twice at most; then the episode ends as infeasible."""
    policy, tree = Policy("Follow Ann Lee.", True), page(text("Empty"))
    assert [decide(policy, tree).actions for _ in range(2)] == [(Key("BACK"),)] * 2
    (end,) = decide(policy, tree).actions
    assert isinstance(end, Finish)
    assert end.status == "infeasible"


def test_what_was_not_asked_for_is_not_done():
    """A control that begins with another verb is not touched, however many of its words are wanted."""
    tree = page(text("Ann Lee"), button("Delete Ann Lee’s notes"), button("Call"))
    policy = Policy("Text Ann Lee.", True)
    touched(policy, page(text("People"), row("Ann Lee")))
    assert decide(policy, tree).actions == (Key("BACK"),)


def test_the_state_is_what_happened():
    """A state is not changed by an event; it makes another one."""
    view = read_screen(FORM)
    before = State("Order a large tea.", True).after(Seen(view))
    after = before.after(Touched(view, view.controls[1]))
    assert before.fresh(view, view.controls[1])
    assert not before.begun
    assert not after.fresh(view, view.controls[1])
    assert after.begun
    assert "Large" in after.dealt


def test_every_rule_of_the_policy_is_described():
    """Each has its own name and says what it does."""
    names = [rule.__name__ for rule in RULES]
    assert len(set(names)) == len(names)
    assert all(rule.__doc__ for rule in RULES)
