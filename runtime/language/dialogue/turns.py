"""Labels a question and finds the requirements that it properly asks for."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from runtime.core.events import TurnKind
from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue.languages import CONTENT, WIDGET, asks_for_all, asks_permission, is_bare_operation
from runtime.language.dialogue.reading import ParsedQuestion, QuestionParser
from runtime.language.dialogue.words import normalize, stems

_CLAUSE_END = re.compile(r"(?<=[.?!;])\s+|(?<=[。？！；])|\n+")


@dataclass(frozen=True, slots=True)
class Turn:
    """A classified question: its label, the requirements asked for, and those asked for properly."""

    label: TurnKind
    asked: tuple[str, ...] = ()
    compliant: tuple[str, ...] = ()


def classify_question(question: str, task: Task, answered: Collection[str]) -> Turn:
    """Label a question of a dialogue in which the requirement ids `answered` have already been released."""
    plain_question = normalize(question)
    clauses = [clause for clause in _CLAUSE_END.split(plain_question) if clause]
    requirements = task.intent.requirements
    open_ids = {identifier for identifier in task.gap if identifier not in answered}
    reader = QuestionParser(task, open_ids)
    reading = reader.read(reader.words(plain_question))
    trivial = [_is_trivial(clause, reader) for clause in clauses]
    substantial = [clause for clause, is_trivial in zip(clauses, trivial, strict=True) if not is_trivial]
    rest = reader.read(reader.words(" ".join(substantial))) if any(trivial) else reading
    asked = tuple(
        requirement.id
        for requirement in requirements
        if requirement.id in reading.named or requirement.id in reading.offered
    )
    compliant = tuple(
        requirement.id
        for requirement in requirements
        if requirement.id in open_ids and _proper(requirement, reading, rest)
    )
    if compliant:
        return Turn("compliant", asked, compliant)
    if any(trivial):
        return Turn("trivial", asked)
    if asked:
        return Turn("context_missing" if open_ids.intersection(asked) else "repetitive", asked)
    # In "I see the menu. What do you want?" only the question counts.
    questions = " ".join(clause for clause in clauses if clause.endswith(("?", "？"))) or plain_question
    if asks_for_all(questions, stems(questions), stems(task.instruction)):
        left = tuple(identifier for identifier in task.gap if identifier in open_ids)
        return Turn("context_missing", left) if left else Turn("repetitive", tuple(task.gap))
    return Turn("out_of_scope")


def _proper(requirement: Requirement, reading: ParsedQuestion, substantial: ParsedQuestion) -> bool:
    """Return whether a slot is asked for properly: with two candidates, or by name if it has no options."""
    if requirement.options:
        return len(reading.offered.get(requirement.id, ())) >= 2
    return requirement.id in substantial.named


def _is_trivial(clause: str, reader: QuestionParser) -> bool:
    # "Return?" and "Pay at the door?" are operations only if they name nothing that the user could want.
    if is_bare_operation(clause) and not reader.read(reader.words(clause)).opening:
        return True
    if not asks_permission(clause):
        return False
    # "What message should I type?" is about the message; "Which button should I tap?" is about the screen.
    about_content = CONTENT.search(clause) and not WIDGET.search(clause)
    return not (about_content and reader.read(reader.words(clause)).named)
