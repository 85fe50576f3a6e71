"""Collects the rows of the current page across scrolling, and whether a commitment led to the page. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judges.evidence.step_matching import matches_key_step
from judges.evidence.trail import Move, Screen
from runtime.core.actions import Swipe
from runtime.core.tasks import KeyStep


class PageView:
    """The rows of the current page. Rows that scroll away are remembered until an action other than a swipe."""

    def __init__(self, key_steps: Sequence[KeyStep]) -> None:
        self._commits = tuple(step for step in key_steps if step.commits)
        self._page = ""
        self._lines: dict[str, None] = {}
        self._commitment_pages: set[str] = set()

    @property
    def after_commitment(self) -> bool:
        """Whether a step that cannot be undone led to the current page, which then confirms what was done."""
        return self._page in self._commitment_pages

    @property
    def observation(self) -> str:
        """All rows that the page has shown since it opened or last changed."""
        return "\n".join(self._lines)

    def update(self, screen: Screen, moves: Sequence[Move]) -> None:
        """Process a screen and the moves that led to it."""
        look = screen.text
        if look is None:
            return
        here = look.page == self._page
        scrolled = here and all(isinstance(move.action, Swipe) for move in moves)
        if not (scrolled and moves):
            self._lines = {}  # a page that changed by itself invalidates remembered rows
        if not here and any(matches_key_step(move, step) for move in moves for step in self._commits):
            self._commitment_pages.add(look.page)
        self._page = look.page
        self._lines.update(dict.fromkeys(look.lines))
