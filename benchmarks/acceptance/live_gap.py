"""The live gap judge over the whole suite: gap metrics of the oracle, and the cost of judging."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.gap_search import held_against
from judges.gap import GapJudge
from runtime.core.config import RunConfig, Selection
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, GapJudged, Observed
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.engine import Runtime
from runtime.judging.runner import JudgedEpisode, closed_logs, run_judge
from runtime.plugins.protocols import Evidence
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory, merge_by_seq

_EXCLUDED: Final = 0.02
_CPU_MS: Final = 30.0
_CPU_ASTRAY_MS: Final = 50.0
"""Of who goes astray: from there the way is searched for, which costs three times what following it does."""
_LAG_MS: Final = 16.0
_AT_ONCE: Final = 20
_TICK: Final = 0.005
SITUATIONS: Final = (
    ("device.quiet", 4),
    ("info.dawnfollow", 4),
    ("social.mute", 4),
    ("social.mute", 3),
    ("shop.seatcredit", 3),
    ("productivity.tickmossremind", 3),
    ("social.reelquality", 3),
    ("shop.larderloaf", 3),
    ("shop.lardercancel", 3),
    ("device.gallerydelete", 3),
    ("device.settingssounds", 2),
    ("shop.bunnoon", 2),
)
"""Screens so many operations before the goal, on which the recorded way is a shortest one."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on one recorded episode."""

    key: EpisodeKey
    verdicts: tuple[GapJudged, ...]


@dataclass(slots=True)
class Lag:
    """The delay (ms) of a loop's periodic callbacks."""

    late: list[float] = field(default_factory=list)

    async def watch(self) -> None:
        """Until it is cancelled."""
        while True:
            wanted = time.perf_counter() + _TICK
            await anyio.sleep(_TICK)
            self.late.append((time.perf_counter() - wanted) * 1000)

    def share(self, of: float) -> float:
        """The lag that so large a share of the moments stays below."""
        ordered = sorted(self.late)
        return ordered[min(len(ordered) - 1, int(of * len(ordered)))] if ordered else 0.0


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Plays, judges and searches; see `PARTS`."""
    return [bar for part in parts or list(PARTS) for bar in PARTS[part]()]


def instruments() -> Iterator[Bar]:
    """The oracle over all tasks: every step right in word and deed; and how little is excluded of others."""
    with tempfile.TemporaryDirectory() as folder:
        for agent in ("oracle", "silent", "reader"):
            run = Path(folder) / agent
            anyio.run(play_run, agent, run)
            began = time.process_time()
            found, _ = anyio.run(_judge, run, 1, None)
            spent = time.process_time() - began
            verdicts = [verdict for item in found for verdict in item.verdicts]
            yield from _figures(agent, verdicts, spent)
        again, lag = anyio.run(_judge, Path(folder) / "oracle", _AT_ONCE, 60)
        first = {item.key: item.verdicts for item in again}
        once, _ = anyio.run(_judge, Path(folder) / "oracle", 1, 60)
        same = sum(first[item.key] == item.verdicts for item in once)
        yield Bar(f"judged {_AT_ONCE} at once as one by one", f"{same} of {len(once)}", same == len(once))
        late = lag.share(0.99)
        what = f"loop lag p99 with {_AT_ONCE} judged at once <= {_LAG_MS:g} ms"
        yield Bar(what, f"{late:.1f} ms, median {lag.share(0.5):.1f} ms", late <= _LAG_MS)


def _figures(agent: str, verdicts: Sequence[GapJudged], spent: float) -> Iterator[Bar]:
    cells = Counter((item.em, item.gta) for item in verdicts if item.em is not None)
    excluded = Counter(item.reason.split(": ")[0] for item in verdicts if item.em is None)
    apart = sum(excluded.values())
    causes = ", ".join(f"{count} {cause}" for cause, count in excluded.most_common()) or "none"
    scored = sum(cells.values())
    if agent == "oracle":
        right = cells[True, True]
        yield Bar("oracle: EM = GTA = 1", f"{right} of {scored} decisions", 0 < right == scored)
        share = apart / max(1, len(verdicts))
        yield Bar(f"oracle: excluded < {_EXCLUDED:.0%}", f"{apart} of {len(verdicts)}: {causes}", share < _EXCLUDED)
    else:
        unresolved = excluded["unresolved"]
        marks = {True: "+", False: "-", None: "?"}
        shown = ", ".join(f"{marks[em]}{marks[gta]} {n}" for (em, gta), n in sorted(cells.items(), key=str))
        what = f"{agent}: unresolved < {_EXCLUDED:.0%} (EM, GTA: {shown})"
        yield Bar(what, f"{unresolved} of {len(verdicts)}; excluded: {causes}", unresolved < _EXCLUDED * len(verdicts))
    per_step = spent / max(1, len(verdicts)) * 1000
    most = _CPU_MS if agent == "oracle" else _CPU_ASTRAY_MS
    yield Bar(f"{agent}: CPU per step <= {most:g} ms", f"{per_step:.1f} ms", per_step <= most)


def search() -> Iterator[Bar]:
    """The rule against an exhaustive search, on screens where that ends."""
    from adapters.phone.workers.registry import installed_apps
    from benchmarks.clarity240 import load
    from judges.gap.simulator import PhoneSimulator

    tasks = {task.id: task for task in load().tasks}
    world = PhoneSimulator(installed_apps())
    for intent, away in SITUATIONS:
        there, count, wrong = held_against(world, tasks[f"{intent}.detailed"], away)
        what = f"{intent}, {away} operations before its goal: the rule as a search of depth {there}"
        shown = "; ".join((f"{count - len(wrong)} of {count} actions", *wrong[:1]))
        yield Bar(what, shown, not wrong)


PARTS: Final[Mapping[str, Callable[[], Iterator[Bar]]]] = {"instruments": instruments, "search": search}
"""By playing, and by searching."""


async def play_run(agent: str, out: Path, limit: int | None = None) -> None:
    """Record an agent on all tasks, or on a sample of them."""
    async with Runtime(RunConfig(seed=7), devices=["headless://4"], judges=("state",), out=out) as runtime:
        async for _ in runtime.run(agents=[agent], select=Selection(limit=limit)):
            pass


async def _judge(folder: Path, at_once: int, limit: int | None) -> tuple[list[Judged], Lag]:
    """Let the judge hear the episodes of a run, some of them at once."""
    from benchmarks.clarity240 import load

    tasks = {task.id: task for task in (await anyio.to_thread.run_sync(load)).tasks}
    run = await anyio.to_thread.run_sync(RunDirectory.open, folder)
    blobs = Blobs(run, Disk())
    evidence = Evidence(blobs.read_tree, blobs.read_frame)
    found: list[Judged] = []
    limiter, lag = anyio.CapacityLimiter(at_once), Lag()

    async def judge_episode(key: EpisodeKey, task: Task) -> None:
        async with limiter:
            tapes = closed_logs(await anyio.to_thread.run_sync(recorded_events, run, key, blobs))
            verdicts: Log[AnyVerdict] = Log()
            about = JudgedEpisode(task, str(key), key.repeat, instrument=True)
            await run_judge(GapJudge(evidence), about, tapes, deadline=3600, verdicts=verdicts)
            found.append(Judged(key, tuple(verdict for verdict in verdicts if isinstance(verdict, GapJudged))))

    async with anyio.create_task_group() as watching:
        watching.start_soon(lag.watch)
        async with anyio.create_task_group() as group:
            for episode in sorted(run.commits)[:limit]:
                agent, task, repeat = episode.rsplit("/", 2)
                group.start_soon(judge_episode, EpisodeKey(agent, task, int(repeat)), tasks[task])
        watching.cancel_scope.cancel()
    return found, lag


def recorded_events(run: RunDirectory, key: EpisodeKey, blobs: Blobs) -> list[AnyEvent | AnyTruth]:
    """One episode in its order, its trees at hand, as they are in a run."""
    attempt = run.played(key) or 0
    trace = run.read_trace(key, attempt)
    for event in trace:
        if isinstance(event, Observed) and event.tree is not None:
            blobs.read_tree(event.tree)
    return list(merge_by_seq(trace, run.read_truth(key, attempt)))
