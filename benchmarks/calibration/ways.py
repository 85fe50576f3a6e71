"""The right way through a task as deeds, one for each action of its reference, and where it can be parted. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.calibration.walk import ScriptAction
from runtime.core.actions import Action, Finish, Swipe, Type
from runtime.core.tasks import KeyStep, Reference, Selector, Task
from runtime.core.text import normal


def keyed(reference: Reference) -> tuple[str, ...]:
    """Parallel to the reference's actions: the id of the key step that each one is, or nothing.

    A step that only bears the same label (the button that opens a form, and the one that saves it) is that operation
    too: the page does not matter (DESIGN: SHR).
    """
    left = list(reference.key_steps)
    names: list[str] = []
    for action, target in zip(reference.actions, reference.targets, strict=True):
        if left and left[0].action == action and left[0].target == target:
            names.append(left.pop(0).id)
        else:
            names.append(
                next((key_step.id for key_step in reference.key_steps if _alike(key_step, action, target)), "")
            )
    if left:
        raise ValueError(f"key step {left[0].id!r} is no step of the reference")
    return tuple(names)


def _alike(step: KeyStep, action: Action, target: Selector | None) -> bool:
    if step.target is None or target is None or step.action.kind != action.kind or isinstance(action, Type | Swipe):
        return False
    if step.target.within or target.within or step.target.nth or target.nth:
        return step.target == target
    label = normal(step.target.text or step.target.desc)
    return step.target == target or (bool(label) and label == normal(target.text or target.desc))


def straight(task: Task) -> list[ScriptAction]:
    """The reference, one deed per action; scrolling is left to the walk."""
    reference = task.intent.reference
    deeds = []
    for action, target, key in zip(reference.actions, reference.targets, keyed(reference), strict=True):
        if isinstance(action, Swipe) and not key:
            continue
        deeds.append(ScriptAction(action, () if target is None else (target,), key))
    return deeds


def parted(deeds: Sequence[ScriptAction]) -> tuple[list[ScriptAction], list[ScriptAction]]:
    """What touches the phone, and what tells the user."""
    return [effect for effect in deeds if not isinstance(effect.action, Finish)], [
        effect for effect in deeds if isinstance(effect.action, Finish)
    ]


def commits(task: Task) -> list[int]:
    """The places among the straight deeds of those that cannot be taken back."""
    named = {step.id for step in task.intent.reference.key_steps if step.commits}
    return [at for at, deed in enumerate(straight(task)) if deed.key in named]


def again(task: Task) -> list[ScriptAction]:
    """The straight way from wherever the app was left: back until its first element is there."""
    deeds = straight(task)
    at = next((at for at, deed in enumerate(deeds) if deed.targets), None)
    if at is None or not at:
        return deeds
    return [*deeds[: at - 1], replace(deeds[at - 1], until=deeds[at].targets), *deeds[at:]]
