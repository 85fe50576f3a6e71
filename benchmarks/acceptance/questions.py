"""Questions as agents ask them, prepared apart from the rules: what the simulated user makes of them, and what it says.

`natural_questions/questions.jsonl` has questions in English, German and Chinese, each read by two readers (`a`, `b`)
without knowing of each other: its label and the values that are released. What both say is taken as right. The
questions were opened part after part, and after each the rules were mended in general ways, so only the figure of a
part when it was opened is one for new questions: of the English labels 74.9, 79.4, 71.4 and 74.0 % were right then
(`opened` to `last`), of the released values 94.7, 100, 93.9 and 97.7 %; 2, 0, 1 and 0 statements were false.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Literal

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.question_families.audit import is_true
from runtime.core.tasks import Task
from runtime.language.questions import NO_PREFERENCE, Memory, Turn, classify_question, compose_reply
from runtime.metrics.reliability import cohen_kappa
from runtime.plugins import registry

Part = Literal["development", "opened", "later", "third", "last"]
PARTS: Final[dict[str, str]] = {
    "development": "questions that the rules were made with",
    "opened": "474 questions opened after that",
    "later": "253 questions opened later",
    "third": "229 questions opened third",
    "last": "229 questions opened last",
}
_FIRST_LATER: Final = 952
_FIRST_THIRD: Final = 1205


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
    def part(self) -> Part:
        """When it was opened."""
        if self.number >= _FIRST_THIRD:
            return "last" if self.number % 2 else "third"
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
    """Ask all questions of the chosen parts."""
    questions = list(load())
    bars = []
    for part in parts or PARTS:
        own = [question for question in questions if question.part == part]
        found = [understand(question) for question in own]
        bars += _statements(part, found)
        if labelled := [item for item in found if item.question.readings]:
            bars += _agreement(part, [item.question for item in labelled])
            bars += _understanding(part, labelled)
        twice = sum(len(question.readings) > 1 for question in own)
        figure = f"{twice} of {len(own)}, {len(labelled) - twice} once"
        bars.append(Bar(f"{part}: all labelled twice", figure, twice == len(own)))
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


def _agreement(part: str, questions: Sequence[NaturalQuestion]) -> list[Bar]:
    pairs = [(item.readings[0].label, item.readings[1].label) for item in questions if len(item.readings) > 1]
    if not pairs:
        return []
    same = sum(first == second for first, second in pairs)
    kappa = cohen_kappa(Counter(pairs))
    figure = f"{len(pairs)} questions, {same / len(pairs):.1%} alike, kappa {float(kappa or 0):.2f}"
    return [Bar(f"{part}: two readers label apart", figure, True)]


def _statements(part: str, found: Sequence[Understood]) -> list[Bar]:
    false = [item for item in found if item.falsehoods]
    unclear = sum(item.turn.label == "not_understood" for item in found)
    return [
        Bar(f"{part}: false statements", f"{len(false)} in {len(found)}{_listed(false)}", not false),
        Bar(f"{part}: not understood", f"{unclear / len(found):.1%}", True),
    ]


def _understanding(part: str, found: Sequence[Understood]) -> list[Bar]:
    agreed = [item for item in found if len({reading.label for reading in item.question.readings}) == 1]
    released = [item for item in found if len({reading.released for reading in item.question.readings}) == 1]
    giving = [item for item in released if item.question.readings[0].released or item.turn.released]
    right = [item for item in giving if item.question.readings[0].released == set(item.turn.released)]
    wrong = [item for item in giving if set(item.turn.released) - item.question.readings[0].released]
    bars = [
        Bar(f"{part}: values released that the readers find right, ≥ 97 %",
            f"{1 - len(wrong) / len(giving):.1%} of {len(giving)}", len(wrong) <= 0.03 * len(giving)),
        Bar(f"{part}: exactly what the readers release", f"{len(right) / len(giving):.1%}", True),
    ]  # fmt: skip
    for language, least in (("en", 0.8), ("de", 0.0), ("zh", 0.0)):
        own = [item for item in agreed if item.question.language == language]
        good = sum(item.turn.label == item.question.readings[0].label for item in own)
        figure = f"{good / len(own):.1%} of {len(own)}" if own else "none"
        bars.append(Bar(f"{part}: labels right, {language}", figure, good >= least * len(own)))
    confused = Counter(
        f"{item.question.readings[0].label} taken for {item.turn.label}"
        for item in agreed
        if item.turn.label != item.question.readings[0].label
    )
    most = ", ".join(f"{what} {count}" for what, count in confused.most_common(6))
    return [*bars, Bar(f"{part}: most frequent confusions", most or "none", True)]


def _listed(items: Iterable[Understood]) -> str:
    texts = [f"{item.question.number}: {'; '.join(item.falsehoods)}" for item in items]
    return f" ({' | '.join(texts[:8])})" if texts else ""
