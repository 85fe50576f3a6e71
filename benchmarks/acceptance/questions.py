"""Questions as agents ask them, prepared apart from the rules: what the simulated user makes of them, and what it says.

`natural_questions/questions.jsonl` has questions in English, German and Chinese, with the label and the released values
that readers gave independently of each other (`a`, `b`). Up to 951, questions with an odd number were read while the
rules were made, but not labelled. Those with an even number were then opened: 74.9 % of the English labels and 94.7 %
of the released values were right, and 2 of 474 statements false. After the rules had been mended with them, 253 more
were written and read, for the intents that had none, and opened: 79.4 % and 100 %, none false. What all readers of a
question say is taken as right. Reader `a` knew the rules, but not what they make of these questions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.question_families.audit import is_true
from runtime.core.tasks import Task
from runtime.language.questions import NO_PREFERENCE, Memory, Turn, classify_question, compose_reply
from runtime.metrics.reliability import cohen_kappa
from runtime.plugins import registry

Half = Literal["development", "opened", "later"]
PARTS = {
    "development": "questions that the rules were made with",
    "opened": "the other half, opened and then worked on too",
    "later": "questions written, read and opened after that work",
}
_FIRST_LATER = 952


@dataclass(frozen=True, slots=True)
class Reading:
    """How one reader understood a question: its label, the slots asked for, and the values that it releases."""

    label: str
    asks: frozenset[str]
    released: frozenset[str]


@dataclass(frozen=True, slots=True)
class NaturalQuestion:
    """A question after some slots were answered, with independent readings."""

    number: int
    task: Task
    answered: frozenset[str]
    language: str
    text: str
    readings: tuple[Reading, ...]
    """By up to two readers; empty if nobody has read it."""

    @property
    def half(self) -> Half:
        if self.number >= _FIRST_LATER:
            return "later"
        return "development" if self.number % 2 else "opened"


@dataclass(frozen=True, slots=True)
class Understood:
    """A question and what the simulated user made of it."""

    question: NaturalQuestion
    turn: Turn
    reply: str

    @property
    def falsehoods(self) -> list[str]:
        """What the user says that is not true: of a value, of an unasked slot, or that it has no preference."""
        question, found = self.question, []
        asked = frozenset[str]().union(*(reading.asks for reading in question.readings))
        for item in self.turn.statements:
            requirement = question.task.requirement(item.slot)
            unnamed = item.kind in ("yes", "no", "group", "not_group")
            if not is_true(item, requirement) or (question.readings and unnamed and item.slot not in asked):
                found.append(f"{item.kind} {item.text or item.slot}")
        wanted = [reading.label in ("compliant", "context_missing") for reading in question.readings]
        if self.reply == NO_PREFERENCE and wanted and all(wanted):
            found.append(NO_PREFERENCE)
        return found


def measure(parts: Sequence[str] = ()) -> list[Bar]:
    """Ask all questions of the chosen halves."""
    questions = list(load())
    bars = []
    for half in parts or PARTS:
        own = [question for question in questions if question.half == half]
        found = [understand(question) for question in own]
        bars += _statements(half, found)
        if labelled := [item for item in found if item.question.readings]:
            bars += _agreement(half, [item.question for item in labelled])
            bars += _understanding(half, labelled)
        twice = sum(len(question.readings) > 1 for question in own)
        figure = f"{twice} of {len(own)}, {len(labelled) - twice} once"
        bars.append(Bar(f"{half}: all labelled twice", figure, twice == len(own)))
    return bars


def load() -> Iterator[NaturalQuestion]:
    """All questions, in order."""
    tasks = {task.id: task for task in registry.suite("clarity240").tasks}
    text = resources.files("benchmarks.acceptance").joinpath("natural_questions/questions.jsonl").read_text("utf-8")
    for line in text.splitlines():
        item = json.loads(line)
        readings = tuple(_reading(item[reader]) for reader in ("a", "b") if reader in item)
        answered = frozenset(item["answered"])
        yield NaturalQuestion(item["number"], tasks[item["task"]], answered, item["language"], item["text"], readings)


def _reading(item: dict[str, Any]) -> Reading:
    return Reading(item["label"], frozenset(item["asks"]), frozenset(item["released"]))


def understand(question: NaturalQuestion) -> Understood:
    """Ask one question of a user who has answered what it says."""
    turn = classify_question(question.text, question.task, Memory(question.answered))
    return Understood(question, turn, compose_reply(turn, question.task))


def _agreement(half: str, questions: Sequence[NaturalQuestion]) -> list[Bar]:
    pairs = [(item.readings[0].label, item.readings[1].label) for item in questions if len(item.readings) > 1]
    if not pairs:
        return []
    same = sum(first == second for first, second in pairs)
    kappa = cohen_kappa(Counter(pairs))
    figure = f"{len(pairs)} questions, {same / len(pairs):.1%} alike, kappa {float(kappa or 0):.2f}"
    return [Bar(f"{half}: two readers label apart", figure, True)]


def _statements(half: str, found: Sequence[Understood]) -> list[Bar]:
    false = [item for item in found if item.falsehoods]
    unclear = sum(item.turn.label == "not_understood" for item in found)
    return [
        Bar(f"{half}: false statements", f"{len(false)} in {len(found)}{_listed(false)}", not false),
        Bar(f"{half}: not understood", f"{unclear / len(found):.1%}", True),
    ]


def _understanding(half: str, found: Sequence[Understood]) -> list[Bar]:
    agreed = [item for item in found if len({reading.label for reading in item.question.readings}) == 1]
    released = [item for item in found if len({reading.released for reading in item.question.readings}) == 1]
    giving = [item for item in released if item.question.readings[0].released or item.turn.released]
    right = [item for item in giving if item.question.readings[0].released == set(item.turn.released)]
    wrong = [item for item in giving if set(item.turn.released) - item.question.readings[0].released]
    bars = [
        Bar(f"{half}: values released that the readers find right, ≥ 97 %",
            f"{1 - len(wrong) / len(giving):.1%} of {len(giving)}", len(wrong) <= 0.03 * len(giving)),
        Bar(f"{half}: exactly what the readers release", f"{len(right) / len(giving):.1%}", True),
    ]  # fmt: skip
    for language, least in (("en", 0.8), ("de", 0.0), ("zh", 0.0)):
        own = [item for item in agreed if item.question.language == language]
        good = sum(item.turn.label == item.question.readings[0].label for item in own)
        figure = f"{good / len(own):.1%} of {len(own)}" if own else "none"
        bars.append(Bar(f"{half}: labels right, {language}", figure, good >= least * len(own)))
    confused = Counter(
        f"{item.question.readings[0].label} taken for {item.turn.label}"
        for item in agreed
        if item.turn.label != item.question.readings[0].label
    )
    most = ", ".join(f"{what} {count}" for what, count in confused.most_common(6))
    return [*bars, Bar(f"{half}: most frequent confusions", most or "none", True)]


def _listed(items: Iterable[Understood]) -> str:
    texts = [f"{item.question.number}: {'; '.join(item.falsehoods)}" for item in items]
    return f" ({' | '.join(texts[:8])})" if texts else ""
