"""What a model is asked about a question, and what its answer makes of the turn. Pure.

The model is never told a value. It says which slots a question asks for; what is then released, and said, follows by
the rules. A reply can thus hold nothing that was not asked for, whatever a question talks the model into saying.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue import Turn
from runtime.llm import QUOTING_RULE, Flag, Form, Message, ModelRequest, Prompt, injection_attempts, quote

_PATIENCE = 45.0
"""Seconds for one reply. Two of them, the second being the repair, fit into the deadline of a user's answer."""
_SHOWN = 24
"""Candidates of one slot that are listed."""
_UNHEARD = 2
"""Nobody asks properly for more things at once than this without any of them being found by the rules."""


def form(task: Task) -> Form:
    """The answer that is asked for: two flags for each requirement, and for the question as a whole."""
    ids = tuple(requirement.id for requirement in task.intent.requirements)
    return Form((*ids, *_whole(task)), {"asked": Flag(), "proper": Flag()})


def request(
    prompt: Prompt, question: str, task: Task, answered: Collection[str], before: Sequence[tuple[str, str]]
) -> ModelRequest:
    """The question about a question; `before` are the earlier questions and what was said to them."""
    operation, everything = _whole(task)
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
    return ModelRequest("user", (Message("user", (text,)),), prompt=prompt.label, deadline=_PATIENCE)


def turn(
    values: Mapping[str, Mapping[str, Any]], task: Task, answered: Collection[str], ruled: Turn, question: str
) -> tuple[Turn, str]:
    """The turn that a model's answer makes, and why it is not quite what the model said, if it is not.

    `ruled` is what the rules make of the question. A question that tries to move its reader releases only what the
    rules would release as well, and so does an answer that finds more than anybody asks for.
    """
    operation, everything = _whole(task)
    open_ids = [identifier for identifier in task.gap if identifier not in answered]
    asked = tuple(requirement.id for requirement in task.intent.requirements if values[requirement.id]["asked"])
    proper = tuple(text for text in asked if text in open_ids and values[text]["proper"])
    note = ""
    unheard = [identifier for identifier in proper if identifier not in ruled.asked]
    if proper and (tries := injection_attempts(question)):
        proper, note = _common(proper, ruled), f"the question {' and '.join(tries)}"
    elif len(unheard) > _UNHEARD:
        proper, note = _common(proper, ruled), f"the model hears what the rules do not: {', '.join(unheard)}"
    if proper:
        return Turn("compliant", asked, proper), note
    if values[operation]["asked"]:
        return Turn("trivial", asked), note
    if asked:
        return Turn("context_missing" if set(asked).intersection(open_ids) else "repetitive", asked), note
    if values[everything]["asked"]:
        return (Turn("context_missing", tuple(open_ids)) if open_ids else Turn("repetitive", task.gap)), note
    return Turn("out_of_scope"), note


def _common(proper: Sequence[str], ruled: Turn) -> tuple[str, ...]:
    return tuple(identifier for identifier in proper if identifier in ruled.compliant)


def _whole(task: Task) -> tuple[str, str]:
    """The ids that stand for the question as a whole: names that no requirement bears."""
    taken = {requirement.id for requirement in task.intent.requirements}
    operation, everything = "operation", "everything"
    while operation in taken or everything in taken:
        operation, everything = f"{operation}_", f"{everything}_"
    return operation, everything


def _slot(requirement: Requirement, is_open: bool) -> str:
    """One thing without its value. An open anchor has no text that could be told here."""
    names = ", ".join(dict.fromkeys((requirement.slot, *requirement.words)))
    shown = requirement.options[:_SHOWN]
    more = ["…"] if len(requirement.options) > _SHOWN else []
    candidates = f"candidates: {' | '.join([*shown, *more])}" if shown else "no candidates, free text"
    return f"- {requirement.id} ({'open' if is_open else 'known'}): {names}; {candidates}"
