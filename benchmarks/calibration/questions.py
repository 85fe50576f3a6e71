"""Builds questions whose label is known by construction, without using `runtime.language.questions`. Pure.

A compliant question names a missing slot, with at least two of its options if it has options; without them context is
missing. A question that names no slot cannot be understood. A question for a slot that is stated or answered is
repetitive. A subject outside the intent is out of scope. Asking for permission to touch something is trivial.
"""

from __future__ import annotations

import re
from random import Random

from benchmarks.calibration.paraphrases import QuestionBank
from benchmarks.calibration.script_runner import ScriptAction
from runtime.core.actions import AskUser
from runtime.core.tasks import Requirement, Task

_NO_NOUNS = frozenset(("when", "where", "who", "how often", "how long", "how much", "how many", "what"))
_WORD = re.compile(r"\w+")


def compliant(requirement: Requirement, bank: QuestionBank, random: Random) -> ScriptAction:
    """A proper question for one missing slot."""
    return _question(_with_options(requirement, bank, random), "compliant", (requirement.id,))


def context_missing(requirement: Requirement, bank: QuestionBank, random: Random) -> ScriptAction:
    """A question for a missing slot that has options, without naming any; sometimes without naming the slot either."""
    if random.random() < 0.7:
        return _question(_without_options(requirement, bank, random), "context_missing")
    return _question(random.choice(bank.vague), "not_understood")


def repetitive(requirement: Requirement, bank: QuestionBank, random: Random) -> ScriptAction:
    """A question for a slot that is stated or answered, with or without options."""
    return _question(
        (_with_options if random.random() < 0.5 else _without_options)(requirement, bank, random), "repetitive"
    )


def out_of_scope(task: Task, bank: QuestionBank, random: Random) -> ScriptAction | None:
    """A question unrelated to the intent; None if all subjects of the bank are related to it."""
    texts = [word for requirement in task.intent.requirements for text in _texts(requirement) for word in _words(text)]
    unrelated_texts = [text for text, subject in bank.unrelated if not _words(subject).intersection(texts)]
    return _question(random.choice(unrelated_texts), "out_of_scope") if unrelated_texts else None


def trivial(bank: QuestionBank, random: Random) -> ScriptAction:
    """A question for permission to touch something."""
    return _question(random.choice(bank.trivial), "trivial")


def dialogue(task: Task, bank: QuestionBank, random: Random) -> list[ScriptAction]:
    """A dialogue with each kind of turn that the task allows, in random order."""
    gap = [task.requirement(identifier) for identifier in task.gap]
    stated = [requirement for requirement in task.intent.requirements if requirement.id not in task.gap]
    turns = [trivial(bank, random)]
    unrelated = out_of_scope(task, bank, random)
    if unrelated is not None:
        turns.append(unrelated)
    if stated:
        turns.append(repetitive(random.choice(stated), bank, random))
    random.shuffle(turns)
    for requirement in gap:
        if requirement.options and random.random() < 0.5:
            turns.append(context_missing(requirement, bank, random))
        turns.append(compliant(requirement, bank, random))
        if random.random() < 0.25:
            turns.append(repetitive(requirement, bank, random))
    return turns


def _with_options(requirement: Requirement, bank: QuestionBank, random: Random) -> str:
    if not requirement.options:
        return _without_options(requirement, bank, random)
    count = min(len(requirement.options), random.choice((2, 3, len(requirement.options))))
    *first, last = random.sample(requirement.options, count)
    options = f"{', '.join(first)} or {last}"
    return random.choice(bank.with_options).format(slot=_slot_noun(requirement, random), options=options)


def _without_options(requirement: Requirement, bank: QuestionBank, random: Random) -> str:
    return random.choice(bank.without_options).format(slot=_slot_noun(requirement, random))


def _slot_noun(requirement: Requirement, random: Random) -> str:
    """A noun for the slot: usually its name, sometimes a synonym."""
    others = [word for word in requirement.words if word not in _NO_NOUNS]
    return random.choice(others) if others and random.random() < 0.25 else requirement.slot


def _question(text: str, turn: str, fills: tuple[str, ...] = ()) -> ScriptAction:
    return ScriptAction(AskUser(text), turn=turn, fills=fills)  # type: ignore[arg-type]


def _texts(requirement: Requirement) -> tuple[str, ...]:
    return (
        requirement.slot,
        requirement.value,
        requirement.text,
        *requirement.words,
        *requirement.options,
        *requirement.aliases,
    )


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
