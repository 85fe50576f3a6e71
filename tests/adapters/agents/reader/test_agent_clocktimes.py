"""Times of the day as people say them."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.clocktimes import in_figures
from adapters.agents.scripted.reader.language.idioms import in_short


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at half past six in the evening", "at 18:30"),
        ("at 7 pm", "at 19:00"),
        ("at 7:30 p.m. sharp", "at 19:30 sharp"),
        ("at quarter to nine in the morning", "at 08:45"),
        ("at 12 am", "at 00:00"),
        ("at 12 pm", "at 12:00"),
        ("at twelve at night", "at 00:00"),
        ("at noon", "at 12:00"),
        ("at midnight", "at 00:00"),
    ],
)
def test_a_spoken_time_is_put_in_figures(text, shown):
    """What part of the day is meant is told by the words after the hour."""
    assert in_figures(text) == shown


def test_a_time_without_a_part_of_the_day_stays():
    """Whether it is in the morning or in the evening is not to be guessed."""
    assert in_figures("at half past six, table 4") == "at half past six, table 4"


def test_quoted_words_stay():
    """What is to be written is written as it was said."""
    assert in_figures("write “see you at 7 pm” at 8 pm") == "write “see you at 7 pm” at 20:00"


def test_what_is_needed_and_what_is_not_is_said_of_the_order():
    """Neither is a request of its own."""
    assert in_short("Order a melon and I need a spoon.") == "Order a melon, with a spoon."
    assert in_short("Buy the coat and don't need the cover.") == "Buy the coat, without the cover."
