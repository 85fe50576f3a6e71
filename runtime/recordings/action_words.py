"""Actions in words, for people who read a recording."""

from __future__ import annotations

from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Note,
    ParseError,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from runtime.core.tasks import Selector
from runtime.screen.tree import UiTree

_LABEL = 60
"""Maximum length of an element's name, in characters."""


def describe_action(action: Action, tree: UiTree | None = None) -> str:
    """Describe any action; `tree` is the screen that it was taken on, and names the element that it touches."""
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y) | LongPress(x=x, y=y):
            touched = touched_element(tree, x, y)
            words = describe_operation(action, touched)
            return words if touched else f"{words} at {x}, {y}"
        case AskUser(question=question):
            return f"Ask the user: “{question}”"
        case Takeover(message=message):
            return f"Ask the user to take over: “{message}”"
        case Wait(ms=ms):
            return f"Wait {ms / 1000:g} s"
        case Answer(text=text):
            return f"Tell the user: “{text}”"
        case Finish(text=text, status=status):
            words = "Stop" if status == "complete" else "Give up"
            return f"{words}: “{text}”" if text else words
        case Note(text=text):
            return f"Note: “{text}”"
        case Noop():
            return "Do nothing"
        case ParseError(reason=reason):
            return f"Output that could not be parsed: {reason}"
        case _:
            return describe_operation(action)


def touched_points(action: Action) -> tuple[tuple[int, int], ...]:
    """Return the pixels that an action touches: one point, the two ends of a swipe, or none."""
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y) | LongPress(x=x, y=y):
            return ((x, y),)
        case Swipe(x1=x1, y1=y1, x2=x2, y2=y2):
            return ((x1, y1), (x2, y2))
        case _:
            return ()


def touched_element(tree: UiTree | None, x: int, y: int) -> Selector | None:
    """Return the element under a touch, if it has a visible name."""
    node = tree.hit(x, y) if tree is not None else None
    label = " ".join(node.label().split()) if node is not None else ""
    if not label:
        return None
    return Selector(text=label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}…")


def describe_operation(action: Action, target: Selector | None = None) -> str:
    """Describe an operation on the phone, with its element if that is known."""
    element = describe_element(target) if target is not None else ""
    match action:
        case Tap():
            return f"Tap {element}".rstrip()
        case DoubleTap():
            return f"Tap {element} twice".replace("  ", " ")
        case LongPress():
            return f"Press and hold {element}".rstrip()
        case Swipe():
            return f"Swipe {_direction(action)}" + (f" on {element}" if element else "")
        case Type(text=text, clear=clear):
            return f"Type “{text}”" + (" in place of what is there" if clear else "")
        case Key(name=name):
            return f"Press {name}"
        case Launch(app=app):
            return f"Open {app}"
        case _:
            return action.kind.replace("_", " ").capitalize()


def describe_element(target: Selector) -> str:
    """Name the element that a selector matches, as a person would call it."""
    own = target.text or target.desc
    words = f"“{own}”" if own else f"the element “{target.resource_id.rpartition('/')[2].replace('_', ' ')}”"
    if not own and not target.resource_id:
        words = target.cls.rpartition(".")[2] or "an element"
    if target.nth:
        words += f", number {target.nth + 1} of its kind"
    return words + (f" in the row of “{target.within}”" if target.within else "")


def _direction(swipe: Swipe) -> str:
    across, down = swipe.x2 - swipe.x1, swipe.y2 - swipe.y1
    if abs(across) > abs(down):
        return "to the right" if across > 0 else "to the left"
    return "down" if down > 0 else "up"
