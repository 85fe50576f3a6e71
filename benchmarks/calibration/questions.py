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


def compliant(one: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for one open slot as it should be done."""
    return _deed(_properly(one, bank, random), "compliant", (one.id,))


def context_missing(one: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for an open slot that has candidates, without any."""
    return _deed(_barely(one, bank, random) if random.random() < 0.7 else random.choice(bank.vague), "context_missing")


def repetitive(one: Requirement, bank: Bank, random: Random) -> ScriptAction:
    """Asks for a slot that is stated, or was answered; with candidates or without is all the same."""
    return _deed((_properly if random.random() < 0.5 else _barely)(one, bank, random), "repetitive")


def out_of_scope(task: Task, bank: Bank, random: Random) -> ScriptAction | None:
    """Asks for something that has nothing to do with the intent; None if every subject has."""
    said = [word for one in task.intent.requirements for text in _texts(one) for word in _words(text)]
    free = [text for text, subject in bank.elsewhere if not _words(subject).intersection(said)]
    return _deed(random.choice(free), "out_of_scope") if free else None


def trivial(bank: Bank, random: Random) -> ScriptAction:
    """Asks for leave to touch something."""
    return _deed(random.choice(bank.trivial), "trivial")


def dialogue(task: Task, bank: Bank, random: Random) -> list[ScriptAction]:
    """A conversation with every kind of turn that the task allows, in some order."""
    gap = [task.requirement(identifier) for identifier in task.gap]
    stated = [one for one in task.intent.requirements if one.id not in task.gap]
    deeds = [trivial(bank, random)]
    elsewhere = out_of_scope(task, bank, random)
    if elsewhere is not None:
        deeds.append(elsewhere)
    if stated:
        deeds.append(repetitive(random.choice(stated), bank, random))
    random.shuffle(deeds)
    for one in gap:
        if one.options and random.random() < 0.5:
            deeds.append(context_missing(one, bank, random))
        deeds.append(compliant(one, bank, random))
        if random.random() < 0.25:
            deeds.append(repetitive(one, bank, random))
    return deeds


def _properly(one: Requirement, bank: Bank, random: Random) -> str:
    if not one.options:
        return _barely(one, bank, random)
    count = min(len(one.options), random.choice((2, 3, len(one.options))))
    *first, last = random.sample(one.options, count)
    options = f"{', '.join(first)} or {last}"
    return random.choice(bank.proper).format(slot=_name(one, random), options=options)


def _barely(one: Requirement, bank: Bank, random: Random) -> str:
    return random.choice(bank.bare).format(slot=_name(one, random))


def _name(one: Requirement, random: Random) -> str:
    """What a person would call the slot: mostly its own name, sometimes another noun for it."""
    others = [word for word in one.words if word not in _NO_NOUNS]
    return random.choice(others) if others and random.random() < 0.25 else one.slot


def _deed(text: str, turn: str, fills: tuple[str, ...] = ()) -> ScriptAction:
    return ScriptAction(AskUser(text), turn=turn, fills=fills)  # type: ignore[arg-type]


def _texts(one: Requirement) -> tuple[str, ...]:
    return (one.slot, one.value, one.text, *one.words, *one.options, *one.aliases)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
