"""What is still to be done: requirements by app state, what closes the task, answers, and what has to be looked up.

An *operation* is a step of the recorded way; a *choice* is one that settles a requirement, so that nobody can take it
who was not told. What a way through one app only looks up for another is an *errand*: no state shows that it was done,
so the place where it leads has to be seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from runtime.core.actions import Action, Finish, Launch, Swipe
from runtime.core.checks import answer_meets, holds
from runtime.core.tasks import Requirement, Selector, State, Task


@dataclass(frozen=True, slots=True)
class Operation:
    """One step of a way. `number` is its place on the recorded way, -1 where the judge put it in to get back to it."""

    number: int
    action: Action
    target: Selector | None = None
    serves: tuple[str, ...] = ()
    choice: bool = False


@dataclass(slots=True)
class Known:
    """What has come out so far: asked for, told, looked up."""

    released: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    """Answers that the user was given."""
    seen: set[int] = field(default_factory=set)
    """Errands that were run, by their numbers."""
    lost: bool = False
    """Whether a choice was passed that nobody could know and nobody could ask for."""

    def copy(self) -> Known:
        return Known(set(self.released), set(self.told), set(self.seen), self.lost)


class Goal:
    """One task as what is left of it in a state."""

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

    def closed(self, state: State) -> bool:
        """Whether the apps hold all that was wanted."""
        return all(holds(check, state) for check in self._checks)

    @property
    def by_state(self) -> bool:
        """Whether app state can show anything of it."""
        return bool(self._checks)

    def untold(self, known: Known) -> tuple[Requirement, ...]:
        """The answers that are still owed."""
        return tuple(answer for answer in self.answers if answer.id not in known.told)

    def unknowable(self, serves: Collection[str], known: Known) -> bool:
        """Whether something serves only what the instruction leaves open and nobody has told yet."""
        return bool(serves) and all(text in self._gap and text not in known.released for text in serves)

    def blind(self, operation: Operation, known: Known) -> bool:
        """Whether the operation is a choice that nobody could make yet."""
        return operation.choice and self.unknowable(operation.serves, known)

    def met_by(self, text: str) -> frozenset[str]:
        """The answers that a text gives."""
        return frozenset(answer.id for answer in self.answers if answer_meets(answer, text))


def _operations(task: Task) -> list[Operation]:
    """The recorded way without its scrolling, which is looked for anew from wherever one is."""
    reference = task.intent.reference
    keys: Mapping[tuple[Action, Selector | None], tuple[str, ...]] = {
        (key.action, key.target): key.requirements for key in reference.key_steps
    }
    made: list[Operation] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        if isinstance(action, Swipe):
            continue
        # Which app it is for is not among the things that a user is asked; what is told at the end is.
        choice = isinstance(action, Finish) or ((action, target) in keys and not isinstance(action, Launch))
        made.append(Operation(len(made), action, target, tuple(serves), choice))
    return made
