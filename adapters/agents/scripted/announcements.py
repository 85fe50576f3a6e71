"""Words the announcements of instruments and agents so precisely that the announced action can be parsed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    Decision,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Type,
)
from runtime.core.tasks import Selector
from runtime.screen.tree import UiNode, UiTree

DONE = "Everything I know of is done: the task is complete."
_LONGEST_NAME = 80
FAILED = "The task can't be completed."
STUCK = "What I need is not on the screen: the task can't be completed."
NO_ANSWER = "The answer is not on the screen: the task can't be completed."


def name(node: UiNode | None, target: Selector | None) -> str:
    """The name of an element: the selector it is found by, else its text, else its id."""
    text = (target.text or target.desc) if target is not None else ""
    if not text and node is not None:
        text = node.label() or node.short_id.replace("_", " ")
    text = text or (target.resource_id.replace("_", " ") if target is not None else "")
    return text[:_LONGEST_NAME]


def doing(action: Action, called: str = "", slots: Sequence[str] = ()) -> str:
    """A sentence for an action on what is called so, and for what it is done."""
    match action:
        case Tap(x, y):
            sentence = _at("Tap", called, x, y)
        case LongPress(x, y):
            sentence = _at("Long-press", called, x, y)
        case DoubleTap(x, y):
            sentence = _at("Double-tap", called, x, y)
        case Swipe(x1, y1, x2, y2):
            sentence = f"Swipe from ({x1}, {y1}) to ({x2}, {y2})"
        case Type(text):
            sentence = f"Type {quoted(text)} into {quoted(called)}" if called else f"Type {quoted(text)}"
        case Key(key):
            sentence = f"Press {key.lower()}"
        case Launch(app):
            sentence = f"Open the app {app}"
        case Finish(text, "complete"):
            return f"The answer is {quoted(text)}; the task is complete." if text else DONE
        case Finish():
            return FAILED
        case AskUser(question):
            return f"I ask the user: {quoted(question)}"
        case Answer(text):
            return f"I tell the user: {quoted(text)}"
        case _:
            sentence = action.kind.replace("_", " ").capitalize()
    return f"{sentence} for the {', '.join(slots)}." if slots else f"{sentence}."


def aloud(decision: Decision, tree: UiTree) -> Decision:
    """The decision with its announcement after the reason. The other actions lead up to the last one."""
    if not decision.actions:
        return decision
    action, touched = decision.actions[-1], None
    for item in decision.actions:
        if isinstance(item, Tap | LongPress | DoubleTap):
            touched = tree.hit(item.x, item.y)
    why = decision.thought.strip()
    if why and why[-1] not in ".!?…":
        why += "."
    return replace(decision, thought=f"{why} {doing(action, name(touched, None))}".strip())


def asking(slot: str, question: str) -> str:
    """That a question is put to the user, and which."""
    return f"The {slot} is open, so I ask the user: {quoted(question)}"


def by_default(default: str, action: Tap) -> str:
    """Announces that a choice which is still open keeps its default."""
    return f"Nobody chose, so I tap {quoted(default)} at ({action.x}, {action.y})."


def further(gesture: Swipe) -> str:
    """That what is missing is looked for further down."""
    return f"It may be further down, so I swipe from ({gesture.x1}, {gesture.y1}) to ({gesture.x2}, {gesture.y2})."


def quoted(text: str) -> str:
    """A text in quotes, on one line, with no such quotes inside."""
    return f"“{' '.join(text.split()).replace('“', '‘').replace('”', '’')}”"


def _at(verb: str, called: str, x: int, y: int) -> str:
    return f"{verb} {quoted(called)} at ({x}, {y})" if called else f"{verb} ({x}, {y})"
