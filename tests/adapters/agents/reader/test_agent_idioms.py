"""What people say in several words, and in the words of buttons."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.request import understand


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Tick off the call with Dr. Hall.", "Mark the call with Dr. Hall as done."),
        ("Cross the soup off.", "Mark the soup as done."),
        ("Move the visit to tomorrow at 10:30.", "Edit the visit to tomorrow at 10:30."),
        ("Move the visit to the archive.", "Move the visit to the archive."),
        ("Make my map green and share it.", "Edit my map to green and share it."),
        ("Remind me an hour ahead.", "Remind me 1 hour before."),
        ("Remind me 2 days in advance.", "Remind me 2 days before."),
    ],
)
def test_what_is_said_in_several_words_becomes_what_buttons_say(text, meant):
    """Ticking off marks as done, putting off edits, and ahead is before; another move stays one."""
    assert in_short(text) == meant


def test_the_name_of_a_thing_is_not_what_is_noted_in_it():
    """Of a note called so that says something, the name is a name and only the rest a text."""
    name, text = understand("Write a note called “Gate” that says “Push hard”.").texts
    assert name.about == frozenset({"called"})
    assert "say" in text.about


def test_what_is_made_is_known_by_its_kind():
    """A folder with a name is to be made: no other new thing is."""
    assert understand("Make a new folder called “Winter”.").makes == "folder"
    assert understand("Mute Ann.").makes == ""


def test_what_is_put_somewhere_as_a_part_of_a_thing_edits_the_thing():
    """A place that is put into the diary as the place of a visit is no visit of its own."""
    assert in_short("Put “9 Pier Road” into my diary as the place of Tea with Bo.") == (
        "Edit Tea with Bo in my diary with the place “9 Pier Road”."
    )


def test_somebody_put_into_the_contacts_is_a_new_contact():
    """Who is put into the address book is made there, under that name."""
    assert in_short("Put Reed & Sons into my contacts, with a note.") == (
        "Create a contact called Reed & Sons, with a note."
    )
