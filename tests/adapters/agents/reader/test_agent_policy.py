"""The policy on small trees by hand: one situation, one decision."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.policy import RULES, Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import AskUser, Finish, Key, Swipe, Tap, Type
from tests.support.playing import decide, label_of
from tests.support.trees import box, button, field, page, radio, row, switch, text, up

SIZES = (radio("Small", on=True, kind="size"), radio("Large", kind="size"))


@pytest.mark.parametrize(
    ("instruction", "tree", "label"),
    [
        ("Order a large tea.", page(text("Size"), *SIZES, button("Add to order")), "Large"),
        ("Order a small tea.", page(text("Size"), *SIZES, button("Add to order")), "Add to order"),
        ("Choose Ann and then Bo.", page(text("Shop"), row("Bo"), row("Ann")), "Ann"),
        (
            "Turn on quiet time for 2 hours.",
            page(text("Quiet time"), button("Turn on now"), row("Duration", "-")),
            "Duration",
        ),
        ("Mute Ann.", page(text("Chat info"), row("Wallpaper"), switch("Mute notifications")), "Mute notifications"),
        ("Send my ticket to Ann.", page(text("Ticket"), button("Buy again"), button("Share")), "Share"),
        (
            "Send it to Ann with the address.",
            page(switch("Add address"), radio("Ann", on=True), button("Send")),
            "Add address",
        ),
        ("Open my latest ticket.", page(text("Tickets"), row("K-2", kind="row"), row("K-1", kind="row")), "K-2"),
        ("Buy a tea with lemon.", page(text("Extras"), box("Lemon"), box("Milk"), button("Add to cart")), "Lemon"),
        ("Turn on dark theme.", page(text("Display"), row("Sleep"), switch("Dark theme")), "Dark theme"),
        ("Turn dark theme off.", page(text("Display"), row("Sleep"), switch("Dark theme", on=True)), "Dark theme"),
        ("Find the kiosks.", page(text("Park"), row("Kiosk"), row("Toilets")), "Kiosk"),
    ],
)
def test_what_was_told_is_touched_first(instruction, tree, label):
    """Told options, told rows in their order, what has to be chosen before a commitment, then the way on."""
    assert label_of(decide(Policy(instruction, True), tree), tree) == label


def test_an_option_within_a_longer_one_was_not_told():
    """Grilled onion asks for no onion."""
    tree = page(text("Extras"), box("Onion"), box("Grilled onion"), button("Add to order"))
    policy = Policy("Order a burger with grilled onion.", True)
    assert label_of(decide(policy, tree), tree) == "Grilled onion"
    chosen = page(text("Extras"), box("Onion"), box("Grilled onion", on=True), button("Add to order"))
    assert label_of(decide(policy, chosen), chosen) == "Add to order"


def test_an_open_choice_is_asked_for_once_and_the_reply_is_done():
    """The question has the heading and the candidates; what the user names is touched."""
    tree = page(text("Size"), *SIZES, button("Add to order"))
    policy = Policy("Order a tea.", True)
    asked = decide(policy, tree)
    assert asked.actions == (AskUser("Which size would you like: Small or Large?"),)
    assert label_of(decide(policy, tree, "For the size: Large, please."), tree) == "Large"


def test_a_choice_the_user_leaves_open_keeps_its_default():
    """After "No Preference" the reader goes on and does not ask again."""
    tree = page(text("Size"), *SIZES, button("Add to order"))
    policy = Policy("Order a tea.", True)
    decide(policy, tree)
    assert label_of(decide(policy, tree, "No Preference"), tree) == "Add to order"


def test_three_useless_answers_end_the_asking():
    """Whoever has no preference three times is not asked a fourth time."""
    policy = Policy("Order a tea.", True)
    for kind in ("Size", "Cup", "Tray"):
        tree = page(
            text(kind), radio(f"{kind} one", on=True, kind=kind), radio(f"{kind} two", kind=kind), button("Next")
        )
        assert isinstance(decide(policy, tree).actions[0], AskUser)
        decide(policy, tree, "No Preference")
    tree = page(text("Milk"), radio("Oat", on=True, kind="milk"), radio("Soy", kind="milk"), button("Next"))
    assert label_of(decide(policy, tree), tree) == "Next"


def test_a_reader_that_may_not_ask_takes_the_default():
    """With asking off an open choice stays as it is; of an open list the first is taken."""
    tree = page(text("Size"), *SIZES, button("Add to order"))
    assert label_of(decide(Policy("Order a tea.", False), tree), tree) == "Add to order"
    tree = page(text("Branches"), row("North", kind="row_x"), row("South", kind="row_x"))
    assert label_of(decide(Policy("Tell me when the branch closes.", False), tree), tree) == "North"


def test_a_sweep_takes_the_options_in_turn():
    """Round after round the next one, and no question."""
    tree = page(text("Size"), *SIZES, button("Add to order"))
    picked = [label_of(decide(Policy("Order a tea.", True, "sweep", turn), tree), tree) for turn in range(3)]
    assert picked == ["Add to order", "Large", "Add to order"]


def test_a_list_of_what_was_told_is_an_open_choice():
    """The rows are known by their title or their resource id; one that was told by name needs no question."""
    tree = page(text("Talk"), row("Ann", "hi", kind="row_chat"), row("Bo", "ho", kind="row_chat"))
    asked = decide(Policy("One of my chats is noisy, quiet it.", True), tree)
    assert asked.actions == (AskUser("Which chat would you like: Ann or Bo?"),)
    assert label_of(decide(Policy("Mute the chat with Bo.", True), tree), tree) == "Bo"


def test_nothing_is_committed_that_was_not_asked_for():
    """Who wants to tell a friend about an order places none, and who asks for a time presses nothing."""
    tree = page(text("Basket"), up(), button("Place order"))
    for instruction in ("Tell Ann about the zoo.", "Tell me when the zoo opens."):
        actions = decide(Policy(instruction, True), tree).actions
        assert not any(isinstance(action, Tap) for action in actions)


def test_after_the_commitment_comes_the_end():
    """The button that ends it ends the episode, whatever the next screen offers."""
    policy = Policy("Send it to Ann.", True)
    tree = page(radio("Ann", on=True), button("Send"))
    assert label_of(decide(policy, tree), tree) == "Send"
    (finish,) = decide(policy, page(text("Sent"), button("Send"))).actions
    assert finish == Finish("Done: Sent")


def test_a_switch_that_stands_as_told_is_the_end():
    """Touched, seen to be on: done. Touched, and something opened: not done."""
    policy = Policy("Turn on dark theme.", True)
    decide(policy, page(text("Display"), switch("Dark theme")))
    assert decide(policy, page(text("Display"), switch("Dark theme", on=True))).actions == (Finish("Done: Display"),)
    policy = Policy("Mute Ann for 8 hours.", True)
    decide(policy, page(text("Info"), switch("Mute notifications")))
    tree = page(text("For how long"), radio("1 hour", on=True), radio("8 hours"), button("Mute"))
    assert label_of(decide(policy, tree), tree) == "8 hours"


def test_a_screen_that_does_not_move_is_scrolled_once():
    """Where scrolling changes nothing it is not tried again."""
    policy = Policy("Turn on purple rain.", True)
    policy.travel.believed = True
    tree = page(text("Display"), text("Nothing here"), scrolls=True)
    first, second = decide(policy, tree).actions, decide(policy, tree).actions
    assert isinstance(first[0], Swipe)
    assert second == (Key("BACK"),)


def test_quoted_words_are_written_into_a_field():
    """The field is touched and the words are typed, before anything is sent."""
    policy = Policy('Send Ann "see you at nine".', True)
    tree = page(text("Ann"), field("Message"), button("Send"))
    tap, typed = decide(policy, tree).actions
    assert isinstance(tap, Tap)
    assert typed == Type("see you at nine")
    assert label_of(decide(policy, tree), tree) == "Send"


def test_the_launcher_opens_what_was_told_and_no_other_app_after_it():
    """The app named first, then nothing: an app that nobody named is no better."""
    home = page(row("Cinema"), row("Zoo"), package="com.example.launcher")
    policy = Policy("Buy a ticket at the Zoo.", True)
    assert label_of(decide(policy, home), home) == "Zoo"
    (finish,) = decide(policy, home).actions
    assert isinstance(finish, Finish)
    assert finish.status == "infeasible"


def test_an_app_nobody_named_is_left_if_it_shows_nothing_of_the_request():
    """From its front page at once, from an inner page by going back."""
    home = page(row("Cinema"), row("Zoo"), package="com.example.launcher")
    policy = Policy("Feed my fish.", True)
    decide(policy, home)
    assert decide(policy, page(text("Inner"), up(), row("Film"))).actions == (Key("BACK"),)
    assert decide(policy, page(text("Cinema"), row("Film"))).actions == (Key("HOME"),)


def test_a_stuck_reader_says_so():
    """When nothing is left to try it finishes as infeasible, in a bounded number of decisions."""
    policy = Policy("Feed my fish.", True)
    policy.travel.believed = True
    tree = page(text("Display"), row("Sleep"))
    for _ in range(10):
        (action,) = decide(policy, tree).actions
        if isinstance(action, Finish):
            break
    assert action == Finish("I could not find out how to do this.", "infeasible")


def test_the_rules_have_names_of_their_own():
    """The policy is a table: every rule once, under one name."""
    names = [name for name, _ in RULES]
    assert len(set(names)) == len(names) == len({rule for _, rule in RULES})


def test_what_is_not_here_is_searched_for_by_name():
    """Where the thing told by name is nowhere, the app's search is opened and its name typed; then it is touched."""
    policy = Policy("Follow Ann Vale on Zoo.", True)
    home = page(row("Cinema"), row("Zoo"), package="com.example.launcher")
    assert label_of(decide(policy, home), home) == "Zoo"
    front = page(text("Today"), button("Search"), row("Bo Hill"), button("Follow"))
    assert label_of(decide(policy, front), front) == "Search"
    assert decide(policy, page(field("Search people"))).actions[1:] == (Type("Ann Vale", clear=True),)
    found = page(field("Ann Vale"), row("Ann Vale", "zoo keeper"))
    assert label_of(decide(policy, found), found) == "Ann Vale"
    person = page(text("Ann Vale"), up(), button("Follow"))
    assert label_of(decide(policy, person), person) == "Follow"


def test_a_deed_is_done_where_its_object_is():
    """Of several buttons for the same deed, the one in the row of what was told."""
    policy = Policy("Follow Ann Vale on Zoo.", True)
    home = page(row("Zoo"), package="com.example.launcher")
    decide(policy, home)
    tree = page(text("People"), row("Bo Hill"), button("Follow"))
    for _ in range(4):
        actions = decide(policy, tree).actions
        follow = next(control for control in take_in(tree).controls if control.label == "Follow")
        assert not any(isinstance(action, Tap) and (action.x, action.y) == follow.center for action in actions)


def test_who_told_one_quality_is_asked_for_no_other():
    """An instruction that settles one choice by itself has said all that matter."""
    tree = page(text("Size"), *SIZES, text("Cup"), radio("Paper", on=True, kind="cup"), radio("Glass", kind="cup"))
    policy = Policy("Order a large tea.", True)
    assert label_of(decide(policy, tree), tree) == "Large"
    large = (radio("Small", kind="size"), radio("Large", on=True, kind="size"))
    after = page(text("Size"), *large, text("Cup"), radio("Paper", on=True, kind="cup"), radio("Glass", kind="cup"))
    assert not any(isinstance(action, AskUser) for action in decide(policy, after).actions)


def test_an_app_that_is_not_on_the_home_screen_is_looked_for_among_all():
    """The list of all apps is opened by a swipe, once."""
    policy = Policy("Buy a lamp on Lumen.", True)
    assert isinstance(decide(policy, page(row("Zoo"), package="com.example.launcher")).actions[0], Swipe)
    drawer = page(row("Lumen"), row("Zoo"), package="com.example.launcher")
    assert label_of(decide(policy, drawer), drawer) == "Lumen"
