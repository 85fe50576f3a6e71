"""Deeds on small trees by hand: where they are done, what comes after them, and how settings are found."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.spotting import answer
from runtime.core.actions import LongPress, Type
from runtime.screen.tree import UiNode, UiTree
from tests.support.playing import believing, decide, ends, touched
from tests.support.trees import box, button, field, page, radio, row, switch, text, up


@pytest.mark.parametrize(("verb", "label"), [("Archive", "Archive"), ("Star", "Add star"), ("Pin", "Pin chat")])
def test_a_verb_that_nobody_taught_is_a_deed(verb, label):
    """The verb of the instruction is the command to look for, whatever it is; then it is done."""
    policy = believing(f"{verb} the chat with Ann Vale.")
    detail = page(text("Ann Vale"), up(), button("Call"), button(label), button("Delete"))
    assert touched(policy, page(text("Chats"), row("Bo Hill"), row("Ann Vale"))) == "Ann Vale"
    assert touched(policy, detail) == label
    assert ends(policy, page(text("Chats"), row("Bo Hill")))


def test_whoever_is_asked_once_more_is_sure():
    """A question with a way out is answered by doing it; that is the end."""
    policy = believing("Delete the chat with Ann Vale.")
    assert touched(policy, page(text("Chats"), row("Bo Hill"), row("Ann Vale"))) == "Ann Vale"
    assert touched(policy, page(text("Ann Vale"), up(), button("Delete"))) == "Delete"
    assert touched(policy, page(text("Delete this chat?"), button("Cancel"), button("Delete"))) == "Delete"
    assert ends(policy, page(text("Chats"), row("Bo Hill")))


def test_what_shows_nothing_to_be_done_with_it_is_held():
    """A row that was looked into in vain and answers to a long press gets one."""
    policy = believing("Archive the chat with Ann Vale.")
    held = row("Ann Vale")
    object.__setattr__(held, "long_clickable", True)
    chats = page(text("Chats"), row("Bo Hill"), held)
    assert touched(policy, chats) == "Ann Vale"
    decide(policy, page(text("Ann Vale"), up()))
    actions = [decide(policy, chats).actions[0] for _ in range(3)]
    assert any(isinstance(action, LongPress) for action in actions)


def test_a_new_name_takes_the_place_of_the_old():
    """Whoever renames a thing wants nothing of what stands in the field."""
    policy = believing("Rename the note Plans to “Ideas”.")
    policy.begun = True
    actions = decide(policy, page(text("Rename"), field("Plans"), button("Cancel"), button("OK"))).actions
    assert actions[-1] == Type("Ideas", clear=True)


def test_what_is_not_wanted_is_switched_off():
    """A box that is on, of which it was told that it is not wanted."""
    policy = believing("Sell the lamp with no offers.")
    tree = page(text("Sell"), field("Title"), box("Let buyers make offers", on=True), button("Preview"))
    assert touched(policy, tree) == "Let buyers make offers"


def test_settings_are_looked_for_where_apps_keep_them():
    """Before anything else is looked through."""
    policy = believing("Turn off read receipts in the Zoo.")
    home = page(text("Zoo"), row("Ann"), row("Bo"), button("Settings"))
    assert touched(policy, home) == "Settings"
    tree = page(text("Settings"), up(), row("Theme"), switch("Read receipts", on=True))
    assert touched(policy, tree) == "Read receipts"


def test_a_list_is_put_in_the_order_that_was_told():
    """Then its first row is what was told."""
    policy = believing("Save the most expensive lamp.")

    def lamps(high: bool) -> UiTree:
        order: tuple[UiNode, ...] = (
            radio("Best match", on=not high, kind="sort"),
            radio("Price high to low", on=high, kind="sort"),
        )
        return page(text("Lamps"), up(), *order, row("Arc", "$90", kind="lamp"), row("Bow", "$20", kind="lamp"))

    assert touched(policy, lamps(False)) == "Price high to low"
    assert touched(policy, lamps(True)) == "Arc"


@pytest.mark.parametrize(
    ("asked", "content"),
    [
        ("What does the lamp cost?", "$90"),
        ("How long is the film?", "1:42"),
        ("How far is the pier?", "3.5 km"),
        ("When does the zoo close?", "18:00"),
    ],
)
def test_a_fact_has_the_form_of_what_was_asked(asked, content):
    """On the page of just that thing the first fact of the form is the answer."""
    rows = [["Seen by 12"], ["$90"], ["1:42"], ["3.5 km"], ["Open until 18:00"]]
    expected = content if content != "18:00" else "Open until 18:00"
    assert answer(asked, frozenset(), rows, there=True) == expected
