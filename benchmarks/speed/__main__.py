"""`python -m benchmarks.speed NAME`: ours, a floor and peers in turn in one run, as ratios against the bars."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.speed.comparison import DRIFT, Result, Series, Verdict, judge
from benchmarks.speed.contest import Contest
from benchmarks.speed.host import fingerprint

NAMES = {
    "adb": "our ADB client and the device side of virtual phones",
    "models": "our client of OpenAI-compatible endpoints",
    "framework": "what a step, an event and a score cost without any device, agent or model",
    "scheduling": "what placing an episode costs on 20 to 10,000 phones",
    "sandbox": "what a sandbox costs the programs in it",
    "training": "what a step costs through Gymnasium, against sessions driven directly",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when every bar holds, 1 when one does not, 3 when the machine was too busy to tell of one."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed",
        description=__doc__,
        epilog="; ".join(f"{name}: {words}" for name, words in NAMES.items()),
    )
    parser.add_argument("name", choices=sorted(NAMES))
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="repeats of every contender, in turn (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured there")
    parser.add_argument("--only", action="append", default=[], metavar="CONTEST", help="may be given several times")
    options = parser.parse_args(arguments)
    if options.repeat < 1:
        parser.error("--repeat: at least 1")
    module = importlib.import_module(f"benchmarks.speed.{options.name}")
    names = [contest.name for contest in module.CONTESTS]
    if unknown := [name for name in options.only if name not in names]:
        parser.error(f"--only {unknown[0]}: choose from {', '.join(names)}")
    console = Console(width=170)
    host = fingerprint()
    began = time.monotonic()
    verdicts: list[Verdict] = []
    record: dict[str, Any] = {"host": dict(host), "repeat": options.repeat, "contests": {}, "bars": []}
    for contest, result in module.measure(options.repeat, options.only):
        console.print(f"[dim]{contest.name} done[/dim]")
        found = judge(contest.claims, contest.floor, result)
        verdicts += found
        record["contests"][contest.name] = _contest(contest, result)
        record["bars"] += [_verdict(verdict) for verdict in found]
    show(console, host, verdicts, record["contests"], time.monotonic() - began)
    if options.json is not None:
        options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    if any(verdict.valid and not verdict.holds for verdict in verdicts):
        return 1
    return 0 if all(verdict.valid for verdict in verdicts) else 3


def show(
    console: Console, host: Mapping[str, str], verdicts: Sequence[Verdict], contests: dict[str, Any], seconds: float
) -> None:
    """The table."""
    everything = Table("contest", "contender", "per second", "CPU µs each", "peak MiB", title="measured")
    for name, contest in contests.items():
        for label, contender in contest["contenders"].items():
            everything.add_row(
                name,
                label,
                f"{contender['rate']:,.0f}",
                f"{contender['cpu'] * 1e6:,.1f}",
                f"{contender['peak'] / 1024:.0f}",
            )
        for label, why in contest["skipped"].items():
            everything.add_row(name, label, f"skipped: {why}")
    console.print(everything)
    table = Table("what", "ours", "floor or peer", "ratio", "bar", "floor drift", "holds", title="bars")
    for verdict in verdicts:
        claim = verdict.claim
        unit = claim.unit or "×"
        figure = f"{verdict.ratio:,.2f}{unit}"
        table.add_row(
            claim.what,
            f"{_figure(verdict, verdict.ours)}"
            if claim.ours == "ours"
            else f"{claim.ours}: {_figure(verdict, verdict.ours)}",
            f"{claim.peer}: {_figure(verdict, verdict.peer)}",
            figure,
            f"{'≤' if claim.most else '≥'} {claim.bar:,g}{unit}",
            f"{verdict.drift:.0%}",
            verdict.word,
            style="" if verdict.holds else "bold red" if verdict.valid else "yellow",
        )
    console.print(table)
    console.print(", ".join(f"{key}: {value}" for key, value in host.items()), markup=False)
    console.print(f"{seconds:.0f} s; CPU: the least of the repeats, rates: their median, after one repeat to get warm")
    console.print(f"invalid: the floor drifted by more than {DRIFT:.0%} from repeat to repeat; try a quieter machine")


def _figure(verdict: Verdict, series: Series) -> str:
    claim = verdict.claim
    if claim.kind in ("efficiency", "cost"):
        return f"{series.cpu * 1e6:,.1f} µs CPU"
    if claim.kind in ("added", "spent"):
        seconds = series.middle if claim.kind == "added" else series.cpu
        return f"{seconds * claim.scale:,.2f}{claim.unit}"
    if claim.kind == "absolute":
        return f"{series.rate * claim.scale:,.2f}{claim.unit}"
    return f"{series.rate:,.0f}/s"


def _contest(contest: Contest, result: Result) -> dict[str, Any]:
    contenders = {}
    for label, series in result.series.items():
        contenders[label] = {
            "rate": series.rate,
            "cpu": series.cpu,
            "peak": max(sample.peak for sample in series.samples),
            "samples": [asdict(sample) for sample in series.samples],
        }
    return {"floor": contest.floor, "contenders": contenders, "skipped": dict(result.skipped)}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    figures = {"ratio": verdict.ratio, "drift": verdict.drift, "valid": verdict.valid, "holds": verdict.holds}
    return {**asdict(verdict.claim), **figures}


if __name__ == "__main__":
    sys.exit(main())
