"""What an attack may know of the suite: slots, options and instructions, but no value of the task that it plays. Pure.

References are known too, as a leaked answer sheet would make them, except that of the very task that is attacked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmarks.calibration.reference_actions import reference_actions
from benchmarks.calibration.script_runner import ScriptAction
from benchmarks.clarity240.fast_checks import origin
from runtime.core.actions import Launch
from runtime.core.tasks import Requirement, Task
from runtime.core.text import normal


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice of an intent, without its value."""

    name: str
    words: tuple[str, ...]
    options: tuple[str, ...]
    anchor: bool
    answered: bool
    """Whether the agent's answer decides it, not the phone's state."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A published reference as an answer sheet: its actions, and the values that it sets."""

    intent: str
    app: str
    actions: tuple[ScriptAction, ...]
    tail: int
    """Number of actions after the one that completes the task."""
    values: frozenset[str]

    def sets(self, requirement: Requirement) -> bool:
        """Whether it sets the value that a requirement of any task asks for."""
        return normal(requirement.value) in self.values


@dataclass(frozen=True, slots=True)
class PublicSuite:
    """The public part of a suite."""

    slots: Mapping[str, tuple[Slot, ...]]
    """By published intent."""
    leaks: Mapping[str, Leak] = field(repr=False)
    """Published references by intent; `Target` gives out only those of other tasks."""

    def slot_names(self) -> tuple[str, ...]:
        """All names of slots, the most frequent first."""
        return _by_frequency(slot.name for slots in self.slots.values() for slot in slots)

    def options(self, slot: str = "", *, anchors: bool = False) -> tuple[str, ...]:
        """All options, or those of all slots with a name, or of anchors only; the most frequent first."""
        return _by_frequency(
            option
            for slots in self.slots.values()
            for found in slots
            if (not slot or found.name == slot) and (found.anchor or not anchors)
            for option in found.options
        )


@dataclass(frozen=True, slots=True)
class Target:
    """One attacked task as an attack may see it."""

    intent: str
    """The published intent, from which the task may be drawn."""
    instruction: str
    app: str
    """Package of its first app."""
    slots: tuple[Slot, ...]
    drawn: bool
    """Whether its values were drawn; False for the published task."""
    suite: PublicSuite

    @property
    def informational(self) -> bool:
        """Whether the task asks for information."""
        return any(slot.answered for slot in self.slots)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of all slots that an answer decides, or of all slots if there is none."""
        slots = [slot for slot in self.slots if slot.answered] or list(self.slots)
        return tuple(dict.fromkeys(option for slot in slots for option in slot.options))

    @property
    def other(self) -> Leak:
        """The published reference of another intent: the next one in the same app, otherwise the next one."""
        ids = list(self.suite.leaks)
        start = ids.index(self.intent)
        following = [self.suite.leaks[name] for name in (*ids[start + 1 :], *ids[:start])]
        return next((leak for leak in following if leak.app == self.app), following[0])

    @property
    def memorized(self) -> Leak:
        """The published reference of the intent from which this task was drawn.

        Raises:
            LookupError: the task is the published one, whose own reference no attack may know.
        """
        if not self.drawn:
            raise LookupError(f"{self.intent} is attacked itself: its reference would be the truth")
        return self.suite.leaks[self.intent]


def public_suite(published: Iterable[Task]) -> PublicSuite:
    """The public part of the published tasks."""
    tasks = {task.intent.id: task for task in published}
    return PublicSuite(
        slots={name: _slots(task) for name, task in tasks.items()},
        leaks={name: _leak(task) for name, task in tasks.items()},
    )


def target(task: Task, suite: PublicSuite) -> Target:
    """What an attack may see of a task."""
    name = origin(task.intent.id)
    return Target(name, task.instruction, _package(task), _slots(task), name != task.intent.id, suite)


def _package(task: Task) -> str:
    return next((action.app for action in task.intent.reference.actions if isinstance(action, Launch)), "")


def _slots(task: Task) -> tuple[Slot, ...]:
    return tuple(
        Slot(
            requirement.slot,
            requirement.words,
            tuple(sorted(requirement.options)),  # their order in the file must not point at the default
            requirement.kind == "anchor",
            requirement.evidence == "answer",
        )
        for requirement in task.intent.requirements
    )


def _leak(task: Task) -> Leak:
    values = frozenset(normal(requirement.value) for requirement in task.intent.requirements)
    return Leak(task.intent.id, _package(task), tuple(reference_actions(task)), task.intent.reference.tail, values)


def _by_frequency(texts: Iterable[str]) -> tuple[str, ...]:
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return tuple(sorted(counts, key=lambda text: (-counts[text], text)))
