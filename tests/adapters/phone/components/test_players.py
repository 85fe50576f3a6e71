"""Controls of what plays: what a touch does is what they say."""

from __future__ import annotations

from adapters.phone.components.players import play_button, seek_bar
from adapters.phone.ui.node import ev


def test_a_play_button_says_what_a_touch_does() -> None:
    """It pauses what plays; with nothing to play it is disabled."""
    playing, resting = play_button(True, ev("play")), play_button(False, None, what="list")
    assert (playing.desc, playing.icon, playing.event("tap"), playing.enabled) == ("Pause", "pause", ev("play"), True)
    assert (resting.desc, resting.icon, resting.event("tap"), resting.enabled) == (
        "Play list",
        "play_arrow",
        None,
        False,
    )


def test_a_seek_bar_shows_its_place_and_asks_for_another_one() -> None:
    """The place is in its value and in words; a change sends the event."""
    bar = seek_bar(58, 232, ev("seek"), rid="seek")
    assert (bar.value, bar.desc, bar.event("change")) == (0.25, "0:58 of 3:52", ev("seek"))
