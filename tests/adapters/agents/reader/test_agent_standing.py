"""What an app is to do from now on: lists of such matters, and the options that they name."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.chores import chores
from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.standing import standing
from tests.support.playing import believing, touched
from tests.support.trees import page, radio, row, text, up


def test_each_matter_of_a_list_is_one_request():
    """A verb that nobody taught begins a matter, and what is not wanted is one to be turned off."""
    found = chores("From now on, have Zoo water my plants, leave parcels at the gate and send me news, but no adverts.")
    assert [chore.text for chore in found] == [
        "From now on, water my plants in Zoo.",
        "From now on, leave parcels at the gate in Zoo.",
        "From now on, send me news in Zoo.",
        "Turn off adverts in Zoo.",
    ]


@pytest.mark.parametrize("content", ["From now on, send me news and adverts.", "Water my plants, feed the cat."])
def test_things_of_one_matter_stay_together(content):
    """What has no verb of its own is part of the matter before; and not every list is about how it is to stay."""
    assert standing(content) == ()


def test_quality_is_set():
    """To do something in a quality is a setting of what is done."""
    assert in_short("Mute Ann and record in fine quality.") == "Mute Ann and set the record quality to fine."


def test_an_option_is_told_with_what_it_is_about_between():
    """All words of an option in their order name it, though what is left there is told among them."""
    policy = believing("From now on, leave parcels at the gate.")
    settings = page(text("Settings"), up(), row("At the gate"), row("Size"))
    assert touched(policy, settings) == "At the gate"
    sheet = page(text("At the gate"), radio("Ring twice", on=True), radio("Leave at the gate"), radio("Leave inside"))
    assert touched(policy, sheet) == "Leave at the gate"
