"""What somebody wrote, and what is to be done with it."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.hearsay import hearsay, titled


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Put on Slow Rivers by June Adair. You will like it", "Slow Rivers"),
        ("Snow at Noon is all I listen to now", "Snow at Noon"),
        ("Shall we eat at The Anchor on Friday?", "The Anchor"),
        ("Meet me at Otter Inn at 7", "Otter Inn"),
        ("have you seen “all of it” yet?", "all of it"),
        ("My throat again, could you stop somewhere?", ""),
    ],
)
def test_a_message_names_something_by_quotes_or_capitals(message, name):
    """Without the verb before it, and without the day or the hour behind it."""
    assert titled(message, "Ann Reed") == name


@pytest.mark.parametrize(
    ("text", "then"),
    [
        (
            "Ann Reed texted me about a song. Tell me how long it is on Waves.",
            "Tell me how long “Slow Rivers” is on Waves.",
        ),
        ("Ann wrote me about a restaurant, so save it on Maps.", "Save “Slow Rivers” on Maps."),
        ("Play the song that Ann texted me about on Waves.", "Play “Slow Rivers” on Waves."),
    ],
)
def test_what_was_written_takes_the_place_of_the_word_that_refers_to_it(text, then):
    """Whether it stands before the request or within it."""
    found = hearsay(text)
    assert found is not None
    assert found.with_text("Put on Slow Rivers today!") == then


def test_what_refers_to_nothing_written_is_no_hearsay():
    """Who texts Ann has nothing to read up."""
    assert hearsay("Text Ann that the film begins at eight.") is None
    assert hearsay("Send Ann the photo of the mill.") is None
