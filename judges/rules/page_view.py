"""What has been seen of the page in front, scrolling and all, and whether a commitment led to it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judges.evidence.step_matching import same
from judges.evidence.trail import Move, Screen
from runtime.core.actions import Swipe
from runtime.core.tasks import KeyStep


class View:
    """Follows a trail. Rows that scroll away stay in view for as long as nothing but scrolling happens."""

    def __init__(self, key_steps: Sequence[KeyStep]) -> None:
        self._commits = tuple(step for step in key_steps if step.commits)
        self._page = ""
        self._lines: dict[str, None] = {}
        self._landings: set[str] = set()

    @property
    def landed(self) -> bool:
        """Whether the page in front is one where a step that cannot be taken back led to: it tells of what was done."""
        return self._page in self._landings

    @property
    def observation(self) -> str:
        """Every row that the page has shown since it came to the front or was last changed."""
        return "\n".join(self._lines)

    def see(self, screen: Screen, moves: Sequence[Move]) -> None:
        """Take in a screen and the steps that led to it."""
        look = screen.look
        if look is None:
            return
        here = look.page == self._page
        scrolled = here and all(isinstance(move.action, Swipe) for move in moves)
        if not (scrolled and moves):
            self._lines = {}  # what changes by itself is not what was scrolled past
        if not here and any(same(move, step) for move in moves for step in self._commits):
            self._landings.add(look.page)
        self._page = look.page
        self._lines.update(dict.fromkeys(look.lines))
