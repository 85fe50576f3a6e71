"""Walking a script on a phone: deeds in order, by what they act on; notes which step each one turned out to be.

The note is where labels come from: a deed says by construction which key step it is, what its question is worth and
whether it tells the truth, and the walk says that it was done, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from runtime.core.actions import Action, Answer, AskUser, Decision, Finish, Key, LongPress, Swipe, Tap, Type, Wait
from runtime.core.events import TurnKind
from runtime.core.tasks import Selector
from runtime.core.text import normal
from runtime.plugins.protocols import Observation, Session
from runtime.screen.tree import UiNode, UiTree

_LEAST_VISIBLE = 24
_MOST_BACK = 5
_MOST_TRIES = 10
"""Scrolls, things that are sent away and other remedies, before a deed is given up."""
_DISMISSALS = frozenset(
    ("not now", "no thanks", "later", "skip", "dismiss", "got it", "maybe later", "don’t allow", "try again")
)
_CLOSING = "close"
"""What a page of the app may bear too, so it is touched only when there is nothing more to scroll on it."""
_LAUNCHER = "launcher"
_FEW = 3
"""What lies over a screen has no more controls than these, and a cross without a word may be one of them."""


@dataclass(frozen=True, slots=True)
class ScriptAction:
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
    """What was not found, and where; empty if the script was walked to its end or the budget's."""


async def walk(session: Session, deeds: Sequence[ScriptAction]) -> Walk:
    """Do the deeds until they, or the budget, are at their end."""
    done = Walk()
    seen = await session.observe()
    last: ScriptAction | None = None
    for deed in deeds:
        if seen.ended:
            break
        node: UiNode | None = None
        if deed.begins:
            node = _beginning(seen.tree, deed.begins)
            if node is None:
                continue
        elif deed.targets:
            node, seen = await _find(session, seen, deed, last)
            if seen.ended:
                break
            if node is None:
                if deed.optional:
                    continue
                done.stuck = _where(seen, deed.targets[0])
                break
        elif isinstance(deed.action, Type):
            seen = await _focus(session, seen)
            if seen.ended:
                break
        action = _aimed(deed.action, node)
        seen = await session.step(Decision((action,), thought=_thought(action, node)))
        _note(done, deed, action, seen.step)
        last = deed
        if deed.until:
            seen = await _return(session, seen, action, deed.until)
    if not seen.ended:
        await session.step(Decision((Finish("Done." if not done.stuck else "I can't go on from here."),), thought=""))
    return done


def _note(done: Walk, deed: ScriptAction, action: Action, step: int) -> None:
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
    away = _dismissal(seen.tree) or _cross(seen.tree)
    if away is None or seen.tree is None or seen.tree.focused() is not None:
        return seen
    return await session.step(Decision((_tap(away),), thought="This is in the way."))


async def _return(session: Session, seen: Observation, entering: Action, until: Sequence[Selector]) -> Observation:
    """Back to where a script begins; who comes out of the app on the way enters it again."""
    for _ in range(_MOST_BACK):
        if seen.ended or seen.tree is None or _visible(seen.tree, until) is not None:
            break
        if _LAUNCHER in seen.tree.package:
            return await session.step(Decision((entering,), thought="In again, from the beginning."))
        seen = await session.step(Decision((Key("BACK"),), thought="Back to where it begins."))
    return seen


async def _find(
    session: Session, seen: Observation, deed: ScriptAction, last: ScriptAction | None
) -> tuple[UiNode | None, Observation]:
    """What a deed acts on: in sight, behind what can be sent away, further down, or where one came from."""
    node = _visible(seen.tree, deed.targets)
    if node is not None or deed.optional:
        return node, seen
    remedies = _Remedies(last)
    for _ in range(_MOST_TRIES):
        action = remedies.next(seen.tree)
        if action is None:
            break
        before = seen.tree
        seen = await session.step(Decision((action,), thought="What I look for may be behind this or further down."))
        node = _visible(seen.tree, deed.targets)
        if node is not None or seen.ended:
            break
        remedies.see(action, before, seen.tree)
    return node, seen


class _Remedies:
    """What to do where something is not to be seen: the mildest that has not been tried in vain."""

    def __init__(self, last: ScriptAction | None) -> None:
        self._last = last
        self._ways: list[Callable[[UiTree | None], Swipe | None]] = [further_down, _further_up]
        """Which ways one may still scroll: where a gesture moved nothing, the next, from the other end."""
        self._once = {"wait", "repeat", "back"}
        """What is left of the remedies that are worth one try."""

    def next(self, tree: UiTree | None) -> Action | None:
        away = _dismissal(tree)
        if away is not None:
            return _tap(away)
        gesture = self._ways[0](tree) if self._ways else None
        if gesture is not None:
            return gesture
        cross = _cross(tree)
        if cross is not None:
            return _tap(cross)
        if "wait" in self._once:
            self._once.discard("wait")
            return Wait(3000)
        # A touch that something got in the way of has done nothing, and what it was meant for is still there.
        touched = _visible(tree, self._last.targets) if self._last is not None else None
        if "repeat" in self._once and touched is not None and isinstance(self._last, ScriptAction):
            self._once.discard("repeat")
            return _aimed(self._last.action, touched)
        if "back" in self._once:
            self._once.discard("back")
            return Key("BACK")
        return None

    def see(self, action: Action, before: UiTree | None, after: UiTree | None) -> None:
        """Take in what a remedy led to."""
        same = before is not None and after is not None and before.source == after.source
        if same and isinstance(action, Swipe):
            self._ways = self._ways[1:]
        elif not same and not isinstance(action, Swipe):
            self._ways = [further_down, _further_up]


def _tap(node: UiNode) -> Tap:
    return Tap(*node.center)


def _where(seen: Observation, target: Selector) -> str:
    """A script that stops tells where it was and what it missed."""
    asked = {name: getattr(target, name) for name in ("resource_id", "text", "desc", "cls", "within", "nth")}
    missed = ", ".join(f"{name} {value!r}" for name, value in asked.items() if value)
    if seen.tree is None:
        return f"step {seen.step}, no screen: {missed}"
    # Whatever is named first on a screen, of the bar above it nothing.
    texts = (node.text for node in seen.tree.walk() if node.text and node.package == seen.tree.package)
    return f"step {seen.step}, {seen.tree.package} at {next(texts, '')!r}: {missed}"


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


def _cross(tree: UiTree | None) -> UiNode | None:
    """What closes what is in front: by its name, or the one control without a word of something small."""
    controls = [node for node in tree.walk() if node.clickable] if tree is not None else []
    named = next((node for node in controls if normal(node.label()) == _CLOSING), None)
    if named is not None or len(controls) > _FEW:
        return named
    bare = [node for node in controls if not node.label()]
    return bare[0] if len(bare) == 1 else None


def further_down(tree: UiTree | None) -> Swipe | None:
    """The gesture that moves the largest scrolling window on by half its height; None if nothing scrolls."""
    windows = [node.bounds for node in tree.walk() if node.scrollable] if tree is not None else []
    windows = [bounds for bounds in windows if bounds[3] - bounds[1] > bounds[2] // 4]
    if not windows:
        return None
    left, top, right, bottom = max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


def _further_up(tree: UiTree | None) -> Swipe | None:
    down = further_down(tree)
    return None if down is None else replace(down, y1=down.y2, y2=down.y1)


BACK = ScriptAction(Key("BACK"))
HOME = ScriptAction(Key("HOME"))
RECENTS = ScriptAction(Key("APP_SWITCH"))
