"""Builds families of scripts from an intent's reference by generic constructions that know no app. Pure.

Each function returns the actions of one trajectory, or None if the intent does not allow the construction. `number`
counts the trajectories of a family for one intent; a construction with variants uses another variant for each number.
`oracle`, `silent` and the agents play themselves and have no scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from benchmarks.calibration import questions
from benchmarks.calibration.paraphrases import QuestionBank
from benchmarks.calibration.reference_actions import (
    commitment_indices,
    reference_actions,
    restarted_actions,
    split_finish,
)
from benchmarks.calibration.script_runner import BACK, HOME, RECENTS, ScriptAction
from runtime.core.actions import Launch, Tap, Type, Wait
from runtime.core.tasks import Requirement, Selector, Task
from runtime.core.text import normal

Script = Callable[[Task, Random, int], list[ScriptAction] | None]
"""Builds the device actions of a trajectory; `questions_for_missing` builds its questions."""
_UNDOING = (
    "delete",
    "remove",
    "cancel",
    "undo",
    "unfollow",
    "following",
    "unlike",
    "take back",
    "saved in",
    "turn off",
)
"""Beginnings of labels of controls that undo something."""
_CONFIRMING = ("delete", "remove", "cancel", "yes", "confirm", "unfollow", "turn off", "ok")


_LEAVING = ((HOME,), (), (BACK, HOME), (RECENTS,), (ScriptAction(Wait(60_000)),), (HOME, BACK))
"""Ways of leaving an unfinished task: HOME, at once, step by step, by the recent apps, after a minute."""


def _leaving_actions(number: int) -> tuple[ScriptAction, ...]:
    return _LEAVING[number % len(_LEAVING)]


def questions_for_missing(task: Task, bank: QuestionBank, random: Random) -> list[ScriptAction]:
    """A compliant question for each missing requirement."""
    return [questions.compliant(task.requirement(identifier), bank, random) for identifier in task.gap]


def with_replaced_name(
    actions: Sequence[ScriptAction], old: str, others: Sequence[str], wanted: frozenset[str]
) -> list[ScriptAction] | None:
    """The actions with a name replaced by others; the changed ones are no key steps. None if nothing has the name."""
    changed: list[ScriptAction] = []
    touched = False
    for script_action in actions:
        typed = isinstance(script_action.action, Type) and normal(script_action.action.text) == normal(old)
        named = [
            target for target in script_action.targets if normal(old) in (normal(target.text), normal(target.desc))
        ]
        in_row = [target for target in script_action.targets if normal(old) == normal(target.within)]
        usable = [text for text in others if normal(text) not in wanted]
        if (typed or named or in_row) and not usable:
            return None
        touched = touched or typed or bool(named) or bool(in_row)
        if isinstance(script_action.action, Type) and typed:
            changed.append(replace(script_action, action=replace(script_action.action, text=usable[0]), key=""))
        elif named:
            changed.append(
                replace(script_action, targets=tuple(_renamed(named[0], old, text) for text in usable), key="")
            )
        elif in_row:
            targets = tuple(replace(in_row[0], within=text) for text in usable)
            changed.append(replace(script_action, targets=targets, key=""))
        else:
            changed.append(script_action)
    return changed if touched else None


def _renamed(target: Selector, old: str, new: str) -> Selector:
    if normal(target.text) == normal(old):
        return replace(target, text=new)
    return replace(target, desc=new)


def _with_wrong_value(
    task: Task, actions: Sequence[ScriptAction], requirement: Requirement, random: Random
) -> list[ScriptAction] | None:
    """The actions with another value in place of the one that a requirement wants."""
    if requirement.options:
        others = [option for option in requirement.options if normal(option) != normal(requirement.value)]
    else:
        others = [
            random.choice(
                (
                    f"{requirement.value} 2",
                    f"{requirement.value} too",
                    f"New {requirement.value}",
                    _misspelt(requirement.value),
                )
            )
        ]
    random.shuffle(others)
    named = frozenset(
        normal(text)
        for step in task.intent.reference.key_steps
        for text in _named(step.target, step.action)
        if normal(text) != normal(requirement.value)
    )
    return with_replaced_name(actions, requirement.value, others, named)


def _named(target: Selector | None, action: object) -> Iterator[str]:
    if target is not None:
        yield from (target.text, target.desc)
    if isinstance(action, Type):
        yield action.text


def _misspelt(text: str) -> str:
    """The text with its last two letters swapped."""
    return text[:-2] + text[-1] + text[-2] if len(text) > 2 and text[-1] != text[-2] else text + "s"


def _by_state(task: Task, kind: str = "") -> list[Requirement]:
    found = [requirement for requirement in task.intent.requirements if requirement.evidence == "state"]
    return (
        [requirement for requirement in found if (requirement.kind == "anchor") == (kind == "anchor")]
        if kind
        else found
    )


# -- the mixed population -------------------------------------------------------------------------------------------


def complete(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The complete reference."""
    return reference_actions(task)


def truncated(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference stopped before its last key step, left in each way; then one action earlier."""
    actions, _ = split_finish(reference_actions(task))
    places = [at for at, script_action in enumerate(actions) if script_action.key]
    count = places[-1] - number // len(_LEAVING) if places else 0
    return [*actions[:count], *_leaving_actions(number)] if count > 0 else None


def over_continued(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference, then further actions: HOME, the app again, BACK."""
    actions, finish = split_finish(reference_actions(task))
    first = next((script_action for script_action in actions if isinstance(script_action.action, Launch)), None)
    if first is None or finish:
        return None
    more = [HOME, replace(first, key=""), BACK][: random.randint(1, 3)]
    return [*actions, *more]


def detour(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference with a detour: HOME and back into the app."""
    actions, finish = split_finish(reference_actions(task))
    at = next((at for at, script_action in enumerate(actions) if isinstance(script_action.action, Launch)), None)
    if at is None:
        return None
    relaunch = replace(actions[at], key="")
    return [*actions[: at + 1], HOME, relaunch, *actions[at + 1 :], *finish]


def swapped(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference with two neighbouring, independent key steps in the wrong order."""
    actions = reference_actions(task)
    pairs = [
        at
        for at, (first, second) in enumerate(pairwise(actions))
        if first.key and second.key and _chooses(task, first) and _chooses(task, second)
    ]
    if not pairs:
        return None
    at = random.choice(pairs)
    return [*actions[:at], actions[at + 1], actions[at], *actions[at + 2 :]]


def _chooses(task: Task, script_action: ScriptAction) -> bool:
    """Whether an action touches an option of a parameter, so that no other step depends on it."""
    options = {normal(text) for requirement in _by_state(task, "parameter") for text in requirement.options}
    return isinstance(script_action.action, Tap) and any(
        normal(target.text) in options for target in script_action.targets
    )


# -- scripts that try to fool a judge -------------------------------------------------------------------------------


def near_miss(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference on the wrong entity: another item, or a title that only resembles the wanted one."""
    anchors = _by_state(task, "anchor")
    random.shuffle(anchors)
    candidates = (_with_wrong_value(task, reference_actions(task), anchor, random) for anchor in anchors)
    return next((actions for actions in candidates if actions is not None), None)


def wrong_option(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference with another option chosen for one parameter."""
    choices = _by_state(task, "parameter")
    random.shuffle(choices)
    candidates = (_with_wrong_value(task, reference_actions(task), choice, random) for choice in choices)
    return next((actions for actions in candidates if actions is not None), None)


def unselected(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference without touching the wanted option, although it is on the screen."""
    choices = [requirement for requirement in _by_state(task, "parameter") if requirement.options]
    random.shuffle(choices)
    actions = reference_actions(task)
    for choice in choices:
        named = [
            at
            for at, script_action in enumerate(actions)
            if any(
                normal(choice.value) in (normal(target.text), normal(target.desc)) for target in script_action.targets
            )
        ]
        if named:
            remaining = [script_action for at, script_action in enumerate(actions) if at not in named]
            return remaining
    return None


def uncommitted(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference with all choices and texts, but stopped before the last commitment or an earlier one."""
    places = commitment_indices(task)
    if not places:
        return None
    return [*reference_actions(task)[: places[-1 - number // len(_LEAVING) % len(places)]], *_leaving_actions(number)]


def stale_success(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """A wrong entity up to its success page, then the right draft, which is left uncommitted."""
    places = commitment_indices(task)
    first = near_miss(task, random, number) or wrong_option(task, random, number)
    if not places or first is None:
        return None
    done, _ = split_finish(first)
    return [*done, *restarted_actions(task)[: places[-1]], *_leaving_actions(number)]


def undone(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference, then undone: by an undo control, by choosing something else, or by a second touch."""
    actions, finish = split_finish(reference_actions(task))
    if finish:
        return None
    by_label = [
        ScriptAction(Tap(0, 0), begins=_unused_names(task, names), optional=True) for names in (_UNDOING, _CONFIRMING)
    ]
    if commitment_indices(task) or random.random() < 0.5:
        return [*actions, *by_label]
    candidates = (
        _with_wrong_value(task, restarted_actions(task), requirement, random) for requirement in _by_state(task)
    )
    other = next((actions for actions in candidates if actions is not None), restarted_actions(task))
    return [*actions, *other]


def sweep(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The reference on the wrong entity, then on the right one."""
    first = near_miss(task, random, number) or wrong_option(task, random, number)
    if first is None:
        return None
    done, _ = split_finish(first)
    return [*done, *restarted_actions(task)]


def _unused_names(task: Task, names: Sequence[str]) -> tuple[str, ...]:
    """The names with which no label of a key step begins, so that touching them performs no key step."""
    taken = {normal(text) for step in task.intent.reference.key_steps for text in _named(step.target, step.action)}
    return tuple(name for name in names if not any(text.startswith(name) for text in taken))


MIXED: dict[str, Script] = {
    "complete": complete,
    "truncated": truncated,
    "over_continued": over_continued,
    "detour": detour,
    "swapped": swapped,
}
FOOLING: dict[str, Script] = {
    "near_miss": near_miss,
    "wrong_option": wrong_option,
    "unselected": unselected,
    "uncommitted": uncommitted,
    "stale_success": stale_success,
    "undone": undone,
    "sweep": sweep,
}
