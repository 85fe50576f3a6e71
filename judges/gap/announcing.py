"""Judges the action that a thought announces, as if it were performed on the mirror's screen."""

from __future__ import annotations

from adapters.phone.state.phone_state import PhoneState
from judges.gap.distance_rule import Assessment, DistanceRule, Position
from judges.gap.simulator import PhoneSimulator, indistinguishable
from runtime.core.actions import DEVICE_ACTIONS, Action, Finish, Note, Tap, Type, Wait
from runtime.language.announced import Element, find_announced_action


class AnnouncementJudge:
    """Judges announced actions by the same rule as executed ones."""

    def __init__(self, simulator: PhoneSimulator, rule: DistanceRule) -> None:
        self._simulator = simulator
        self._rule = rule

    def judge(
        self, position: Position, thought: str, executed: PhoneState | None, did: Assessment
    ) -> tuple[bool | None, str]:
        """Whether the announced action is right (None: excluded), and the reason.

        `executed` is the phone after the executed actions, None if none of them reached the phone. `did` is their
        assessment.
        """
        tree = self._simulator.tree(position.state)
        nodes = [node for node in tree.walk() if node.label() and (node.text or node.desc or node.clickable)]
        elements = [Element(node.label(), node.bounds, node.clickable) for node in nodes]
        found = find_announced_action(thought, elements, self._simulator.screen(position.state))
        action = found.action
        if action is None or isinstance(action, Note):
            return False, f"unreadable: {found.why}"
        if isinstance(action, (*DEVICE_ACTIONS, Wait)):
            after = self._state_after(
                position.state, action, None if found.element is None else nodes[found.element].center
            )
            # Actions with the same effect get the same assessment.
            same = executed is not None and indistinguishable(after, executed)
            assessment = did if same else self._rule.judge_performed(position, (action,), after)
        else:
            assessment = self._rule.judge_message(position, _with_text(action, thought), loosely=True)
        if assessment.right is None:
            return None, assessment.why
        return assessment.right, f"announces {action.kind}"

    def _state_after(self, state: PhoneState, action: Action, field: tuple[int, int] | None) -> PhoneState:
        if isinstance(action, Type) and field is not None and self._simulator.tree(state).focused() is None:
            # Announcing a text for a field implies touching the field first.
            state = self._simulator.act(state, Tap(*field))
        return self._simulator.act(state, action)


def _with_text(action: Action, thought: str) -> Action:
    """The action; a `finish` that is announced without a text gets the thought as its text."""
    return Finish(thought, action.status) if isinstance(action, Finish) and not action.text else action
