"""Selects the trajectories to play: families of scripts and players over intents, determined by the seed. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.calibration import paraphrases, questions
from benchmarks.calibration.errands import SIDE_EFFECTS
from benchmarks.calibration.paraphrases import QuestionBank
from benchmarks.calibration.script_runner import ScriptAction
from benchmarks.calibration.scripts import FOOLING, MIXED, Script, questions_for_missing
from benchmarks.calibration.split import set_aside
from runtime.core.errors import UsageError
from runtime.core.tasks import Intent, Suite, Task

PLAYERS = ("oracle", "silent", "reader", "sweeper", "monkey")
"""Registered agents and instruments. They have no script, so fewer of their labels are known."""
WEATHER = "weather"
"""The family that plays the reference on a phone with disturbances."""
CHATTER = "chatter"
"""The family that plays the reference after a dialogue with all kinds of turns."""
WITHOUT_QUESTIONS = "sweep"
"""The family whose scripts ask nothing."""
SCRIPTS: dict[str, Script] = {
    **MIXED,
    CHATTER: MIXED["complete"],
    WEATHER: MIXED["complete"],
    **FOOLING,
}
FAMILIES = (*PLAYERS, *SCRIPTS, *SIDE_EFFECTS)
TRAJECTORIES_PER_INTENT: dict[str, int] = {
    **dict.fromkeys(PLAYERS, 1),
    **dict.fromkeys((*SCRIPTS, *SIDE_EFFECTS), 2),
    "reader": 2,
    "sweeper": 2,
    "swapped": 3,
    "truncated": 24,
    "uncommitted": 12,
    "stale_success": 12,
}
"""Maximum number of trajectories of a family for each intent.

Families that meet few requirements need more: each should meet thirty requirements on the set-aside part, or one
mistake changes its figure by more than three hundredths."""
NEVER_MET_FAMILIES = frozenset(("monkey", "near_miss", "uncommitted"))
"""Families that meet almost no requirement. Only false positives are meaningful there, no Jaccard index."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A trajectory to play. `actions` is None if a registered player plays it."""

    family: str
    task: Task
    number: int
    actions: tuple[ScriptAction, ...] | None = None


def make_population(
    suite: Suite, intents: Iterable[str], families: Sequence[str] = (), seed: int = 7, limit: int | None = None
) -> tuple[list[Trajectory], dict[str, int]]:
    """The trajectories in an order that mixes families, and per family the number of intents left out.

    An intent is left out of a family if it does not allow the construction (no other option, nothing to commit). The
    clarity levels alternate.

    Raises:
        UsageError: a family is unknown, or no trajectory is left.
    """
    unknown = [name for name in families if name not in FAMILIES]
    if unknown:
        raise UsageError(f"there is no family {unknown[0]!r}; choose from: {', '.join(FAMILIES)}")
    wanted = frozenset(intents)
    tasks = {intent.id: [task for task in suite.tasks if task.intent.id == intent.id] for intent in suite.intents}
    set_aside_ids = set_aside(suite) if suite.splits else frozenset()
    others = suite.intents
    columns: list[list[Trajectory]] = []
    left_out: dict[str, int] = {}
    for family in families or FAMILIES:
        column: list[Trajectory] = []
        for place, (identifier, levels) in enumerate(sorted(tasks.items())):
            if identifier not in wanted:
                continue
            bank = paraphrases.SET_ASIDE if identifier in set_aside_ids else paraphrases.DEVELOPMENT
            made = [
                _make(family, levels, place, number, seed, bank, others)
                for number in range(TRAJECTORIES_PER_INTENT[family])
            ]
            available = [trajectory for trajectory in made if trajectory is not None]
            column.extend(available)
            left_out[family] = left_out.get(family, 0) + (not available)
        Random(f"{seed}/{family}").shuffle(column)
        columns.append(column)
    longest = max((len(column) for column in columns), default=0)
    mixed = [column[at] for at in range(longest) for column in columns if at < len(column)]
    if not mixed:
        raise UsageError("no trajectory is left: choose more intents or families")
    return mixed[:limit], {family: count for family, count in left_out.items() if count}


def _make(
    family: str,
    levels: Sequence[Task],
    place: int,
    number: int,
    seed: int,
    bank: QuestionBank,
    others: Sequence[Intent],
) -> Trajectory | None:
    random = Random(f"{seed}/{family}/{levels[0].intent.id}/{number}")
    # The second summand cycles through half of the levels; the third adds the other half.
    turn = place + number * 2 + number // len(levels) + list(FAMILIES).index(family)
    task = levels[turn % len(levels)]
    if family in PLAYERS:
        return Trajectory(family, task, number)
    if family in SIDE_EFFECTS:
        # Without questions: their turns would take the steps that the errand needs.
        found = SIDE_EFFECTS[family](task, others, random, number)
        return None if found is None else Trajectory(family, found[0], number, tuple(found[1]))
    actions = SCRIPTS[family](task, random, number)
    if actions is None:
        return None
    first: list[ScriptAction] = []
    if family == CHATTER:
        first = questions.dialogue(task, bank, random)
    elif family != WITHOUT_QUESTIONS:
        first = questions_for_missing(task, bank, random)
    return Trajectory(family, with_disturbances(task) if family == WEATHER else task, number, (*first, *actions))


def with_disturbances(task: Task) -> Task:
    """The same task on a phone with three disturbances."""
    setup = task.intent.setup
    state = {**setup.state, "weather": [*setup.state.get("weather", ()), {"kind": "mix"}]}
    return replace(task, intent=replace(task.intent, setup=replace(setup, state=state)))
