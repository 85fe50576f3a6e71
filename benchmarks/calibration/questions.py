"""Questions whose label is known because they were made to have it. Pure; nothing here asks
`runtime.language.dialogue`.

What each kind of turn is, is written in DESIGN ("Turns"): a compliant question names an open slot, with two of its
candidates where there are candidates; without them it lacks context; a slot that is stated or was answered is asked
for repeatedly; a subject outside the intent is out of scope; leave for a touch is trivial.
"""

from __future__ import annotations

import re
from random import Random

from benchmarks.calibration.paraphrases import Bank
from benchmarks.calibration.walk import ScriptAction
from runtime.core.actions import AskUser
from runtime.core.tasks import Requirement, Task

_NO_NOUNS = frozenset(("when", "where", "who", "how often", "how long", "how much", "how many", "what"))
_WORD = re.compile(r"\w+")


def compliant(requirement: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for one open slot as it should be done."""
    return _deed(_properly(requirement, bank, random), "compliant", (requirement.id,))


def context_missing(requirement: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for an open slot that has candidates, without any."""
    return _deed(
        _barely(requirement, bank, random) if random.random() < 0.7 else random.choice(bank.vague), "context_missing"
    )


def repetitive(requirement: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for a slot that is stated, or was answered; with candidates or without is all the same."""
    return _deed((_properly if random.random() < 0.5 else _barely)(requirement, bank, random), "repetitive")


def out_of_scope(task: Task, bank: Bank, random: Random) -> ScriptAction | None:
    """Asks for something that has nothing to do with the intent; None if every subject has."""
    texts = [word for requirement in task.intent.requirements for text in _texts(requirement) for word in _words(text)]
    free = [text for text, subject in bank.elsewhere if not _words(subject).intersection(texts)]
    return _deed(random.choice(free), "out_of_scope") if free else None


def trivial(bank: Bank, random: Random) -> ScriptAction:
    """Asks for leave to touch something."""
    return _deed(random.choice(bank.trivial), "trivial")


def dialogue(task: Task, bank: Bank, random: Random) -> list[ScriptAction]:
    """A conversation with every kind of turn that the task allows, in some order."""
    gap = [task.requirement(identifier) for identifier in task.gap]
    stated = [requirement for requirement in task.intent.requirements if requirement.id not in task.gap]
    deeds = [trivial(bank, random)]
    elsewhere = out_of_scope(task, bank, random)
    if elsewhere is not None:
        deeds.append(elsewhere)
    if stated:
        deeds.append(repetitive(random.choice(stated), bank, random))
    random.shuffle(deeds)
    for requirement in gap:
        if requirement.options and random.random() < 0.5:
            deeds.append(context_missing(requirement, bank, random))
        deeds.append(compliant(requirement, bank, random))
        if random.random() < 0.25:
            deeds.append(repetitive(requirement, bank, random))
    return deeds


def _properly(requirement: Requirement, bank: Bank, random: Random) -> str:
    if not requirement.options:
        return _barely(requirement, bank, random)
    count = min(len(requirement.options), random.choice((2, 3, len(requirement.options))))
    *first, last = random.sample(requirement.options, count)
    options = f"{', '.join(first)} or {last}"
    return random.choice(bank.proper).format(slot=_name(requirement, random), options=options)


def _barely(requirement: Requirement, bank: Bank, random: Random) -> str:
    return random.choice(bank.bare).format(slot=_name(requirement, random))


def _name(requirement: Requirement, random: Random) -> str:
    """What a person would call the slot: mostly its own name, sometimes another noun for it."""
    others = [word for word in requirement.words if word not in _NO_NOUNS]
    return random.choice(others) if others and random.random() < 0.25 else requirement.slot


def _deed(text: str, turn: str, fills: tuple[str, ...] = ()) -> ScriptAction:
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
