"""The first or the last of the times that a page shows."""

from __future__ import annotations

from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.rules.timetable import last_or_first
from adapters.agents.scripted.reader.screen.screen import Control, Seen


def row(label: str, level: int) -> Control:
    """A row at a height of the page."""
    return Control("row", label, (label,), (500, level), False, "")


def answer(instruction: str) -> str | None:
    """What is told on a page of two harbours with their ferries."""
    policy = Policy(instruction, can_ask=False)
    policy.travel.at_home = False
    rows = (row("East Harbour", 200), *(row(f"{time}, Pier 1", 300) for time in ("09:10", "21:40")))
    rows += (row("West Harbour", 400), *(row(f"{time}, Pier 2", 500) for time in ("07:30", "23:00")))
    page = Seen("ferries", "Ferries", rows, (), (), (), None)
    decision = last_or_first(policy, page)
    return getattr(decision.actions[0], "text", None) if decision is not None else None


def test_a_time_is_read_under_the_heading_that_was_told():
    """The first of one harbour is not the first of all."""
    assert answer("Look up when the first ferry from the East Harbour leaves.") == "09:10"


def test_the_last_is_the_latest():
    """Where the last was told the first is not taken."""
    assert answer("Look up when the last ferry from the East Harbour leaves.") == "21:40"


def test_no_time_is_told_where_neither_first_nor_last_was_asked_for():
    """A page of times alone answers nothing."""
    assert answer("Look up the price of the ferry from the East Harbour.") is None
