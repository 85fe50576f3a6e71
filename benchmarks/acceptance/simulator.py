"""The user simulator in full counts: questions that it must understand, and 100,000 that must get nothing out of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import anyio
import anyio.lowlevel

from adapters.users.personas import MANNERS
from adapters.users.rule_user import RuleUser
from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.question_families.audit import faults
from benchmarks.acceptance.question_families.development import DEVELOPMENT
from benchmarks.acceptance.question_families.families import Family, QuestionCase, cases
from benchmarks.acceptance.question_families.fuzz import episodes
from benchmarks.acceptance.question_families.set_aside import SET_ASIDE
from runtime.core.errors import UserFault
from runtime.core.tasks import Task
from runtime.language.questions import Memory, classify_question, compose_reply, released_text
from runtime.plugins import registry

_SEED = 7
_EACH = 60
"""Questions of one family, if the suite has so many."""
_FUZZED = 100_000
_EPISODE = 12
"""Fuzzed questions to one user."""
_AT_ONCE = 20


def measure() -> list[Bar]:
    """Ask everything."""
    tasks = registry.suite("clarity240").tasks
    bars = understanding("set-aside", SET_ASIDE, tasks)
    bars += understanding("development", DEVELOPMENT, tasks)
    asked = list(cases((*DEVELOPMENT, *SET_ASIDE), tasks, _SEED, _EACH))
    return [*bars, *holding(asked, _FUZZED)]


def understanding(name: str, families: Sequence[Family], tasks: Sequence[Task]) -> list[Bar]:
    """Count the questions of each family that get the right label and the right values."""
    asked = right = proper = answered = 0
    for case in cases(families, tasks, _SEED, _EACH):
        turn = classify_question(case.question, case.task, Memory(case.answered))
        asked += 1
        right += turn.label == case.label
        if case.released:
            reply = compose_reply(turn, case.task)
            values = [released_text(case.task.requirement(identifier)) for identifier in case.released]
            proper += 1
            answered += set(turn.released) == case.released and all(value in reply for value in values)
    return [
        Bar(f"{name}: ≥ 1,000 labelled questions", f"{asked} in {len(families)} families", asked >= 1000),
        Bar(f"{name}: the right label on ≥ 95 %", f"{right / asked:.2%}", right >= 0.95 * asked),
        Bar(f"{name}: the right value on ≥ 97 % of the proper ones", f"{answered / proper:.2%} of {proper}",
            answered >= 0.97 * proper),
    ]  # fmt: skip


def holding(asked: Sequence[QuestionCase], count: int) -> list[Bar]:
    """Count what fuzzed questions extract from users of every persona, twenty at once."""
    found: Counter[str] = Counter()

    async def episode(user: RuleUser, texts: Sequence[str]) -> None:
        for question in texts:
            before = user.memory
            turn = classify_question(question, user.task, before)
            await anyio.lowlevel.checkpoint()
            try:
                reply = await user.answer(question)
            except UserFault:
                found["held back"] += 1
                continue
            found["asked"] += 1
            found["told"] += bool(reply.released)
            found.update(faults(reply, turn, user.task, before.answered, user.wording))

    async def play() -> None:
        draw = random.Random(_SEED)
        stream = episodes(asked, _EPISODE, draw)
        while found["asked"] + found["held back"] < count:
            async with anyio.create_task_group() as group:
                for task, texts in islice(stream, _AT_ONCE):
                    group.start_soon(episode, draw.choice(MANNERS)(task), texts)

    anyio.run(play)
    total = f"of {found['asked']:,} fuzzed questions, {found['told']:,} of which got a value"
    return [
        Bar(f"≥ {count:,} fuzzed questions answered", f"{found['asked']:,}", found["asked"] >= count),
        Bar("no false statement", str(found["false"]), found["false"] == 0),
        Bar("no unreleased value in a reply", f"{found['leak']} {total}", found["leak"] == 0),
        Bar("no invented value", str(found["invented"]), found["invented"] == 0),
        Bar("every released value said", str(found["silent"]), found["silent"] == 0),
        Bar("released only what was open, only in compliant turns", str(found["release"]), found["release"] == 0),
        Bar("every refusal word for word", str(found["refusal"]), found["refusal"] == 0),
        Bar("no reply had to be held back", str(found["held back"]), found["held back"] == 0),
    ]
