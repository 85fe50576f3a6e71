"""Questions: what they are after, which text answers them, and where the reader looks for it."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.carrying import errand
from adapters.agents.scripted.reader.language.asked import asked
from adapters.agents.scripted.reader.language.comparing import amount, compared
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.apps import choose
from adapters.agents.scripted.reader.screen.exploring import Explorer, harmless
from adapters.agents.scripted.reader.screen.screen import take_in
from adapters.agents.scripted.reader.screen.trail import Trail
from runtime.core.actions import Decision, Finish, Key, Tap
from runtime.screen.tree import UiTree
from tests.support.trees import button, page, row, switch, text, up


def decide(question: str, tree: UiTree) -> Decision:
    """What a reader that may not ask does first on this screen."""
    return Policy(question, False).decide(take_in(tree), (), "launcher" in tree.package)


def answered(question: str, tree: UiTree) -> str:
    """The answer given at once."""
    (finish,) = decide(question, tree).actions
    assert isinstance(finish, Finish), finish
    return finish.text


@pytest.mark.parametrize(
    ("question", "column", "fact"),
    [
        ("How many eggs are in the basket?", (text("Basket"), row("Eggs", "12"), row("Apples", "7")), "12"),
        (
            "What does the apple cake cost?",
            (text("Cakes"), row("Plum cake", "$4.00"), row("Apple cake", "$3.50")),
            "$3.50",
        ),
        ("When does the museum open?", (text("Museum"), row("Open", "10:00"), row("Phone", "555 0100")), "10:00"),
        (
            "What is the phone number of the museum?",
            (text("Museum"), row("Open", "10:00"), row("555 0100", "Call")),
            "0100",
        ),
        ("What is the font size?", (text("Display"), row("Font size", "Default"), row("Sleep", "1 minute")), "Default"),
        ("How long does the walk take?", (text("Walk"), row("Distance", "4 km"), row("Time", "50 min")), "50 min"),
        ("When does the sun rise?", (text("Today"), row("Sunset", "17:10"), row("Sunrise", "06:50")), "06:50"),
    ],
)
def test_a_question_is_answered_by_a_fact_of_its_form(question, column, fact):
    """The text that stands beside the words asked for and has the form asked for, and no other of that form."""
    found = answered(question, page(*column))
    assert fact in found
    assert len(found) < 40


def test_a_long_text_is_answered_by_its_sentence():
    """Of a letter only the sentence that tells it is given."""
    letter = "Thank you for the photographs of the harbour. The key hangs behind door 7. We are back on Sunday evening."
    assert (
        answered("Behind which door does the key hang?", page(text("Letter"), text(letter)))
        == "The key hangs behind door 7."
    )


def test_what_is_asked_of_another_thing_is_no_answer():
    """The price of one thing is never told for another one's."""
    tree = page(text("Cakes"), up(), row("Plum cake", "$4.00"))
    assert not any(isinstance(action, Finish) for action in decide("What does the Almond cake cost?", tree).actions)


def test_the_least_of_a_list_is_compared():
    """Of several rows the one with the least of what is compared is told, with what it is called."""
    rows = (row("Tent", "$90.00", kind="row"), row("Lamp", "$20.00", kind="row"), row("Rope", "$35.00", kind="row"))
    policy = Policy("What is the cheapest product in the shop?", False)
    policy.decide(take_in(page(text("Start"), row("Shop"))), (), False)
    (finish,) = policy.decide(take_in(page(text("Shop"), up(), *rows)), (), False).actions
    assert finish == Finish("Lamp $20.00")


def test_amounts_are_compared_by_what_they_are():
    """Two hours are longer than ninety minutes, and 800 m nearer than 2 km."""
    long, _ = compared("the longest one") or pytest.fail("nothing is compared")
    near, most = compared("the nearest one") or pytest.fail("nothing is compared")
    assert (amount(("2 h",), long) or 0) > (amount(("90 min",), long) or 0)
    assert (amount(("2 km",), near) or 0) > (amount(("800 m",), near) or 0)
    assert not most
    assert compared("the red one") is None


def test_what_a_question_needs_leaves_its_form_out():
    """Of "how much does the lamp cost" the lamp has to be on the screen, and a price."""
    texts = understand("How much does the lamp cost?").said
    found = asked(texts, frozenset(), frozenset(), frozenset())
    assert {texts[at] for at in found.need} == {"lamp"}
    assert found.formed
    assert found.fact.search("$4")
    assert not found.fact.search("4 pieces")


def _explore(question: str, tree: UiTree, explorer: Explorer, trail: Trail, more: float = 0.0) -> str:
    seen, request = take_in(tree), understand(question)
    names = frozenset(at for at, word in enumerate(request.said) if word == "ann")
    ear = Ear(request.said, frozenset(range(len(request.said))), names, ())
    number = trail.page(seen)
    trail.arrive(number)
    found = explorer.choose(number, seen, ear, request, trail, more)
    return found if isinstance(found, str) else found.label if found is not None else ""


def test_nothing_is_looked_into_twice():
    """A page that was tried out is left, and a section is the same wherever it stands."""
    explorer, trail = Explorer(), Trail()
    tree = page(text("Home"), row("Garden"), row("Kitchen"))
    assert {_explore("Where is the spoon?", tree, explorer, trail) for _ in range(2)} == {"Garden", "Kitchen"}
    assert _explore("Where is the spoon?", tree, explorer, trail) == ""


def test_what_speaks_of_the_question_is_looked_into_first():
    """By words, then by what lies behind sections of such a name in any app."""
    tree = page(text("Home"), row("Kitchen"), row("Garden tools"), row("Settings"))
    assert _explore("How many tools are there?", tree, Explorer(), Trail()) == "Garden tools"
    assert _explore("Which version do I have?", tree, Explorer(), Trail()) == "Settings"


def test_what_was_left_behind_is_gone_back_for():
    """A page with nothing on it is left for the one before, where something was not tried."""
    explorer, trail = Explorer(), Trail()
    _explore("Where is the spoon?", page(text("Home"), row("Garden"), row("Kitchen")), explorer, trail)
    assert _explore("Where is the spoon?", page(text("Empty"), package="com.example.app"), explorer, trail) == "back"


@pytest.mark.parametrize(
    "label",
    ["Place order", "Order again", "Buy now", "Follow", "Delete", "Call", "Send", "Go to checkout", "Add to cart"],
)
def test_exploring_does_nothing(label):
    """Nothing that orders, sends, follows or deletes is touched while the reader looks around."""
    request = understand("When does the shop open?")
    (control,) = take_in(page(button(label))).controls
    assert not harmless(control, request)
    (toggle,) = take_in(page(switch("Alerts"))).controls
    assert not harmless(toggle, request)
    (place,) = take_in(page(row("Orders"))).controls
    assert harmless(place, request)


def test_the_app_that_should_know_is_opened():
    """One that was named, else the stock app for the matter."""
    icons = take_in(page(row("Zebra Tea"), row("Clock"), row("Settings"), package="com.android.launcher")).controls
    for question, app in (
        ("What does the mint tea cost at Zebra Tea?", "Zebra Tea"),
        ("When does my alarm ring?", "Clock"),
        ("How large is the screen brightness of my phone?", "Settings"),
    ):
        found = choose(icons, understand(question), (), False)
        assert found is not None
        assert found.label == app
    assert choose(icons, understand("Who won the match?"), (), False) is None


@pytest.mark.parametrize(
    ("instruction", "ask", "deed"),
    [
        (
            "Find out when it opens and send it to Ann on Chat.",
            "Find out when it opens.",
            "Send “9:00” to Ann on Chat.",
        ),
        ("Look up the price and tell Ann on Chat.", "Look up the price.", "Send “9:00” to Ann on Chat."),
        ("Check the time, then write it into a new note.", "Check the time.", "Write “9:00” into a new note."),
    ],
)
def test_an_errand_is_a_question_and_a_deed(instruction, ask, deed):
    """What is found out takes the place that the deed leaves open."""
    found = errand(instruction)
    assert found is not None
    assert found.ask == ask
    assert found.with_answer("9:00") == deed


@pytest.mark.parametrize(
    ("instruction", "ask", "answer", "deed"),
    [
        (
            "Put the address that Roamer has for The Mill into my diary as the place of Tea with Bo.",
            "Tell me the address of The Mill on Roamer.",
            "9 Pier Road Address",
            "Put “9 Pier Road” into my diary as the place of Tea with Bo.",
        ),
        (
            "Add Bo Vale to my contacts with the number that Chatter has for him, in the group Work.",
            "Tell me the number of Bo Vale on Chatter.",
            "555 0100",
            "Add Bo Vale to my contacts with the number “555 0100”, in the group Work.",
        ),
        (
            "Note in Quill which hall the choir sings in, and pin it.",
            "Tell me which hall the choir sings in.",
            "HALL Old Barn",
            "Create a new note in Quill that says “Old Barn”, and pin it.",
        ),
    ],
)
def test_a_fact_of_one_app_is_found_before_it_is_used_in_another(instruction, ask, answer, deed):
    """What another app has is asked for first, and only the fact itself is written where it belongs."""
    found = errand(instruction)
    assert found is not None
    assert found.ask == ask
    assert found.with_answer(answer) == deed


def test_no_page_says_that_a_place_is_the_nearest():
    """Of places in the order of their distance the first is the nearest: its page need not say so."""
    tree = page(text("Bakeries"), row("Old Mill", "Bakery, 300 m", "Open until 17:00"))
    assert "17:00" in answered("Tell me until when the nearest bakery is open.", tree)


def test_a_number_of_things_stands_before_them():
    """Asked how many seats are free, a seat's number is no answer."""
    tree = page(text("Old Barn"), text("Row A, seat 3, free"), text("41 seats are free. At most 6 in one booking."))
    assert "41" in answered("How many seats are free?", tree)


@pytest.mark.parametrize(
    "instruction", ["Find out when it opens and tell me.", "Send it to Ann.", "Check the box and save."]
)
def test_what_is_no_errand_is_none(instruction):
    """An answer for the user himself is only a question, and a deed alone only a deed."""
    assert errand(instruction) is None


def test_a_question_ends_with_the_best_that_was_found():
    """Before the steps run out the reader tells what fits best, and does not go on."""
    policy = Policy("How many eggs does the plum cake need in winter?", False)
    tree = page(text("Plum cake"), row("Eggs", "4"))
    policy.left = 2
    (last,) = policy.decide(take_in(tree), (), False).actions
    assert isinstance(last, Finish)
    assert "4" in last.text


def test_no_question_touches_what_does_something():
    """On a page with nothing but deeds the reader goes home or back."""
    tree = page(text("Basket"), up(), button("Place order"), button("Delete"))
    actions = decide("When does the zoo open?", tree).actions
    assert not any(isinstance(action, Tap) for action in actions)
    assert all(isinstance(action, Key | Finish) for action in actions)
