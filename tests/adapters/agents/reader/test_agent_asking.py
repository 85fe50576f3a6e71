"""What the reader asks, when, and what a reply means for the rest; small pages by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.questions import meant, values, what, which
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from adapters.agents.scripted.reader.state.asking import Asking
from runtime.core.actions import AskUser, Decision, Key, Type
from tests.support.playing import decide, label_of
from tests.support.trees import box, button, field, page, radio, row, switch, text, up

_FRONT = 99
"""The number of a page that is none of the test's."""
NO_MATTER = "No Preference"
DECIDE = "Please make your own decisions based on the current instructions."


def asked(decision: Decision) -> str:
    """The question of a decision that asks."""
    (action,) = decision.actions
    assert isinstance(action, AskUser), decision
    return action.question


def _welcomes(asking: Asking) -> bool:
    """Whether the user still answers, asked anew."""
    return asking.welcome


def believing(instruction: str) -> Policy:
    """A reader that has opened the right app, the Zoo, and left its front page."""
    policy = Policy(instruction, True)
    policy.travel.believed = True
    policy.seeking.app = "Zoo"
    policy.travel.arrive(_FRONT)
    return policy


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("For the size: Double, please.", ("Double",)),
        ("For the size: Double, please. For the bun: Rye, please.", ("Double", "Rye")),
        ("The big one, thanks!", ("The big one",)),
        ("Rye", ("Rye",)),
    ],
)
def test_a_reply_tells_values(reply, words):
    """What it is about and courtesy are no part of what was told."""
    assert values(reply) == words


@pytest.mark.parametrize(
    ("labels", "reply", "label"),
    [
        (["On its own", "Meal", "Big meal"], "For the meal: Big meal, please.", "Big meal"),
        (["SPRING5  ·  $5 off", "No coupon"], "For the coupon: SPRING5, please.", "SPRING5  ·  $5 off"),
        (["North Gate", "South Gate"], "For the branch: the one at South Gate, please.", "South Gate"),
        (["Photo 1: red hat", "Photo 2: blue shoe"], "For the thing: shoe, please.", "Photo 2: blue shoe"),
        (["Fri", "Sat"], "For the day: Saturday, please.", "Sat"),
    ],
)
def test_a_reply_means_the_candidate_that_is_most_like_it(labels, reply, label):
    """The longest one named in full, else the one that holds what was told."""
    at = meant(labels, reply)
    assert at is not None
    assert labels[at] == label


def test_a_reply_that_names_none_of_the_candidates_means_none():
    """Nothing is touched that was not told."""
    assert meant(["Tea", "Coffee"], "For the drink: lemonade, please.") is None
    assert meant(["Tea", "Coffee"], "") is None


@given(st.lists(st.sampled_from(["Ann", "Bo", "Cleo", "Dora Lee", "Ed"]), min_size=2, unique=True), st.data())
def test_every_candidate_can_be_meant(labels, data):
    """Law: a reply that is a candidate means that candidate, whatever the others are."""
    label = data.draw(st.sampled_from(labels))
    assert meant(labels, f"For the person: {label}, please.") == labels.index(label)


def test_headings_that_are_phrases_are_quoted():
    """A question is a sentence that somebody could say."""
    assert which("Who can read it?", ["All", "Me"]) == "For “Who can read it?”, which one would you like: All or Me?"
    assert which("Make it a meal", ["Yes", "No"]).startswith("For “Make it a meal”, which one")
    assert which("Payment", ["Card", "Cash"]).startswith("Which payment would you like:")
    assert what("Title") == "What title would you like?"


@given(st.lists(st.sampled_from([NO_MATTER, DECIDE, "For the size: L, please."]), max_size=30))
def test_asking_ends_for_those_who_never_answer(replies):
    """Law: a useful answer is always followed by more patience; a row of useless ones ends it for good."""
    asking = Asking()
    for reply in replies:
        if not asking.welcome:
            break
        helped = asking.hear(reply)
        assert helped == (reply not in (NO_MATTER, DECIDE))
        assert _welcomes(asking) or not helped
    for _ in range(6):
        asking.hear(NO_MATTER)
    assert not asking.welcome


def test_an_order_to_decide_ends_the_asking():
    """Told at the first question to decide for itself the reader asks no more; later it takes two such orders."""
    first, later = Asking(), Asking()
    first.hear(DECIDE)
    assert not first.welcome
    later.hear("For the size: L, please.")
    later.hear(DECIDE)
    assert later.welcome
    later.hear(DECIDE)
    assert not later.welcome


def test_a_row_that_shows_a_value_is_looked_into_before_the_end():
    """What people leave out comes first, is asked for with the candidates of its picker, and is chosen there."""
    form = page(
        text("New task"), field("Water the plants"), row("Sound", "Bell"), row("Repeat", "Never"), button("Save")
    )
    policy = believing('Add "Water the plants" to my tasks.')
    decide(policy, form)
    assert label_of(decide(policy, form), form) == "Repeat"
    picker = page(text("Repeat"), radio("Never", on=True), radio("Every day"), radio("Every week"), button("Cancel"))
    assert asked(decide(policy, picker)) == "Which repeat would you like: Never, Every day or Every week?"
    assert label_of(decide(policy, picker, "For the repeat: Every week, please."), picker) == "Every week"


def test_a_picker_in_which_nobody_wants_anything_is_left_as_it_is():
    """Back, without a touch on any option and without its button."""
    form = page(text("New task"), field("Water the plants"), row("Repeat", "Never"), button("Save"))
    policy = believing('Add "Water the plants" to my tasks.')
    decide(policy, form)
    decide(policy, form)
    picker = page(text("Repeat"), radio("Never", on=True), radio("Every day"), button("OK"))
    decide(policy, picker)
    assert decide(policy, picker, NO_MATTER).actions == (Key("BACK"),)
    assert label_of(decide(policy, form), form) == "Save"


def test_rows_of_which_one_is_selected_are_choices():
    """One below the other they are options; side by side they are tabs."""
    tree = page(text("List"), row("Inbox", kind="row"), row("Home", kind="row"), row("Work", kind="row"))
    object.__setattr__(tree.root.children[1], "selected", True)
    assert [control.role for control in take_in(tree).controls] == ["choice", "choice", "choice"]
    assert take_in(tree).groups[0].single


@pytest.mark.parametrize(
    "tree",
    [
        page(text("Results"), radio("Newest", on=True), radio("Cheapest"), button("Show results")),
        page(text("Basket"), box("Select tea"), box("Select milk"), button("Checkout")),
        page(text("Find"), field("Search the shop"), radio("Tea", on=True), radio("Milk"), button("Buy")),
        page(text("Edit profile"), radio("Mobile", on=True), radio("Home"), button("Buy")),
    ],
)
def test_what_is_none_of_the_users_business_is_not_asked(tree):
    """Ways to order a list, ticks in a basket, filters of a search, and what an existing thing is like already."""
    assert not any(isinstance(action, AskUser) for action in decide(believing("Buy a present."), tree).actions)


def test_part_of_a_choice_that_was_offered_is_no_new_choice():
    """Further down the page the rest of the options is not asked for again."""
    policy = believing("Order a tea.")
    tree = page(text("Checkout"), radio("Post", on=True), radio("Courier"), radio("Locker"), button("Pay"))
    decide(policy, tree)
    part = page(text("Checkout"), radio("Courier"), radio("Locker"), button("Pay"))
    assert label_of(decide(policy, part, NO_MATTER), part) == "Pay"


def test_presets_come_before_the_days_that_they_set():
    """Where one of several is chosen already it is asked for, not the single days beside it."""
    days = [box(day, kind="day") for day in ("Monday", "Tuesday", "Wednesday")]
    tree = page(text("Alarm"), *days, radio("Once", on=True), radio("Every day"), button("Save"))
    policy = believing("Set an alarm for 07:00.")
    assert asked(decide(policy, tree)).endswith("Once or Every day?")


@pytest.mark.parametrize("instruction", ["Order something from the Zoo.", "Order some lunch at the Zoo."])
def test_a_vague_request_is_made_clear_where_the_things_are(instruction):
    """A list of things is put to whoever named none of them, and what they name is touched."""
    tree = page(text("Menu"), *[row(name, "5 coins", kind="row_dish") for name in ("Soup", "Pie", "Salad")], up())
    policy = believing(instruction)
    assert asked(decide(policy, tree)) == "Which one would you like: Soup, Pie or Salad?"
    assert label_of(decide(policy, tree, "For the dish: Pie, please."), tree) == "Pie"


def test_who_named_the_thing_is_not_asked_which():
    """A name that is not on the page is looked for, not asked about."""
    tree = page(text("Menu"), *[row(name, "5 coins", kind="row_dish") for name in ("Soup", "Pie", "Salad")], up())
    actions = decide(believing("Order a Green Harbour Bowl from the Zoo."), tree).actions
    assert not any(isinstance(action, AskUser) for action in actions)


def test_what_is_made_anew_is_called_as_the_user_says():
    """The title is asked for before anything is made, and written where it belongs."""
    tree = page(text("New list"), field("Title"), switch("Pinned"), button("Save"))
    policy = believing("Start a list for me.")
    assert asked(decide(policy, tree)) == "What title would you like?"
    decision = decide(policy, tree, "For the title: Pack the bags, please.")
    assert decision.actions[-1] == Type("Pack the bags")


@pytest.mark.parametrize(
    "wrapped",
    [
        "Could you order a tea at the Zoo?",
        "Could you please order a tea at the Zoo?",
        "I'd like you to order a tea at the Zoo.",
        "I need you to order a tea at the Zoo.",
        "Order a tea at the Zoo, please.",
        "Please order a tea at the Zoo.",
        "Can you order a tea at the Zoo, please?",
    ],
)
def test_courtesy_changes_nothing(wrapped):
    """Wrapped in courtesy or not, it is the same request."""
    assert plain(wrapped) == "Order a tea at the Zoo."
    assert understand(wrapped) == understand("Order a tea at the Zoo.")


@given(st.sampled_from(["Order a tea.", "Mute Ann for 2 hours.", 'Text "Can you come?" to Ann.', "Tell me the time."]))
def test_plain_orders_stay_as_they_are(order):
    """Law: what is plain is its own plain form, and making plain twice is making plain once."""
    assert plain(plain(order)) == plain(order)


def test_an_end_that_leads_to_a_choice_is_no_end():
    """Saving asks where to: that is asked, chosen and only then ended."""
    policy = believing("Save my ticket.")
    front = page(text("My ticket"), button("Save"))
    assert label_of(decide(policy, front), front) == "Save"
    picker = page(text("Save to"), radio("Inbox", on=True), radio("Trips"), radio("Work"), button("Save here"))
    assert asked(decide(policy, picker)).endswith("Inbox, Trips or Work?")
    assert label_of(decide(policy, picker, "For the list: Trips, please."), picker) == "Trips"


def test_nobody_is_asked_for_the_train_of_58_minutes():
    """Rows that bear no names are no question: the first will do."""
    rows = [row(f"{minutes} min", kind="row_train") for minutes in (58, 49, 61)]
    tree = page(text("Results"), up(), *rows)
    decision = decide(believing("Book a train."), tree)
    assert label_of(decision, tree) == "58 min"


def test_a_clock_nobody_told_the_time_for_is_asked_about():
    """Hours and minutes are no candidates; the time told is then set on them."""
    hours = [radio(f"{hour} hours", on=hour == 9, kind="hour") for hour in range(6, 20)]
    minutes = [radio(f"{minute} minutes", on=minute == 0, kind="minute") for minute in (0, 15, 30, 45)]
    tree = page(text("Time"), *hours, *minutes, button("OK"))
    policy = believing('Add "Water the plants" to my tasks.')
    policy.begun = True
    assert asked(decide(policy, tree)) == "What time would you like, hours and minutes?"
    assert label_of(decide(policy, tree, "For the due time: 18:00, please."), tree) == "18 hours"
