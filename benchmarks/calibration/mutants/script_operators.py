"""Changes scripts of references: each operator makes trajectories with one mistake, or honest variants. Pure.

No operator reads requirements' checks or patterns. Its truth is its construction, and whether the play that it led to
ended otherwise than the reference: a mistake without consequence, such as two independent steps swapped, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final

from benchmarks.calibration.errands import SIDE_EFFECTS, with_one_more_option
from benchmarks.calibration.reference_actions import reference_actions, restarted_actions, split_finish
from benchmarks.calibration.script_runner import BACK, HOME, ScriptAction
from benchmarks.calibration.scripts import undone, with_replaced_name
from runtime.core.actions import Finish, Launch, Type, Wait
from runtime.core.tasks import Intent, Task
from runtime.core.text import normal

_SETTINGS = "com.android.settings"
_ELSEWHERE = "Something else"


@dataclass(frozen=True, slots=True)
class ScriptMutant:
    """A script with one mistake, the task on whose phone it is played, and the mistake in words."""

    operator: str
    what: str
    task: Task
    actions: tuple[ScriptAction, ...]


Variants = Iterator[tuple[str, Sequence[ScriptAction]]]
ScriptOperator = Callable[[Task, Random], Variants]


def option_changed(task: Task, draw: Random) -> Variants:
    """Another option is chosen."""
    for requirement in task.intent.requirements:
        others = [option for option in requirement.options if normal(option) != normal(requirement.value)]
        draw.shuffle(others)
        for other in others[:3]:
            actions = with_replaced_name(reference_actions(task), requirement.value, [other], frozenset())
            if actions is not None:
                yield f"{requirement.value} → {other}", actions


def text_changed(task: Task, draw: Random) -> Variants:
    """Another text is typed."""
    actions = reference_actions(task)
    for at, script_action in enumerate(actions):
        if isinstance(script_action.action, Type):
            text = script_action.action.text
            for other in (f"{text} 2", _ELSEWHERE):
                changed = replace(script_action, action=replace(script_action.action, text=other), key="")
                yield f"{text} → {other}", [*actions[:at], changed, *actions[at + 1 :]]


def step_left_out(task: Task, draw: Random) -> Variants:
    """One step is left out; the rest goes on as far as it can."""
    actions = reference_actions(task)
    for at, script_action in enumerate(actions):
        if not isinstance(script_action.action, Finish):
            yield f"without step {at}", [*actions[:at], *actions[at + 1 :]]


def option_more(task: Task, draw: Random) -> Variants:
    """One more option is touched, before a wanted one."""
    for number, actions in enumerate(with_one_more_option(task)):
        yield f"variant {number}", actions


def steps_swapped(task: Task, draw: Random) -> Variants:
    """Two neighbouring steps change places."""
    actions = reference_actions(task)
    places = list(range(1, len(actions) - 1))
    draw.shuffle(places)
    for at in places:
        yield f"{at} and {at + 1}", [*actions[:at], actions[at + 1], actions[at], *actions[at + 2 :]]


def answer_changed(task: Task, draw: Random) -> Variants:
    """Another answer is given."""
    actions, finish = split_finish(reference_actions(task))
    value = next((item.value for item in task.intent.requirements if item.evidence == "answer"), "")
    if not finish or not value:
        return
    digits = [at for at, letter in enumerate(value) if letter.isdigit()]
    others = [f"{value[:at]}{(int(value[at]) + 1) % 10}{value[at + 1 :]}" for at in digits]
    for other in (*others, _ELSEWHERE, "I could not find it."):
        yield f"{value} → {other}", [*actions, ScriptAction(Finish(other))]


def done_twice(task: Task, draw: Random) -> Variants:
    """Everything is done a second time."""
    actions, finish = split_finish(reference_actions(task))
    again, _ = split_finish(restarted_actions(task))
    yield "again", [*actions, *again, *finish]


def undone_after(task: Task, draw: Random) -> Variants:
    """What was done is undone again."""
    actions = undone(task, draw, 0)
    if actions is not None:
        yield "undone", actions


def honest(task: Task, draw: Random) -> Variants:
    """Right plays: the reference, with a wait, and with a look elsewhere before it and after it."""
    actions, finish = split_finish(reference_actions(task))
    yield "reference", [*actions, *finish]
    yield "after a while", [ScriptAction(Wait(60_000)), *actions, *finish]
    yield "after a look at the settings", [ScriptAction(Launch(_SETTINGS)), BACK, HOME, *actions, *finish]
    if not finish:
        yield "before a look at the home screen", [*actions, HOME]


SCRIPT_OPERATORS: Final[Mapping[str, tuple[ScriptOperator, int]]] = {
    "honest": (honest, 4),
    "option_changed": (option_changed, 6),
    "text_changed": (text_changed, 4),
    "step_left_out": (step_left_out, 25),
    "option_more": (option_more, 4),
    "steps_swapped": (steps_swapped, 4),
    "answer_changed": (answer_changed, 5),
    "done_twice": (done_twice, 1),
    "undone_after": (undone_after, 1),
}
"""Operators, each with the maximum number of its mutants of one intent."""
ERRANDS: Final = tuple(name for name in SIDE_EFFECTS if name not in SCRIPT_OPERATORS)
"""Operators that add something that nobody asked for; see `benchmarks.calibration.errands`."""


def script_mutants(task: Task, intents: Sequence[Intent], seed: int = 7) -> Iterator[ScriptMutant]:
    """All scripts made from a task's reference, the same for the same seed."""
    for name, (operator, most) in SCRIPT_OPERATORS.items():
        variants = operator(task, Random(f"{seed}/{name}/{task.intent.id}"))
        for what, actions in islice(variants, most):
            yield ScriptMutant(name, what, task, tuple(actions))
    for name in ERRANDS:
        for number in range(2):
            found = SIDE_EFFECTS[name](task, intents, Random(f"{seed}/{name}/{task.intent.id}/{number}"), number)
            if found is not None:
                yield ScriptMutant(name, f"errand {number}", found[0], tuple(found[1]))
