"""Ways from one place to another, and choices that nobody made yet."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.hearing import ROOT, likeness
from runtime.screen.tree import UiTree
from tests.support.playing import believing, touched
from tests.support.trees import page, row, text, up

WISH = "Plan a trip from Heron Mill to Otter Quay, leaving at 12:30."


def _places() -> UiTree:
    return page(text("Around here"), row("Heron Mill"), row("Otter Quay"))


@pytest.mark.parametrize("content", ["from Heron Mill to Otter Quay", "to Otter Quay from Heron Mill"])
def test_a_way_is_about_where_it_goes(content):
    """Of its two ends the goal is opened first, in whichever order they are told."""
    policy = believing(f"Plan a trip {content}.")
    assert touched(policy, _places()) == "Otter Quay"


def test_what_shows_that_nothing_was_chosen_is_opened_for_what_was_told():
    """`Leave now` is where "leaving at 12:30" is chosen; `Avoid nothing` is left alone by who avoids nothing."""
    tree = page(text("Ways"), up(), row("Avoid nothing"), row("Leave now"))
    assert touched(believing(WISH), tree) == "Leave now"


def test_an_end_of_the_way_that_shows_another_place_is_opened():
    """The row `From` says where one is now; it was told to be elsewhere."""
    policy = believing(WISH)
    assert touched(policy, _places()) == "Otter Quay"
    tree = page(text("Ways"), up(), row("From", "Where you are"), row("To", "Otter Quay"))
    assert touched(policy, tree) == "From"


@pytest.mark.parametrize(("seen", "content"), [("Leave", "leaving"), ("walk", "walking"), ("avoid", "avoiding")])
def test_a_verb_is_known_by_its_participle(seen, content):
    """In either direction."""
    assert likeness(seen.casefold(), content) >= ROOT
    assert likeness(content, seen.casefold()) >= ROOT
