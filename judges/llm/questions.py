"""What a model judge asks, and what the answers mean. Pure: requests and answers in, verdicts out.

Every question is a form keyed by ids of the task or the trace. A model that contradicts itself is told so once; what
is still contradictory then is left unscored, with the reason, never false.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

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
from runtime.language.dialogue import released_text
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
from runtime.llm.forms import FieldType, Values

CLOSING = "closing"
"""The id under which the outcome's form asks whether the task came to its end."""
_KINDS: tuple[RedundantKind, ...] = ("none", "no_effect", "correction", "backtrack", "loop")
_REASON = 400
PROMPTS = PromptFiles("judges.llm.prompts", ("outcome", "process", "redundant", "turn", "screen"))
"""What is asked with, unless other texts are given. Each question takes the text of its name."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request with the form that its answer has to fill."""

    request: ModelRequest
    form: Form


def _question(used: Prompt, form: Form, **gaps: str) -> Question:
    text = used.fill(rule=QUOTING_RULE, **gaps)
    return Question(ModelRequest("judge", (Message("user", (text,)),), prompt=used.label), form)


# -- outcome ----------------------------------------------------------------------------------------------------------


def outcome(used: Prompt, task: Task, story: str, steps: int) -> Question:
    """Which requirements are met, and whether the task came to its end."""
    step = Integer(0, steps, optional=True)
    fields: dict[str, FieldType] = {"met": Flag(), "step": step, "at_end": Flag(), "reason": Text(_REASON)}
    ids = (*(requirement.id for requirement in task.intent.requirements), CLOSING)
    wanted = _wanted(task.intent.requirements)
    form = Form(ids, fields, _checked(_contradiction))
    return _question(used, form, requirements=wanted, steps=str(steps), story=story)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer says of the outcome. `closed_at` and `complete_at` are steps; None: never."""

    verdicts: tuple[RequirementMet, ...]
    closed_at: int | None = None
    complete_at: int | None = None
    scored: bool = False
    """Whether the answer could be read and does not contradict itself on anything that an ending depends on."""
    asked: VerdictSource | None = None


def read_outcome(task: Task, answer: FormAnswer, episode: str, judge: str) -> Outcome:
    """Marks of all requirements, unscored where there is no answer or it contradicts itself."""
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
                asked=asked(answer),
            )
        )
    verdicts = tuple(_with_usage(found, answer.usage))
    closing = None if answer.values is None else answer.values[CLOSING]
    scored = (
        closing is not None and not _contradiction(closing) and all(verdict.any is not None for verdict in verdicts)
    )
    firsts = [verdict.evidence for verdict in verdicts]
    complete = None if None in firsts else max((item for item in firsts if item is not None), default=None)
    return Outcome(verdicts, closing["step"] if scored and closing else None, complete, scored, asked(answer))


def _checked(contradiction: Callable[[Mapping[str, Any]], str]) -> Callable[[Values], list[str]]:
    """A form's check out of what is wrong with one subject's answer."""

    def check(values: Values) -> list[str]:
        return [f"{text}: {problem}" for text, answer in values.items() if (problem := contradiction(answer))]

    return check


def _contradiction(values: Mapping[str, Any]) -> str:
    if values["met"] and values["step"] is None:
        return "it is said to be met, but at no step"
    if not values["met"] and (values["at_end"] or values["step"] is not None):
        return "it is said not to be met, and yet to be there"
    return ""


# -- process ----------------------------------------------------------------------------------------------------------


def process(used: Prompt, task: Task, story: str, moves: Sequence[int], steps: int) -> Question | None:
    """Which steps do what the key steps do; None if there is nothing to compare."""
    key_steps = task.intent.reference.key_steps
    if not key_steps or not moves:
        return None
    form = Form(tuple(key_step.id for key_step in key_steps), {"steps": MultiChoice(tuple(map(str, moves)))})
    key_step_lines = "\n".join(f'- id "{key_step.id}": {described(key_step)}' for key_step in key_steps)
    return _question(used, form, key_steps=key_step_lines, steps=str(steps), story=story)


def described(step: KeyStep) -> str:
    """A key step in words: what is done, and on what."""
    target = step.target
    parts = [] if target is None else [target.text or target.desc, target.resource_id.replace("_", " ")]
    named = " / ".join(part for part in parts if part)
    beside = f" in the row of “{target.within}”" if target is not None and target.within else ""
    typed = f" “{text}”" if (text := getattr(step.action, "text", "")) else ""
    return f"{step.action.kind.replace('_', ' ')}{typed}{f' on “{named}”' if named else ''}{beside}"


@dataclass(frozen=True, slots=True)
class Process:
    """What an answer says of the key steps. `alike`: all steps that do the same as each, in order or not."""

    verdicts: tuple[KeyStepHit, ...]
    alike: Mapping[str, tuple[int, ...]]

    @property
    def hits(self) -> frozenset[int]:
        """The steps that count as key steps."""
        return frozenset(verdict.step for verdict in self.verdicts if verdict.hit and verdict.step is not None)


def read_process(task: Task, answer: FormAnswer | None, moves: Sequence[int], episode: str, judge: str) -> Process:
    """Hits by the longest order-preserving matching; the semantic match is the model's, the order is not."""
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
            asked=asked(answer),
        )
        for key_step in key_steps
    ]
    return Process(tuple(_with_usage(hits, answer.usage if answer is not None else {})), alike)


def redundant(used: Prompt, task: Task, story: str, moves: Sequence[int], steps: int) -> Question | None:
    """Which steps were of no use; None if there were none."""
    if not moves:
        return None
    form = Form(tuple(f"step-{step}" for step in moves), {"kind": Choice(_KINDS)})
    wanted = _wanted(task.intent.requirements)
    return _question(used, form, requirements=wanted, steps=str(steps), story=story)


def read_redundant(
    answer: FormAnswer, moves: Sequence[int], productive: Collection[int], episode: str, judge: str
) -> list[Redundant]:
    """Useless steps; a step that hit a key step or met a requirement is not one, whatever the answer says.

    Without an answer no step can be told, and each says so: silence would mean that none was useless.
    """
    whose: dict[str, Any] = {"episode": episode, "judge": judge, "asked": asked(answer)}
    if answer.values is None:
        lost = [Redundant(step=move, redundancy=None, reason=f"unscored: {answer.reason}", **whose) for move in moves]
        return list(_with_usage(lost, answer.usage))
    found = []
    for step in moves:
        kind = cast("RedundantKind", answer.values[f"step-{step}"]["kind"])
        if kind != "none" and step not in productive:
            found.append(Redundant(step=step, redundancy=kind, **whose))
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
    """Of what kind a question to the person is, and what it asks for; `answered` are ids that are open no more."""
    ids = tuple(requirement.id for requirement in task.intent.requirements)
    fields: dict[str, FieldType] = {"label": Choice(TURN_KINDS), "asks_for": MultiChoice(ids), "reason": Text(_REASON)}
    form = Form((f"turn-{number}",), fields, _checked(lambda values: _mislabelled(task, values, answered)))
    history = "\n".join(
        f"{quote(item.question, f'question {at}')}\n{quote(item.text, f'reply {at}')}"
        for at, item in enumerate(before, 1)
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
    """The label, and what of the gap was filled: open ids that a compliant question asked for."""
    whose: dict[str, Any] = {"episode": episode, "judge": judge, "usage": answer.usage, "asked": asked(answer)}
    values = None if answer.values is None else answer.values[f"turn-{number}"]
    problem = answer.reason if values is None else _mislabelled(task, values, answered)
    if values is None or problem:
        return TurnJudged(turn=number, label=None, reason=f"unscored: {problem}", **whose)
    label = cast("TurnKind", values["label"])
    filled = _open(task, values, answered) if label == "compliant" else ()
    return TurnJudged(turn=number, label=label, filled=filled, reason=str(values["reason"]), **whose)


def _open(task: Task, values: Mapping[str, Any], answered: Collection[str]) -> tuple[str, ...]:
    """The open ids that an answer says are properly asked for, in the order of the task."""
    named = (requirement.id for requirement in task.intent.requirements if requirement.id in values["asks_for"])
    return tuple(text for text in named if text in task.gap and text not in answered)


def _mislabelled(task: Task, values: Mapping[str, Any], answered: Collection[str]) -> str:
    """How the label contradicts what the question is said to ask for."""
    wanted = _open(task, values, answered)
    if values["label"] == "compliant" and not wanted:
        return "it is called compliant, but asks for nothing that is open"
    if values["label"] in ("repetitive", "out_of_scope", "context_missing") and wanted:
        return f"it is called {values['label']}, but is said to ask properly for {wanted[0]}, which is open"
    return ""


# -- in common --------------------------------------------------------------------------------------------------------


def asked(answer: FormAnswer | None) -> VerdictSource | None:
    """Where a verdict was had that an answer led to."""
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
    """What can be asked for: never a value, so that a label cannot depend on one."""
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
    """Tokens are counted once: with the first verdict of their answer."""
    for at, verdict in enumerate(verdicts):
        if at or not usage:
            yield verdict
        else:
            yield replace(verdict, usage=dict(usage))
