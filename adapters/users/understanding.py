"""Builds the model's prompt about a question, and turns its answer into a classified turn. Pure.

The model never sees a value. It names the slots that a question asks for; the rules decide what is released and said. A
question that manipulates the model can therefore not extract anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from runtime.core.tasks import Requirement, Task
from runtime.language.questions import LIMITS, LabelledAsk, Statement, Turn
from runtime.llm import QUOTING_RULE, Flag, Form, Message, ModelRequest, Prompt, injection_attempts, quote

_REPLY_DEADLINE = 45.0
"""Seconds for one reply. Two replies, the second being the repair, fit into the deadline of a user's answer."""
_SHOWN = 24
"""Maximum number of candidates listed for one slot."""
_MOST_UNCONFIRMED = 2
"""Maximum number of slots that the model may find and the rules do not; with more, the rules decide."""


def form(task: Task) -> Form:
    """The structure of the answer: two flags for each requirement and for the question as a whole."""
    ids = tuple(requirement.id for requirement in task.intent.requirements)
    return Form((*ids, *_whole_question_ids(task)), {"asked": Flag(), "proper": Flag()})


def request(
    prompt: Prompt, question: str, task: Task, answered: Collection[str], before: Sequence[tuple[str, str]]
) -> ModelRequest:
    """The model request about a question. `before`: earlier questions and their replies."""
    operation, everything = _whole_question_ids(task)
    texts = [f"agent: {asked}\nuser: {text}" for asked, text in before]
    text = prompt.fill(
        rule=QUOTING_RULE,
        instruction=quote(task.instruction, "instruction"),
        slots="\n".join(
            _slot(requirement, requirement.id in task.gap and requirement.id not in answered)
            for requirement in task.intent.requirements
        ),
        dialogue=quote("\n".join(texts) or "(nothing)", "dialogue"),
        question=quote(question, "question"),
        operation=operation,
        everything=everything,
    )
    return ModelRequest("user", (Message("user", (text,)),), prompt=prompt.label, deadline=_REPLY_DEADLINE)


def turn(
    values: Mapping[str, Mapping[str, Any]], task: Task, answered: Collection[str], ruled: Turn, question: str
) -> tuple[Turn, str]:
    """The turn that a model's answer implies, and a note if the rules corrected the model.

    `ruled` is the rules' classification of the question. Only what the rules release as well is released if the
    question tries to manipulate its reader, or if the model finds more slots than the rules can confirm.
    """
    operation, everything = _whole_question_ids(task)
    open_ids = [identifier for identifier in task.gap if identifier not in answered]
    asked = tuple(requirement.id for requirement in task.intent.requirements if values[requirement.id]["asked"])
    proper = tuple(text for text in asked if text in open_ids and values[text]["proper"])
    note = ""
    unconfirmed = [identifier for identifier in proper if identifier not in ruled.asked]
    if proper and (tries := injection_attempts(question)):
        proper, note = _common(proper, ruled), f"the question {' and '.join(tries)}"
    elif len(unconfirmed) > _MOST_UNCONFIRMED:
        proper, note = _common(proper, ruled), f"the model finds slots that the rules do not: {', '.join(unconfirmed)}"
    by_rules = {ask.slot: ask for ask in ruled.asks}
    asks = [_ask(text, by_rules.get(text), proper=text in proper, is_open=text in open_ids) for text in asked]
    if values[operation]["asked"]:
        asks.append(LabelledAsk("trivial"))
    if not asks:
        clear = not task.gap or not values[everything]["asked"]
        asks.append(LabelledAsk("out_of_scope" if clear else "not_understood"))
    return Turn(tuple(asks[: LIMITS.asks]), max(len(asks) - LIMITS.asks, 0), ruled.silenced), note


def _ask(slot: str, ruled: LabelledAsk | None, *, proper: bool, is_open: bool) -> LabelledAsk:
    """The ask for one slot: its value is stated if it is proper, else what the rules state of it, if anything."""
    if proper:
        return LabelledAsk("compliant", slot, (), (Statement("value", slot),), settles=True)
    if not is_open:
        return LabelledAsk("repetitive", slot)
    if ruled is not None and ruled.label != "compliant":
        return ruled
    return LabelledAsk("context_missing", slot, (), (Statement("choices", slot),))


def _common(proper: Sequence[str], ruled: Turn) -> tuple[str, ...]:
    return tuple(identifier for identifier in proper if identifier in ruled.compliant)


def _whole_question_ids(task: Task) -> tuple[str, str]:
    """Ids that stand for the question as a whole; they differ from every requirement's id."""
    taken = {requirement.id for requirement in task.intent.requirements}
    operation, everything = "operation", "everything"
    while operation in taken or everything in taken:
        operation, everything = f"{operation}_", f"{everything}_"
    return operation, everything


def _slot(requirement: Requirement, is_open: bool) -> str:
    """Describe one requirement without its value. An open anchor has no text that could be shown here."""
    names = ", ".join(dict.fromkeys((requirement.slot, *requirement.words)))
    shown = requirement.options[:_SHOWN]
    more = ["…"] if len(requirement.options) > _SHOWN else []
    candidates = f"candidates: {' | '.join([*shown, *more])}" if shown else "no candidates, free text"
    return f"- {requirement.id} ({'open' if is_open else 'known'}): {names}; {candidates}"
