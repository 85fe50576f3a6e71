"""Which trajectories are played: families of players over intents, drawn from the seed alone. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.calibration import paraphrases, questions
from benchmarks.calibration.paraphrases import Bank
from benchmarks.calibration.scripts import FOOLING, MIXED, Script, asking
from benchmarks.calibration.split import set_aside
from benchmarks.calibration.walk import ScriptAction
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite, Task

PLAYERS = ("oracle", "silent", "reader", "sweeper", "monkey")
"""Registered agents and instruments; what they do is not made here, so fewer of their labels are known."""
WEATHER = "weather"
"""The right way on a phone that is disturbed."""
CHATTER = "chatter"
"""The right way after a conversation with turns of every kind."""
MUTE = "sweep"
"""Who does everything asks for nothing."""
SCRIPTS: dict[str, Script] = {
    **MIXED,
    CHATTER: MIXED["complete"],
    WEATHER: MIXED["complete"],
    **FOOLING,
}
FAMILIES = (*PLAYERS, *SCRIPTS)
ROUNDS: dict[str, int] = {
    **dict.fromkeys(PLAYERS, 1),
    **dict.fromkeys(SCRIPTS, 2),
    "reader": 2,
    "sweeper": 2,
    "swapped": 3,
    "truncated": 24,
    "uncommitted": 12,
    "stale_success": 12,
}
"""Trajectories of a family for each intent, at the most. Where little comes true, more are needed: a family should have
thirty requirements that were truly met on the set-aside part, or one mistake moves its figure by more than three
hundredths."""
NOTHING_TRUE = frozenset(("monkey", "near_miss", "uncommitted"))
"""Families in which nothing, or next to nothing, comes true whatever their number: only a false finding can be seen
there, and a Jaccard over a few lucky hits would tell of those."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One that is to be played. `deeds` is None where a registered player plays."""

    family: str
    task: Task
    number: int
    deeds: tuple[ScriptAction, ...] | None = None


def population(
    suite: Suite, intents: Iterable[str], families: Sequence[str] = (), seed: int = 7, limit: int | None = None
) -> tuple[list[Trajectory], dict[str, int]]:
    """The trajectories, family by family mixed so that a limit takes of each; and per family the intents left out.

    An intent is left out of a family whose construction it does not allow (no option to choose otherwise, nothing to
    commit). Levels take turns.

    Raises:
        UsageError: an unknown family, or nothing is left.
    """
    unknown = [name for name in families if name not in FAMILIES]
    if unknown:
        raise UsageError(f"there is no family {unknown[0]!r}; there is: {', '.join(FAMILIES)}")
    wanted = frozenset(intents)
    tasks = {intent.id: [task for task in suite.tasks if task.intent.id == intent.id] for intent in suite.intents}
    aside = set_aside(suite) if suite.splits else frozenset()
    columns: list[list[Trajectory]] = []
    left_out: dict[str, int] = {}
    for family in families or FAMILIES:
        column: list[Trajectory] = []
        for place, (identifier, levels) in enumerate(sorted(tasks.items())):
            if identifier not in wanted:
                continue
            bank = paraphrases.SET_ASIDE if identifier in aside else paraphrases.DEVELOPMENT
            made = [_make(family, levels, place, number, seed, bank) for number in range(ROUNDS[family])]
            there = [trajectory for trajectory in made if trajectory is not None]
            column.extend(there)
            left_out[family] = left_out.get(family, 0) + (not there)
        Random(f"{seed}/{family}").shuffle(column)
        columns.append(column)
    longest = max((len(column) for column in columns), default=0)
    mixed = [column[at] for at in range(longest) for column in columns if at < len(column)]
    if not mixed:
        raise UsageError("no trajectory is left: choose more intents or families")
    return mixed[:limit], {family: count for family, count in left_out.items() if count}


def _make(family: str, levels: Sequence[Task], place: int, number: int, seed: int, bank: Bank) -> Trajectory | None:
    random = Random(f"{seed}/{family}/{levels[0].intent.id}/{number}")
    # The second summand goes round half of the levels, the third brings the others in.
    turn = place + number * 2 + number // len(levels) + list(FAMILIES).index(family)
    task = levels[turn % len(levels)]
    if family in PLAYERS:
        return Trajectory(family, task, number)
    deeds = SCRIPTS[family](task, random, number)
    if deeds is None:
        return None
    first: list[ScriptAction] = []
    if family == CHATTER:
        first = questions.dialogue(task, bank, random)
    elif family != MUTE:
        first = asking(task, bank, random)
    return Trajectory(family, disturbed(task) if family == WEATHER else task, number, (*first, *deeds))


def disturbed(task: Task) -> Task:
    """The same task on a phone that three disturbances befall."""
    setup = task.intent.setup
    state = {**setup.state, "weather": [*setup.state.get("weather", ()), {"kind": "mix"}]}
    return replace(task, intent=replace(task.intent, setup=replace(setup, state=state)))
