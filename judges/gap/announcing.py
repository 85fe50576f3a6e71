"""What a thought announces, as an action on the mirror's screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.world.state import PhoneState
from judges.gap.rule import Distance, Finding, Position
from judges.gap.world import World, alike
from runtime.actions import DEVICE_ACTIONS, Action, Finish, Note, Tap, Type, Wait

Reader = Callable[[str, Sequence[Any], tuple[int, int]], Any]


@dataclass(frozen=True, slots=True)
class Words:
    """How a thought is read: elements of a screen are made of `element(label, bounds, clickable)`."""

    element: Callable[[str, tuple[int, int, int, int], bool], Any]
    announced: Reader


def words() -> Words:
    """The reader of announcements that is installed."""
    from adapters.formats.announced import Element, announced

    return Words(Element, announced)


class Announcements:
    """Judges thoughts by the rule that judges actions."""

    def __init__(self, world: World, rule: Distance, words: Words) -> None:
        self._world = world
        self._rule = rule
        self._words = words

    def judge(self, position: Position, thought: str, executed: PhoneState, did: Finding) -> tuple[bool | None, str]:
        """Whether what the thought announces is right, and what that is. `executed`: where what was done led."""
        tree = self._world.tree(position.state)
        nodes = [node for node in tree.walk() if node.label() and (node.text or node.desc or node.clickable)]
        elements = [self._words.element(node.label(), node.bounds, node.clickable) for node in nodes]
        found = self._words.announced(thought, elements, self._world.screen(position.state))
        action: Action | None = found.action
        if action is None or isinstance(action, Note):
            return False, f"unreadable: {found.why}"
        if isinstance(action, (*DEVICE_ACTIONS, Wait)):
            after = self._forked(position.state, action, None if found.element is None else nodes[found.element].center)
            # Two ways to do one thing are judged once, unless what was done says something beside.
            same = executed is not position.state and alike(after, executed)
            finding = did if same else self._rule.done(position, (action,), after)
        else:
            finding = self._rule.said(position, _told(action, thought), loosely=True)
        if finding.right is None:
            return None, finding.why
        return finding.right, f"announces {action.kind}"

    def _forked(self, state: PhoneState, action: Action, field: tuple[int, int] | None) -> PhoneState:
        if isinstance(action, Type) and field is not None and self._world.tree(state).focused() is None:
            # Who says what goes into which field says that the field is touched.
            state = self._world.act(state, Tap(*field))
        return self._world.act(state, action)


def _told(action: Action, thought: str) -> Action:
    """An end that is announced without its text is told by the thought itself."""
    return Finish(thought, action.status) if isinstance(action, Finish) and not action.text else action
