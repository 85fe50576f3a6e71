"""The credit judge against an exhaustive search over the input of the phone, state by state, and what a value costs."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.credit_search import EXCLUDED, InputSearch, SearchTooLarge
from benchmarks.acceptance.live_gap import play_run, recorded_events
from benchmarks.clarity240 import load
from judges.credit.distance import GoalDistance, StateValue
from judges.credit.judge import EpisodeCredit
from judges.gap.following import EpisodeFollower
from judges.gap.goal import Knowledge
from judges.gap.simulator import PhoneSimulator, same_data
from runtime.core.actions import Action, Key, Swipe
from runtime.core.events import AnyEvent, AnyTruth, Decided
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory

OPTIONS: Final = {
    "seed": "seed of the random deviations (default: 1)",
    "first": "only so many intents",
    "intents": "only these intents, separated by commas, for the part search",
}
_FAR: Final = 3
"""The search goes so far. It would take hours for states farther away."""
_UNBOUNDED: Final = 2
"""So far it goes where the judge says that the goal is farther away, or cannot say how far."""
_MOST_ACTIONS: Final = 40_000
_STATES: Final = 500
_ON_PATH_RATIO: Final = 2.0
_KINDS: Final = ("on the way", "after random actions", "after a wrong choice", "in an excursion")


@dataclass(frozen=True, slots=True)
class Compared:
    """One state: how it was reached, the judge's value, and that of the search (None: farther than it went)."""

    task: str
    kind: str
    actions: tuple[Action, ...]
    value: int | None
    found: int | None

    @property
    def within(self) -> bool:
        """Whether the search went as far as the value."""
        return self.value is not None and self.value <= _FAR

    @property
    def agrees(self) -> bool:
        return self.found == self.value if self.within else self.found is None


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A state to compare, with its value and what the agent knows there."""

    kind: str
    actions: tuple[Action, ...]
    value: StateValue
    known: Knowledge


class Explorer:
    """Plays one task on the simulator, values every state on the way, and searches from those near the goal."""

    def __init__(self, simulator: PhoneSimulator, task: Task, seed: int = 1) -> None:
        self._simulator = simulator
        self._task = task
        self._chance = random.Random(f"{seed}/{task.id}")
        self._distance = GoalDistance(simulator, task, can_ask=False)
        self._search = InputSearch(simulator, task, self._distance, _MOST_ACTIONS)
        self.skipped = 0
        """Number of states for which the search was given up."""

    def compare(self) -> Iterator[Compared]:
        """Compare value and search on every situation, each once."""
        seen: set[Hashable] = set()
        for item in self.situations():
            key = self._search.node_key(item.value.state, item.known)
            if key in seen:
                continue
            seen.add(key)
            value = item.value.remaining
            try:
                if value is not None and value <= _FAR:
                    found = self._search.confirm(item.value, item.known)
                else:
                    found = self._search.shortest(item.value.state, item.known, _UNBOUNDED)
            except SearchTooLarge:
                self.skipped += 1
                continue
            yield Compared(self._task.id, item.kind, item.actions, item.value.remaining, found)

    def situations(self) -> Iterator[Situation]:
        """States near the goal: on the reference's way, and where one gets from there."""
        state = self._simulator.prepare(self._task.intent.setup.state, 1)
        value = self._distance.begin(state)
        if value.path is None:
            return
        known, way = Knowledge(), []
        self._distance.note_screen(state, known)
        for operation, after in zip(value.path.operations, value.path.states, strict=True):
            way.append(Situation(_KINDS[0], (), value, known))
            known = known.copy()
            self._distance.note_action(operation.action, known)
            self._distance.note_screen(after, known)
            value = self._distance.value(after, known, value)
        near = [item for item in way if item.value.remaining is not None and item.value.remaining <= _FAR]
        yield from near
        for item in near:
            yield from self._deviations(item)

    def _deviations(self, start: Situation) -> Iterator[Situation]:
        once = self._after(start, _KINDS[1], self._chance.choice(self._actions(start.value.state)))
        yield once
        yield self._after(once, _KINDS[1], self._chance.choice(self._actions(once.value.state)))
        wrong = self._wrong_choice(start)
        if wrong is not None:
            yield wrong
        away = self._after(start, _KINDS[3], self._chance.choice((Key("HOME"), Key("BACK"), Key("APP_SWITCH"), _DOWN)))
        yield away
        yield self._after(away, _KINDS[3], self._chance.choice(self._actions(away.value.state)))

    def _wrong_choice(self, start: Situation) -> Situation | None:
        """After an action that changes data and does not bring the goal nearer; None: no such action was found."""
        actions = self._actions(start.value.state)
        for action in self._chance.sample(actions, min(8, len(actions))):
            after = self._after(start, _KINDS[2], action)
            if not same_data(start.value.state, after.value.state) and after.value.remaining != _less(start.value):
                return after
        return None

    def _actions(self, state: PhoneState) -> Sequence[Action]:
        return list(self._search.actions(state))

    def _after(self, start: Situation, kind: str, action: Action) -> Situation:
        state, known = self._simulator.act(start.value.state, action), start.known.copy()
        self._distance.note_action(action, known)
        self._distance.note_screen(state, known)
        value = self._distance.value(state, known, start.value, action)
        return Situation(kind, (*start.actions, action), value, known)


_DOWN: Final = Swipe(540, 10, 540, 1400, 300)


def _less(value: StateValue) -> int | None:
    return None if value.remaining is None else value.remaining - 1


def measure(parts: list[str] | None = None, **options: str) -> list[Bar]:
    """Searches, and measures what values cost; see `PARTS`."""
    return [bar for part in parts or list(PARTS) for bar in PARTS[part](**options)]


def search(seed: str = "1", first: str = "66", intents: str = "") -> Iterator[Bar]:
    """Every situation of every intent by the judge and by the search."""
    simulator = PhoneSimulator(installed_apps())
    compared: list[Compared] = []
    skipped = 0
    chosen = intents.split(",") if intents else []
    tasks = [task for task in load().tasks if task.level == "detailed" and (not chosen or task.intent.id in chosen)]
    tasks = tasks[: int(first)]
    for task in tasks:
        explorer = Explorer(simulator, task, int(seed))
        compared += explorer.compare()
        skipped += explorer.skipped
    yield from bars(compared, skipped, len(tasks))


def bars(compared: Sequence[Compared], skipped: int, intents: int) -> Iterator[Bar]:
    """What was compared, agreed, and disagreed."""
    within = [item for item in compared if item.within]
    wrong = [item for item in compared if not item.agrees]
    exact = sum(item.agrees for item in within)
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(item.kind for item in within).items())
    distances = ", ".join(f"{count} at {far}" for far, count in sorted(Counter(item.value for item in within).items()))
    yield Bar(
        f"states at most {_FAR} actions from the goal whose value is that of the search: >= {_STATES}, all equal",
        f"{exact} of {len(within)} different states of {intents} intents ({kinds}; {distances})",
        exact == len(within) >= _STATES,
    )
    far = [item for item in compared if not item.within]
    refuted = sum(not item.agrees for item in far)
    yield Bar(
        f"states farther away or of no known value: a search of depth {_UNBOUNDED} finds no way either",
        f"{len(far) - refuted} of {len(far)}, {sum(item.value is None for item in far)} of no known value",
        not refuted,
    )
    yield Bar(f"states left out, as more than {_MOST_ACTIONS:,} actions would be tried", f"{skipped}", True)
    yield Bar(f"the search does not try: {EXCLUDED}", "", True)
    for item in wrong:
        found = f"farther than {_FAR if item.within else _UNBOUNDED}" if item.found is None else item.found
        yield Bar(f"{item.task}, {item.kind}: {item.actions}", f"value {item.value}, search {found}", False)


def cost(seed: str = "1", first: str = "66", intents: str = "") -> Iterator[Bar]:
    """CPU of each decision: what the mirror alone takes, and what valuing the state adds."""
    tasks = {task.id: task for task in load().tasks}
    with tempfile.TemporaryDirectory() as folder:
        for agent, most in (("oracle", _ON_PATH_RATIO), ("reader", None)):
            run = Path(folder) / agent
            anyio.run(play_run, agent, run, int(first))
            mirror, credit = _costs(RunDirectory.open(run), tasks)
            figure = (
                f"mirror alone {_spread(mirror)}, with the credit judge {_spread(credit)} ({len(credit)} decisions)"
            )
            what = f"{agent}: CPU of a decision"
            if most is not None:
                what += f", p50 at most {most:g} times that of the mirror alone"
            yield Bar(what, figure, most is None or _quantile(credit, 0.5) <= most * _quantile(mirror, 0.5))


def _costs(run: RunDirectory, tasks: Mapping[str, Task]) -> tuple[list[float], list[float]]:
    """Milliseconds of CPU of each decision, by the mirror alone and by the judge, which has one."""
    blobs = Blobs(run, Disk())
    evidence = Evidence(blobs.read_tree, blobs.read_frame)
    mirror: list[float] = []
    credit: list[float] = []
    for episode in sorted(run.commits):
        agent, name, repeat = episode.rsplit("/", 2)
        events = recorded_events(run, EpisodeKey(agent, name, int(repeat)), blobs)
        follower = EpisodeFollower(tasks[name], PhoneSimulator(installed_apps()), evidence)
        judge = EpisodeCredit(tasks[name], "credit", evidence)
        mirror += _decision_costs(follower.follow, events)
        credit += _decision_costs(judge.feed_one, events)
    return mirror, credit


def _decision_costs(
    feed: Callable[[AnyEvent | AnyTruth], object], events: Sequence[AnyEvent | AnyTruth]
) -> list[float]:
    """Milliseconds of CPU from each decision to the next; preparing the phone is not counted."""
    found: list[float] = []
    begun = False
    for event in events:
        before = time.process_time()
        feed(event)
        spent = (time.process_time() - before) * 1000
        if begun:
            found[-1] += spent
        if isinstance(event, Decided):
            begun = True
            found.append(0.0)
    return found


def _spread(costs: Sequence[float]) -> str:
    return f"p50 {_quantile(costs, 0.5):.1f} ms, p95 {_quantile(costs, 0.95):.1f} ms"


def _quantile(costs: Sequence[float], share: float) -> float:
    return sorted(costs)[min(len(costs) - 1, int(share * len(costs)))]


PARTS: Final[Mapping[str, Callable[..., Iterator[Bar]]]] = {"search": search, "cost": cost}
"""What `--only` can name."""
