"""Infers requirements that no screen showed: every operation that they take was performed and took effect. Pure.

An agent that stops with its last touch, or whose phone is offline by then, may have done what was asked although the
confirming page never appeared. Like the paper's verifier (§4.1.2) this module therefore reads operations besides
observations. It runs when the episode is over and yields to pages that showed otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judges.evidence.changes import added_by_touch
from judges.evidence.process import align
from judges.evidence.requirements import contains_text
from judges.evidence.step_matching import same_operation
from judges.evidence.trail import Move
from runtime.core.actions import Action, Key, Swipe, Type
from runtime.core.tasks import Pattern, Requirement, Selector, Task
from runtime.core.text import normal

_BACK = Key("BACK")


@dataclass(slots=True)
class CounterEvidence:
    """Evidence from screens against one requirement."""

    other_choices: list[tuple[int, Pattern]] = field(default_factory=list)
    """Steps after which another choice was shown instead of the wanted one, each with that choice's pattern."""
    missing_on: set[int] = field(default_factory=set)
    """Steps after which a page was shown that should have shown the choice, but did not."""

    def against(self, last: Move, until: int | None) -> bool:
        """Whether there is new counter-evidence between `last` and the step `until`, or on the page `last` led to."""
        known = [pattern for step, pattern in self.other_choices if step < last.step]
        news = [step for step, pattern in self.other_choices if step >= last.step and pattern not in known]
        led_to = last.after.step if last.after is not None else last.step
        return led_to in self.missing_on or any(until is None or step < until for step in news)


@dataclass(frozen=True, slots=True)
class _ReferenceStep:
    """One step of the reference that a requirement needs."""

    action: Action
    target: Selector | None
    own: bool
    """Whether the step serves the requirement itself, not only an anchor."""
    commits: bool
    anchors: frozenset[str]
    """The anchors of which it is a key step."""

    def matches(self, move: Move) -> bool:
        return same_operation(move, self.action, self.target)


@dataclass(frozen=True, slots=True)
class _RequiredSteps:
    """The reference steps that a requirement needs, in order."""

    steps: tuple[_ReferenceStep, ...]
    committed: bool
    """Whether the last step commits the choice; otherwise the choice takes effect by itself."""
    ends_with_back: bool
    """Whether the reference leaves the page of the choice with BACK."""


def infer_requirements(
    task: Task, moves: Sequence[Move], counter_evidence: Mapping[str, CounterEvidence], met: Mapping[str, int | None]
) -> Iterator[tuple[Requirement, int]]:
    """Requirements that were met according to the performed operations, each with the step that completed it.

    `counter_evidence` is by requirement; `met` maps requirements to the step at which each was first seen. A
    requirement needs all of its own steps and the key steps of every anchor, since a size alone orders nothing. Of all
    options, the wanted one must be the last that was touched. If screens showed the anchors to be met, it does not
    matter how: a choice before the commitment that met them belongs to that commitment.
    """
    anchors = [
        requirement
        for requirement in task.intent.requirements
        if requirement.kind == "anchor" and requirement.evidence == "state"
    ]
    for requirement in task.intent.requirements:
        if requirement.evidence != "state" or requirement.seen is None or met.get(requirement.id) is not None:
            continue
        required = _required_steps(task, requirement, anchors)
        if not required.steps:
            continue
        step = _completed(task, requirement, required, moves, counter_evidence)
        firsts = [met.get(anchor.id) for anchor in anchors if anchor is not requirement]
        if step is None and firsts and required.steps[-1].commits:
            seen = [first for first in firsts if first is not None]
            if len(seen) == len(firsts):
                step = _completed_beside(task, requirement, required, moves, counter_evidence, max(seen))
        if step is not None:
            yield requirement, step


def committing_touch(task: Task, requirement: Requirement) -> tuple[Action, Selector] | None:
    """The touch that commits the text typed for a requirement; None if nothing is typed or it needs no commitment."""
    anchors = [other for other in task.intent.requirements if other.kind == "anchor" and other.evidence == "state"]
    required = _required_steps(task, requirement, anchors)
    typed = any(step.own and isinstance(step.action, Type) for step in required.steps)
    commitment = required.steps[-1] if required.steps else None
    if (
        not typed
        or not required.committed
        or commitment is None
        or commitment.target is None
        or isinstance(commitment.action, Type)
    ):
        return None
    return commitment.action, commitment.target


def removal_step(moves: Sequence[Move], since: int) -> int | None:
    """The last step after `since` that removed something, unless something was added later."""
    changes = [(move.step, added_by_touch(move)) for move in moves if move.step > since]
    known = [(step, on) for step, on in changes if on is not None]
    return known[-1][0] if known and not known[-1][1] else None


def infer_closing(task: Task, moves: Sequence[Move], met: Collection[str]) -> int | None:
    """The step that closed the task although no screen showed it: the step that performed its commitment.

    If the closing check names the value of a requirement, that requirement must be in `met`.
    """
    reference = task.intent.reference
    at = len(reference.actions) - reference.tail - 1
    if reference.closing is None or at < 0:
        return None
    action, target = reference.actions[at], reference.targets[at]
    commits = any(step.commits and (step.action, step.target) == (action, target) for step in reference.key_steps)
    closing_text = normal(f"{reference.closing.path} {reference.closing.value}")
    named = [
        requirement.id
        for requirement in task.intent.requirements
        if requirement.value and contains_text(closing_text, normal(requirement.value))
    ]
    if not commits or any(name not in met for name in named):
        return None
    return next(
        (
            move.step
            for move in moves
            if same_operation(move, action, target) and _took_effect(move, None, leaving=True)
        ),
        None,
    )


def _completed(
    task: Task,
    requirement: Requirement,
    required: _RequiredSteps,
    moves: Sequence[Move],
    counter_evidence: Mapping[str, CounterEvidence],
) -> int | None:
    """The step that performed the last required step after all others; None if there is none."""
    steps = required.steps
    named = [
        other
        for other in task.intent.requirements
        if other is requirement or any(other.id in step.anchors for step in steps)
    ]
    rows = [tuple(step.matches(move) for step in steps) for move in moves]
    for at, move in enumerate(moves):
        before = align([row[:-1] for row in rows[:at]], len(steps) - 1)
        if (
            rows[at][-1]
            and len(before) == len(steps) - 1
            and _counts(task, named, required, moves, at, counter_evidence)
        ):
            return move.step
    return None


def _completed_beside(
    task: Task,
    requirement: Requirement,
    required: _RequiredSteps,
    moves: Sequence[Move],
    counter_evidence: Mapping[str, CounterEvidence],
    until: int,
) -> int | None:
    """The last commitment before the anchors were seen to be met, if the choice was made before it."""
    commitment = required.steps[-1]
    own = [step for step in required.steps[:-1] if step.own]
    places = [at for at, move in enumerate(moves) if move.step <= until and commitment.matches(move)]
    if not places or not own:
        return None
    at, since = places[-1], places[-2] + 1 if len(places) > 1 else 0
    rows = [tuple(step.matches(move) for step in own) for move in moves[since:at]]
    made = len(align(rows, len(own))) == len(own)
    return moves[at].step if made and _counts(task, [requirement], required, moves, at, counter_evidence) else None


def _counts(
    task: Task,
    named: Sequence[Requirement],
    required: _RequiredSteps,
    moves: Sequence[Move],
    at: int,
    counter_evidence: Mapping[str, CounterEvidence],
) -> bool:
    """Whether the steps that a move completed chose the wanted option, took effect, and met no counter-evidence."""
    last = moves[at]
    until = last.step if required.committed else moves[-1].step
    then = moves[at + 1] if at + 1 < len(moves) else None
    if not _took_effect(last, None if required.ends_with_back else then, leaving=required.steps[-1].commits):
        return False
    if not all(_chosen(requirement, moves, until, _row_steps(task, requirement)) for requirement in named):
        return False
    # From a restart on, screens show the new attempt.
    restart = next((move.step for move in moves[at + 1 :] if any(step.matches(move) for step in required.steps)), None)
    seen = [move for move in moves[at:] if restart is None or move.step < restart]
    if required.committed and _as_before(last, seen):
        return False
    return not any(counter_evidence[requirement.id].against(last, restart) for requirement in named)


def _required_steps(task: Task, requirement: Requirement, anchors: Sequence[Requirement]) -> _RequiredSteps:
    """The steps of the reference that a requirement needs, in order; none if it has no key step.

    A choice takes effect with its *commitment*: the next step that cannot be undone or that closes the task. Later
    steps serve something else. A choice after the last commitment takes effect by itself.
    """
    reference = task.intent.reference
    keys = {(step.action, step.target): step for step in reference.key_steps}
    anchor_ids = frozenset(anchor.id for anchor in anchors)
    steps: list[_ReferenceStep] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        key = keys.get((action, target))
        serving = frozenset(key.requirements if key is not None else ())
        own = requirement.id in serving or (
            requirement.id in serves and requirement.id not in anchor_ids and not isinstance(action, Swipe)
        )
        steps.append(_ReferenceStep(action, target, own, key is not None and key.commits, anchor_ids & serving))
    own_places = [at for at, step in enumerate(steps) if step.own]
    if not own_places or not any(requirement.id in step.requirements for step in reference.key_steps):
        return _RequiredSteps((), False, False)
    commitments = {at for at, step in enumerate(steps) if step.commits}
    if reference.closing is not None:
        commitments.add(len(steps) - reference.tail - 1)
    commitment = min((at for at in commitments if at >= own_places[0]), default=None)
    last = own_places[-1] if commitment is None else commitment
    remaining = [step for at, step in enumerate(steps) if at <= last and (step.own or step.anchors)]
    target = remaining[0].target
    alone = (
        len(remaining) == 1 and target is not None and normal(target.text or target.desc) == normal(requirement.value)
    )
    if alone and own_places[0] > 0 and requirement.id in reference.serves[own_places[0] - 1]:
        # Other things may have the same name elsewhere, so the step that opens this choice belongs to it.
        remaining.insert(0, steps[own_places[0] - 1])
    ends_with_back = commitment is None and remaining[-1].action == _BACK
    while commitment is None and remaining[-1].action == _BACK and len(remaining) > 1:
        remaining.pop()
    return _RequiredSteps(tuple(remaining), commitment is not None, ends_with_back)


def _row_steps(task: Task, requirement: Requirement) -> tuple[_ReferenceStep, ...]:
    """The steps that choose an option by the row of a control, such as "Reply" in the row of one message."""
    names = {normal(text) for text in (*requirement.options, requirement.value)}
    reference = task.intent.reference
    return tuple(
        _ReferenceStep(action, target, own=True, commits=False, anchors=frozenset())
        for action, target in zip(reference.actions, reference.targets, strict=True)
        if target is not None and target.within and normal(target.within) in names
    )


def _chosen(requirement: Requirement, moves: Sequence[Move], until: int, row_steps: Sequence[_ReferenceStep]) -> bool:
    """Whether the last option of the requirement that was touched or entered is the wanted one."""
    names = {normal(text): text for text in (*requirement.options, requirement.value) if text}
    wanted = normal(requirement.value)
    for move in reversed(moves):
        if move.step > until or isinstance(move.action, Swipe):
            continue
        label = normal(
            move.action.text if isinstance(move.action, Type) else move.target.label() if move.target else ""
        )
        # A row "Reminder None" opens another choice: its first words are not an option of this one.
        named = [name for name in names if label.startswith(name) and contains_text(label, name)]
        if not named and contains_text(label, wanted):
            return True
        named = named or [
            name for name, text in names.items() if any(_touches_in_row(move, step, text) for step in row_steps)
        ]
        named = named or _appeared(move, names)
        if named:
            # "Extra large" contains "large" too: the longest name is meant.
            return max(named, key=len) == wanted
    return False


def _touches_in_row(move: Move, step: _ReferenceStep, name: str) -> bool:
    assert step.target is not None
    return same_operation(move, step.action, replace(step.target, within=name))


def _appeared(move: Move, names: Collection[str]) -> list[str]:
    """The options that make up a row which appeared with the touch, such as the time above a clock face."""
    before = move.before.text if move.before is not None else None
    after = move.after.text if move.after is not None else None
    if before is None or after is None or before.page != after.page:
        return []
    return [name for line in after.lines if line not in before.lines and (name := normal(line)) in names]


def _took_effect(move: Move, then: Move | None, *, leaving: bool) -> bool:
    """Whether the screen changed with a move; if it is `leaving` its page, whether the page changed.

    False if either screen is unknown. A choice that leaves its page open is discarded if BACK follows.
    """
    before = move.before.text if move.before is not None else None
    after = move.after.text if move.after is not None else None
    if before is None or after is None:
        return False
    if before.page != after.page:
        return True
    return not leaving and before.lines != after.lines and not (then is not None and then.action == _BACK)


def _as_before(commitment: Move, moves: Sequence[Move]) -> bool:
    """Whether the page of a commitment looked unchanged when it was next seen.

    False if it had changed, or if something was seen to be removed on the way: then the commitment had an effect.
    """
    before = commitment.before.text if commitment.before is not None else None
    for move in moves:
        if added_by_touch(move) is False:
            return False
        screen_text = move.after.text if move.after is not None else None
        if screen_text is not None and before is not None and screen_text.page == before.page:
            return screen_text.lines == before.lines
    return False
