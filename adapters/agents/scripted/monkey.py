"""`monkey`: seeded random touches, the floor that every agent should be above."""

from __future__ import annotations

import random
from typing import Final

from runtime.core.actions import Action, Decision, Key, Swipe, Tap, Type
from runtime.plugins.protocols import AgentNotes, Need, Session
from runtime.plugins.specs import AgentSpec
from runtime.screen.tree import UiTree

_WORDS = ("hello", "two", "yes", "double", "monday")
_BACK, _SCROLL, _TYPE, _TOUCH = 0.1, 0.2, 0.3, 0.95
"""Upper ends of the shares that each kind of action has; the rest are touches anywhere."""


class Monkey:
    """Taps what can be tapped, sometimes types, scrolls or goes back; plays until its budget is used up."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    async def play(self, session: Session) -> None:
        """Touch at random."""
        seen = await session.observe()
        while not seen.ended:
            decision = Decision((self._next(seen.tree, session.brief.screen),))
            seen = await session.step(decision)

    def _next(self, tree: UiTree | None, screen: tuple[int, int]) -> Action:
        draw = self._random.random()
        width, height = screen
        if draw < _BACK:
            return Key("BACK")
        if draw < _SCROLL:
            middle = width // 2
            return Swipe(middle, height * 3 // 4, middle, height // 3, 300)
        if tree is not None and tree.focused() is not None and draw < _TYPE:
            return Type(self._random.choice(_WORDS))
        touchable = [node for node in tree.walk() if node.clickable and node.enabled] if tree is not None else []
        if touchable and draw < _TOUCH:
            return Tap(*self._random.choice(touchable).center)
        return Tap(self._random.randrange(width), self._random.randrange(height))


MONKEY: Final = AgentSpec(
    make=Monkey,
    name="monkey",
    notes=AgentNotes(
        "a floor: seeded random touches until the budget is used up",
        "nothing",
        "never asks",
        "--agent monkey",
    ),
)
