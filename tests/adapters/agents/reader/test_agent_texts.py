"""Words that are to be written, and the fields that take them."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.carrying import errand
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.language.texts import Text, beside, fits, odd, reaches, texts
from adapters.agents.scripted.reader.state.seeking import core


def texts_of(instruction: str, *verbs: str) -> list[str]:
    """What is to be written in any case."""
    return [text.text for text in texts(instruction, verbs) if text.firm]


@pytest.mark.parametrize(
    ("instruction", "verbs", "written"),
    [
        ("Send “On my way” to Bo.", ("send",), ["On my way"]),
        ("Like the story “Rain at noon”.", ("like",), []),
        ("Save the Zoo in a new list called “Days out”.", ("keep",), ["Days out"]),
        ("Make a new album called Winter Walks, with the note “Cold”.", ("make",), ["Winter Walks", "Cold"]),
        ("Rename the album Lakes to Deep water.", (), ["Deep water"]),
        ("Reply “Yes” to the thread “Who comes on Friday”.", ("answer",), ["Yes"]),
        ("Open the album called Lakes.", (), []),
        ("Move the task “Ring Bo” to tomorrow.", (), []),
        ("Change the colour of the note “Plum cake” to mint.", (), []),
        ("Give the Zoo note “Plum cake” the colour mint.", (), []),
        ("Order two tickets for “The Long Way”.", ("buy",), []),
        ("Rename the album “Sea” to “Shore”.", (), ["Shore"]),
        ("Add the note “Leave it at the door”.", ("make",), ["Leave it at the door"]),
        ("Write to Bo with the subject “Bikes”: “Mine is gone”.", ("send",), ["Bikes", "Mine is gone"]),
        ("Rate the film “Long Way” and say “Loved it”.", ("send",), ["Loved it"]),
    ],
)
def test_what_is_new_is_written_and_what_there_is_is_not(instruction, verbs, written):
    """Quotes after deeds on existing things are names; names given to new things are written without quotes too."""
    assert texts_of(instruction, *verbs) == written


def test_a_text_goes_into_the_field_of_its_kind():
    """By the same word best, by another for the same kind else, and into no field of another kind."""
    note = Text("Ring", frozenset(("note",)))
    assert fits(note, "Note for the driver") > fits(note, "Leave a message") > fits(note, "City") == 0


def test_the_parts_of_an_address_are_known_by_their_form():
    """A person, a street with its number, a city; each for a field that asks for it."""
    found = {text.text: text.about for text in texts("Add a new address: Bo Vale, 9 Mill Lane, Oldtown.", ("make",))}
    assert found == {"Bo Vale": {"name"}, "9 Mill Lane": {"street"}, "Oldtown": {"city"}}


def test_a_name_is_at_least_its_capitals():
    """What follows them may belong to it or not."""
    assert core("Blue Moon tea in tins") == "Blue Moon"
    assert core("tea") == "tea"


@pytest.mark.parametrize(
    ("instruction", "ask", "then"),
    [
        (
            "Send Bo Vale the address of the Zoo on Chatter.",
            "Tell me the address of the Zoo.",
            "Send “1 Mill Lane” to Bo Vale on Chatter.",
        ),
        (
            "Look up where the tea is, and tell me the number that Maps has for the place.",
            "Look up where the tea is.",
            "tell me the number that Maps has for 1 Mill Lane.",
        ),
    ],
)
def test_a_fact_is_found_out_before_it_is_needed(instruction, ask, then):
    """What is passed on, or asked about further, is a question of its own first."""
    current_errand = errand(instruction)
    assert current_errand is not None
    assert (current_errand.ask, current_errand.with_answer("1 Mill Lane")) == (ask, then)


def test_what_is_sent_by_name_is_no_fact():
    """A thing is shared from where it is; only its words are found out."""
    assert errand("Send Bo Vale my latest picture on Chatter.") is None


@pytest.mark.parametrize(
    ("instruction", "text", "side"),
    [
        ("Put the year 2031 behind the name of my list Camping.", "2031", "behind"),
        ("Add “old” to the end of the title of my note Bees.", "old", "behind"),
        ("Write the word Draft in front of the name of the folder Letters.", "Draft", "before"),
        ("Rename the list Lakes with “Ponds”.", "Ponds", ""),
    ],
)
def test_a_part_of_a_name_is_written_beside_the_rest(instruction, text, side):
    """Who puts something behind a name renames the thing, and keeps what it is called."""
    request = understand(instruction)
    assert request.imperatives == {"rename"}
    assert [(item.text, item.side) for item in request.texts] == [(text, side)]


def test_beside_what_is_shown_there_is_a_space():
    """The old name and the new part of it are words of their own, in the order that was told."""
    assert [beside("Two", side, "Zoo") for side in ("behind", "before", "")] == ["Zoo Two", "Two Zoo", "Two"]


def test_what_a_thing_is_given_is_written_and_which_thing_it_is_is_not():
    """A caption is given to a photo; the note in quotes after the verb itself is which note."""
    assert texts_of("Give the film of Sunday at 10:05 the title “Long way home”.") == ["Long way home"]
    assert texts_of("Give the note “Plum cake” five stars.") == []


def test_an_address_is_written_where_it_is_asked_for():
    """An email address is no address, and a field for a company takes none; the place of a visit is one."""
    (text,) = texts("Add a visit with the address “9 Pier Road”.", {"make"})
    assert fits(text, "Address") > 0
    assert fits(text, "Add place") > 0
    assert fits(text, "Email address") == 0
    assert odd(text, "Email address")
    assert reaches(text)
