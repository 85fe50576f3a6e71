"""Non-interference of the user: what was not asked for changes nothing that is said, over a million turns.

Each dialogue is held twice, with two users whose wishes differ only in slots that the agent does not ask about; every
label and every reply must be the same. Questions come from the families and the fuzzer of the simulator's measurement.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.question_families.development import DEVELOPMENT
from benchmarks.acceptance.question_families.families import cases
from benchmarks.acceptance.question_families.fuzz import episodes
from benchmarks.acceptance.question_families.set_aside import SET_ASIDE
from runtime.core.tasks import Requirement, Task
from runtime.language.questions import Memory, classify_question, compose_reply
from runtime.plugins import registry

_TURNS = 1_000_000
_WORKERS = 2
_DIALOGUES = 2_000
"""Dialogues of one share of the work."""
_LONGEST = 12
"""Questions in a dialogue."""


def measure() -> list[Bar]:
    """Hold dialogues until a million turns have been compared."""
    turns = different = stating = seed = 0
    with ProcessPoolExecutor(_WORKERS) as pool:
        while turns < _TURNS:
            for share in pool.map(compare_dialogues, range(seed, seed + _WORKERS)):
                turns, different, stating = turns + share[0], different + share[1], stating + share[2]
            seed += _WORKERS
    figure = f"{different} of {turns:,}, {stating:,} of which stated something"
    return [Bar(f"turns that depend on what was not asked about, in ≥ {_TURNS:,}", figure, different == 0)]


def compare_dialogues(seed: int, dialogues: int = _DIALOGUES) -> tuple[int, int, int]:
    """The number of turns compared, of those that differ, and of those that state something."""
    tasks = registry.suite("clarity240").tasks
    asked = list(cases((*DEVELOPMENT, *SET_ASIDE), tasks, seed, 20))
    draw = random.Random(seed)
    turns = different = stating = 0
    for task, texts in islice(episodes(asked, _LONGEST, draw), dialogues):
        # Other wishes in about half of the slots; the dialogue counts until one of these is asked about.
        changed = {identifier for identifier in task.gap if draw.random() < 0.5}
        other = _wanting_others(task, changed, draw)
        memory, others_memory = Memory(), Memory()
        for text in texts:
            turn, others_turn = classify_question(text, task, memory), classify_question(text, other, others_memory)
            if changed.intersection(turn.asked) or changed.intersection(others_turn.asked):
                break
            reply, others_reply = compose_reply(turn, task), compose_reply(others_turn, other)
            turns += 1
            stating += bool(turn.statements)
            different += (turn, reply) != (others_turn, others_reply)
            memory, others_memory = memory.after(turn), others_memory.after(others_turn)
    return turns, different, stating


def _wanting_others(task: Task, changed: set[str], draw: random.Random) -> Task:
    """The task of a user with other wishes in the changed slots."""
    requirements = tuple(
        _wanting_another(requirement, draw) if requirement.id in changed else requirement
        for requirement in task.intent.requirements
    )
    return replace(task, intent=replace(task.intent, requirements=requirements))


def _wanting_another(requirement: Requirement, draw: random.Random) -> Requirement:
    others: Sequence[str] = [option for option in requirement.options if option != requirement.value]
    value = draw.choice(others) if others else f"something else {draw.randrange(100)}"
    return replace(requirement, value=value, text=value, aliases=())
