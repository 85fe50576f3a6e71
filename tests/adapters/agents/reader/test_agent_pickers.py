"""Clock faces, calendars and steppers."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.days import today
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import Control, take_in
from runtime.core.actions import Tap
from runtime.screen.tree import UiTree
from tests.support.playing import touched
from tests.support.trees import button, node, page, row, text

WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def controls(tree: UiTree) -> tuple[Control, ...]:
    """What can be touched."""
    return take_in(tree).controls


def test_the_hour_then_the_minute():
    """Both of a told time, then on."""
    hours = [row(f"{hour:02}", kind=f"h{hour}") for hour in range(6, 12)]
    minutes = [row(f":{minute:02}", kind=f"m{minute}") for minute in (0, 20, 40)]
    tree = page(text("Select time"), *hours, *minutes, button("OK"))
    policy = Policy("Wake me at 07:40.", True)
    assert [touched(policy, tree) for _ in range(3)] == ["07", ":40", "OK"]


@pytest.mark.parametrize(
    ("content", "day"), [("tomorrow", "Wednesday 18 November"), ("on Friday", "Friday 20 November")]
)
def test_a_day_is_counted_from_today(content, day):
    """Tomorrow, and the next day of that name."""
    cells = [row(f"{WEEK[(number - 1) % 7]} {number} November", kind=f"d{number}") for number in range(1, 31)]
    policy = Policy(f"Water the roses {content}.", True)
    policy.today = today("Tue, Nov 17")
    assert touched(policy, page(text("Date"), *cells, button("OK"))) == day


def stepper(name: str, number: int) -> UiTree:
    """A name, a number and two buttons in one row."""
    less, more = button(f"One less: {name}"), button(f"One more: {name}")
    line = node("LinearLayout", "", text(name), less, text(str(number)), more)
    return page(text("Who comes?"), line, button("Done"))


def test_a_number_is_counted_up_to_and_no_further():
    """One more as long as fewer are chosen than were told, then on."""
    policy = Policy("Book a table for 3 adults.", True)
    tree = stepper("Adults", 1)
    (tap,) = policy.decide(take_in(tree), (), False).actions
    assert isinstance(tap, Tap)
    assert touched(Policy("Book a table for 3 adults.", False), stepper("Adults", 3)) == "Done"


def test_a_title_that_tells_no_day_tells_none():
    """Only a weekday with a date is a day."""
    assert today("Settings") is None
    assert today("Tue, Nov 17") == today("Tuesday, 17 November")
