"""Filling a family's templates from a task: the question, the label it must get and what it must release.

The label follows from how a question is put together (the precedence in `runtime.language.questions`), never from the
classifier. What a task would make ambiguous (a template's own words that are a slot's name there, options that two
slots share) is left out, so that every label is beyond dispute.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmarks.acceptance.question_families.names import NAMES_IN, NO_NOUNS, QUESTION_WORDS
from runtime.core.events import TurnKind
from runtime.core.tasks import Requirement, Task

Kind = Literal[
    "choice",  # names an open slot, and candidates where there are any
    "options",  # candidates alone
    "free",  # names an open free-text slot
    "bare",  # names an open slot with options, puts none forward
    "one",  # one candidate of an open slot
    "two",  # asks for two open slots properly
    "half",  # one slot properly, another without candidates
    "leave",  # asks properly, and leave for an operation besides
    "again",  # asks properly for what was answered before
    "stated",  # asks properly for what the instruction says
    "dump",  # asks for everything at once
    "trivial",  # asks leave for an operation
    "off",  # nothing of the intent
]


@dataclass(frozen=True, slots=True)
class Family:
    """Questions worded in the same way. `misspelt`: the number of words that get a typing error.

    Templates may hold `{name}` and `{list}` (the slot, its candidates), `{first}`, `{second}` (two of them), `{how}`
    (a question word that stands for the slot), and `{name2}`, `{list2}` for a second slot. `both` families are asked
    of free-text slots too, with the list left out.
    """

    name: str
    kind: Kind
    templates: tuple[str, ...]
    language: str = "en"
    misspelt: int = 0
    slots: frozenset[str] = frozenset()
    """Only slots that bear one of these names; empty: all."""


@dataclass(frozen=True, slots=True)
class QuestionCase:
    """One question of a dialogue, what it must be called and which requirements it must release."""

    family: str
    task: Task
    answered: frozenset[str]
    question: str
    label: TurnKind
    released: frozenset[str]


_LABELS: dict[Kind, TurnKind] = {
    "choice": "compliant",
    "options": "compliant",
    "free": "compliant",
    "two": "compliant",
    "half": "context_missing",
    "bare": "context_missing",
    "one": "compliant",
    "leave": "trivial",
    "dump": "not_understood",
    "again": "repetitive",
    "stated": "repetitive",
    "trivial": "trivial",
    "off": "out_of_scope",
}
_FILLED_BY = re.compile(r"\{\w+\}")
_TOO_COMMON = frozenset({"yes", "no", "on", "off", "none", "default", "any", "all", "other", "nothing", "now"})


def cases(families: Sequence[Family], tasks: Sequence[Task], seed: int, each: int) -> Iterator[QuestionCase]:
    """Up to `each` questions of every family, over tasks drawn by the seed."""
    for family in families:
        draw = random.Random(f"{seed} {family.name}")
        found: dict[tuple[str, str], QuestionCase] = {}
        for _ in range(40 * each):
            if len(found) == each:
                break
            case = _case(family, draw.choice(tasks), draw)
            if case is not None:
                found.setdefault((case.task.id, case.question), case)
        yield from found.values()


def _case(family: Family, task: Task, draw: random.Random) -> QuestionCase | None:
    clear = not task.gap
    if clear and family.kind not in ("stated", "trivial", "off", "dump"):
        return None
    open_ids = [text for text in task.gap if draw.random() < 0.8]
    answered = frozenset(task.gap).difference(open_ids)
    slots = _slots(family, task, open_ids, answered, draw)
    template = draw.choice(family.templates)
    if slots is None or any(
        _clash(_FILLED_BY.sub("|", template), requirement, slots) for requirement in task.intent.requirements
    ):
        return None
    filled = _fill(template, slots, task, family.language, draw)
    if filled is None:
        return None
    label = _LABELS[family.kind]
    if family.kind == "dump" and clear:
        label = "out_of_scope"
    released: frozenset[str] = frozenset()
    if family.kind in ("choice", "options", "free", "half", "leave"):
        released = frozenset({slots[0].id})
    elif family.kind == "two":
        released = frozenset(slot.id for slot in slots)
    elif family.kind == "one" and (len(slots[0].options) == 2 or _wanted(slots[0]) in filled):
        released = frozenset({slots[0].id})
    return QuestionCase(family.name, task, answered, _misspell(filled, family.misspelt, draw), label, released)


def _slots(
    family: Family, task: Task, open_ids: Sequence[str], answered: Iterable[str], draw: random.Random
) -> tuple[Requirement, ...] | None:
    """The slots that a question of this family asks for in this task; None if it has no slots of the kind."""
    if family.kind in ("dump", "trivial", "off"):
        return ()
    requirements = task.intent.requirements
    if family.kind == "again":
        pool = [requirement for requirement in requirements if requirement.id in answered]
    elif family.kind == "stated":
        pool = [requirement for requirement in requirements if requirement.id not in task.gap]
    else:
        pool = [requirement for requirement in requirements if requirement.id in open_ids]
    if family.slots:
        pool = [
            requirement for requirement in pool if family.slots.intersection((requirement.slot, *requirement.words))
        ]
    if family.kind == "free":
        pool = [requirement for requirement in pool if not requirement.options]
    else:
        least = 3 if family.kind in ("bare", "half") else 2  # to name a switch is to offer both its states
        pool = [requirement for requirement in pool if len(requirement.options) >= least and requirement.listed]
    wanted = 2 if family.kind in ("two", "half") else 1
    return tuple(draw.sample(pool, wanted)) if len(pool) >= wanted else None


def _wanted(slot: Requirement) -> str:
    """The option that the user wants; where the agent is to find something out, the one that the requirement names."""
    named = [option for option in slot.options if option.casefold() in slot.text.casefold()]
    return max(named, key=len, default=slot.value) if slot.evidence == "answer" else slot.value


def _fill(template: str, slots: Sequence[Requirement], task: Task, language: str, draw: random.Random) -> str | None:
    """The template with the slots' names and candidates, or None if they could be taken for another slot's."""
    parts: dict[str, str] = {}
    named = "{name" in template or "{how" in template
    for place, slot in zip(("", "2"), slots, strict=False):
        others = [requirement for requirement in task.intent.requirements if requirement.id != slot.id]
        names = [name for name in _names(slot, language) if not _taken(name, others)]
        if "{name" + place + "}" in template:
            if not names:
                return None
            parts["name" + place] = draw.choice(names)
        if "{how}" in template:
            words = [word for word in (*slot.words, slot.slot) if word in QUESTION_WORDS and not _taken(word, others)]
            if not words:
                return None
            parts["how"] = draw.choice(words)
        if slot.options and any(part in template for part in ("list", "first", "second")):
            options = [
                option
                for option in slot.options
                if not _taken(option, others) and (named or option.casefold() not in _TOO_COMMON)
            ]
            if len(options) < 2:
                return None
            shown = draw.sample(options, min(len(options), draw.randint(2, 5)))
            parts["list" + place] = _list(shown, language)
            parts["first" + place], parts["second" + place] = shown[:2]
    return template.format(**parts)


def _names(slot: Requirement, language: str) -> list[str]:
    names = (slot.slot, *slot.words)
    if language == "en":
        return [name for name in names if name not in NO_NOUNS and name not in QUESTION_WORDS]
    return [NAMES_IN[language][name] for name in names if name in NAMES_IN[language]]


def _list(options: Sequence[str], language: str) -> str:
    comma, last = {"en": (", ", " or "), "de": (", ", " oder "), "zh": ("、", "还是")}[language]
    return comma.join(options[:-1]) + last + options[-1]


def _taken(phrase: str, others: Iterable[Requirement]) -> bool:
    """Whether the phrase could as well mean another slot: they share a word that counts."""
    words = _words(phrase)
    return any(
        words & _words(text) for other in others for text in (other.slot, *other.words, *other.options, other.value)
    )


def _clash(literal: str, requirement: Requirement, slots: Sequence[Requirement]) -> bool:
    """Whether a template's own words name this slot, or one of its options."""
    if requirement in slots:
        return False
    full_texts = _words(literal)
    texts = (requirement.slot, *requirement.words, *requirement.options)
    if requirement.kind == "anchor":
        texts = (*texts, requirement.value, *requirement.aliases)
    return any(words <= full_texts for words in map(_words, texts) if words)


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"[^\W_]+", text.casefold())
    return frozenset(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found) - {
        "the", "a", "an", "of", "in", "at", "to", "or", "and", "it", "is", "for", "on",
    }  # fmt: skip


def _misspell(question: str, mistakes: int, draw: random.Random) -> str:
    """Typing mistakes in words of five letters and more, none of them in the first letter."""
    for _ in range(mistakes):
        places = list(re.finditer(r"[A-Za-z]{5,}", question))
        if not places:
            break
        place = draw.choice(places)
        word, at = place.group(), draw.randrange(1, len(place.group()) - 1)
        slip = draw.choice(("swap", "drop", "double"))
        if slip == "swap":
            wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        elif slip == "drop":
            wrong = word[:at] + word[at + 1 :]
        else:
            wrong = word[: at + 1] + word[at:]
        question = question[: place.start()] + wrong + question[place.end() :]
    return question
