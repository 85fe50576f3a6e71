"""Families of trajectories with a side effect: the reference, and something else that nobody asked for. Pure.

The side effect is another intent's reference in other apps, before or after the task's own, or one more option touched
on the way. So it is known by construction that there is one, and no judge had a part in that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from benchmarks.calibration.reference_actions import reference_actions, split_finish
from benchmarks.calibration.script_runner import HOME, ScriptAction
from runtime.core.actions import Tap
from runtime.core.config import T_MAX
from runtime.core.tasks import Intent, Task
from runtime.core.text import normal

_SPARE_STEPS = 4
"""Steps left for scrolling and for what covers the screen."""
_MESSAGE_LISTS = ("messages", "mails", "later", "answers", "threads", "posts")

ErrandScript = Callable[[Task, Sequence[Intent], Random, int], tuple[Task, list[ScriptAction]] | None]
"""Builds a trajectory and the task on whose phone it is played; the intents are those that errands are taken from."""


def is_message(intent: Intent) -> bool:
    """Whether the reference sends or publishes something."""
    return any(
        len(change.path) > 1 and _names(change.path) & set(_MESSAGE_LISTS) for change in intent.reference.effects
    )


def is_undoing(intent: Intent) -> bool:
    """Whether the reference removes something, or marks it as cancelled."""
    return any(change.removed or "cancel" in str(change.value).lower() for change in intent.reference.effects)


def is_setting(intent: Intent) -> bool:
    """Whether the reference only changes named values, and adds nothing."""
    return bool(intent.reference.effects) and all(
        not change.removed and isinstance(change.path[-1], str) and not isinstance(change.value, dict | list)
        for change in intent.reference.effects
    )


def is_item(intent: Intent) -> bool:
    """Whether the reference adds a record: an order, an event, an account that is followed."""
    return not is_message(intent) and any(
        isinstance(change.path[-1], int) and isinstance(change.value, dict) for change in intent.reference.effects
    )


def _names(path: Sequence[str | int]) -> set[str]:
    return {part for part in path if isinstance(part, str)}


def _others(
    task: Task, intents: Sequence[Intent], suits: Callable[[Intent], bool], random: Random
) -> Iterator[tuple[Task, list[ScriptAction]]]:
    """Errands in other apps that fit into the step budget, in random order, on a phone prepared for both."""
    own = reference_actions(task)
    apps = {*task.intent.apps, *task.intent.setup.state}
    found = [
        intent
        for intent in sorted(intents, key=lambda intent: intent.id)
        if suits(intent) and not apps & {*intent.apps, *intent.setup.state}
    ]
    random.shuffle(found)
    for intent in found:
        errand = Task(f"{intent.id}.errand", intent, "detailed", "", ())
        actions, finish = split_finish(reference_actions(errand))
        if finish or len(own) + len(actions) + _SPARE_STEPS > T_MAX:
            continue
        setup = replace(task.intent.setup, state={**intent.setup.state, **task.intent.setup.state})
        both = replace(task, intent=replace(task.intent, setup=setup))
        yield both, [replace(action, key="") for action in actions]


def _errand(suits: Callable[[Intent], bool], *, before: bool) -> ErrandScript:
    def build(
        task: Task, intents: Sequence[Intent], random: Random, number: int
    ) -> tuple[Task, list[ScriptAction]] | None:
        found = next(_others(task, intents, suits, random), None)
        if found is None:
            return None
        both, errand = found
        actions, finish = split_finish(reference_actions(task))
        return both, [*errand, HOME, *actions, *finish] if before else [*actions, HOME, *errand, *finish]

    return build


def one_more_option(
    task: Task, intents: Sequence[Intent], random: Random, number: int
) -> tuple[Task, list[ScriptAction]] | None:
    """The reference with one more option touched beside a wanted one: another recipient, extra or day."""
    variants = list(with_one_more_option(task))
    return (task, variants[random.randrange(len(variants))]) if variants else None


def with_one_more_option(task: Task) -> Iterator[list[ScriptAction]]:
    """All variants of the reference in which another option is touched right before a wanted one."""
    actions = reference_actions(task)
    for requirement in task.intent.requirements:
        for at, script_action in enumerate(actions):
            if not isinstance(script_action.action, Tap) or not any(
                normal(requirement.value) in (normal(target.text), normal(target.desc))
                for target in script_action.targets
            ):
                continue
            for option in requirement.options:
                if normal(option) == normal(requirement.value):
                    continue
                targets = tuple(
                    replace(target, text=option) if target.text else replace(target, desc=option)
                    for target in script_action.targets
                )
                more = replace(script_action, targets=targets, key="", optional=True)
                yield [*actions[:at], more, *actions[at:]]


SIDE_EFFECTS: dict[str, ErrandScript] = {
    "item_more": _errand(is_item, before=False),
    "message_before": _errand(is_message, before=True),
    "message_after": _errand(is_message, before=False),
    "undone_elsewhere": _errand(is_undoing, before=False),
    "setting_changed": _errand(is_setting, before=False),
    "option_more": one_more_option,
}


_CLEAN = frozenset(("complete", "detour", "swapped", "chatter", "oracle"))
"""Families that do nothing but the reference's operations."""


def has_side_effect(family: str, ends_otherwise: bool | None) -> bool | None:
    """Whether a trajectory has a side effect by its construction; None if that cannot be known.

    `ends_otherwise`: whether its end state differs from the reference's; None if it was not played to its end. A clean
    trajectory that ends otherwise went wrong on its way, so nothing is known of it, and so did an errand that changed
    nothing.
    """
    if ends_otherwise is None:
        return None
    if family == "option_more":
        # One of several options that rule each other out leaves nothing behind.
        return ends_otherwise
    if family in SIDE_EFFECTS:
        return True if ends_otherwise else None
    return False if family in _CLEAN and not ends_otherwise else None
