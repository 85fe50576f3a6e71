"""Converts a task's reference into script actions, and finds its commitments. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.calibration.script_runner import ScriptAction
from runtime.core.actions import Action, Finish, Swipe, Type
from runtime.core.tasks import KeyStep, Reference, Selector, Task
from runtime.core.text import normal


def key_step_ids(reference: Reference) -> tuple[str, ...]:
    """For each action of the reference, the id of its key step or an empty text.

    Another step with the same label counts as the same key step, such as the buttons that open and save a form: the
    page is not compared.
    """
    remaining = list(reference.key_steps)
    names: list[str] = []
    for action, target in zip(reference.actions, reference.targets, strict=True):
        if remaining and remaining[0].action == action and remaining[0].target == target:
            names.append(remaining.pop(0).id)
        else:
            names.append(
                next((key_step.id for key_step in reference.key_steps if _alike(key_step, action, target)), "")
            )
    if remaining:
        raise ValueError(f"key step {remaining[0].id!r} is no step of the reference")
    return tuple(names)


def _alike(step: KeyStep, action: Action, target: Selector | None) -> bool:
    if step.target is None or target is None or step.action.kind != action.kind or isinstance(action, Type | Swipe):
        return False
    if step.target.within or target.within or step.target.nth or target.nth:
        return step.target == target
    label = normal(step.target.text or step.target.desc)
    return step.target == target or (bool(label) and label == normal(target.text or target.desc))


def reference_actions(task: Task) -> list[ScriptAction]:
    """The task's reference solution as script actions. Scrolling is left out: the script runner scrolls."""
    reference = task.intent.reference
    actions = []
    for action, target, key in zip(reference.actions, reference.targets, key_step_ids(reference), strict=True):
        if isinstance(action, Swipe) and not key:
            continue
        actions.append(ScriptAction(action, () if target is None else (target,), key))
    return actions


def split_finish(actions: Sequence[ScriptAction]) -> tuple[list[ScriptAction], list[ScriptAction]]:
    """The actions without `Finish`, and the `Finish` actions."""
    return (
        [script_action for script_action in actions if not isinstance(script_action.action, Finish)],
        [script_action for script_action in actions if isinstance(script_action.action, Finish)],
    )


def commitment_indices(task: Task) -> list[int]:
    """The indices of the reference actions that cannot be undone."""
    named = {step.id for step in task.intent.reference.key_steps if step.commits}
    return [at for at, script_action in enumerate(reference_actions(task)) if script_action.key in named]


def restarted_actions(task: Task) -> list[ScriptAction]:
    """The reference actions, started from any page of the app: BACK until the first element is visible."""
    actions = reference_actions(task)
    at = next((at for at, script_action in enumerate(actions) if script_action.targets), None)
    if at is None or not at:
        return actions
    return [*actions[: at - 1], replace(actions[at - 1], until=actions[at].targets), *actions[at:]]
