"""What was done though no screen showed it: every operation that a requirement takes was carried out, and took effect.

An agent that stops with the last touch, or whose phone is offline by then, has done what it was asked for; the page
that would say so never came. The paper's verifier reads operations beside observations (§4.1.2); so does this, when
all is over, and only where no page said otherwise. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judges.evidence.changes import turned
from judges.evidence.process import align
from judges.evidence.requirements import says
from judges.evidence.step_matching import same_operation
from judges.evidence.trail import Move
from runtime.core.actions import Action, Key, Swipe, Type
from runtime.core.tasks import Pattern, Requirement, Selector, Task
from runtime.core.text import normal

_BACK = Key("BACK")


@dataclass(slots=True)
class Denials:
    """What pages said against one requirement."""

    rivals: list[tuple[int, Pattern]] = field(default_factory=list)
    """After which step which other choice stood where the wanted one would."""
    lacking: set[int] = field(default_factory=set)
    """After which steps there was a page that would tell, and did not."""

    def against(self, last: Move, until: int | None) -> bool:
        """Whether any of it is news since `last`, and before the step `until`; and the page it led to comes first."""
        known = [pattern for step, pattern in self.rivals if step < last.step]
        news = [step for step, pattern in self.rivals if step >= last.step and pattern not in known]
        led_to = last.after.step if last.after is not None else last.step
        return led_to in self.lacking or any(until is None or step < until for step in news)


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the reference that a requirement takes."""

    action: Action
    target: Selector | None
    own: bool
    """Whether it is there for the requirement itself, not only for an anchor."""
    commits: bool
    anchors: frozenset[str]
    """The anchors that it is a key step of."""

    def done_by(self, move: Move) -> bool:
        return same_operation(move, self.action, self.target)


@dataclass(frozen=True, slots=True)
class _ActionPath:
    """The steps that a requirement takes, in order."""

    steps: tuple[_Step, ...]
    sealed: bool
    """Whether the last of them is what makes the choice count; else the choice counts by itself."""
    left: bool
    """Whether the reference itself leaves the page of the choice by the way back."""


def inferred(
    task: Task, moves: Sequence[Move], denied: Mapping[str, Denials], met: Mapping[str, int | None]
) -> Iterator[tuple[Requirement, int]]:
    """Requirements that were met by all that is known, each with the step that completed it.

    `denied` is what pages said against requirements, `met` at which step each was first seen. A requirement takes all
    of its own steps and the key steps of every anchor, for a size alone orders nothing; and of whatever could be
    chosen, the wanted thing must have been the last that was touched. Where the anchors were seen to be met, how that
    was done does not matter: what was chosen before the commitment that met them was chosen for them.
    """
    anchors = [
        requirement
        for requirement in task.intent.requirements
        if requirement.kind == "anchor" and requirement.evidence == "state"
    ]
    for requirement in task.intent.requirements:
        if requirement.evidence != "state" or requirement.seen is None or met.get(requirement.id) is not None:
            continue
        way = _taken(task, requirement, anchors)
        if not way.steps:
            continue
        step = _completed(task, requirement, way, moves, denied)
        firsts = [met.get(anchor.id) for anchor in anchors if anchor is not requirement]
        if step is None and firsts and way.steps[-1].commits:
            seen = [first for first in firsts if first is not None]
            if len(seen) == len(firsts):
                step = _completed_beside(task, requirement, way, moves, denied, max(seen))
        if step is not None:
            yield requirement, step


def sealing(task: Task, requirement: Requirement) -> tuple[Action, Selector] | None:
    """The touch that makes count what is typed for a requirement; None if nothing is typed, or it counts by itself."""
    anchors = [each for each in task.intent.requirements if each.kind == "anchor" and each.evidence == "state"]
    way = _taken(task, requirement, anchors)
    typed = any(step.own and isinstance(step.action, Type) for step in way.steps)
    seal = way.steps[-1] if way.steps else None
    if not typed or not way.sealed or seal is None or seal.target is None or isinstance(seal.action, Type):
        return None
    return seal.action, seal.target


def lost(moves: Sequence[Move], since: int) -> int | None:
    """The step after `since` that took something off, if nothing was put on any more; then no page need tell."""
    changes = [(move.step, turned(move)) for move in moves if move.step > since]
    known = [(step, on) for step, on in changes if on is not None]
    return known[-1][0] if known and not known[-1][1] else None


def closed(task: Task, moves: Sequence[Move], met: Collection[str]) -> int | None:
    """The step that closed the task though no screen showed it: its commitment was made, of whatever it was.

    Where the closing check names what a requirement wants, that requirement must be among those `met`.
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
        if requirement.value and says(closing_text, normal(requirement.value))
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
    task: Task, requirement: Requirement, way: _ActionPath, moves: Sequence[Move], denied: Mapping[str, Denials]
) -> int | None:
    """The step that took the last of a way's steps, all others before it."""
    steps = way.steps
    named = [
        each
        for each in task.intent.requirements
        if each is requirement or any(each.id in step.anchors for step in steps)
    ]
    rows = [tuple(step.done_by(move) for step in steps) for move in moves]
    for at, move in enumerate(moves):
        before = align([row[:-1] for row in rows[:at]], len(steps) - 1)
        if rows[at][-1] and len(before) == len(steps) - 1 and _counts(task, named, way, moves, at, denied):
            return move.step
    return None


def _completed_beside(
    task: Task,
    requirement: Requirement,
    way: _ActionPath,
    moves: Sequence[Move],
    denied: Mapping[str, Denials],
    until: int,
) -> int | None:
    """The last commitment before the anchors were seen to be met, if the choice was made for it."""
    seal = way.steps[-1]
    own = [step for step in way.steps[:-1] if step.own]
    places = [at for at, move in enumerate(moves) if move.step <= until and seal.done_by(move)]
    if not places or not own:
        return None
    at, since = places[-1], places[-2] + 1 if len(places) > 1 else 0
    rows = [tuple(step.done_by(move) for step in own) for move in moves[since:at]]
    made = len(align(rows, len(own))) == len(own)
    return moves[at].step if made and _counts(task, [requirement], way, moves, at, denied) else None


def _counts(
    task: Task,
    named: Sequence[Requirement],
    way: _ActionPath,
    moves: Sequence[Move],
    at: int,
    denied: Mapping[str, Denials],
) -> bool:
    """Whether what was completed with a move was the wanted thing, took effect, and was not spoken against."""
    last = moves[at]
    until = last.step if way.sealed else moves[-1].step
    then = moves[at + 1] if at + 1 < len(moves) else None
    if not _took_effect(last, None if way.left else then, leaving=way.steps[-1].commits):
        return False
    if not all(_chosen(each, moves, until, _beside(task, each)) for each in named):
        return False
    # Who begins anew is, from there on, shown what is made then.
    anew = next((move.step for move in moves[at + 1 :] if any(step.done_by(move) for step in way.steps)), None)
    seen = [move for move in moves[at:] if anew is None or move.step < anew]
    if way.sealed and _as_before(last, seen):
        return False
    return not any(denied[each.id].against(last, anew) for each in named)


def _taken(task: Task, requirement: Requirement, anchors: Sequence[Requirement]) -> _ActionPath:
    """The steps of the reference that a requirement takes, in order; none if no key step is there for it.

    What is chosen counts with the step that *seals* it: the next one that cannot be taken back, or that closes the
    task. What comes after is there for something else. What is chosen after the last seal takes effect by itself.
    """
    reference = task.intent.reference
    keys = {(step.action, step.target): step for step in reference.key_steps}
    basic = frozenset(each.id for each in anchors)
    steps: list[_Step] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        key = keys.get((action, target))
        serving = frozenset(key.requirements if key is not None else ())
        own = requirement.id in serving or (
            requirement.id in serves and requirement.id not in basic and not isinstance(action, Swipe)
        )
        steps.append(_Step(action, target, own, key is not None and key.commits, basic & serving))
    mine = [at for at, step in enumerate(steps) if step.own]
    if not mine or not any(requirement.id in step.requirements for step in reference.key_steps):
        return _ActionPath((), False, False)
    seals = {at for at, step in enumerate(steps) if step.commits}
    if reference.closing is not None:
        seals.add(len(steps) - reference.tail - 1)
    seal = min((at for at in seals if at >= mine[0]), default=None)
    last = mine[-1] if seal is None else seal
    remaining = [step for at, step in enumerate(steps) if at <= last and (step.own or step.anchors)]
    target = remaining[0].target
    alone = (
        len(remaining) == 1 and target is not None and normal(target.text or target.desc) == normal(requirement.value)
    )
    if alone and mine[0] > 0 and requirement.id in reference.serves[mine[0] - 1]:
        # In other places other things are called so: what opens this choice belongs to it.
        remaining.insert(0, steps[mine[0] - 1])
    left = seal is None and remaining[-1].action == _BACK
    while seal is None and remaining[-1].action == _BACK and len(remaining) > 1:
        remaining.pop()
    return _ActionPath(tuple(remaining), seal is not None, left)


def _beside(task: Task, requirement: Requirement) -> tuple[_Step, ...]:
    """The steps that choose by what a control stands beside, as the "Reply" of one of many messages."""
    names = {normal(text) for text in (*requirement.options, requirement.value)}
    reference = task.intent.reference
    return tuple(
        _Step(action, target, own=True, commits=False, anchors=frozenset())
        for action, target in zip(reference.actions, reference.targets, strict=True)
        if target is not None and target.within and normal(target.within) in names
    )


def _chosen(requirement: Requirement, moves: Sequence[Move], until: int, beside: Sequence[_Step]) -> bool:
    """Whether the last of its candidates that was touched or entered is the wanted one."""
    names = {normal(text): text for text in (*requirement.options, requirement.value) if text}
    wanted = normal(requirement.value)
    for move in reversed(moves):
        if move.step > until or isinstance(move.action, Swipe):
            continue
        label = normal(
            move.action.text if isinstance(move.action, Type) else move.target.label() if move.target else ""
        )
        # A row called "Reminder None" opens another choice: it names none of this one's options by its first words.
        named = [name for name in names if label.startswith(name) and says(label, name)]
        if not named and says(label, wanted):
            return True
        named = named or [name for name, text in names.items() if any(_next_to(move, step, text) for step in beside)]
        named = named or _appeared(move, names)
        if named:
            # "Extra large" names "large" too: the longest name is the one that is meant.
            return max(named, key=len) == wanted
    return False


def _next_to(move: Move, step: _Step, name: str) -> bool:
    assert step.target is not None
    return same_operation(move, step.action, replace(step.target, within=name))


def _appeared(move: Move, names: Collection[str]) -> list[str]:
    """The candidates that stand alone in a row which the touch brought, such as the time over a clock face."""
    before = move.before.look if move.before is not None else None
    after = move.after.look if move.after is not None else None
    if before is None or after is None or before.page != after.page:
        return []
    return [name for line in after.lines if line not in before.lines and (name := normal(line)) in names]


def _took_effect(move: Move, then: Move | None, *, leaving: bool) -> bool:
    """Whether another screen came after it, or after a commitment another page; what was not seen counts as no.

    A choice that leaves its page open is discarded if the way back is the next thing that is taken.
    """
    before = move.before.look if move.before is not None else None
    after = move.after.look if move.after is not None else None
    if before is None or after is None:
        return False
    if before.page != after.page:
        return True
    return not leaving and before.lines != after.lines and not (then is not None and then.action == _BACK)


def _as_before(seal: Move, moves: Sequence[Move]) -> bool:
    """Whether the page that a seal was set on looked, when it was next seen, as if nothing had been done there.

    If it looks so only later, or after something was seen to be taken off on the way, something had been done.
    """
    before = seal.before.look if seal.before is not None else None
    for move in moves:
        if turned(move) is False:
            return False
        look = move.after.look if move.after is not None else None
        if look is not None and before is not None and look.page == before.page:
            return look.lines == before.lines
    return False
