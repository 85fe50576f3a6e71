"""The trajectory serializer: ⟨page, observation, operation, feedback⟩ for each settled screen (AmbiBench §4.1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from judges.evidence.screens import Look, flat, name_of
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
"""So many changed rows are spelled out in a feedback."""
_VERBS = {"tap": "tap", "double_tap": "double tap", "long_press": "long press"}


class Serializer:
    """Describes each screen as soon as it is there."""

    def __init__(self, episode: str, judge: str) -> None:
        self._episode = episode
        self._judge = judge
        self._last: Screen | None = None

    def describe(self, screen: Screen, moves: list[Move], others: list[tuple[int, Action]]) -> Described:
        """Put `screen` into words, and what was done since the last one."""
        done = sorted(
            [(move.step, operation(move.action, move.target)) for move in moves]
            + [(step, operation(action, None)) for step, action in others]
        )
        last, self._last = self._last, screen
        words = screen.look
        return Described(
            episode=self._episode,
            judge=self._judge,
            step=screen.step,
            page=words.page if words else "",
            observation=words.observation if words else "",
            operation="; ".join(text for _, text in done),
            feedback="" if last is None else feedback(last.look, words),
        )


def operation(action: Action, target: UiNode | None) -> str:
    """One action in words, with the name of what it hit."""
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y) | LongPress(x=x, y=y):
            verb = _VERBS[action.kind]
            return f"{verb} {_named(target)}" if target else f"{verb} at ({x}, {y})"
        case Type(text=text):
            return f'type "{flat(text)}" into {_named(target)}' if target else f'type "{flat(text)}"'
        case Swipe():
            return f"swipe {direction(action)}"
        case Key(name=name):
            return f"key {name}"
        case Launch(app=app):
            return f"launch {app}"
        case Wait(ms=ms):
            return f"wait {ms} ms"
        case AskUser(question=text) | Takeover(message=text):
            return f'ask "{flat(text)}"'
        case Answer(text=text) | Finish(text=text):
            return f'{action.kind} "{flat(text)}"' if text else action.kind
        case _:
            return action.kind.replace("_", " ")


def _named(node: UiNode) -> str:
    name = f'"{name_of(node)}"'
    return f"{name} ({node.short_id})" if node.short_id else name


def feedback(before: Look | None, after: Look | None) -> str:
    """What changed from one screen to the next."""
    if before is None or after is None:
        return "not seen"
    if before.page != after.page:
        return f"page changed to {after.page.partition('/')[2]}"
    rows = list(_changed(before, after))
    if not rows:
        return "nothing changed"
    more = "; …" if len(rows) > _SHOWN else ""
    return f"{len(rows)} row{'s' * (len(rows) > 1)} changed: {'; '.join(rows[:_SHOWN])}{more}"


def _changed(before: Look, after: Look) -> Iterator[str]:
    """The rows that came, then those that only went."""
    old, new = Counter(before.lines), Counter(after.lines)
    came, went = list((new - old).elements()), list((old - new).elements())
    yield from came
    yield from (f"gone: {line}" for line in went[len(came) :])
