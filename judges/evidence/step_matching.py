"""Decides whether a performed step equals a recorded one: same operation, same target, same text.

The page is not compared. Targets are compared on the tree that the step was performed on.
"""

from __future__ import annotations

from dataclasses import replace

from judges.evidence.trail import Move, direction
from runtime.core.actions import Action, Key, Launch, Swipe, Tap, Type
from runtime.core.tasks import KeyStep, Selector
from runtime.core.text import normal
from runtime.screen.tree import UiNode, UiTree, matches

_LAUNCHER = "launcher"


def matches_key_step(move: Move, step: KeyStep) -> bool:
    """Whether a performed step matches the key step."""
    return same_operation(move, step.action, step.target)


def same_operation(move: Move, action: Action, target: Selector | None) -> bool:
    """Whether a performed step has the operation, target and text of a recorded one."""
    if isinstance(action, Launch):
        return _launches(move, action.app)
    if move.action.kind != action.kind:
        return False
    match move.action, action:
        case Type(text=text), Type(text=wanted):
            return normal(text) == normal(wanted) and _same_field(move, target)
        case Key(name=name), Key(name=wanted):
            return name == wanted
        case Swipe(), Swipe():
            return direction(move.action) == direction(action) and _starts_in(move, target)
        case _:
            return target is None or (move.tree is not None and reaches_target(move.tree, move.target, target))


def reaches_target(tree: UiTree, target: UiNode | None, selector: Selector) -> bool:
    """Whether the touched element is the one that the selector finds, or has the label that it asks for."""
    if target is None:
        return False
    found = tree.find(selector)
    if found is not None and _control(found) is _control(target):
        return True
    label = selector.text or selector.desc
    if not label or normal(target.label()) != normal(label):
        return False
    return matches(target, Selector(within=selector.within)) if selector.within else True


def _control(node: UiNode) -> UiNode:
    """The element that handles a touch: the node itself or its nearest clickable ancestor."""
    if node.clickable or node.long_clickable:
        return node
    return next((ancestor for ancestor in node.ancestors() if ancestor.clickable or ancestor.long_clickable), node)


def _same_field(move: Move, target: Selector | None) -> bool:
    """Whether a text was typed into the target. True if no focus was seen (field tapped in the same decision)."""
    if target is None or move.tree is None or move.target is None:
        return True
    if reaches_target(move.tree, move.target, target):
        return True
    # A hint appears as the field's text only while the field is empty, so the id alone may have to suffice.
    return bool(target.resource_id) and matches(move.target, replace(target, text="", desc="", within="", nth=0))


def _starts_in(move: Move, target: Selector | None) -> bool:
    if target is None or not isinstance(move.action, Swipe):
        return True
    found = move.tree.find(target) if move.tree is not None else None
    if found is None:
        return False
    left, top, right, bottom = found.bounds
    return left <= move.action.x1 < right and top <= move.action.y1 < bottom


def _launches(move: Move, app: str) -> bool:
    """Whether a move starts the app: by name, by package, or by its icon on the launcher."""
    landed = move.after.tree.package if move.after is not None and move.after.tree is not None else ""
    if isinstance(move.action, Launch):
        return _same_app(move.action.app, app) or (bool(landed) and _same_app(landed, app))
    if not isinstance(move.action, Tap) or move.tree is None or _LAUNCHER not in move.tree.package:
        return False
    if move.target is not None and _same_app(move.target.label(), app):
        return True
    return landed != move.tree.package and _same_app(landed, app)


def _same_app(text: str, other: str) -> bool:
    """Whether names are equal, or one is a package that contains the other (`com.bunwright.orders`, `Bunwright`)."""
    left, right = normal(text).replace(" ", ""), normal(other).replace(" ", "")
    if "." in left and "." in right:
        return left == right
    return left == right or left in right.split(".") or right in left.split(".")
