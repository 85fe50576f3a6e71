"""The trajectory serializer: describes each settled screen as page, observation, operation and feedback.

These are the four parts of a serialized step in AmbiBench §4.1.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judges.evidence.screens import ScreenText, control_name, single_line
from judges.evidence.trail import Move, Screen, direction
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from runtime.core.events import Described
from runtime.screen.tree import UiNode

_SHOWN = 3
"""The maximum number of changed rows that a feedback lists."""
_VERBS = {"tap": "tap", "double_tap": "double tap", "long_press": "long press"}


class Serializer:
    """Describes each screen of one episode as it is observed."""

    def __init__(self, episode: str, judge: str) -> None:
        self._episode = episode
        self._judge = judge
        self._last: Screen | None = None

    def describe(self, screen: Screen, moves: list[Move], other_actions: list[tuple[int, Action]]) -> Described:
        """Describe `screen` and the actions since the previous one."""
        done = sorted(
            [(move.step, operation(move.action, move.target)) for move in moves]
            + [(step, operation(action, None)) for step, action in other_actions]
        )
        last, self._last = self._last, screen
        text = screen.text
        return Described(
            episode=self._episode,
            judge=self._judge,
            step=screen.step,
            page=text.page if text else "",
            observation=text.observation if text else "",
            operation="; ".join(description for _, description in done),
            feedback="" if last is None else feedback(last.text, text),
        )


def operation(action: Action, target: UiNode | None) -> str:
    """Describes one action, with the name of its target."""
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y) | LongPress(x=x, y=y):
            verb = _VERBS[action.kind]
            return f"{verb} {_named(target)}" if target else f"{verb} at ({x}, {y})"
        case Type(text=text):
            return f'type "{single_line(text)}" into {_named(target)}' if target else f'type "{single_line(text)}"'
        case Swipe():
            return f"swipe {direction(action)}"
        case Key(name=name):
            return f"key {name}"
        case Launch(app=app):
            return f"launch {app}"
        case Wait(ms=ms):
            return f"wait {ms} ms"
        case AskUser(question=text) | Takeover(message=text):
            return f'ask "{single_line(text)}"'
        case Answer(text=text) | Finish(text=text):
            return f'{action.kind} "{single_line(text)}"' if text else action.kind
        case _:
            return action.kind.replace("_", " ")


def _named(node: UiNode) -> str:
    name = f'"{control_name(node)}"'
    return f"{name} ({node.short_id})" if node.short_id else name


def feedback(before: ScreenText | None, after: ScreenText | None) -> str:
    """Describes what changed from one screen to the next."""
    if before is None or after is None:
        return "not seen"
    if before.page != after.page:
        return f"page changed to {after.page.partition('/')[2]}"
    rows = list(_changed(before, after))
    if not rows:
        return "nothing changed"
    more = "; …" if len(rows) > _SHOWN else ""
    return f"{len(rows)} row{'s' * (len(rows) > 1)} changed: {'; '.join(rows[:_SHOWN])}{more}"


def _changed(before: ScreenText, after: ScreenText) -> Iterator[str]:
    """The new rows, then rows that disappeared without a replacement."""
    old, new = Counter(before.lines), Counter(after.lines)
    came, went = list((new - old).elements()), list((old - new).elements())
    yield from came
    yield from (f"gone: {line}" for line in went[len(came) :])
