"""What-if: other decisions at random steps of a recorded run, what their outcomes take, and whether they are right."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import anyio
import anyio.to_thread

from benchmarks.acceptance.bar import Bar
from runtime import AskUser, Decision, Key, RunConfig, Runtime, Selection, Swipe, Tap, Type
from runtime.branching import Branching, BranchPoint
from runtime.core.errors import ReplayError
from runtime.core.events import AnyEvent, Decided, Digest, Observed
from runtime.recordings.run import RecordedEpisode, RecordedRun
from runtime.storage.disk import temporary_folder

PARTS: Final[Mapping[str, str]] = {
    "pixels": "a run on phones with pixels",
    "headless": "a run with disturbances on headless phones",
}
OPTIONS: Final = {"places": "how many places in each run (200)", "tasks": "how many tasks are played (24)"}
_WEATHER: Final[Mapping[str, Literal["", "mix"]]] = {"pixels": "", "headless": "mix"}
_LIMIT_MS: Final = 200
_QUESTIONS: Final = ("Which one would you like?", "When should it be?", "Shall I go on?", "What is it called?")


@dataclass(frozen=True, slots=True)
class Place:
    """A recorded decision: the screen before it, and the one after it."""

    episode: str
    step: int
    before: Digest | None
    decision: Decision
    after: Digest | None


@dataclass(slots=True)
class Measured:
    """What was found at all places; times in milliseconds."""

    first: list[float] = field(default_factory=list)
    """Of the first point of each episode."""
    later: list[float] = field(default_factory=list)
    outcomes: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """Of outcomes, in this process."""
    back: int = 0
    same: int = 0
    pictures: int = 0
    problems: list[str] = field(default_factory=list)


def measure(parts: list[str] | None = None, places: str = "200", tasks: str = "24") -> list[Bar]:
    """All bars."""
    return [bar for part in parts or PARTS for bar in anyio.run(_measure, part, int(places), int(tasks))]


async def _measure(part: str, count: int, tasks: int) -> list[Bar]:
    scheme = "phone" if part == "pixels" else "headless"
    config = RunConfig(agents=("reader",), selection=Selection(limit=tasks), weather=_WEATHER[part])
    async with temporary_folder("what-if-") as folder:
        path = folder / "run"
        async with Runtime(config, devices=[f"{scheme}://2"], out=path) as runtime:
            async for _ in runtime.run():
                pass
        run = await anyio.to_thread.run_sync(RecordedRun.open, path)
        chosen = await anyio.to_thread.run_sync(_places, run, count)
        before = await anyio.to_thread.run_sync(_checksum, path)
        found = await _try(run, chosen)
        unchanged = before == await anyio.to_thread.run_sync(_checksum, path)
    slow = _percentile(found.outcomes, 95)
    problems = f" ({found.problems[0]})" if found.problems else ""
    return [
        Bar(f"{part}: points that come back to the recorded tree", f"{found.back} of {count}{problems}",
            found.back == count),
        Bar(f"{part}: the recorded decision gives the recorded next tree", f"{found.same} of {count}",
            found.same == count),
        Bar(f"{part}: outcomes of other decisions with a picture", f"{found.pictures} of {count}",
            found.pictures == count),
        Bar(f"{part}: p95 of an outcome, with its picture: at most {_LIMIT_MS} ms",
            f"{_spread(found.outcomes)}; CPU {_spread(found.cpu)}", slow <= _LIMIT_MS),
        Bar(f"{part}: a point, the first of its episode and others", f"{_spread(found.first)}; {_spread(found.later)}",
            bool(found.first)),
        Bar(f"{part}: the run folder is unchanged", str(unchanged), unchanged),
    ]  # fmt: skip


def _places(run: RecordedRun, count: int) -> list[Place]:
    """Draw recorded decisions from all episodes, each with the screens around it."""
    found: list[Place] = []
    for episode in run.episodes.values():
        found += _decisions(episode, run.events(episode))
    return random.Random(7).choices(found, k=count)


def _decisions(episode: RecordedEpisode, events: Sequence[AnyEvent]) -> list[Place]:
    places: list[Place] = []
    tree: Digest | None = None
    decided: Decided | None = None
    before: Digest | None = None
    for event in [*events, None]:
        if isinstance(event, Decided) or event is None:
            if decided is not None:
                places.append(Place(episode.name, decided.step - 1, before, decided.decision, tree))
            decided, before = event, tree
        elif isinstance(event, Observed):
            tree = event.tree
    return places


async def _try(run: RecordedRun, places: Sequence[Place]) -> Measured:
    found = Measured()
    draws = random.Random(11)
    begun: set[str] = set()
    async with Branching(run) as branching:
        await branching.at(places[0].episode, 0)  # opens the phones
        for place in places:
            began = time.perf_counter()
            try:
                point = await branching.at(place.episode, place.step)
            except ReplayError as error:
                found.problems.append(str(error))
                continue
            took = (time.perf_counter() - began) * 1000
            (found.later if place.episode in begun else found.first).append(took)
            begun.add(place.episode)
            found.back += point.tree_digest == place.before
            began, spent = time.perf_counter(), time.process_time()
            outcome = await point.attempt(_other(point, draws))
            found.pictures += outcome.after.frame.png.startswith(b"\x89PNG") and not outcome.refusal
            found.outcomes.append((time.perf_counter() - began) * 1000)
            found.cpu.append((time.process_time() - spent) * 1000)
            again = await point.attempt(place.decision)
            found.same += again.after.tree_digest == place.after
    return found


def _other(point: BranchPoint, draws: random.Random) -> Decision:
    """Draw a question, or something that can be done on the screen."""
    draw = draws.random()
    if draw < 0.25:
        return Decision([AskUser(draws.choice(_QUESTIONS))])
    if draw < 0.35:
        return Decision([Swipe(540, 1700, 540, 700)])
    if draw < 0.45:
        return Decision([Key("BACK")])
    if draw < 0.55 and point.tree.focused() is not None:
        return Decision([Type("two", clear=True)])
    nodes = [node for node in point.tree.walk() if node.clickable]
    return Decision([Tap(*draws.choice(nodes).center) if nodes else Key("HOME")])


def _checksum(path: Path) -> str:
    found = hashlib.sha256()
    for file in sorted(item for item in path.rglob("*") if item.is_file()):
        found.update(f"{file.relative_to(path)} {file.stat().st_mtime_ns} ".encode() + file.read_bytes())
    return found.hexdigest()


def _percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)] if values else 0.0


def _spread(values: Sequence[float]) -> str:
    return (
        ", ".join(f"{name} {_percentile(values, at):.0f}" for name, at in (("p50", 50), ("p95", 95), ("max", 100)))
        + " ms"
    )
