"""The suite clarity240: its law, its draws, and what instruments and agents make of it, on virtual phones."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import gt
from pathlib import Path
from typing import Final

from benchmarks.acceptance import instruments
from benchmarks.acceptance.bar import Bar, Cost, measured, metrics_of, value
from benchmarks.acceptance.evidence import evidence
from benchmarks.clarity240 import replay, rules
from benchmarks.clarity240.fast_checks import Prover, origin
from benchmarks.clarity240.task_variants import Draws
from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.core.tasks import LEVELS, Suite, Task
from runtime.metrics.paired import compare
from runtime.metrics.reducers import METRICS
from runtime.storage.run_directory import RunDirectory

_CPU_MS: Final = 28
"""CPU of all processes per step."""
_ORACLE_S: Final = 45
_READER_S: Final = 60
_DRAWN: Final = 2000
_DRAW_MS: Final = 10
_DRAW_SEED: Final = 1
_EVERY: Final = 20
"""Of the drawn intents every so-manieth is held to all rules of the suite, which takes a thousand times as long."""
_MONKEYS: Final = (7, 8)
"""Seeds of the random agent."""
_GAP: Final = ("--level", "incomplete", "--level", "ambiguous")


def validate(folder: Path) -> Iterator[Bar]:
    """The command proves the suite."""
    done, cost = measured("validate", folder=folder)
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[-200:]]
    yield Bar("validate: exit 0", f"exit {done.returncode} in {cost.wall:.0f} s; {last[0]}", done.returncode == 0)


def draws(folder: Path) -> Iterator[Bar]:
    """Drawn tasks, without a phone process: each is proven when it is drawn, and some are held to every rule."""
    began = time.process_time()
    stock = Draws()
    tasks = list(islice(stock.tasks(_DRAW_SEED), _DRAWN))
    each = (time.process_time() - began) * 1000 / max(1, len(tasks))
    distinct = len({task.id for task in tasks})
    intents = len({origin(task.intent.id) for task in tasks})
    yield Bar(
        f"draws: {_DRAWN} distinct proven tasks (seed {_DRAW_SEED})",
        f"{distinct} of {intents} intents, {stock.rejected} candidates rejected",
        distinct == _DRAWN,
    )
    prover = Prover(replay.phone())
    began = time.process_time()
    wrong = sum(bool(prover.breaches(task)) for task in tasks)
    proof = (time.process_time() - began) * 1000 / max(1, len(tasks))
    yield Bar(
        f"draws: all valid, <= {_DRAW_MS} ms CPU each to validate",
        f"{wrong} invalid; {proof:.1f} ms each; {each:.1f} ms with drawing, recording and what is rejected",
        wrong == 0 and proof <= _DRAW_MS,
    )
    yield _lawful(tasks)


def _lawful(tasks: Sequence[Task]) -> Bar:
    by_intent: dict[str, list[Task]] = {}
    for task in tasks:
        by_intent.setdefault(task.intent.id, []).append(task)
    # Each is a suite of its own: draws of one intent are worded alike where nothing of them is said.
    chosen = [Suite("drawn", "", tuple(by_intent[name])) for name in list(by_intent)[::_EVERY]]
    found = [breach for suite in chosen for breach in rules.breaches(suite, published=False) if breach.level == "error"]
    figure = f"{len(found)} breaches in {len(chosen)} intents{f': {found[0]}' if found else ''}"
    return Bar(f"draws: every rule of the suite, by one intent in {_EVERY}", figure, not found and bool(chosen))


def oracle(folder: Path) -> Iterator[Bar]:
    """The right way, asked for where something is open."""
    run = folder / "oracle"
    cost = _played(run, "--agent", "oracle")
    document = metrics_of(run)
    yield from instruments.oracle(document)
    yield from _costs(run, "oracle", cost, _ORACLE_S)


def silent(folder: Path) -> Iterator[Bar]:
    """The right way without asking."""
    run = folder / "silent"
    _played(run, "--agent", "silent")
    yield from instruments.silent(metrics_of(run))
    yield instruments.anchors(run)


def sweeper(folder: Path) -> Iterator[Bar]:
    """Whoever orders everything has not done what was asked."""
    run = folder / "sweeper"
    _played(run, "--agent", "sweeper", *_GAP)
    found = metrics_of(run)["agents"]["sweeper"]["overall"]
    final, either = found["TSR_final"], found["TSR"]["value"]
    yield Bar("sweeper: TSR_final 0 on the 108 (seed 7)", f"{final['value']:g} of n={final['n']}; TSR {either:.3f}",
              final["value"] == 0 and final["n"] == 108)  # fmt: skip


def monkey(folder: Path) -> Iterator[Bar]:
    """Chance."""
    rates = []
    for seed in _MONKEYS:
        run = folder / f"monkey-{seed}"
        _played(run, "--agent", "monkey", "--seed", str(seed))
        rates.append(value(metrics_of(run), "monkey", "overall", "TSR") or 0.0)
    seeds = ", ".join(map(str, _MONKEYS))
    figures = ", ".join(f"{rate:.4f}" for rate in rates)
    yield Bar(f"monkey: TSR <= 0.02 (seeds {seeds})", figures, all(rate <= 0.02 for rate in rates))


def reader(folder: Path) -> Iterator[Bar]:
    """The general agent, with and without asking."""
    run, mute = folder / "reader", folder / "no-ask"
    cost = _played(run)
    yield from _costs(run, "reader", cost, _READER_S)
    document = metrics_of(run)
    for metric in ("RCR", "TSR"):
        rates = [value(document, "reader", level, metric) or 0.0 for level in LEVELS]
        figure = ", ".join(f"{level} {rate:.3f}" for level, rate in zip(LEVELS, rates, strict=True))
        yield Bar(f"reader: {metric} falls from level to level", figure, all(map(gt, rates, rates[1:])))
    detailed = value(document, "reader", "detailed", "RCR") or 0.0
    yield Bar("reader: RCR >= 0.9 on detailed", f"{detailed:.3f}", detailed >= 0.9)
    _played(mute, "--level", "incomplete", "--no-ask")
    asked = [score for score in _scores(run) if score.level == "incomplete"]
    found = compare(METRICS["TSR"], asked, _scores(mute))
    assert found is not None
    assert found.interval is not None
    yield Bar(
        "reader: asking against --no-ask on incomplete, paired 95 % interval without 0",
        f"{found.left:.3f} - {found.right:.3f} = {found.difference:.3f}, {found.interval[0]:.3f} to "
        f"{found.interval[1]:.3f}, p {found.p:.4f}, n={found.n}",
        found.sure and found.difference > 0,
    )


def _costs(run: Path, agent: str, cost: Cost, most: int) -> Iterator[Bar]:
    steps = metrics_of(run)["agents"][agent]["episodes"]["steps"]
    each = cost.cpu * 1000 / max(1, steps)
    yield Bar(f"{agent}: 240 tasks on 20 phones in <= {most} s", f"{cost.wall:.1f} s", cost.wall <= most)
    yield Bar(f"{agent}: <= {_CPU_MS} ms CPU per step, all processes, start-up included",
              f"{each:.1f} ms ({cost.cpu:.1f} s, {steps} steps)", each <= _CPU_MS)  # fmt: skip
    found = evidence(run)
    yield Bar(f"{agent}: every settled frame recorded and judged", str(found), found.complete)


def _played(run: Path, *arguments: str) -> Cost:
    """Play with the command into a folder.

    Raises:
        UsageError: it did not end well.
    """
    done, cost = measured(*arguments, "--no-progress", "--out", str(run), folder=run.parent)
    if done.returncode != 0:
        raise UsageError(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
    return cost


def _scores(run: Path) -> list[Score]:
    return [commit.scores[0] for commit in RunDirectory.open(run).commits.values()]


PARTS: Final[Mapping[str, Callable[[Path], Iterable[Bar]]]] = {
    part.__name__: part for part in (validate, draws, oracle, silent, sweeper, monkey, reader)
}
"""What can be measured by itself."""


def measure(only: Sequence[str] = ()) -> list[Bar]:
    """The bars of these parts, all by default; a part that fails is a bar that does not hold."""
    bars: list[Bar] = []
    for name in only or PARTS:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                bars += PARTS[name](Path(folder))
            except UsageError as error:
                bars.append(Bar(f"{name}: it can be measured", str(error), holds=False))
        print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    return bars
