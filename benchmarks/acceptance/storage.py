"""Run folders: flipped bits, two processes on one folder, what durability costs, crashes, and failing calls."""

from __future__ import annotations

import json
import random
import shutil
import statistics
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from benchmarks.acceptance.bar import Bar, bench, command, measured
from benchmarks.acceptance.crashes import measure_crashes
from benchmarks.acceptance.failed_calls import measure_failures
from runtime.storage.verify import verify

PARTS: Final[Mapping[str, str]] = {
    "flips": "2,000 single bits flipped in a recorded run, as many in each kind of file: verify names each file",
    "resumes": "two processes continue one interrupted run at once: one of them is refused, nothing is committed twice",
    "cost": "the default run with and without syncing before commit lines, in turns: at most 5 % more time",
    "crashes": "every prefix of a run's file operations, and 2,400 power cuts: law 9, and 200 of them continued",
    "failures": "each file operation of a run fails, once and from then on, with three errors: law 9, and continued",
}
_FLIPS: Final = 2_000
_RUN: Final = ("--agent", "oracle", "--agent", "reader", "--limit", "6", "--device", "phone://2", "--no-progress")
_ROUNDS: Final = 3
_WITHOUT_SYNC: Final = (
    "import sys, runtime.storage.disk as disk; disk.sync_file_system = lambda descriptor: None; "
    "from runtime.bench.cli import main; sys.exit(main(sys.argv[1:]))"
)


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Measure the chosen parts."""
    measures: dict[str, Callable[[Path], Iterator[Bar]]] = {
        "flips": _flips,
        "resumes": _resumes,
        "cost": _cost,
        "crashes": measure_crashes,
        "failures": measure_failures,
    }
    with tempfile.TemporaryDirectory(prefix="storage-") as folder:
        return [bar for part in parts or PARTS for bar in measures[part](Path(folder))]


def _flips(folder: Path) -> Iterator[Bar]:
    done = bench(*_RUN, "--out", "run", folder=folder)
    run = folder / "run"
    untouched = verify(run).problems
    yield Bar(
        "an untouched run of 12 episodes is accepted",
        "; ".join(untouched) or "yes",
        not untouched and done.returncode == 0,
    )
    by_kind = defaultdict(list)
    for path in sorted(path for path in run.rglob("*") if path.is_file()):
        by_kind[_kind(path.relative_to(run))].append(path)
    draw = random.Random(7)
    named: Counter[str] = Counter()
    total: Counter[str] = Counter()
    missed = []
    for number in range(_FLIPS):
        kind = sorted(by_kind)[number % len(by_kind)]
        path = draw.choice(by_kind[kind])
        before = path.read_bytes()
        at, bit = draw.randrange(len(before)), draw.randrange(8)
        path.write_bytes(before[:at] + bytes([before[at] ^ 1 << bit]) + before[at + 1 :])
        name = path.relative_to(run).as_posix()
        found = any(problem.startswith(name) for problem in verify(run).problems)
        path.write_bytes(before)
        total[kind] += 1
        named[kind] += found
        if not found:
            missed.append(f"{name} at {at}, bit {bit}")
    for kind in sorted(total):
        yield Bar(f"bits flipped in {kind} and named", f"{named[kind]} of {total[kind]}", named[kind] == total[kind])
    yield Bar("all flips named", f"{sum(named.values())} of {_FLIPS}; {'; '.join(missed[:5])}".rstrip("; "), not missed)


def _kind(path: Path) -> str:
    return f"{path.parts[0]}/*{path.suffix}" if len(path.parts) > 1 else path.name


def _resumes(folder: Path) -> Iterator[Bar]:
    bench(*_RUN, "--out", "unbroken", folder=folder)
    unbroken = folder / "unbroken"
    lines = (unbroken / "results.jsonl").read_bytes().splitlines(keepends=True)
    shutil.copytree(unbroken, folder / "half")
    (folder / "half" / "results.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    for name in ("metrics.json", "seal.json"):
        (folder / "half" / name).unlink()
    arguments = command(("--resume", "half", "--device", "phone://2", "--no-progress"))
    started = [
        subprocess.Popen(arguments, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [(process.communicate()[1], process.returncode) for process in started]
    refused = [text for text, code in ended if code == 2]
    codes = sorted(code for _, code in ended)
    yield Bar(
        "one of two simultaneous resumes is refused", f"exit codes {codes}: {''.join(refused).strip()}", codes == [0, 2]
    )
    committed = Counter(
        json.loads(line)["episode"] for line in (folder / "half" / "results.jsonl").read_bytes().splitlines()
    )
    twice = [name for name, count in committed.items() if count > 1]
    yield Bar(
        "episodes committed twice", f"{len(twice)} of {len(committed)}", not twice and len(committed) == len(lines)
    )
    same = (folder / "half" / "metrics.json").read_bytes() == (unbroken / "metrics.json").read_bytes()
    yield Bar("the metrics are those of the unbroken run", "yes" if same else "no", same)
    problems = verify(folder / "half").problems
    yield Bar("the continued run is verified", "; ".join(problems) or "yes", not problems)


def _cost(folder: Path) -> Iterator[Bar]:
    """The whole suite on the default phones; each round plays both ways, one after the other."""
    seconds: dict[str, list[float]] = {"synced": [], "not synced": []}
    for number in range(_ROUNDS):
        for way in seconds:
            out = folder / f"{way}-{number}"
            arguments = ("--no-progress", "--out", str(out))
            if way == "synced":
                _, cost = measured(*arguments, folder=folder)
                seconds[way].append(cost.wall)
            else:
                program = command(())[0], "-c", _WITHOUT_SYNC, *arguments
                seconds[way].append(_wall(program, folder))
            shutil.rmtree(out)
    synced, plain = (statistics.median(seconds[way]) for way in ("synced", "not synced"))
    yield Bar(
        "syncing costs of the default run's time, at most 5 %",
        f"{synced / plain - 1:+.1%} ({plain:.1f} s)",
        synced <= 1.05 * plain,
    )


def _wall(program: tuple[str, ...], folder: Path) -> float:
    import time

    began = time.monotonic()
    subprocess.run(program, cwd=folder, capture_output=True, check=True)
    return time.monotonic() - began
