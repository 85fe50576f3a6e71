"""The rules of `wording` and `soundness` for tasks that come by the thousand: each is proven in a few milliseconds.

What makes it cheap is to play only what differs. The oracle touches the phone alike at every level, so its recorded
actions are played once for an intent, from where they part from those of other draws, and its questions are judged
without a phone. A silent run does only what it was told, so all draws of an intent that were told the same share one;
each is held against its own checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adapters.agents.scripted.oracle import question
from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from benchmarks.clarity240 import record, replay, setup, soundness, wording
from benchmarks.clarity240.findings import Finding, error
from judges.evidence.answers import asserted
from runtime.core.actions import FREE_ACTIONS, Action, Answer, Finish, LongPress, Tap
from runtime.core.checks import holds
from runtime.core.config import T_MAX
from runtime.core.errors import TaskFault, UsageError
from runtime.core.tasks import Intent, Requirement, State, Task
from runtime.language.questions import Memory, classify_question

DRAWN = "~"
"""Stands in the id of a drawn intent between the id of the intent it was drawn from and what was drawn."""


_MOST_PASSED = 5000


def origin(intent: str) -> str:
    """The id of the intent that this one was drawn from; its own if it was not drawn."""
    return intent.partition(DRAWN)[0]


@dataclass(frozen=True, slots=True)
class Run:
    """A replay on the phone: its states, the first at the start and the last at the end, and the replies."""

    states: tuple[State, ...]
    answered: frozenset[str]
    """Ids of the requirements that its last answer meets."""
    used: int

    def unmet(self, requirements: Sequence[Requirement]) -> tuple[str, ...]:
        """The requirements that were met at no step."""
        return tuple(requirement.id for requirement in requirements if not self._met(requirement))

    def _met(self, requirement: Requirement) -> bool:
        if requirement.evidence == "answer":
            return self.met_now(requirement)
        return requirement.truth is not None and any(holds(requirement.truth, state) for state in self.states)

    def met_now(self, requirement: Requirement) -> bool:
        """Whether the requirement is met in the end."""
        if requirement.evidence == "answer":
            return requirement.id in self.answered
        return requirement.truth is not None and holds(requirement.truth, self.states[-1])


class Prover:
    """Checks tasks on one phone in the pure world. Tasks of one intent are best checked one after the other."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._right: tuple[Intent, Run, tuple[Finding, ...]] | None = None
        self._silent: dict[tuple[Any, ...], Run] = {}
        self._passed: dict[tuple[str, tuple[Action, ...]], PhoneState] = {}
        """Where beginnings of reference runs led to."""

    def breaches(self, task: Task) -> list[Finding]:
        """Every breach of a rule by the task: of its words, of its intent played right, of silence. Empty: it is valid.

        Warnings are left out: they are for the person who writes an intent.
        """
        found = [*wording.check_intent(task.intent), *wording.check_task(task)]
        found = [finding for finding in found if finding.level == "error"]
        if found:
            return found
        try:
            run, wrong = self._played_right(task.intent)
            found.extend(wrong)
            found.extend(_asked_well(task))
            if task.gap and not found:
                found.extend(_kept_open(task, self._played_silently(task)))
        except (TaskFault, UsageError) as failure:
            found.append(_wrong(task.id, f"it cannot be played: {failure}"))
            return found
        if run.used + len(task.gap) > T_MAX:
            found.append(_wrong(task.id, f"the right way and the questions take more than {T_MAX} steps"))
        return found

    def led(self, intent: Intent, state: PhoneState) -> None:
        """Tell where the recorded actions led that were played from the start just now, so that they are not again."""
        self._passed[origin(intent.id), intent.reference.actions] = state

    def _played_right(self, intent: Intent) -> tuple[Run, tuple[Finding, ...]]:
        if self._right is None or self._right[0] is not intent:
            actions = intent.reference.actions
            start = replay.prepared(self._phone, intent)
            self._follow(origin(intent.id), actions)
            texts = [action.text for action in actions if isinstance(action, Finish | Answer)]
            run = Run(
                (start, self._phone.read()),
                asserted(intent, texts, texts),
                sum(not isinstance(action, FREE_ACTIONS) for action in actions),
            )
            self._right = intent, run, tuple(_right(intent, run))
        return self._right[1:]

    def _follow(self, first: str, actions: tuple[Action, ...]) -> None:
        """Carry out the actions on the prepared phone; as far as others of the same origin went along, from memory."""
        done = next((n for n in range(len(actions), 0, -1) if (first, actions[:n]) in self._passed), 0)
        if done:
            self._phone.restore(self._passed[first, actions[:done]])
        if len(self._passed) > _MOST_PASSED:
            self._passed.clear()
        for number in range(done, len(actions)):
            replay.perform(self._phone, actions[number])
            self._passed[first, actions[: number + 1]] = self._phone.snapshot()

    def _played_silently(self, task: Task) -> Run:
        """The result without asking. Depends only on the remaining steps."""
        reference = task.intent.reference
        known = {requirement.id for requirement in task.intent.requirements}.difference(task.gap)
        left = tuple(
            (_aimless(action, target), target)
            for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True)
            if not serves or known.intersection(serves)
        )
        key = (origin(task.intent.id), task.gap, left)
        if key not in self._silent:
            played = setup.play(soundness.instrument("silent"), task, self._phone)
            answered = asserted(task.intent, played.answers, played.answers)
            self._silent[key] = Run(tuple(played.states), answered, played.used)
        return self._silent[key]


def _wrong(where: str, what: str) -> Finding:
    return error(where, what, "draw something else", rule="proof")


def _aimless(action: Action, target: object) -> Action:
    """The action without its point, where its target says better what it touches."""
    if target is not None and isinstance(action, Tap | LongPress):
        return replace(action, x=0, y=0)
    return action


def _right(intent: Intent, run: Run) -> Iterator[Finding]:
    """Nothing is met before the start, everything in the end, and nothing else was touched."""
    start, end = run.states[0], run.states[-1]
    for check_phone in intent.requirements:
        if check_phone.truth is not None and holds(check_phone.truth, start):
            yield _wrong(f"{intent.id}/{check_phone.id}", "it is met before the start")
        if not run.met_now(check_phone):
            yield _wrong(f"{intent.id}/{check_phone.id}", "the reference does not meet it")
    closing = intent.reference.closing
    for check in (*intent.setup.must_be_false, *((closing,) if closing is not None else ())):
        if holds(check, start):
            yield _wrong(intent.id, f"{check.path} must be false at the start and is not")
    if closing is not None and not holds(closing, end):
        yield _wrong(intent.id, "the reference does not close it")
    if closing is None and not run.answered:
        yield _wrong(intent.id, "nothing closes it")
    if record.effects(start, end) != intent.reference.effects:
        yield _wrong(intent.id, "it changes something else than its recording says")


def _kept_open(task: Task, silent: Run) -> Iterator[Finding]:
    """Silence costs exactly the open requirements; on Ambiguous at least one of them."""
    unmet = silent.unmet(task.intent.requirements)
    wrong = set(unmet).symmetric_difference(task.gap) if task.level == "incomplete" else ()
    if not unmet or wrong:
        missed = ", ".join(unmet) or "nothing"
        yield _wrong(task.id, f"silence misses {missed} instead of {', '.join(task.gap)}")


def _asked_well(task: Task) -> Iterator[Finding]:
    """Each question of the oracle is one that a user answers."""
    for identifier in task.gap:
        asked = question(task.requirement(identifier))
        turn = classify_question(asked, task, Memory())
        if (turn.label, turn.compliant) != ("compliant", (identifier,)):
            yield _wrong(task.id, f"the oracle's question {asked!r} is understood as {turn.label} for {turn.asked}")
