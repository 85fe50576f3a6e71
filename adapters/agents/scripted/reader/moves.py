"""A move of the reader: a decision, and what happens by it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.agents.scripted.reader.screen import Control, ScreenView
from adapters.agents.scripted.reader.state import Event, Touched
from runtime.core.actions import Action, Decision, Swipe, Tap
from runtime.screen.tree import Bounds

_SCREEN: Bounds = (0, 400, 1080, 2000)
"""Where a screen is swiped of which no window scrolls."""


@dataclass(frozen=True, slots=True)
class Move:
    """What is decided, and the events that it stands for."""

    decision: Decision
    events: tuple[Event, ...] = ()


def decision(reason: str, *actions: Action) -> Decision:
    """A decision with its reason."""
    return Decision(actions, thought=reason)


def touch(view: ScreenView, control: Control, reason: str, *, looking: bool = False) -> Move:
    """Touch a control."""
    return Move(decision(reason, Tap(*control.center)), (Touched(view, control, looking),))


def swipe_up(window: Bounds | None) -> Swipe:
    """A finger that moves up by half the height of a window, so that it shows what is further down."""
    left, top, right, bottom = window or _SCREEN
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


def swipe_down(window: Bounds | None) -> Swipe:
    """A finger that moves down by half the height of a window, so that it shows what is further up."""
    swipe = swipe_up(window)
    return Swipe(swipe.x1, swipe.y2, swipe.x2, swipe.y1, swipe.ms)
