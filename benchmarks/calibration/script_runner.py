"""Runs a script on a phone: performs its actions in order and records the step number of each.

Labels come from this record: each script action declares by construction which key step it is and how its question
is to be labelled, and the run adds whether and when it was performed.
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

_MIN_VISIBLE = 24
_MAX_BACKS = 5
_MAX_RECOVERIES = 10
"""Maximum number of recovery actions (scrolls, dismissals and others) before an element counts as missing."""
_DISMISSALS = frozenset(
    ("not now", "no thanks", "later", "skip", "dismiss", "got it", "maybe later", "don’t allow", "try again")
)
_CLOSING = "close"
"""A label that an app's own page may have too, so it is touched only if there is nothing left to scroll."""
_LAUNCHER = "launcher"
_MAX_OVERLAY_CONTROLS = 3
"""Maximum number of controls of an overlay, among which an unlabelled control may be the close button."""


@dataclass(frozen=True, slots=True)
class ScriptAction:
    """One action of a script, with the labels that are known by construction.

    `targets` are alternatives: the action applies to the first that is visible; a `Finish` with a target reports its
    label. `key` is the id of the key step that the action performs. A question has its label `turn` and the
    requirements that it `fills`. An `optional` action is skipped if it has no visible target; any other missing target
    ends the script. After an action with `until`, BACK is pressed until one of these selectors is visible. `begins`
    replaces targets: the beginnings of button labels.
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
class ScriptResult:
    """The performed part of a script, with the step numbers of the trace."""

    keys: list[tuple[int, str]] = field(default_factory=list)
    turns: list[tuple[TurnKind, tuple[str, ...]]] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)
    stuck: str = ""
    """The element that was not found, and where; empty if the script finished or the budget ended."""


async def run_script(session: Session, script: Sequence[ScriptAction]) -> ScriptResult:
    """Perform the script until its end or the end of the budget."""
    result = ScriptResult()
    seen = await session.observe()
    last: ScriptAction | None = None
    for script_action in script:
        if seen.ended:
            break
        node: UiNode | None = None
        if script_action.begins:
            node = _button_by_prefix(seen.tree, script_action.begins)
            if node is None:
                continue
        elif script_action.targets:
            node, seen = await _find(session, seen, script_action, last)
            if seen.ended:
                break
            if node is None:
                if script_action.optional:
                    continue
                result.stuck = _where(seen, script_action.targets[0])
                break
        elif isinstance(script_action.action, Type):
            seen = await _focus(session, seen)
            if seen.ended:
                break
        action = _with_target(script_action.action, node)
        seen = await session.step(Decision((action,), thought=_thought(action, node)))
        _record(result, script_action, action, seen.step)
        last = script_action
        if script_action.until:
            seen = await _return(session, seen, action, script_action.until)
    if not seen.ended:
        await session.step(Decision((Finish("Done." if not result.stuck else "I can't go on from here."),), thought=""))
    return result


def _record(result: ScriptResult, script_action: ScriptAction, action: Action, step: int) -> None:
    if script_action.key:
        result.keys.append((step, script_action.key))
    if script_action.turn is not None:
        result.turns.append((script_action.turn, script_action.fills))
    if isinstance(action, Finish | Answer) and action.text:
        result.answers.append((step, action.text))


def _thought(action: Action, node: UiNode | None) -> str:
    return "" if isinstance(action, AskUser) or node is None else f"{action.kind} {node.label()}"


def _with_target(action: Action, node: UiNode | None) -> Action:
    if node is None:
        return action
    if isinstance(action, Tap | LongPress):
        x, y = node.center
        return replace(action, x=x, y=y)
    if isinstance(action, Finish | Answer):
        return replace(action, text=node.label())
    return action


async def _focus(session: Session, seen: Observation) -> Observation:
    """Dismiss an overlay that took the focus from the text field, once."""
    dismissal = _dismissal(seen.tree) or _close_button(seen.tree)
    if dismissal is None or seen.tree is None or seen.tree.focused() is not None:
        return seen
    return await session.step(Decision((_tap(dismissal),), thought="This is in the way."))


async def _return(session: Session, seen: Observation, entering: Action, until: Sequence[Selector]) -> Observation:
    """Go back until one of the selectors is visible. If that leaves the app, repeat the action that entered it."""
    for _ in range(_MAX_BACKS):
        if seen.ended or seen.tree is None or _visible(seen.tree, until) is not None:
            break
        if _LAUNCHER in seen.tree.package:
            return await session.step(Decision((entering,), thought="In again, from the beginning."))
        seen = await session.step(Decision((Key("BACK"),), thought="Back to where it begins."))
    return seen


async def _find(
    session: Session, seen: Observation, script_action: ScriptAction, last: ScriptAction | None
) -> tuple[UiNode | None, Observation]:
    """The target of an action; if it is not visible, dismiss overlays, scroll and try other recovery actions."""
    node = _visible(seen.tree, script_action.targets)
    if node is not None or script_action.optional:
        return node, seen
    recovery = _Recovery(last)
    for _ in range(_MAX_RECOVERIES):
        action = recovery.next(seen.tree)
        if action is None:
            break
        before = seen.tree
        seen = await session.step(Decision((action,), thought="What I look for may be behind this or further down."))
        node = _visible(seen.tree, script_action.targets)
        if node is not None or seen.ended:
            break
        recovery.observe_effect(action, before, seen.tree)
    return node, seen


class _Recovery:
    """Chooses recovery actions for an element that is not visible, the least intrusive first."""

    def __init__(self, last: ScriptAction | None) -> None:
        self._last = last
        self._directions: list[Callable[[UiTree | None], Swipe | None]] = [further_down, _further_up]
        """Scroll directions still to try; a direction is removed when its gesture changes nothing."""
        self._once = {"wait", "repeat", "back"}
        """Recovery actions that are tried once and were not tried yet."""

    def next(self, tree: UiTree | None) -> Action | None:
        dismissal = _dismissal(tree)
        if dismissal is not None:
            return _tap(dismissal)
        gesture = self._directions[0](tree) if self._directions else None
        if gesture is not None:
            return gesture
        close_button = _close_button(tree)
        if close_button is not None:
            return _tap(close_button)
        if "wait" in self._once:
            self._once.discard("wait")
            return Wait(3000)
        # If an overlay intercepted the last touch, it had no effect and its target is still visible.
        touched = _visible(tree, self._last.targets) if self._last is not None else None
        if "repeat" in self._once and touched is not None and isinstance(self._last, ScriptAction):
            self._once.discard("repeat")
            return _with_target(self._last.action, touched)
        if "back" in self._once:
            self._once.discard("back")
            return Key("BACK")
        return None

    def observe_effect(self, action: Action, before: UiTree | None, after: UiTree | None) -> None:
        """Process the effect of a recovery action."""
        same = before is not None and after is not None and before.source == after.source
        if same and isinstance(action, Swipe):
            self._directions = self._directions[1:]
        elif not same and not isinstance(action, Swipe):
            self._directions = [further_down, _further_up]


def _tap(node: UiNode) -> Tap:
    return Tap(*node.center)


def _where(seen: Observation, target: Selector) -> str:
    """Describes the screen on which a script stopped and the selector that it did not find."""
    asked = {name: getattr(target, name) for name in ("resource_id", "text", "desc", "cls", "within", "nth")}
    missed = ", ".join(f"{name} {value!r}" for name, value in asked.items() if value)
    if seen.tree is None:
        return f"step {seen.step}, no screen: {missed}"
    # The first text of the app, not of the status bar.
    texts = (node.text for node in seen.tree.walk() if node.text and node.package == seen.tree.package)
    return f"step {seen.step}, {seen.tree.package} at {next(texts, '')!r}: {missed}"


def _visible(tree: UiTree | None, targets: Sequence[Selector]) -> UiNode | None:
    for target in targets:
        node = tree.find(target) if tree is not None else None
        if node is not None:
            left, top, right, bottom = node.bounds
            if min(right - left, bottom - top) >= _MIN_VISIBLE:
                return node
    return None


def _button_by_prefix(tree: UiTree | None, begins: Sequence[str]) -> UiNode | None:
    """The first button whose label begins with one of the texts, in the order of the texts."""
    buttons = [node for node in tree.walk() if node.clickable] if tree is not None else []
    return next((node for start in begins for node in buttons if normal(node.label()).startswith(start)), None)


def _dismissal(tree: UiTree | None) -> UiNode | None:
    """A button that dismisses an overlay."""
    if tree is None:
        return None
    return next((node for node in tree.walk() if node.clickable and normal(node.label()) in _DISMISSALS), None)


def _close_button(tree: UiTree | None) -> UiNode | None:
    """The close button of an overlay, by its label or as the only unlabelled one of a few controls."""
    controls = [node for node in tree.walk() if node.clickable] if tree is not None else []
    named = next((node for node in controls if normal(node.label()) == _CLOSING), None)
    if named is not None or len(controls) > _MAX_OVERLAY_CONTROLS:
        return named
    unlabelled = [node for node in controls if not node.label()]
    return unlabelled[0] if len(unlabelled) == 1 else None


def further_down(tree: UiTree | None) -> Swipe | None:
    """The gesture that scrolls the largest scrollable area down by half its height; None if nothing scrolls."""
    areas = [node.bounds for node in tree.walk() if node.scrollable] if tree is not None else []
    areas = [bounds for bounds in areas if bounds[3] - bounds[1] > bounds[2] // 4]
    if not areas:
        return None
    left, top, right, bottom = max(areas, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


def _further_up(tree: UiTree | None) -> Swipe | None:
    down = further_down(tree)
    return None if down is None else replace(down, y1=down.y2, y2=down.y1)


BACK = ScriptAction(Key("BACK"))
HOME = ScriptAction(Key("HOME"))
RECENTS = ScriptAction(Key("APP_SWITCH"))
