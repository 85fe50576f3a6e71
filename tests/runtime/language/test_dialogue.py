"""Labels of questions, their precedence, and replies that leak nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import TurnKind
from runtime.core.tasks import Intent, Level, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.dialogue import NO_PREFERENCE, REFUSAL, Turn, classify_question, compose_reply, find_leaks, stem

BURGERS = ("Copper Pan", "Plain Jane", "Smokestack")
SIZES = ("Single", "Double", "Triple")
REQUIREMENTS = (
    Requirement("burger", "anchor", "burger", "order a Copper Pan", "Copper Pan", "", options=BURGERS, words=("item",)),
    Requirement("size", "explicit", "size", "make it double", "Double", "Single", options=SIZES, words=("patties",)),
    Requirement("bun", "explicit", "bun", "on rye", "Rye", "Brioche", options=("Brioche", "Rye", "No bun")),
    Requirement("drink", "explicit", "drink size", "large drink", "Large", "Small", options=("Small", "Large")),
    Requirement(
        "note", "implicit", "note for the kitchen", "say", "Cut it in half", "", words=("kitchen note", "note")
    ),
)
INTENT = Intent(
    "burger-order",
    "e-commerce",
    "functional",
    "prior",
    ("bunwright",),
    REQUIREMENTS,
    Reference((), (), None),
    Setup(),
    Phrasing("", "", ()),
)
NON_ANCHORS = ("size", "bun", "drink", "note")
INSTRUCTIONS = {
    "detailed": "Open Bunwright and order a double Copper Pan on rye.",
    "standard": "Order a double Copper Pan on rye with a large drink.",
    "incomplete": "Order a Copper Pan from Bunwright.",
    "ambiguous": "Order a hamburger meal.",
}
GAPS: dict[str, tuple[str, ...]] = {
    "detailed": (),
    "standard": (),
    "incomplete": NON_ANCHORS,
    "ambiguous": ("burger", *NON_ANCHORS),
}


def task(level: Level) -> Task:
    """The burger order phrased at one level."""
    return Task(f"burger-order-{level}", INTENT, level, INSTRUCTIONS[level], GAPS[level])


@pytest.mark.parametrize(
    ("question", "label", "compliant"),
    [
        # trivial: leave for a low-level operation
        ("Should I click the confirm button?", "trivial", ()),
        ("Shall I proceed?", "trivial", ()),
        ("Do you want me to scroll down?", "trivial", ()),
        ("Which button should I tap?", "trivial", ()),
        ("Is it okay to continue now?", "trivial", ()),
        ("Proceed?", "trivial", ()),
        ("Should I tap Double?", "trivial", ()),
        ("Should I send the note now?", "trivial", ()),
        # repetitive: stated in the instruction
        ("Which burger: Copper Pan or Smokestack?", "repetitive", ()),
        ("Do you want the Copper Pan?", "repetitive", ()),
        # out of scope: no slot of the intent
        ("What colour should the wrapping be?", "out_of_scope", ()),
        ("Would you like cutlery, yes or no?", "out_of_scope", ()),
        ("Any preferences about delivery?", "out_of_scope", ()),
        # context missing: an open slot without candidates
        ("What size would you like?", "context_missing", ()),
        ("What sizing do you prefer, maybe Double?", "context_missing", ()),
        ("Tell me everything.", "context_missing", ()),
        ("What exactly do you want?", "context_missing", ()),
        ("Which one would you like to select?", "context_missing", ()),
        # compliant
        ("What size would you like: Single, Double or Triple?", "compliant", ("size",)),
        ("Single or TRIPLE?", "compliant", ("size",)),
        ("Which size? I can see these options: single, double.", "compliant", ("size",)),
        ("Before I proceed: Brioche, Rye or no bun?", "compliant", ("bun",)),
        ("Is there a note for the kitchen?", "compliant", ("note",)),
        ("What note should I type?", "compliant", ("note",)),
        ("How many patties (single/double) and which bun (brioche/rye)?", "compliant", ("size", "bun")),
        ("What drink size, small or large?", "compliant", ("drink",)),
        # mixed turns
        ("Should I open the menu? And which bun: Brioche or Rye?", "compliant", ("bun",)),
        ("Do you want the Copper Pan, and what size: single or double?", "compliant", ("size",)),
        ("What colour should the wrapping be, and is there a note for the kitchen?", "compliant", ("note",)),
        ("What size? Should I tap the button?", "trivial", ()),
    ],
)
def test_labels_on_an_incomplete_task(question: str, label: TurnKind, compliant: tuple[str, ...]) -> None:
    """Each kind of question gets its label, and only proper questions fill slots."""
    turn = classify_question(question, task("incomplete"), frozenset())
    assert (turn.label, turn.compliant) == (label, compliant)


@pytest.mark.parametrize("level", ["detailed", "standard"])
@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What size would you like: Single or Double?", "repetitive"),
        ("Is there a note for the kitchen?", "repetitive"),
        ("Tell me everything.", "repetitive"),
        ("Should I tap OK?", "trivial"),
        ("What colour should the wrapping be?", "out_of_scope"),
    ],
)
def test_every_question_on_a_clear_task_violates_and_is_refused(level: Level, question: str, label: TurnKind) -> None:
    """If nothing is missing, no question is compliant, and each is refused with the fixed sentence."""
    turn = classify_question(question, task(level), frozenset())
    assert turn.label == label
    assert turn.compliant == ()
    assert compose_reply(turn, task(level)) == REFUSAL


def test_what_was_answered_is_repetitive_afterwards() -> None:
    """Repeating an answered question is a violation, unless it also asks for an open value."""
    question = "What size would you like: Single or Double?"
    again = classify_question(question, task("incomplete"), {"size"})
    both = classify_question(question + " And which bun, rye or brioche?", task("incomplete"), {"size"})
    assert again == Turn("repetitive", ("size",))
    assert (both.label, both.compliant) == ("compliant", ("bun",))


def test_asking_for_everything_after_everything_was_said_is_repetitive() -> None:
    """If no slot is open, an open-ended question asks only for known information."""
    turn = classify_question("What else do you want?", task("incomplete"), set(NON_ANCHORS))
    assert turn.label == "repetitive"


@pytest.mark.parametrize(
    ("question", "label", "compliant"),
    [
        ("Which burger would you like: Copper Pan, Plain Jane or Smokestack?", "compliant", ("burger",)),
        ("Smokestack or Plain Jane?", "compliant", ("burger",)),
        ("Would you like the Smokestack?", "context_missing", ()),
        ("Would you like the Copper Pan?", "context_missing", ()),
        ("What kind of hamburger meal do you want?", "context_missing", ()),
        ("Copper Pan: single or double?", "compliant", ("size",)),
    ],
)
def test_an_open_anchor_is_asked_for_with_candidates(
    question: str, label: TurnKind, compliant: tuple[str, ...]
) -> None:
    """At level Ambiguous the item itself may be asked for with candidates, but not by one guess."""
    turn = classify_question(question, task("ambiguous"), frozenset())
    assert (turn.label, turn.compliant) == (label, compliant)


def choice(identifier: str, slot: str, *options: str) -> Requirement:
    """Make an open slot with these options, of which the last is wanted."""
    return Requirement(identifier, "explicit", slot, "", options[-1], options[0], options=options)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Would you like cutlery, yes or no?", ()),
        ("Should it be gift wrapped, yes or no?", ("wrap",)),
        ("Cheese Stack or Bacon Stack?", ("stack",)),
        ("Which cheese, Swiss or Cheddar?", ("cheese",)),
        ("Small or large?", ("size",)),
        ("What drink size, small or large?", ("drink",)),
        ("Coke Zero?", ("soda",)),
    ],
)
def test_slots_are_told_apart(question: str, asked: tuple[str, ...]) -> None:
    """Common words identify no slot, a distinctive option does, and words inside longer words do not count."""
    slots = (
        choice("wrap", "gift wrapped", "No", "Yes"),
        choice("stack", "stack", "Cheese Stack", "Bacon Stack"),
        choice("cheese", "cheese", "Cheddar", "Swiss"),
        choice("size", "size", "Small", "Large"),
        choice("drink", "drink size", "Small", "Large"),
        choice("soda", "soda", "Coke", "Coke Zero"),
    )
    open_task = replace(
        task("incomplete"), intent=replace(INTENT, requirements=slots), gap=tuple(slot.id for slot in slots)
    )
    assert classify_question(question, open_task, frozenset()).asked == asked


def test_replies_say_the_slot_and_the_value() -> None:
    """A compliant turn is answered with one full sentence per released slot."""
    turn = classify_question("Single or double? Brioche or rye?", task("incomplete"), frozenset())
    assert compose_reply(turn, task("incomplete")) == "For the size: Double, please. For the bun: Rye, please."


@pytest.mark.parametrize(
    ("label", "reply"),
    [
        ("trivial", REFUSAL),
        ("repetitive", REFUSAL),
        ("context_missing", REFUSAL),
        ("out_of_scope", NO_PREFERENCE),
    ],
)
def test_violations_get_the_fixed_sentences(label: TurnKind, reply: str) -> None:
    """Each violating turn gets one of the paper's two sentences."""
    assert compose_reply(Turn(label, ("size",), ("size",)), task("incomplete")) == reply


def test_what_is_to_be_found_out_is_told_as_a_question() -> None:
    """In an information task the reply names what to find, not the answer."""
    weather = Requirement("high", "anchor", "forecast", "the high in Kestrel Bay", "21", "", evidence="answer")
    asked = replace(task("ambiguous"), intent=replace(INTENT, requirements=(weather,)), gap=("high",))
    reply = compose_reply(classify_question("Which forecast do you mean?", asked, frozenset()), asked)
    assert reply == "For the forecast: the high in Kestrel Bay, please."
    assert find_leaks(reply, asked, {"high"}) == ()


def test_the_validator_finds_what_was_not_released() -> None:
    """A reply with a value that was not released is reported as a leak."""
    assert find_leaks("Double on rye, please.", task("incomplete"), {"size"}) == ("bun",)
    assert find_leaks("Nothing yet.", task("incomplete"), frozenset()) == ()
    twin = replace(REQUIREMENTS[3], value="Double", options=SIZES)
    asked = replace(task("incomplete"), intent=replace(INTENT, requirements=(*REQUIREMENTS[:3], twin, REQUIREMENTS[4])))
    assert find_leaks("For the size: Double, please.", asked, {"size"}) == ()


VOCABULARY = """
what which size sizes bun burger note drink single double triple rye brioche large small copper pan smokestack
should i tap the or and ? . , everything you want tell me please message colour no bun or? kitchen
"""
WORDS = st.sampled_from(VOCABULARY.split())
QUESTIONS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join))
LEVEL = st.sampled_from(["detailed", "standard", "incomplete", "ambiguous"])


@given(QUESTIONS, LEVEL, st.frozensets(st.sampled_from(["burger", *NON_ANCHORS])))
def test_no_question_makes_the_user_leak(question: str, level: Level, answered: frozenset[str]) -> None:
    """For any question the reply contains only values that a compliant question releases."""
    asked = task(level)
    turn = classify_question(question, asked, answered)
    assert find_leaks(compose_reply(turn, asked), asked, turn.compliant) == ()
    assert set(turn.compliant) <= set(asked.gap) - answered
    assert bool(turn.compliant) == (turn.label == "compliant")


@given(QUESTIONS, st.sampled_from(SIZES), st.sampled_from(BURGERS))
def test_labels_do_not_depend_on_open_values(question: str, size: str, burger: str) -> None:
    """The label of a question does not depend on the open values."""
    asked = task("ambiguous")
    other = (replace(REQUIREMENTS[0], value=burger), replace(REQUIREMENTS[1], value=size), *REQUIREMENTS[2:])
    swapped = replace(asked, intent=replace(INTENT, requirements=other))
    assert classify_question(question, asked, frozenset()) == classify_question(question, swapped, frozenset())


@pytest.mark.parametrize(
    ("text", "other"),
    [("sizes", "size"), ("sizing", "size"), ("toppings", "topping"), ("patties", "patty"), ("boxes", "box")],
)
def test_light_stemming_joins_plural_and_ing(text: str, other: str) -> None:
    """Forms of one word compare equal."""
    assert stem(text) == stem(other)
