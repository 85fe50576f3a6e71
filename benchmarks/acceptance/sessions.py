"""Sessions as values: forked, parked and continued in another process, cancelled anywhere, fed with nonsense."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import anyio
import anyio.lowlevel
import anyio.to_thread

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.fuzzed_decisions import fuzzed_decision
from benchmarks.clarity240 import load
from runtime import AskUser, Decision, DrivenSession, InvalidDecision, Noop, RunConfig, Runtime, Tap, Type
from runtime.core.events import VOLATILE
from runtime.screen.frames.png import decode
from runtime.storage.disk import temporary_folder

PARTS: Final[Mapping[str, str]] = {
    "forks": "64 forks of sessions after some steps",
    "parked": "sessions parked and continued in another process",
    "pixels": "the same on phones with pixels, a twenty-fifth as many",
    "decisions": "1,000 fuzzed decisions",
    "cancelled": "5,000 leases cancelled at any await",
}
OPTIONS = {"episodes": "how many episodes are parked (1000)"}
_FORKS: Final = 64
_LEASES: Final = 5000
_LONGEST: Final = 8
_WORDS: Final = ("two", "Monday", "Grüße")


def measure(parts: list[str] | None = None, episodes: str = "1000") -> list[Bar]:
    """All bars."""
    count = int(episodes)
    measures: dict[str, Callable[[], Awaitable[list[Bar]]]] = {
        "forks": _forks,
        "parked": partial(_parked, "headless://1", count),
        "pixels": partial(_parked, "phone://1", max(count // 25, 1)),
        "decisions": _decisions,
        "cancelled": _cancelled,
    }
    return [bar for part in parts or PARTS for bar in anyio.run(measures[part])]


# -- forks ---------------------------------------------------------------------------------------------------------


async def _forks() -> list[Bar]:
    wall, cpu, same = [], [], 0
    async with Runtime(RunConfig(), devices=[f"headless://{_FORKS + 1}"]) as runtime:
        for number, task in enumerate(load().tasks[::24]):
            async with runtime.session(task, needs={"tree"}) as session:
                await _play(session, random.Random(number), 4)
                began, used = time.perf_counter(), time.process_time()
                async with session.fork(_FORKS) as forks:
                    wall.append((time.perf_counter() - began) * 1000)
                    cpu.append((time.process_time() - used) * 1000)
                    expected = await _state(session)
                    same += sum([await _state(fork) == expected for fork in forks])
    total = len(wall) * _FORKS
    return [
        Bar(f"{_FORKS} forks of a session after four steps, median of {len(wall)}: CPU at most 50 ms",
            f"{median(cpu):.0f} ms, wall {median(wall):.0f} ms", median(cpu) <= 50),
        Bar("forks with the same tree and the same state", f"{same} of {total}", same == total),
    ]  # fmt: skip


async def _state(session: DrivenSession) -> tuple[bytes, str]:
    seen = await session.observe()
    assert seen.tree is not None
    return seen.tree.source, await session.digest()


# -- parked and continued ------------------------------------------------------------------------------------------


async def _parked(device: str, count: int) -> list[Bar]:
    """Play episodes through in one run; park each at a random step in another, and continue it in a third process."""
    pixels = device.startswith("phone")
    needs = ["frame", "tree"] if pixels else ["tree"]
    sizes, parking = [], []
    async with temporary_folder("sessions-") as folder:
        async with Runtime(RunConfig(), devices=[device], out=folder / "through") as runtime:
            for number, task, at in _plan(count):
                async with runtime.session(task, needs=needs, repeat=number) as session:  # type: ignore[arg-type]
                    await _play(session, random.Random(f"{number} first"), at)
                    await _play(session, random.Random(f"{number} rest"), _LONGEST)
        async with Runtime(RunConfig(), devices=[device], out=folder / "parked") as runtime:
            for number, task, at in _plan(count):
                async with runtime.session(task, needs=needs, repeat=number) as session:  # type: ignore[arg-type]
                    await _play(session, random.Random(f"{number} first"), at)
                    used = time.process_time()
                    data = await session.park()
                    parking.append((time.process_time() - used) * 1000)
                sizes.append(len(data))
                await anyio.Path(folder / f"{number}.session").write_bytes(data)
        call = f"from benchmarks.acceptance.sessions import resume; resume({str(folder)!r}, {device!r}, {count})"
        done = await anyio.run_process(
            [sys.executable, "-c", call], env={**os.environ, "PYTHONHASHSEED": "5"}, stderr=None
        )
        resuming = json.loads(done.stdout)
        found = await anyio.to_thread.run_sync(_compare, folder)
        verified = await anyio.run_process(
            [sys.executable, "-m", "runtime.bench", "verify", str(folder / "resumed")], check=False
        )
    took = [first + second for first, second in zip(parking, resuming, strict=True)]
    kind = "with pixels" if pixels else "without pixels"
    return [
        Bar(f"{count} sessions {kind} continued in another process: logs and scores equal", found["logs"],
            found["logs"] == f"{2 * count} of {2 * count} files"),
        Bar("frames and trees equal", found["blobs"], found["blobs"].startswith("all")),
        Bar("the continued run is verified", str(verified.returncode == 0), verified.returncode == 0),
        Bar("parking and continuing: CPU at most 20 ms", _spread(took, "ms"), median(took) <= 20),
        Bar("bytes of a parked session: at most 100 KB", _spread([size / 1000 for size in sizes], "KB"),
            max(sizes) <= 100_000),
    ]  # fmt: skip


def resume(folder: str, device: str, count: int) -> None:
    """Continue all parked sessions in this process; prints the CPU time of each in ms."""
    json.dump(anyio.run(_resume, Path(folder), device, count), sys.stdout)


async def _resume(folder: Path, device: str, count: int) -> list[float]:
    took = []
    needs = {"frame", "tree"} if device.startswith("phone") else {"tree"}
    async with Runtime(RunConfig(), devices=[device], out=folder / "resumed") as runtime:
        for number, _, _ in _plan(count):
            data = await anyio.Path(folder / f"{number}.session").read_bytes()
            used = time.process_time()
            async with runtime.unpark(data, needs=needs) as session:  # type: ignore[arg-type]
                took.append((time.process_time() - used) * 1000)
                await _play(session, random.Random(f"{number} rest"), _LONGEST)
    return took


def _compare(folder: Path) -> dict[str, str]:
    """Compare the run that was continued with the one that was played through."""
    through, resumed = folder / "through", folder / "resumed"
    paths = [path.relative_to(through) for kind in ("events", "truth") for path in (through / kind).iterdir()]
    equal = sum(_lines(through / path) == _lines(resumed / path) for path in paths)
    scores = [sorted(_scores(run / "results.jsonl")) for run in (through, resumed)]
    blobs = [
        {
            # Equal pixels may be encoded as different PNG files.
            path.name: decode(path.read_bytes()).digest if path.suffix == ".png" else path.read_bytes()
            for path in (run / "blobs").rglob("*")
            if path.is_file()
        }
        for run in (through, resumed)
    ]
    logs = f"{equal} of {len(paths)} files" if scores[0] == scores[1] else "other scores"
    return {"logs": logs, "blobs": f"all {len(blobs[0])}" if blobs[0] == blobs[1] else "not all"}


def _lines(path: Path) -> list[Any]:
    if not path.exists():
        return []
    return [
        {key: value for key, value in json.loads(line).items() if key not in VOLATILE}
        for line in path.read_text().splitlines()
    ]


def _scores(path: Path) -> Iterator[str]:
    for line in path.read_text().splitlines():
        yield json.dumps(json.loads(line)["scores"], sort_keys=True)


def _plan(count: int) -> Iterator[tuple[int, str, int]]:
    """The number of each episode, its task, and the step at which it is parked."""
    tasks = load().tasks
    draws = random.Random(7)
    for number in range(count):
        yield number, tasks[number % len(tasks)].id, draws.randrange(_LONGEST)


async def _play(session: DrivenSession, draws: random.Random, steps: int) -> None:
    seen = await session.observe()
    for _ in range(steps):
        assert seen.tree is not None
        nodes = [node for node in seen.tree.walk() if node.clickable]
        draw = draws.random()
        if draw < 0.1:
            action: AskUser | Type | Tap = AskUser("Which one would you like?")
        elif draw < 0.2 and seen.tree.focused() is not None:
            action = Type(draws.choice(_WORDS))
        else:
            action = Tap(*draws.choice(nodes).center)
        seen = await session.step(Decision([action]))


def _spread(values: Sequence[float], unit: str) -> str:
    ordered = sorted(values)
    return f"median {median(ordered):.1f}, p95 {ordered[len(ordered) * 95 // 100]:.1f}, max {ordered[-1]:.1f} {unit}"


# -- nonsense and cancellation -------------------------------------------------------------------------------------


async def _decisions() -> list[Bar]:
    draws = random.Random(11)
    refused = carried_out = 0
    endings: list[tuple[str | None, str | None]] = []
    async with Runtime(RunConfig(max_steps=80), devices=["headless://1"]) as runtime:
        while refused + carried_out < 1000:
            async with runtime.session("shop.railspa.standard", repeat=len(endings)) as session:
                seen = await session.observe()
                while not seen.ended and refused + carried_out < 1000:
                    try:
                        seen = await session.step(fuzzed_decision(draws))
                        carried_out += 1
                    except InvalidDecision:
                        refused += 1
                        seen = await session.step(Decision([Noop()]))
            endings += [(score.ending, score.cause) for score in session.scores[:1]]
        scores = len(runtime.scores)
    blamed = [cause for _, cause in endings if cause is not None]
    return [
        Bar("fuzzed decisions: no device fault, no other exception", f"{refused} refused, {carried_out} carried out, "
            f"{len(blamed)} episodes failed", not blamed),
        Bar("a score for each of their episodes", f"{scores} of {len(endings)}", scores == len(endings) > 0),
    ]  # fmt: skip


async def _cancelled() -> list[Bar]:
    """Open sessions and cancel them after any number of turns of the event loop."""
    number = 0
    async with Runtime(RunConfig(), devices=["headless://4"]) as runtime:

        async def drive(number: int) -> None:
            async with runtime.session("shop.railspa.standard", "cancelled", number) as session:
                await session.step(Decision([Tap(540, 1200)]))
                await session.park() if number % 2 else await session.reward()

        for number in range(_LEASES):
            async with anyio.create_task_group() as group:
                group.start_soon(drive, number)
                for _ in range(number % 60):
                    await anyio.lowlevel.checkpoint()
                group.cancel_scope.cancel()
        free = len(runtime._pool.free)  # noqa: SLF001 - what is measured
        async with runtime.session("shop.railspa.standard") as session:
            await session.observe()
    return [Bar(f"{_LEASES} leases cancelled at any await: the pool is whole", f"{free} of 4 phones free", free == 4)]
