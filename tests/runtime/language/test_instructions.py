"""What instructions ask for: steps, wishes, how labels fit words, and what a user replied."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.language.instructions.likeness import label_likeness
from runtime.language.instructions.steps import Step, read_instruction
from runtime.language.instructions.wishes import button_kind, read_wish
from runtime.language.questions import NO_PREFERENCE, NOT_UNDERSTOOD, REFUSAL
from runtime.language.questions.replies import NO_ANSWER
from runtime.language.questions.reply_values import stated_values


@pytest.mark.parametrize(
    ("clause", "steps"),
    [
        ("tap Save", [Step("tap Save", "touch", "Save")]),
        ("go to the checkout", [Step("go to the checkout", "touch", "checkout")]),
        ("switch Touch sounds off", [Step("switch Touch sounds off", "switch", "Touch sounds", state=False)]),
        ("tick Lemon", [Step("tick Lemon", "switch", "Lemon", state=True)]),
        ("search for Ann Lee", [Step("search for Ann Lee", "search", text="Ann Lee")]),
        ("type the title Low tide", [Step("type the title Low tide", "write", "title", "Low tide")]),
        ("write Ann as the name", [Step("write Ann as the name", "write", "name", "Ann")]),
        ("hold down the photo", [Step("hold down the photo", "hold", "photo")]),
        ("go back to the list", [Step("go back to the list", "back", "list")]),
        ("scroll down to Ann", [Step("scroll down to Ann", "scroll", "Ann")]),
        ("tell me the price", [Step("tell me the price", "tell", "price")]),
        (
            "set the size to M",
            [
                Step("set the size to M", "touch", "size", optional=True),
                Step("set the size to M", "touch", "M", within="size"),
            ],
        ),
    ],
)
def test_a_clause_is_a_step(clause, steps):
    """By its verb; a setting is two steps, of which the first may not be needed."""
    read = read_instruction(f"Get it done. Open Shop, {clause}.")
    assert read.wish == "Get it done."
    assert list(read.steps[1:]) == steps


def test_a_way_is_divided_before_each_verb_but_not_within_quotation_marks():
    """Sentences, commas and `and` divide; words that lead on are left out."""
    read = read_instruction("Text Bo. First, open Chat, open “Bo, and Ann” and tap Send. Finally, go back.")
    assert [step.clause for step in read.steps] == ["open Chat", "open “Bo, and Ann”", "tap Send", "go back"]


@pytest.mark.parametrize("text", ["Order a tea.", "Add milk to the list and mark it done.", "Bo wrote. Tell me when."])
def test_an_instruction_that_only_says_what_is_wanted_has_no_steps(text):
    """Verbs of wishes begin no way."""
    assert read_instruction(text).steps == ()
    assert read_instruction(text).wish == text


def test_a_wish_has_names_and_quoted_texts():
    """Capitals and numbers with their units are names; the first word of the text is none."""
    wish = read_wish("Mute Quarry Runners on Parlo for 2 hours, and write “Back soon”.")
    assert wish.names == ("Back soon", "Quarry Runners", "Parlo", "2 hours")
    assert wish.texts == ("Back soon",)
    assert {"mute", "write"} <= wish.verbs


@pytest.mark.parametrize(
    ("label", "wanted"),
    [("Grilled onion", True), ("Onion", True), ("Large", True), ("Larger cup", False), ("Quarry", False)],
)
def test_a_label_is_wanted_if_all_its_words_are(label, wanted):
    """But not if they are only a part of a longer name."""
    assert read_wish("Order a large soup with grilled onion at Quarry Park.").wants(label) is wanted


def test_a_reply_adds_to_a_wish():
    """What the user said is wanted, too."""
    assert not read_wish("Order a tea.").wants("Large")
    assert read_wish("Order a tea.", ("Large",)).wants("Large")


@pytest.mark.parametrize(
    ("text", "vague", "informational"),
    [
        ("Order something to eat.", True, False),
        ("Mute one of my chats.", True, False),
        ("Tell me the price of the tea.", False, True),
        ("Order a large tea.", False, False),
    ],
)
def test_a_wish_says_what_it_leaves_open_and_whether_it_asks(text, vague, informational):
    """By words such as `something`, and `tell me`."""
    wish = read_wish(text)
    assert (wish.vague, wish.informational) == (vague, informational)


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Next", "onward"), ("Add to cart", "onward"), ("Save", "final"), ("Save changes", "final"), ("Save this way", ""),
     ("Cancel", "drops"), ("Large", "")],
)  # fmt: skip
def test_a_button_leads_on_carries_out_or_drops(label, kind):
    """By how its label begins."""
    assert button_kind(label) == kind


@pytest.mark.parametrize(
    ("better", "worse", "wanted"),
    [
        ("Add to order", "Add to favourites", "add it to the order"),
        ("Price high to low", "Price low to high", "sort by Price high to low"),
        ("Quarry Loops", "Quarry Loop", "Quarry Loops"),
        ("Large", "Small", "large"),
    ],
)
def test_a_label_that_fits_better_is_more_alike(better, worse, wanted):
    """More words, in their order, in their form."""
    assert label_likeness(wanted, better) > label_likeness(wanted, worse)


@given(st.text(max_size=40), st.text(max_size=40))
def test_likeness_is_a_share(wanted, label):
    """Between 0 and 1 for any text, and 1 for a text with words and itself."""
    assert 0 <= label_likeness(wanted, label) <= 1
    assert label_likeness(label, label) in (0, 1)


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("For the size: Large, please.", ("Large",)),
        ("Large.", ("Large",)),
        ("As for the size, I would love Large. Thanks a lot!", ("Large",)),
        ("For the size: Large, please. For the time: 18:30, please.", ("Large", "18:30")),
        ("For the size: not Large.", ()),
        ("What are the choices for the size?", ()),
        (REFUSAL, ()),
        (NO_PREFERENCE, ()),
        (NO_ANSWER, ()),
        (NOT_UNDERSTOOD["en"], ()),
    ],
)
def test_a_reply_states_values_or_none(reply, values):
    """In the wordings of every manner of user; a refusal states nothing."""
    assert stated_values(reply) == values
