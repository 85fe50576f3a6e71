"""Walking a script on a phone: deeds in order, by what they act on; notes which step each one turned out to be.

The note is where labels come from: a deed says by construction which key step it is, what its question is worth and
whether it tells the truth, and the walk says that it was done, and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runtime.actions import Action, Answer, AskUser, Decision, Finish, Key, LongPress, Swipe, Tap, Type, Wait
from runtime.events import TurnKind
from runtime.ports import Observation, Session
from runtime.tasks import Selector
from runtime.ui import UiNode, UiTree, normal

_LEAST_VISIBLE = 24
_MOST_BACK = 3
_MOST_TRIES = 5
"""Scrolls, and things that stand in the way and are sent away, before a deed is given up."""
_DISMISSALS = frozenset(
    ("close", "not now", "no thanks", "later", "skip", "dismiss", "got it", "maybe later", "don’t allow", "try again")
)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing to do, and what is known of it because the script was made so.

    `targets` are alternatives: the first that is on the screen is acted on; a `Finish` with a target tells what it
    reads there. `key` names the key step that this is. A question has its `turn` and what it `fills`. An `optional`
    deed is passed over where nothing on the screen fits; any other ends the walk there. After a deed with `until` one
    goes back as often as it takes to see one of these. `begins`: instead of targets, how a button's label begins.
    """

    action: Action
    targets: tuple[Selector, ...] = ()
    key: str = ""
    turn: TurnKind | None = None
    fills: tuple[str, ...] = ()
    optional: bool = False
    until: tuple[Selector, ...] = ()
    begins: tuple[str, ...] = ()


@dataclass(slots=True)
class Walk:
    """What was done. Steps are numbered as the trace numbers them."""

    keys: list[tuple[int, str]] = field(default_factory=list)
    turns: list[tuple[TurnKind, tuple[str, ...]]] = field(default_factory=list)
    told: list[tuple[int, str]] = field(default_factory=list)
    stuck: str = ""
    """What was not found where it was needed; empty if the script was walked to its end or the budget's."""


async def walk(session: Session, deeds: Sequence[Deed]) -> Walk:
    """Do the deeds until they, or the budget, are at their end."""
    done = Walk()
    seen = await session.observe()
    for deed in deeds:
        if seen.ended:
            break
        node: UiNode | None = None
        if deed.begins:
            node = _beginning(seen.tree, deed.begins)
            if node is None:
                continue
        elif deed.targets:
            node, seen = await _find(session, seen, deed)
            if seen.ended:
                break
            if node is None:
                if deed.optional:
                    continue
                done.stuck = str(deed.targets[0])
                break
        elif isinstance(deed.action, Type):
            seen = await _focus(session, seen)
            if seen.ended:
                break
        action = _aimed(deed.action, node)
        seen = await session.step(Decision((action,), thought=_thought(action, node)))
        _note(done, deed, action, seen.step)
        for _ in range(_MOST_BACK):
            if not deed.until or seen.ended or _visible(seen.tree, deed.until) is not None:
                break
            seen = await session.step(Decision((Key("BACK"),), thought="Back to where it begins."))
    if not seen.ended:
        await session.step(Decision((Finish("Done." if not done.stuck else "I can't go on from here."),), thought=""))
    return done


def _note(done: Walk, deed: Deed, action: Action, step: int) -> None:
    if deed.key:
        done.keys.append((step, deed.key))
    if deed.turn is not None:
        done.turns.append((deed.turn, deed.fills))
    if isinstance(action, Finish | Answer) and action.text:
        done.told.append((step, action.text))


def _thought(action: Action, node: UiNode | None) -> str:
    return "" if isinstance(action, AskUser) or node is None else f"{action.kind} {node.label()}"


def _aimed(action: Action, node: UiNode | None) -> Action:
    if node is None:
        return action
    if isinstance(action, Tap | LongPress):
        x, y = node.center
        return replace(action, x=x, y=y)
    if isinstance(action, Finish | Answer):
        return replace(action, text=node.label())
    return action


async def _focus(session: Session, seen: Observation) -> Observation:
    """Send away what took the focus from the field, once."""
    away = _dismissal(seen.tree)
    if away is None or seen.tree is None or seen.tree.focused() is not None:
        return seen
    return await session.step(Decision((Tap(*away.center),), thought="This is in the way."))


async def _find(session: Session, seen: Observation, deed: Deed) -> tuple[UiNode | None, Observation]:
    """What a deed acts on: in sight, behind what can be sent away, or further down."""
    node = _visible(seen.tree, deed.targets)
    if node is not None or deed.optional:
        return node, seen
    waited = 0
    for _ in range(_MOST_TRIES):
        away, gesture = _dismissal(seen.tree), further_down(seen.tree)
        idle = away is None and gesture is None
        if idle and waited:
            break
        waited += idle
        action: Action = Tap(*away.center) if away is not None else gesture if gesture is not None else Wait(3000)
        before = None if idle or away is not None else seen.tree
        seen = await session.step(Decision((action,), thought="What I look for may be behind this or further down."))
        node = _visible(seen.tree, deed.targets)
        if node is not None or seen.ended or (before and seen.tree and before.source == seen.tree.source):
            break
    return node, seen


def _visible(tree: UiTree | None, targets: Sequence[Selector]) -> UiNode | None:
    for target in targets:
        node = tree.find(target) if tree is not None else None
        if node is not None:
            left, top, right, bottom = node.bounds
            if min(right - left, bottom - top) >= _LEAST_VISIBLE:
                return node
    return None


def _beginning(tree: UiTree | None, begins: Sequence[str]) -> UiNode | None:
    """The first button with such a label, in the order of the beginnings."""
    buttons = [node for node in tree.walk() if node.clickable] if tree is not None else []
    return next((node for start in begins for node in buttons if normal(node.label()).startswith(start)), None)


def _dismissal(tree: UiTree | None) -> UiNode | None:
    """A button that sends away what lies over the screen."""
    if tree is None:
        return None
    return next((node for node in tree.walk() if node.clickable and normal(node.label()) in _DISMISSALS), None)


def further_down(tree: UiTree | None) -> Swipe | None:
    """The gesture that moves the largest scrolling window on by half its height; None if nothing scrolls."""
    windows = [node.bounds for node in tree.walk() if node.scrollable] if tree is not None else []
    windows = [bounds for bounds in windows if bounds[3] - bounds[1] > bounds[2] // 4]
    if not windows:
        return None
    left, top, right, bottom = max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


BACK = Deed(Key("BACK"))
HOME = Deed(Key("HOME"))
RECENTS = Deed(Key("APP_SWITCH"))
