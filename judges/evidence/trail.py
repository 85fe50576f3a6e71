"""The trace of one attempt, put in order for judges: the screens that were seen and the steps between them."""

from __future__ import annotations

from dataclasses import dataclass

from judges.evidence.screens import Look, look
from runtime.core.actions import (
    DEVICE_ACTIONS,
    Action,
    Answer,
    DeviceAction,
    DoubleTap,
    Finish,
    LongPress,
    Swipe,
    Tap,
    Type,
)
from runtime.core.events import AnyEvent, Digest, Ended, Observed, Performed, Replied
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError, UiNode, UiTree


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """One settled screen after `step`; `moves` device steps led to it. Without a tree nothing is known of it."""

    step: int
    moves: int
    tree: UiTree | None
    look: Look | None


@dataclass(slots=True, eq=False)
class Move:
    """One device step: the action, the screen it was performed on, what it hit, and the screen that it led to.

    `before` is known for the first, `after` for the last of several steps between two screens; `tree` is the newest
    that was seen before the step.
    """

    step: int
    action: DeviceAction
    before: Screen | None
    tree: UiTree | None
    target: UiNode | None
    after: Screen | None = None


class Trail:
    """Reads events one by one; what it holds is a function of the events, never of when they came."""

    def __init__(self, evidence: Evidence) -> None:
        self.screens: list[Screen] = []
        self.moves: list[Move] = []
        self.others: list[tuple[int, Action]] = []
        """What was done since the last screen without touching the device."""
        self.pending: list[Move] = []
        """Device steps since the last screen."""
        self.said: list[tuple[int, Answer | Finish]] = []
        """Answers and the finish, where they have a text, with their steps."""
        self.turns: list[Replied] = []
        self.ended: Ended | None = None
        self._evidence = evidence

    @property
    def blind(self) -> bool:
        """True while no screen could be read."""
        return all(screen.look is None for screen in self.screens)

    @property
    def last_step(self) -> int:
        steps = [screen.step for screen in self.screens[-1:]] + [move.step for move in self.moves[-1:]]
        return max(steps, default=0)

    def feed(self, event: AnyEvent) -> None:
        match event:
            case Observed():
                self._observed(event)
            case Performed(step=step, action=action):
                self._performed(step, action)
            case Replied():
                self.turns.append(event)
            case Ended():
                self.ended = event
            case _:
                pass

    def _observed(self, event: Observed) -> None:
        known = self._read(event.tree) if event.tree is not None else None
        tree, words = known if known is not None else (None, None)
        screen = Screen(event.step, len(self.moves), tree, words)
        if self.pending:
            self.pending[-1].after = screen
        self.screens.append(screen)
        self.pending = []
        self.others = []

    def _performed(self, step: int, action: Action) -> None:
        if isinstance(action, (Answer, Finish)) and action.text:
            self.said.append((step, action))
        if not isinstance(action, DEVICE_ACTIONS):
            self.others.append((step, action))
            return
        screen = self.screens[-1] if self.screens else None
        tree = screen.tree if screen else None
        target = hit(tree, action) if tree else None
        move = Move(step, action, None if self.pending else screen, tree, target)
        self.moves.append(move)
        self.pending.append(move)

    def _read(self, digest: Digest) -> tuple[UiTree, Look] | None:
        """A screen that cannot be read is unknown, not empty."""
        try:
            tree = self._evidence.tree(digest)
        except TreeError:
            return None
        return tree, self._evidence.looks.of(digest, lambda: look(tree))


def hit(tree: UiTree, action: DeviceAction) -> UiNode | None:
    """The element that an action reaches: what is under the finger, or the field that has the focus."""
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y) | LongPress(x=x, y=y):
            return tree.hit(x, y)
        case Swipe(x1=x, y1=y):
            return tree.hit(x, y)
        case Type():
            return tree.focused()
        case _:
            return None


def direction(swipe: Swipe) -> str:
    """Where the finger goes: up, down, left or right."""
    across, along = swipe.x2 - swipe.x1, swipe.y2 - swipe.y1
    if abs(across) > abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
