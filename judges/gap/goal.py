"""Computes what is left to do for a task: app-state requirements, completion, answers, and lookups.

An *operation* is a step of the reference, the recorded solution. A *choice* is an operation that settles a requirement,
so it needs to know the user's wish. A *lookup* is a visit to one app only to read something for another. No app state
shows that a lookup was done, so its last screen must have been visited.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from judges.evidence.answers import asserted
from runtime.core.actions import Action, Finish, Launch, Swipe
from runtime.core.checks import holds
from runtime.core.tasks import Requirement, Selector, State, Task


@dataclass(frozen=True, slots=True)
class Operation:
    """One step of a path. `number` is its index in the recorded solution, -1 if the planner inserted it."""

    number: int
    action: Action
    target: Selector | None = None
    serves: tuple[str, ...] = ()
    choice: bool = False


@dataclass(slots=True)
class Knowledge:
    """The information that the agent has obtained, and the answers that it has given."""

    released: set[str] = field(default_factory=set)
    answers_given: set[str] = field(default_factory=set)
    """Ids of the answers that the agent has given to the user."""
    lookups_done: set[int] = field(default_factory=set)
    """Numbers of the lookups that were done."""
    typed: frozenset[str] = frozenset()
    """Texts that the agent has typed: what a screen shows of them from then on is no reading."""
    answer_shown: bool = False
    """Whether a screen has shown the value that the task asks for, so that the answer can be given from any screen."""
    passed_unknowable_choice: bool = False
    """Whether the agent went past a choice that it could neither know nor ask about."""

    def copy(self) -> Knowledge:
        return replace(
            self,
            released=set(self.released),
            answers_given=set(self.answers_given),
            lookups_done=set(self.lookups_done),
        )


class Goal:
    """The goal of one task: its checks, its answers, and the operations of its recorded solution."""

    def __init__(self, task: Task) -> None:
        self.task = task
        intent = task.intent
        closing = intent.reference.closing
        self._checks = tuple(requirement.truth for requirement in intent.requirements if requirement.truth is not None)
        if closing is not None:
            self._checks += (closing,)
        self.answers = tuple(requirement for requirement in intent.requirements if requirement.evidence == "answer")
        self.operations = tuple(_operations(task))
        self._gap = frozenset(task.gap)
        self._copied = [action.text for action in intent.reference.actions if isinstance(action, Finish)]
        """Texts of the element from which the recorded solution reads its answer."""

    def is_reached(self, state: State) -> bool:
        """Whether app state satisfies all requirements and the closing."""
        return all(holds(check, state) for check in self._checks)

    @property
    def has_state_checks(self) -> bool:
        """Whether app state shows any part of the goal."""
        return bool(self._checks)

    def missing_answers(self, known: Knowledge) -> tuple[Requirement, ...]:
        """The requirements whose answer has not been given yet."""
        return tuple(answer for answer in self.answers if answer.id not in known.answers_given)

    def unknowable(self, serves: Collection[str], known: Knowledge) -> bool:
        """Whether all requirements that a step serves are missing from the instruction and not released yet."""
        return bool(serves) and all(
            identifier in self._gap and identifier not in known.released for identifier in serves
        )

    def is_blind_choice(self, operation: Operation, known: Knowledge) -> bool:
        """Whether the operation is a choice that cannot be known yet."""
        return operation.choice and self.unknowable(operation.serves, known)

    def answers_in(self, text: str) -> frozenset[str]:
        """Ids of the requirements that a text answers."""
        return asserted(self.task.intent, [text], self._copied)


def _operations(task: Task) -> list[Operation]:
    """The operations of the recorded solution. Swipes are left out, as scrolling is searched from each state."""
    reference = task.intent.reference
    keys: Mapping[tuple[Action, Selector | None], tuple[str, ...]] = {
        (key.action, key.target): key.requirements for key in reference.key_steps
    }
    made: list[Operation] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        if isinstance(action, Swipe):
            continue
        # A user is never asked which app to open, but may be asked what to report at the end.
        choice = isinstance(action, Finish) or ((action, target) in keys and not isinstance(action, Launch))
        made.append(Operation(len(made), action, target, tuple(serves), choice))
    return made
