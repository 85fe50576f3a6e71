"""The trail of one attempt: the observed screens and the moves between them, in order."""

from __future__ import annotations

from dataclasses import dataclass

from judges.evidence.screens import ScreenText, read_screen
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
from runtime.core.events import AnyEvent, Digest, Ended, Observed, Performed, Replied, Traffic
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError, UiNode, UiTree


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """One settled screen after `step`; `moves` counts the device steps before it. Without a tree it is unknown."""

    step: int
    moves: int
    tree: UiTree | None
    text: ScreenText | None


@dataclass(slots=True, eq=False)
class Move:
    """One device step: its action, the screen before, the element that it hit, and the screen after.

    Of several moves between two screens, only the first knows `before` and only the last knows `after`. `tree` is the
    newest tree that was seen before the move.
    """

    step: int
    action: DeviceAction
    before: Screen | None
    tree: UiTree | None
    target: UiNode | None
    after: Screen | None = None


@dataclass(frozen=True, slots=True)
class ShellWrite:
    """A shell command that changed state without the user interface, after `step` and that many moves."""

    step: int
    moves: int
    command: str


class Trail:
    """Builds the trail from events. It depends on the events only, not on their timing."""

    def __init__(self, evidence: Evidence) -> None:
        self.screens: list[Screen] = []
        self.moves: list[Move] = []
        self.other_actions: list[tuple[int, Action]] = []
        """Actions since the last screen that did not touch the device."""
        self.pending: list[Move] = []
        """Device steps since the last screen."""
        self.answers: list[tuple[int, Answer | Finish]] = []
        """Answers and the finish that have a text, with their steps."""
        self.turns: list[Replied] = []
        self.writes: list[ShellWrite] = []
        """What shell commands did, unless it counts like anything else."""
        self.ended: Ended | None = None
        self._evidence = evidence

    @property
    def unreadable(self) -> bool:
        """Whether no screen could be read so far."""
        return all(screen.text is None for screen in self.screens)

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
            case Traffic(writes=True, why=why) if self._evidence.bypass == "refuse":
                self.writes.append(ShellWrite(self.last_step, len(self.moves), why))
            case Ended():
                self.ended = event
            case _:
                pass

    def _observed(self, event: Observed) -> None:
        known = self._read(event.tree) if event.tree is not None else None
        tree, text = known if known is not None else (None, None)
        screen = Screen(event.step, len(self.moves), tree, text)
        if self.pending:
            self.pending[-1].after = screen
        self.screens.append(screen)
        self.pending = []
        self.other_actions = []

    def _performed(self, step: int, action: Action) -> None:
        if isinstance(action, (Answer, Finish)) and action.text:
            self.answers.append((step, action))
        if not isinstance(action, DEVICE_ACTIONS):
            self.other_actions.append((step, action))
            return
        screen = self.screens[-1] if self.screens else None
        tree = screen.tree if screen else None
        target = action_target(tree, action) if tree else None
        move = Move(step, action, None if self.pending else screen, tree, target)
        self.moves.append(move)
        self.pending.append(move)

    def _read(self, digest: Digest) -> tuple[UiTree, ScreenText] | None:
        """The tree of a screen and its text; None if it cannot be read, which means unknown, not empty."""
        try:
            tree = self._evidence.tree(digest)
        except TreeError:
            return None
        return tree, self._evidence.looks.of(digest, lambda: read_screen(tree))


def action_target(tree: UiTree, action: DeviceAction) -> UiNode | None:
    """The element that an action acts on: the one under the finger, or the focused field."""
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
    """The direction in which the finger moves: up, down, left or right."""
    dx, dy = swipe.x2 - swipe.x1, swipe.y2 - swipe.y1
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"
