"""What a thought announces, as an action on the mirror's screen."""

from __future__ import annotations

from adapters.phone.state.phone_state import PhoneState
from judges.gap.rule import Distance, Finding, Position
from judges.gap.world import World, alike
from runtime.core.actions import DEVICE_ACTIONS, Action, Finish, Note, Tap, Type, Wait
from runtime.language.announced import Element, find_announced_action


class Announcements:
    """Judges thoughts by the rule that judges actions."""

    def __init__(self, world: World, rule: Distance) -> None:
        self._world = world
        self._rule = rule

    def judge(
        self, position: Position, thought: str, executed: PhoneState | None, did: Finding
    ) -> tuple[bool | None, str]:
        """Whether what the thought announces is right, and what that is. `executed`: where what was done led, if any
        of it was done on the phone.
        """
        tree = self._world.tree(position.state)
        nodes = [node for node in tree.walk() if node.label() and (node.text or node.desc or node.clickable)]
        elements = [Element(node.label(), node.bounds, node.clickable) for node in nodes]
        found = find_announced_action(thought, elements, self._world.screen(position.state))
        action = found.action
        if action is None or isinstance(action, Note):
            return False, f"unreadable: {found.why}"
        if isinstance(action, (*DEVICE_ACTIONS, Wait)):
            after = self._forked(position.state, action, None if found.element is None else nodes[found.element].center)
            # Two ways to do one thing are judged once.
            same = executed is not None and alike(after, executed)
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
