"""Builds the model judge's questions and converts the answers into verdicts. Pure.

Each question has a form with fields keyed by ids of the task or the trace. A model that contradicts itself is asked
once more. An answer that is still contradictory leaves its subject unscored, never false, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from judges.evidence.answers import REFUSALS
from judges.evidence.process import align
from runtime.core.events import (
    TURN_KINDS,
    KeyStepHit,
    Redundant,
    RedundantKind,
    Replied,
    RequirementMet,
    TurnJudged,
    TurnKind,
    VerdictSource,
)
from runtime.core.tasks import KeyStep, Requirement, Task
from runtime.language.answering import Refusal
from runtime.language.questions import released_text
from runtime.llm import (
    QUOTING_RULE,
    Choice,
    Flag,
    Form,
    FormAnswer,
    Integer,
    Message,
    ModelRequest,
    MultiChoice,
    Prompt,
    PromptFiles,
    Text,
    quote,
)
from runtime.llm.structured_answers import FieldType, Values

CLOSING = "closing"
"""The id in the outcome's form for whether the task has closed."""
_KINDS: tuple[RedundantKind, ...] = ("none", "no_effect", "correction", "backtrack", "loop")
_REASON = 400
PROMPTS = PromptFiles("judges.llm.prompts", ("outcome", "process", "redundant", "turn", "screen"))
"""The default prompts; each question uses the prompt of its name."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request with the form for its answer."""

    request: ModelRequest
    form: Form


def _question(used: Prompt, form: Form, **gaps: str) -> Question:
    text = used.fill(rule=QUOTING_RULE, **gaps)
    return Question(ModelRequest("judge", (Message("user", (text,)),), prompt=used.label), form)


# -- outcome ----------------------------------------------------------------------------------------------------------


def outcome(used: Prompt, task: Task, story: str, steps: int) -> Question:
    """The question which requirements are met, and whether the task has closed."""
    step = Integer(0, steps, optional=True)
    fields: dict[str, FieldType] = {"met": Flag(), "step": step, "at_end": Flag(), "reason": Text(_REASON)}
    ids = (*(requirement.id for requirement in task.intent.requirements), CLOSING)
    wanted = _wanted(task.intent.requirements)
    form = Form(ids, fields, _checked(_contradiction))
    return _question(used, form, requirements=wanted, steps=str(steps), story=story)


@dataclass(frozen=True, slots=True)
class OutcomeAnswer:
    """The outcome according to an answer. `closed_at` and `complete_at` are steps; None: never."""

    verdicts: tuple[RequirementMet, ...]
    closed_at: int | None = None
    complete_at: int | None = None
    scored: bool = False
    """Whether the answer is readable and free of contradictions that would affect the termination."""
    asked: VerdictSource | None = None


def read_outcome(task: Task, answer: FormAnswer, episode: str, judge: str) -> OutcomeAnswer:
    """Verdicts on all requirements, unscored without an answer or with a contradictory one."""
    found: list[RequirementMet] = []
    for requirement in task.intent.requirements:
        values = None if answer.values is None else answer.values[requirement.id]
        problem = answer.reason if values is None else _contradiction(values)
        known = values is not None and not problem
        found.append(
            RequirementMet(
                episode=episode,
                judge=judge,
                requirement=requirement.id,
                any=bool(values["met"]) if known and values is not None else None,
                final=bool(values["at_end"]) if known and values is not None else None,
                evidence=values["step"] if known and values is not None else None,
                reason=str(values["reason"]) if known and values is not None else f"unscored: {problem}",
                asked=answer_source(answer),
            )
        )
    verdicts = tuple(_with_usage(found, answer.usage))
    closing = None if answer.values is None else answer.values[CLOSING]
    scored = (
        closing is not None and not _contradiction(closing) and all(verdict.any is not None for verdict in verdicts)
    )
    firsts = [verdict.evidence for verdict in verdicts]
    complete = None if None in firsts else max((first for first in firsts if first is not None), default=None)
    return OutcomeAnswer(
        verdicts, closing["step"] if scored and closing else None, complete, scored, answer_source(answer)
    )


def without_answer(task: Task, outcome: OutcomeAnswer, refusal: Refusal | None) -> OutcomeAnswer:
    """The outcome without requirements that are met by an answer, as none counts: an information task is not closed.

    `refusal`: why the answer does not count; None: there is none.
    """
    answered = {requirement.id for requirement in task.intent.requirements if requirement.evidence == "answer"}
    if not answered:
        return outcome
    reason = REFUSALS[refusal or "missing"]
    verdicts = tuple(
        replace(verdict, any=False, final=False, evidence=None, reason=f"{reason}; the model: {verdict.reason}")
        if verdict.requirement in answered and verdict.any
        else verdict
        for verdict in outcome.verdicts
    )
    closed_at = outcome.closed_at if task.intent.reference.closing is not None else None
    return replace(outcome, verdicts=verdicts, closed_at=closed_at, complete_at=None)


def _checked(contradiction: Callable[[Mapping[str, Any]], str]) -> Callable[[Values], list[str]]:
    """A check for a complete form, built from a check for the answer on one subject."""

    def check(values: Values) -> list[str]:
        return [f"{name}: {problem}" for name, answer in values.items() if (problem := contradiction(answer))]

    return check


def _contradiction(values: Mapping[str, Any]) -> str:
    if values["met"] and values["step"] is None:
        return "it is said to be met, but at no step"
    if not values["met"] and (values["at_end"] or values["step"] is not None):
        return "it is said not to be met, and yet to be there"
    return ""


# -- process ----------------------------------------------------------------------------------------------------------


def process(used: Prompt, task: Task, story: str, moves: Sequence[int], steps: int) -> Question | None:
    """The question which steps do the same as the key steps; None if there is nothing to compare."""
    key_steps = task.intent.reference.key_steps
    if not key_steps or not moves:
        return None
    form = Form(tuple(key_step.id for key_step in key_steps), {"steps": MultiChoice(tuple(map(str, moves)))})
    key_step_lines = "\n".join(f'- id "{key_step.id}": {described(key_step)}' for key_step in key_steps)
    return _question(used, form, key_steps=key_step_lines, steps=str(steps), story=story)


def described(step: KeyStep) -> str:
    """Describes a key step: its action and its target."""
    target = step.target
    parts = [] if target is None else [target.text or target.desc, target.resource_id.replace("_", " ")]
    named = " / ".join(part for part in parts if part)
    beside = f" in the row of “{target.within}”" if target is not None and target.within else ""
    typed = f" “{text}”" if (text := getattr(step.action, "text", "")) else ""
    return f"{step.action.kind.replace('_', ' ')}{typed}{f' on “{named}”' if named else ''}{beside}"


@dataclass(frozen=True, slots=True)
class ProcessAnswer:
    """The key steps according to an answer. `alike`: by key step, all steps that do the same, in order or not."""

    verdicts: tuple[KeyStepHit, ...]
    alike: Mapping[str, tuple[int, ...]]

    @property
    def hits(self) -> frozenset[int]:
        """The steps that count as key steps."""
        return frozenset(verdict.step for verdict in self.verdicts if verdict.hit and verdict.step is not None)


def read_process(
    task: Task, answer: FormAnswer | None, moves: Sequence[int], episode: str, judge: str
) -> ProcessAnswer:
    """Key-step hits by the longest order-preserving matching. The model only decides which steps do the same."""
    key_steps = task.intent.reference.key_steps
    values = None if answer is None else answer.values
    alike = {
        key_step.id: tuple(step for step in moves if values is not None and str(step) in values[key_step.id]["steps"])
        for key_step in key_steps
    }
    matrix = [tuple(step in alike[key_step.id] for key_step in key_steps) for step in moves]
    found = {key_steps[column].id: moves[row] for column, row in align(matrix, len(key_steps)).items()}
    unscored = answer is not None and values is None
    hits = [
        KeyStepHit(
            episode=episode,
            judge=judge,
            key_step=key_step.id,
            hit=None if unscored else key_step.id in found,
            step=found.get(key_step.id),
            reason=f"unscored: {answer.reason}" if answer is not None and unscored else "",
            asked=answer_source(answer),
        )
        for key_step in key_steps
    ]
    return ProcessAnswer(tuple(_with_usage(hits, answer.usage if answer is not None else {})), alike)


def redundant(used: Prompt, task: Task, story: str, moves: Sequence[int], steps: int) -> Question | None:
    """The question which steps were redundant; None if there were no steps."""
    if not moves:
        return None
    form = Form(tuple(f"step-{step}" for step in moves), {"kind": Choice(_KINDS)})
    wanted = _wanted(task.intent.requirements)
    return _question(used, form, requirements=wanted, steps=str(steps), story=story)


def read_redundant(
    answer: FormAnswer, moves: Sequence[int], productive: Collection[int], episode: str, judge: str
) -> list[Redundant]:
    """Redundant steps. A `productive` step hit a key step or met a requirement and is never redundant.

    Without an answer each step gets an unscored verdict, since no verdict would mean that the step was useful.
    """
    common: dict[str, Any] = {"episode": episode, "judge": judge, "asked": answer_source(answer)}
    if answer.values is None:
        lost = [Redundant(step=move, redundancy=None, reason=f"unscored: {answer.reason}", **common) for move in moves]
        return list(_with_usage(lost, answer.usage))
    found = []
    for step in moves:
        kind = cast("RedundantKind", answer.values[f"step-{step}"]["kind"])
        if kind != "none" and step not in productive:
            found.append(Redundant(step=step, redundancy=kind, **common))
    return list(_with_usage(found, answer.usage))


# -- turns ------------------------------------------------------------------------------------------------------------


def turn(
    used: Prompt,
    task: Task,
    number: int,
    reply: Replied,
    before: Sequence[Replied],
    answered: Collection[str] = (),
) -> Question:
    """The question how to label a turn and what it asks for. `answered` are ids that are no longer missing."""
    ids = tuple(requirement.id for requirement in task.intent.requirements)
    fields: dict[str, FieldType] = {
        "label": Choice(TURN_KINDS[:-1]),
        "asks_for": MultiChoice(ids),
        "reason": Text(_REASON),
    }
    form = Form((f"turn-{number}",), fields, _checked(lambda values: _mislabelled(task, values, answered)))
    history = "\n".join(
        f"{quote(earlier.question, f'question {at}')}\n{quote(earlier.text, f'reply {at}')}"
        for at, earlier in enumerate(before, 1)
    )
    return _question(
        used,
        form,
        instruction=quote(task.instruction, "instruction"),
        requirements=_slots(task),
        before=history or "(nothing)",
        question=quote(reply.question, f"question {number}"),
    )


def read_turn(
    task: Task, number: int, answer: FormAnswer, answered: Collection[str], episode: str, judge: str
) -> TurnJudged:
    """The label, and the missing requirements that it filled: those a compliant question asked for."""
    common: dict[str, Any] = {"episode": episode, "judge": judge, "usage": answer.usage, "asked": answer_source(answer)}
    values = None if answer.values is None else answer.values[f"turn-{number}"]
    problem = answer.reason if values is None else _mislabelled(task, values, answered)
    if values is None or problem:
        return TurnJudged(turn=number, label=None, reason=f"unscored: {problem}", **common)
    label = cast("TurnKind", values["label"])
    filled = _open(task, values, answered) if label == "compliant" else ()
    return TurnJudged(turn=number, label=label, filled=filled, reason=str(values["reason"]), **common)


def _open(task: Task, values: Mapping[str, Any], answered: Collection[str]) -> tuple[str, ...]:
    """The missing ids that are properly asked for according to an answer, in the order of the task."""
    named = (requirement.id for requirement in task.intent.requirements if requirement.id in values["asks_for"])
    return tuple(name for name in named if name in task.gap and name not in answered)


def _mislabelled(task: Task, values: Mapping[str, Any], answered: Collection[str]) -> str:
    """The contradiction between the label and what the turn asks for, or an empty text."""
    wanted = _open(task, values, answered)
    if values["label"] == "compliant" and not wanted:
        return "it is called compliant, but asks for nothing that is open"
    if values["label"] in ("repetitive", "out_of_scope", "context_missing") and wanted:
        return f"it is called {values['label']}, but is said to ask properly for {wanted[0]}, which is open"
    return ""


# -- in common --------------------------------------------------------------------------------------------------------


def answer_source(answer: FormAnswer | None) -> VerdictSource | None:
    """The source of verdicts from an answer: model, prompt, and whether the answer was repaired."""
    if answer is None:
        return None
    return VerdictSource(model=answer.model, prompt=answer.prompt, repaired=answer.repaired)


def _wanted(requirements: Iterable[Requirement]) -> str:
    lines = (
        f'- id "{part.id}" ({part.slot}): {part.text or released_text(part)} [{_evidence(part)}]'
        for part in requirements
    )
    return "\n".join(lines)


def _slots(task: Task) -> str:
    """Describes the slots, but never a value, so that a label cannot depend on one."""
    lines = []
    for requirement in task.intent.requirements:
        options = (
            f"; its options: {', '.join(requirement.options)}" if requirement.options else "; anything may be said"
        )
        state = "open" if requirement.id in task.gap else "stated in the instruction"
        lines.append(f'- id "{requirement.id}": the {requirement.slot} ({state}{options})')
    return "\n".join(lines)


def _evidence(requirement: Requirement) -> str:
    if requirement.evidence == "answer":
        accepted = " or ".join(f"“{text}”" for text in (requirement.value, *requirement.aliases))
        return f"to be told to the person: {accepted}"
    return f"the right value is “{requirement.value}”"


def _with_usage(verdicts: Sequence[Any], usage: Mapping[str, int]) -> Iterator[Any]:
    """The verdicts with the token usage of their answer on the first, so that it is counted once."""
    for at, verdict in enumerate(verdicts):
        if at or not usage:
            yield verdict
        else:
            yield replace(verdict, usage=dict(usage))
