"""Run folders made to the numbers of the papers, through the storage code of real runs; they have scores only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import anyio.to_thread

from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.core.tasks import Level, Task
from runtime.metrics.quadrants import Cells
from runtime.plugins import registry
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk
from runtime.storage.run_directory import COMMITS, Commit, Manifest, RunDirectory

STEPS = 20
"""Steps of an episode; enough for each published ARR."""
KEY_STEPS = 10
TURNS = 10
TALKED = 100
"""The number of episodes of 108 with missing information in which an agent asks."""


@dataclass(frozen=True, slots=True)
class PublishedAgent:
    """A row of table 2, in percent, and its successes by level; the paper's text names some of those."""

    name: str
    successes: Mapping[Level, int]
    rcr: float
    shr: float
    arr: float
    ended_wrongly: int
    """ETR as the number of 240 tasks."""
    dcr: float | None = None
    """None: the agent cannot ask."""
    igr: float | None = None


TABLE_2 = (
    PublishedAgent(
        "ui-tars-7b",
        {"detailed": 24, "standard": 18, "incomplete": 8, "ambiguous": 2},
        24.6,
        50.1,
        4.3,
        173,
        87.2,
        12.0,
    ),
    PublishedAgent(
        "autoglm-9b", {"detailed": 43, "standard": 34, "incomplete": 8, "ambiguous": 0}, 48.3, 59.0, 28.0, 130
    ),
    PublishedAgent(
        "qwen3-vl-8b",
        {"detailed": 12, "standard": 9, "incomplete": 2, "ambiguous": 1},
        17.6,
        36.1,
        53.5,
        216,
        88.9,
        2.4,
    ),
    PublishedAgent("appagent", {"detailed": 14, "standard": 9, "incomplete": 2, "ambiguous": 1}, 27.9, 42.3, 36.9, 174),
    PublishedAgent(
        "mobile-agent-v2", {"detailed": 26, "standard": 18, "incomplete": 5, "ambiguous": 0}, 33.8, 52.5, 1.3, 193
    ),
    PublishedAgent(
        "fairy", {"detailed": 40, "standard": 36, "incomplete": 11, "ambiguous": 10}, 48.7, 56.7, 2.0, 176, 73.7, 17.7
    ),
    PublishedAgent(
        "fairy-ui-tars",
        {"detailed": 31, "standard": 27, "incomplete": 7, "ambiguous": 5},
        31.6,
        52.5,
        7.4,
        154,
        68.6,
        6.7,
    ),
)
"""Table 2 of AmbiBench. TSR and ETR are shares of 240; successes by level are the paper's where its text names them."""
ROWS = {
    "ui-tars-7b": ("yes", 24.6, 21.7, 50.1, 4.3, 72.1, 87.2, 12.0),
    "autoglm-9b": ("no", 48.3, 35.4, 59.0, 28.0, 54.2, None, None),
    "qwen3-vl-8b": ("yes", 17.6, 10.0, 36.1, 53.5, 90.0, 88.9, 2.4),
    "appagent": ("no", 27.9, 10.8, 42.3, 36.9, 72.5, None, None),
    "mobile-agent-v2": ("no", 33.8, 20.4, 52.5, 1.3, 80.4, None, None),
    "fairy": ("yes", 48.7, 40.4, 56.7, 2.0, 73.3, 73.7, 17.7),
    "fairy-ui-tars": ("yes", 31.6, 29.2, 52.5, 7.4, 64.2, 68.6, 6.7),
}
"""The rows as printed: whether the agent can ask, RCR, TSR, SHR, ARR, ETR, DCR, IGR."""


async def write_run(
    folder: Path, agents: Sequence[PublishedAgent] = TABLE_2, gaps: Mapping[str, Cells] | None = None
) -> Path:
    """Write a finished run of the suite with these agents; `gaps`: the cells that a judge `gap` has found, by agent."""
    suite = await anyio.to_thread.run_sync(registry.suite, "clarity240")
    judges = ("rules", "gap") if gaps else ("rules",)
    config = RunConfig(agents=tuple(agent.name for agent in agents), judges=judges)
    manifest = Manifest(version="0", suite_version=suite.version, config=config)
    directory = await anyio.to_thread.run_sync(RunDirectory.create, folder, manifest)
    chain = Chain(directory.head)
    async with Disk().running() as disk:
        for agent in agents:
            marks = _gap_marks(gaps[agent.name], len(suite.tasks)) if gaps else [{} for _ in suite.tasks]
            for score, own in zip(_scores(agent, suite.tasks), marks, strict=True):
                scores = (score, replace(_unjudged(score), judge="gap", gaps=own)) if gaps else (score,)
                disk.commit(directory.results, chain.link(COMMITS.dump_json(Commit(score.episode, 0, scores))))
        await disk.flush()
        disk.place(directory.seal, await anyio.to_thread.run_sync(directory.seal_document, chain.head))
    return folder


def _unjudged(score: Score) -> Score:
    return replace(score, met={}, hits={}, redundant={}, labels={}, filled={}, termination=None)


def _scores(agent: PublishedAgent, tasks: Sequence[Task]) -> Iterable[Score]:
    can_ask = agent.dcr is not None
    successful = _successful(agent, tasks)
    sizes = {number: len(task.intent.requirements) for number, task in enumerate(tasks)}
    rest = {number: size for number, size in sizes.items() if number not in successful}
    sought = Fraction(str(agent.rcr)) * len(tasks) / 100 - len(successful)
    met = {**_spread(rest, sought, short=1), **{number: sizes[number] for number in successful}}
    hits = _even(round(agent.shr * len(tasks) * KEY_STEPS / 100), len(tasks))
    redundant = _even(round(agent.arr * len(tasks) * STEPS / 100), len(tasks))
    asking = [number for number, task in enumerate(tasks) if task.gap][:TALKED] if can_ask else []
    violations = dict(zip(asking, _even(round((100 - (agent.dcr or 0)) * TALKED * TURNS / 100), TALKED), strict=False))
    interactive = sum(bool(task.gap) for task in tasks)
    gained = Fraction(str(agent.igr or 0)) * interactive / 100
    filled = _spread({number: len(tasks[number].gap) for number in asking}, gained, short=0) if can_ask else {}
    for number, task in enumerate(tasks):
        ids = [requirement.id for requirement in task.intent.requirements]
        wrong = number < agent.ended_wrongly
        turns = TURNS if number in violations else 0
        bad = violations.get(number, 0)
        yield Score(
            episode=f"{agent.name}/{task.id}/0",
            judge="rules",
            task=task.id,
            agent=agent.name,
            intent=task.intent.id,
            level=task.level,
            domain=task.intent.domain,
            difficulty=task.intent.difficulty,
            apps=task.intent.apps,
            can_ask=can_ask,
            ending="finished",
            requirements=len(ids),
            key_steps=KEY_STEPS,
            gap=len(task.gap),
            steps=STEPS,
            turns=turns,
            met={name: (index < met.get(number, 0),) * 2 for index, name in enumerate(ids)},
            hits={f"key-{index}": index < hits[number] for index in range(KEY_STEPS)},
            redundant=dict.fromkeys(range(1, redundant[number] + 1), "no_effect"),
            labels={turn: "compliant" if turn <= turns - bad else "repetitive" for turn in range(1, turns + 1)},
            filled={1: task.gap[: filled[number]]} if filled.get(number) else {},
            termination=("early" if number % 2 else "delayed_cap") if wrong else "normal",
        )


def _successful(agent: PublishedAgent, tasks: Sequence[Task]) -> set[int]:
    found: set[int] = set()
    for level, count in agent.successes.items():
        found |= set([number for number, task in enumerate(tasks) if task.level == level][:count])
    return found


def _even(total: int, parts: int) -> list[int]:
    """A total in equal parts, as far as whole numbers can be."""
    return [total // parts + (index < total % parts) for index in range(parts)]


def _spread(sizes: Mapping[int, int], total: Fraction, *, short: int) -> dict[int, int]:
    """Choose a part of each size, at most the size less `short`, so that all part / size add up to about the total."""
    chosen: dict[int, int] = {}
    left = total
    free = {number: size for number, size in sorted(sizes.items(), key=lambda item: item[1]) if size > short}
    for number, size in list(free.items()):
        share = Fraction(size - short, size)
        if share <= left - 1:  # the rest is chosen more finely
            chosen[number] = size - short
            left -= share
            del free[number]
    ends = {size: [number for number, other in free.items() if other == size] for size in set(free.values())}
    options = [(0, 1)] + [(part, size) for size in ends for part in range(1, size - short + 1)]
    pairs = (
        (abs(left - Fraction(a, b) - Fraction(c, d)), (a, b), (c, d))
        for (a, b), (c, d) in product(options, options)
        if not (a and c and b == d and len(ends[b]) < 2)
    )
    _, *best = min(pairs)
    for part, size in best:
        if part:
            chosen[ends[size].pop()] = part
    return chosen


def _gap_marks(cells: Cells, parts: int) -> list[dict[int, tuple[bool | None, bool | None]]]:
    """The marks of the cells' steps, divided among episodes."""
    marks: list[tuple[bool | None, bool | None]] = []
    for mark, count in (
        ((True, True), cells.ideal),
        ((False, True), cells.execution_gap),
        ((True, False), cells.reasoning_gap),
        ((False, False), cells.both_wrong),
    ):
        marks += [mark] * count
    return [dict(enumerate(marks[index::parts], start=1)) for index in range(parts)]
