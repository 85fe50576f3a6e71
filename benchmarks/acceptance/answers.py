"""Answers as agents and people word them: which ones the judges accept after the reference was played on a phone.

The visits afterwards lead to screens with other values of the same kind, so that these have been seen as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Literal, get_args

from adapters.phone.kernel.phone import Phone
from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.mutations import mutations
from benchmarks.calibration.reference_actions import reference_actions, split_finish
from benchmarks.calibration.script_runner import ScriptAction, run_script
from benchmarks.clarity240 import replay
from benchmarks.clarity240.setup import Stage, run_now
from judges.evidence.answers import SeenScreen, judge_answer
from runtime.core.actions import Tap
from runtime.core.tasks import Selector, Task
from runtime.language.questions import wanted_option
from runtime.plugins import registry

Kind = Literal["correct", "wrong", "listed", "hedged"]
FOLDER: Final = Path(__file__).parent / "natural_answers"
_MOST_REFUSED: Final = 0.05
_FUZZED: Final = 100_000
_SHORT: Final = 10_000
"""Characters of the shorter answer."""
_TIMES: Final = 8
_REPEATED: Final = (
    "a",
    "or ",
    "12:30 ",
    "It is not 20:45, ",
    "(",
    "$5.20 ",
    "。",
    "٣",
    "no ",
    "\n",
    "between 3 and 4 ",
)
_MOST_STEPS: Final = 60
"""More than the longest reference with its visits."""


@dataclass(frozen=True, slots=True)
class NaturalAnswer:
    """One line of answers.jsonl. `seen`: the value was visible on a screen before the answer. `round`: when it was
    written.
    """

    task: str
    language: str
    text: str
    kind: Kind
    seen: bool
    round: int = 1


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer, whether it meets all requirements that an answer meets, and if not, why."""

    answer: NaturalAnswer
    accepted: bool
    reason: str

    @property
    def misjudged(self) -> bool:
        """Whether the label says otherwise."""
        return self.accepted != (self.answer.kind == "correct")


PARTS: Final[Mapping[str, str]] = {
    "natural": "labelled answers, by the screens of the reference and with the visits; misjudged ones are printed",
    "fuzzed": "answers broken in many ways: no exception, and time in proportion to the length",
}


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Judge all answers."""
    measures = {"natural": _natural, "fuzzed": _fuzzed}
    return [bar for part in parts or PARTS for bar in measures[part]()]


def _natural() -> list[Bar]:
    answers, visits = load_answers(), load_visits()
    found = []
    places: dict[JudgedAnswer, list[str]] = {}
    for place, labels in (("reference", dict.fromkeys(visits, ())), ("visits", visits)):
        judged = judge_all(answers, labels)
        newest = max(answer.round for answer in answers)
        found += bars(place, judged)
        found += bars(f"{place}, round {newest}", [item for item in judged if item.answer.round == newest])
        for item in judged:
            if item.misjudged:
                places.setdefault(item, []).append(place)
    for item, names in places.items():
        answer = item.answer
        line = f"{answer.kind} {answer.language} {answer.task} [{item.reason}; {', '.join(names)}]: {answer.text!r}"
        print(line, file=sys.stderr)
    return found


def _fuzzed() -> list[Bar]:
    answers, visits = load_answers(), load_visits()
    tasks = {task.id: task for task in registry.suite("clarity240").tasks}
    subjects = {task.intent.id: task for task in (tasks[answer.task] for answer in answers)}
    screens = {intent: visited_screens(task, replay.phone(), visits[intent]) for intent, task in subjects.items()}
    texts = [answer.text for answer in answers]
    places = cycle(subjects.items())
    for text in islice(mutations(texts, texts, seed=7), _FUZZED):
        intent, task = next(places)
        judge_answer(task, text, screens[intent])
    worst, what = max(
        (_growth(task, text, screens[intent]), f"{text!r} again and again for {intent}")
        for intent, task in subjects.items()
        for text in _REPEATED
    )
    return [
        Bar("fuzzed: answers judged without an exception", f"{_FUZZED:,}", True),
        Bar(
            f"fuzzed: {_TIMES}-fold length takes at most {2 * _TIMES}-fold CPU time",
            f"{worst:.1f}, {what}",
            worst <= 2 * _TIMES,
        ),
    ]


def _growth(task: Task, text: str, screens: Sequence[SeenScreen]) -> float:
    """How many times longer an answer takes that is longer by `_TIMES`."""
    times = []
    for length in (_SHORT, _SHORT * _TIMES):
        long = text * (length // len(text))
        begun = time.process_time()
        judge_answer(task, long, screens)
        times.append(time.process_time() - begun)
    return times[1] / max(times[0], 1e-4)


def load_answers() -> list[NaturalAnswer]:
    """The labelled answers, in the order of the file."""
    return [NaturalAnswer(**json.loads(line)) for line in (FOLDER / "answers.jsonl").read_text("utf-8").splitlines()]


def load_visits() -> dict[str, list[str]]:
    """For each intent the labels to tap after the reference, which lead to screens with other values."""
    visits: dict[str, list[str]] = json.loads((FOLDER / "visits.json").read_text("utf-8"))
    return visits


def judge_all(answers: Sequence[NaturalAnswer], visits: Mapping[str, Sequence[str]]) -> list[JudgedAnswer]:
    """Judge each answer by the screens of its intent. The reference is played once for each intent."""
    tasks = {task.id: task for task in registry.suite("clarity240").tasks}
    phone = replay.phone()
    screens: dict[str, list[SeenScreen]] = {}
    judged = []
    for answer in answers:
        task = tasks[answer.task]
        intent = task.intent.id
        if intent not in screens:
            screens[intent] = visited_screens(task, phone, visits[intent])
        judged.append(_judge(answer, task, screens[intent] if answer.seen else ()))
    return judged


def visited_screens(task: Task, phone: Phone, visits: Sequence[str]) -> list[SeenScreen]:
    """The screens of the reference without its answer, then those behind the labels that are tapped.

    Raises:
        ValueError: an element is not on the screen.
    """
    actions, _ = split_finish(reference_actions(task))
    actions += [ScriptAction(Tap(0, 0), (Selector(text=label), Selector(desc=label))) for label in visits]
    stage = Stage(task, phone, max_steps=_MOST_STEPS)

    async def play() -> None:
        result = await run_script(stage, actions)
        if result.stuck:
            raise ValueError(f"{task.id}: {result.stuck}")

    run_now(play())
    return stage.screens


def _judge(answer: NaturalAnswer, task: Task, screens: Sequence[SeenScreen]) -> JudgedAnswer:
    verdict = judge_answer(task, answer.text, screens, _user_replies(task))
    answered = [requirement.id for requirement in task.intent.requirements if requirement.evidence == "answer"]
    unmet = [identifier for identifier in answered if verdict.met.get(identifier) is not True]
    return JudgedAnswer(answer, not unmet, f"{verdict.refusal or 'wrong'}: {', '.join(unmet)}" if unmet else "accepted")


def _user_replies(task: Task) -> list[str]:
    """What the user has said by the time of the answer: which of the options of each open choice is meant."""
    requirements = [task.requirement(identifier) for identifier in task.gap]
    return [option for item in requirements if (option := wanted_option(item)) is not None]


def bars(place: str, judged: Sequence[JudgedAnswer]) -> list[Bar]:
    """One bar for each kind of answer; the figure counts by language. `place` names the screens."""
    total = Counter((item.answer.kind, item.answer.language) for item in judged)
    misjudged = Counter((item.answer.kind, item.answer.language) for item in judged if item.misjudged)
    found = []
    for kind in get_args(Kind):
        languages = sorted(language for name, language in total if name == kind)
        count, wrong = (sum(counts[kind, language] for language in languages) for counts in (total, misjudged))
        parts = ", ".join(
            f"{language} {misjudged[kind, language]} of {total[kind, language]}" for language in languages
        )
        limit, most = (f"≤ {_MOST_REFUSED:.0%} refused", _MOST_REFUSED) if kind == "correct" else ("none accepted", 0)
        found.append(Bar(f"{place}: {kind} answers: {limit}", f"{wrong} of {count} ({parts})", wrong <= most * count))
    return found
