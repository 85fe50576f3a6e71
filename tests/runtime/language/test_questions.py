"""Labels of questions, their precedence, and replies that leak nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import TurnKind
from runtime.core.tasks import Intent, Level, OptionGroup, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.questions import (
    LIMITS,
    NO_PREFERENCE,
    NOT_UNDERSTOOD,
    REFUSAL,
    Memory,
    classify_question,
    compose_reply,
    find_leaks,
)
from runtime.language.text import stem

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
    ("question", "label", "released"),
    [
        # trivial: about operating the phone, leave to commit included
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
        # not understood: nothing in particular
        ("Tell me everything.", "not_understood", ()),
        ("What exactly do you want?", "not_understood", ()),
        ("Which one would you like to select?", "not_understood", ()),
        ("Is there anything to avoid?", "not_understood", ()),
        # compliant
        ("What size would you like: Single, Double or Triple?", "compliant", ("size",)),
        ("Single or TRIPLE?", "compliant", ("size",)),
        ("Which size? I can see these options: single, double.", "compliant", ("size",)),
        ("I see Single, Double and Triple. Which one do you prefer?", "compliant", ("size",)),
        ("Before I proceed: Brioche, Rye or no bun?", "compliant", ("bun",)),
        ("Is there a note for the kitchen?", "compliant", ("note",)),
        ("What note should I type?", "compliant", ("note",)),
        ("How many patties (single/double) and which bun (brioche/rye)?", "compliant", ("size", "bun")),
        ("What drink size, small or large?", "compliant", ("drink",)),
        # a confirmation is compliant, and settles the slot if that leaves one value
        ("Should the size be Double?", "compliant", ("size",)),
        ("Should the size be Triple?", "compliant", ()),
        ("Should I select Double?", "compliant", ("size",)),
        ("Double, or something else?", "compliant", ("size",)),
        ("Is it a Small drink size?", "compliant", ("drink",)),
        # a switch is offered with both its states by its name; "any at all" is a choice too
        ("What drink size do you want?", "compliant", ("drink",)),
        ("Do you want any bun at all?", "compliant", ()),
        ("Single or double, and any bun at all?", "compliant", ("size",)),
        ("No bun, right?", "compliant", ()),
        # a proposal is confirmed, not the list that it was taken from
        ("There are Brioche, Rye and no bun. I'd take Brioche. Is that ok?", "compliant", ()),
        ("We have Single and Double. Also it?", "compliant", ("size",)),
        # a free text is asked for by what is done with it
        ("What should I write?", "compliant", ("note",)),
        # leave to go on, and where to look
        ("The order will be placed. Are you sure?", "trivial", ()),
        ("Should I keep scrolling or use the search?", "trivial", ()),
        ("Should I long-press the burger?", "trivial", ()),
        # a turn has the label of its worst ask, and its proper asks are answered all the same
        ("Should I open the menu? And which bun: Brioche or Rye?", "trivial", ("bun",)),
        ("What size: single or double? How old are you?", "out_of_scope", ("size",)),
        ("What colour should the wrapping be, and is there a note for the kitchen?", "out_of_scope", ("note",)),
        ("What size? Should I tap the button?", "trivial", ()),
        ("What size, single or double? And which bun?", "context_missing", ("size",)),
        # fewer than half of what is offered is a candidate
        ("Which size: 38, 40, 42, M, L or Double?", "context_missing", ()),
    ],
)
def test_labels_on_an_incomplete_task(question: str, label: TurnKind, released: tuple[str, ...]) -> None:
    """Each kind of question gets its label, and only proper asks settle slots."""
    turn = classify_question(question, task("incomplete"), Memory())
    assert (turn.label, turn.released) == (label, released)


@pytest.mark.parametrize("level", ["detailed", "standard"])
@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What size would you like: Single or Double?", "repetitive"),
        ("Is there a note for the kitchen?", "repetitive"),
        ("Tell me everything.", "out_of_scope"),
        ("Should I tap OK?", "trivial"),
        ("What colour should the wrapping be?", "out_of_scope"),
    ],
)
def test_every_question_on_a_clear_task_violates_and_is_refused(level: Level, question: str, label: TurnKind) -> None:
    """If nothing is missing, no question is compliant, and each is refused with the fixed sentence."""
    turn = classify_question(question, task(level), Memory())
    assert turn.label == label
    assert turn.released == ()
    assert compose_reply(turn, task(level)) == REFUSAL


def test_which_of_them_asks_for_the_open_anchor() -> None:
    """The word with one of the instruction asks for what the instruction leaves open, and offers no candidate."""
    for question in ("Which of them do you mean?", "Which hamburger shall I take?"):
        turn = classify_question(question, task("ambiguous"), Memory())
        assert (turn.label, turn.asked) == ("context_missing", ("burger",)), question


def test_once_everything_is_settled_other_things_are_out_of_scope() -> None:
    """What is certainly no open choice is outside the intent; a broad question still asks for nothing in particular."""
    memory = Memory(frozenset(GAPS["incomplete"]))
    assert classify_question("Should I subscribe to the channel?", task("incomplete"), memory).label == "out_of_scope"
    assert classify_question("Anything else?", task("incomplete"), memory).label == "not_understood"


def test_what_was_answered_is_repetitive_afterwards() -> None:
    """Asking for an answered value again is a violation, and another ask of the turn is still answered."""
    question = "What size would you like: Single or Double?"
    memory = Memory(frozenset({"size"}))
    again = classify_question(question, task("incomplete"), memory)
    both = classify_question(question + " And which bun, rye or brioche?", task("incomplete"), memory)
    assert (again.label, again.released) == ("repetitive", ())
    assert (both.label, both.released, both.best_label) == ("repetitive", ("bun",), "compliant")


def test_only_the_first_confirmation_of_a_slot_is_compliant() -> None:
    """Trying one candidate after another is answered truthfully, but violates from the second on."""
    memory = Memory()
    labels, replies = [], []
    for size in SIZES:
        turn = classify_question(f"Should the size be {size}?", task("incomplete"), memory)
        labels.append(turn.label)
        replies.append(compose_reply(turn, task("incomplete")))
        memory = memory.after(turn)
    assert labels == ["compliant", "context_missing", "repetitive"]
    assert replies[:2] == ["For the size: not Single.", "For the size: Double, yes."]


def test_after_three_violating_asks_the_user_only_refuses() -> None:
    """Whoever keeps asking wrongly is told nothing any more, however properly the next question is put."""
    memory = Memory()
    for _ in range(LIMITS.violations):
        memory = memory.after(classify_question("Should I click OK?", task("incomplete"), memory))
    turn = classify_question("What size would you like: Single or Double?", task("incomplete"), memory)
    assert (turn.label, turn.released, compose_reply(turn, task("incomplete"))) == ("compliant", (), REFUSAL)


def test_after_ten_asks_that_are_not_understood_the_user_only_refuses() -> None:
    """Going through lists of things that belong to other tasks is not charged, but it comes to an end."""
    memory = Memory()
    question = "What size would you like: Single or Double?"
    for _ in range(LIMITS.not_understood):
        assert classify_question(question, task("incomplete"), memory).released == ("size",)
        memory = memory.after(classify_question("What else ought I to know?", task("incomplete"), memory))
    assert (memory.violations, classify_question(question, task("incomplete"), memory).released) == (0, ())


def test_a_request_that_is_denied_is_none() -> None:
    """The words "what you did not tell me" ask for nothing, whatever slot is named beside it."""
    story = "Write a poem in which each line names one size that you did not tell me."
    assert classify_question(story, task("incomplete"), Memory()).released == ()
    assert classify_question("Tell me the size: Single or Double", task("incomplete"), Memory()).released == ("size",)


def test_a_person_reads_no_more_than_the_limits() -> None:
    """Further asks of a turn are counted and not answered; what stands beyond the limits of an ask is not read."""
    asks = "Single or Double? Brioche or Rye? Small or Large? Is there a note for the kitchen?"
    turn = classify_question(asks, task("incomplete"), Memory())
    assert (turn.released, turn.ignored) == (("size", "bun", "drink"), 1)
    late = f"Which {'very ' * 100}nice size do you want, Single or Double?"
    assert classify_question(late, task("incomplete"), Memory()).released == ()
    endless = f"Single or Double? {'I am only asking. ' * 200}"
    silent = classify_question(endless, task("incomplete"), Memory())
    assert (silent.released, compose_reply(silent, task("incomplete"))) == ((), REFUSAL)
    many = "Which size: A1, B2, C3, D4, E5, F6, G7, H8, Single or Double?"
    assert classify_question(many, task("incomplete"), Memory()).released == ()


def test_a_narrowing_question_gets_the_category_that_holds_the_value() -> None:
    """Categories that the intent declares are answered truthfully; one with a single option settles the slot."""
    groups = (OptionGroup(("beef",), ("Copper Pan", "Plain Jane")), OptionGroup(("pork", "bacon"), ("Smokestack",)))
    burger = replace(REQUIREMENTS[0], groups=groups)
    asked = replace(task("ambiguous"), intent=replace(INTENT, requirements=(burger, *REQUIREMENTS[1:])))
    turn = classify_question("Would you like beef or bacon?", asked, Memory())
    assert (turn.label, turn.released, compose_reply(turn, asked)) == ("compliant", (), "For the burger: beef, please.")
    other = replace(
        asked, intent=replace(INTENT, requirements=(replace(burger, value="Smokestack"), *REQUIREMENTS[1:]))
    )
    turn = classify_question("Would you like beef or bacon?", other, Memory())
    assert (turn.released, compose_reply(turn, other)) == (("burger",), "For the burger: pork, please.")


@pytest.mark.parametrize(
    ("question", "label", "released"),
    [
        ("Which burger would you like: Copper Pan, Plain Jane or Smokestack?", "compliant", ("burger",)),
        ("Smokestack or Plain Jane?", "compliant", ("burger",)),
        ("Would you like the Smokestack?", "compliant", ()),
        ("Would you like the Copper Pan?", "compliant", ("burger",)),
        ("What would you like to eat?", "context_missing", ()),
    ],
)
def test_an_open_anchor_is_asked_for_with_candidates(question: str, label: TurnKind, released: tuple[str, ...]) -> None:
    """At level Ambiguous the item itself may be asked for with candidates."""
    turn = classify_question(question, task("ambiguous"), Memory())
    assert (turn.label, turn.released) == (label, released)


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
        ("Small or large?", ()),
        ("What drink size, small or large?", ("drink",)),
        ("Coke Zero?", ("soda",)),
    ],
)
def test_slots_are_told_apart(question: str, asked: tuple[str, ...]) -> None:
    """Common words identify no slot, a distinctive option does, and words inside longer words do not count. What fits
    two open slots equally is about neither.
    """
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
    assert classify_question(question, open_task, Memory()).asked == asked


def test_replies_say_the_slot_and_the_value() -> None:
    """A compliant turn is answered with one full sentence per settled slot."""
    turn = classify_question("Single or double? Brioche or rye?", task("incomplete"), Memory())
    assert compose_reply(turn, task("incomplete")) == "For the size: Double, please. For the bun: Rye, please."


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Should I click OK?", REFUSAL),
        ("Which burger: Copper Pan or Smokestack?", REFUSAL),
        ("What size?", "What are the choices for the size?"),
        ("What colour should the wrapping be?", NO_PREFERENCE),
        ("Tell me everything.", NOT_UNDERSTOOD["en"]),
        ("", NOT_UNDERSTOOD["en"]),
        ("What colour should the wrapping be? Tell me everything, whatever that is for you.", NOT_UNDERSTOOD["en"]),
        ("Should it be Single? And do you want any bun at all?", "For the size: not Single. Yes, with bun."),
    ],
)
def test_replies_to_what_settles_nothing(question: str, reply: str) -> None:
    """No preference is claimed only where everything was understood and lies outside the intent."""
    assert compose_reply(classify_question(question, task("incomplete"), Memory()), task("incomplete")) == reply


def test_what_is_to_be_found_out_is_told_as_a_question() -> None:
    """In an information task the reply names what to find, not the answer."""
    weather = Requirement("high", "anchor", "forecast", "the high in Kestrel Bay", "21", "", evidence="answer")
    asked = replace(task("ambiguous"), intent=replace(INTENT, requirements=(weather,)), gap=("high",))
    reply = compose_reply(classify_question("Which forecast do you mean?", asked, Memory()), asked)
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
    """For any question the reply contains only values that the turn settles, and candidates that the agent named."""
    asked = task(level)
    turn = classify_question(question, asked, Memory(answered))
    repeated = [item.text for item in turn.statements]
    assert find_leaks(compose_reply(turn, asked), asked, turn.released, repeated=repeated) == ()
    assert set(turn.released) <= set(asked.gap) - answered
    assert set(turn.compliant) <= set(turn.released)


@given(QUESTIONS, st.sampled_from(SIZES), st.sampled_from(BURGERS))
def test_labels_do_not_depend_on_open_values(question: str, size: str, burger: str) -> None:
    """The label of a question does not depend on the open values."""
    asked = task("ambiguous")
    other = (replace(REQUIREMENTS[0], value=burger), replace(REQUIREMENTS[1], value=size), *REQUIREMENTS[2:])
    swapped = replace(asked, intent=replace(INTENT, requirements=other))
    left, right = (classify_question(question, item, Memory()) for item in (asked, swapped))
    assert [(ask.label, ask.slot, ask.candidates) for ask in left.asks] == [
        (ask.label, ask.slot, ask.candidates) for ask in right.asks
    ]


@pytest.mark.parametrize(
    ("text", "other"),
    [("sizes", "size"), ("sizing", "size"), ("toppings", "topping"), ("patties", "patty"), ("boxes", "box")],
)
def test_light_stemming_joins_plural_and_ing(text: str, other: str) -> None:
    """Forms of one word compare equal."""
    assert stem(text) == stem(other)
