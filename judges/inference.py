"""What was done though no screen showed it: every operation that a requirement takes was carried out, and took effect.

An agent that stops with the last touch, or whose phone is offline by then, has done what it was asked for; the page
that would say so never came. The paper's verifier reads operations beside observations (§4.1.2); so does this, when
all is over, and only where no page that could tell said otherwise. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judges.evidence import says
from judges.matching import same_operation
from judges.process import align
from judges.trail import Move
from runtime.actions import Action, Key, Swipe, Type
from runtime.tasks import Requirement, Selector, Task
from runtime.ui import normal


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the reference that a requirement takes."""

    action: Action
    target: Selector | None
    commits: bool
    anchors: frozenset[str]
    """The anchors that it is a key step of."""


def inferred(task: Task, moves: Sequence[Move], denied: Mapping[str, int]) -> Iterator[tuple[Requirement, int]]:
    """Requirements that were met by all that is known, each with the step that completed it.

    `denied` says of requirements at which step a page last spoke against them. A requirement takes all of its own
    steps and the key steps of every anchor, for a size alone orders nothing; and of whatever could be chosen, the
    wanted thing must have been the last that was touched.
    """
    requirements = task.intent.requirements
    anchors = [one for one in requirements if one.kind == "anchor" and one.evidence == "state"]
    for one in requirements:
        if one.evidence != "state" or one.seen is None:
            continue
        steps = _taken(task, one, anchors)
        rows = [tuple(same_operation(move, step.action, step.target) for step in steps) for move in moves]
        found = align(rows, len(steps))
        if not steps or len(found) < len(steps):
            continue
        last = moves[found[len(steps) - 1]]
        until = last.step if any(step.commits for step in steps) else moves[-1].step
        named = [each for each in requirements if each is one or any(each.id in step.anchors for step in steps)]
        after = next((move for move in moves if move.step > last.step), None)
        chosen = all(_chosen(each, moves, until) for each in named)
        if chosen and _took_effect(last, after, leaving=steps[-1].commits) and denied.get(one.id, -1) < last.step:
            yield one, last.step


def _taken(task: Task, one: Requirement, anchors: Sequence[Requirement]) -> list[_Step]:
    """The steps of the reference that a requirement takes, in order; none if no key step is there for it.

    What is chosen counts with the step that *seals* it: the next one that cannot be taken back, or that closes the
    task. What comes after is there for something else. What is chosen after the last seal takes effect by itself.
    """
    reference = task.intent.reference
    keys = {(step.action, step.target): step for step in reference.key_steps}
    basic = frozenset(each.id for each in anchors)
    steps: list[tuple[_Step, bool]] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        key = keys.get((action, target))
        serving = frozenset(key.requirements if key is not None else ())
        own = one.id in serving or (one.id in serves and one.id not in basic and not isinstance(action, Swipe))
        steps.append((_Step(action, target, key is not None and key.commits, basic & serving), own))
    mine = [at for at, (_, own) in enumerate(steps) if own]
    if not mine or not any(one.id in step.requirements for step in reference.key_steps):
        return []
    seals = {at for at, (step, _) in enumerate(steps) if step.commits}
    if reference.closing is not None:
        seals.add(len(steps) - reference.tail - 1)
    seal = min((at for at in seals if at >= mine[0]), default=mine[-1])
    return [step for at, (step, own) in enumerate(steps) if at <= seal and (own or step.anchors)]


def _chosen(one: Requirement, moves: Sequence[Move], until: int) -> bool:
    """Whether the last of its candidates that was touched or entered is the wanted one."""
    names = {normal(text) for text in (*one.options, one.value) if text}
    wanted = normal(one.value)
    for move in reversed(moves):
        if move.step > until:
            continue
        label = normal(
            move.action.text if isinstance(move.action, Type) else move.target.label() if move.target else ""
        )
        # A row called "Reminder None" opens another choice: it names none of this one's options by its first words.
        named = [name for name in names if label.startswith(name) and says(label, name)]
        if not named and says(label, wanted):
            return True
        named = named or _appeared(move, names)
        if named:
            # "Extra large" names "large" too: the longest name is the one that is meant.
            return max(named, key=len) == wanted
    return False


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
    return not leaving and before.lines != after.lines and not (then is not None and then.action == Key("BACK"))
