"""`calibrate`: how far judges can be trusted, measured on trajectories whose truth is known."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.core.errors import UsageError

if TYPE_CHECKING:
    from benchmarks.calibration.split import Part
    from benchmarks.calibration.verdicts import Sample
    from runtime.core.tasks import Suite

_EXAMPLES = """\
examples:
  python -m runtime.bench calibrate                        the set-aside part on virtual phones, judge `rules`
  python -m runtime.bench calibrate --headless --gate      without pixels; exit 1 if the judge is below a bar
  python -m runtime.bench calibrate --from runs/calibration-20261121-230000 --judge mine --judge rules --vote majority
  python -m runtime.bench calibrate --part development --family near_miss --wrong
"""
_TOLD = 50
"""A line of progress for so many trajectories where nobody watches a terminal."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m runtime.bench calibrate",
        description="Play trajectories whose truth is known, on virtual phones, and hold judges against it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--judge", action="append", metavar="NAME", help="repeatable; the first is the headline (rules)"
    )
    parser.add_argument(
        "--vote", choices=("majority", "all"), help="also the judges' common mind, as a judge of its own"
    )
    parser.add_argument("--suite", default="clarity240", metavar="NAME", help="clarity240")
    parser.add_argument(
        "--part",
        choices=("set-aside", "test", "test-apps", "development", "all"),
        help="which intents: those no judge was mended by (set-aside, and what it is made of: the suite's test and "
        "test-apps), the others, or all; with --from all that were played",
    )
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family; repeatable (all)")
    parser.add_argument("--limit", type=int, metavar="N", help="only N trajectories, of every family alike")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="fixes everything that is drawn (7)")
    parser.add_argument("--device", action="append", metavar="URI", help="repeatable (phone://8)")
    parser.add_argument("--headless", action="store_true", help="the same as --device headless://2: no pixels, no ADB")
    parser.add_argument("--out", type=Path, metavar="DIR", help="new run folder (runs/calibration-DATE-TIME)")
    parser.add_argument("--from", dest="source", type=Path, metavar="DIR", help="judge this calibration run again")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--by-intent", action="store_true", help="also the figures of each intent")
    parser.add_argument(
        "--stuck", action="store_true", help="list every script that was not walked to its end, and why"
    )
    parser.add_argument("--wrong", action="store_true", help="list every disagreement with the truth")
    parser.add_argument("--gate", action="store_true", help="exit 1 if the first judge is below a bar")
    parser.add_argument(
        "--bar", action="append", default=[], metavar="NAME=VALUE", help="move a bar of --gate, as v_out.jaccard=0.92"
    )
    return parser


def run(arguments: Sequence[str]) -> int:
    """Calibrate; 0, or 1 if --gate refuses the judge, or 130 after Ctrl-C."""
    options = _parser().parse_args(list(arguments))
    from benchmarks.calibration.bars import parsed

    _check(options)
    bars = parsed(options.bar)
    judges = list(dict.fromkeys(options.judge or ["rules"]))
    out: Path = options.source or options.out or Path("runs") / _stamped()
    try:
        return _calibrate(options, judges, out, bars)
    except KeyboardInterrupt:
        has_trajectories = (out / "trajectories.jsonl").exists()
        again = f"; what was played can be judged: calibrate --from {out}" if has_trajectories else ""
        sys.stderr.write(f"\ninterrupted{again}\n")
        return 130


def _check(options: argparse.Namespace) -> None:
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit {options.limit}: give 1 or more")
    if options.source is not None and (options.out or options.device or options.headless or options.limit):
        raise UsageError("--from judges what was recorded: leave out --out, --device, --headless and --limit")
    if options.headless and options.device:
        raise UsageError("--headless names the device: leave out --device")


def _stamped() -> str:
    return f"calibration-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def _calibrate(options: argparse.Namespace, judges: list[str], out: Path, bars: dict[str, float]) -> int:
    import anyio

    from runtime.components.selection import voters
    from runtime.plugins import registry

    # A judge that is not there is no reason to start a phone.
    voting = voters({name: registry.load("judges", name) for name in judges}, options.vote or "")
    suite = registry.suite(options.suite)
    if options.source is None:
        devices = ("headless://2",) if options.headless else tuple(options.device or ("phone://8",))
        anyio.run(_play, options, suite, devices, out)
    samples: list[Sample] = anyio.run(_judge, out, suite, judges, options.part)
    if options.vote:
        samples = [_voted(sample, voting, options.vote) for sample in samples]
        judges = [*judges, options.vote]
    return _report(options, judges, samples, out, bars)


async def _play(options: argparse.Namespace, suite: Suite, devices: Sequence[str], out: Path) -> None:
    from benchmarks.calibration.play import PlayedTrajectory, play
    from benchmarks.calibration.population import population
    from benchmarks.calibration.split import chosen

    trajectories, left_out = population(
        suite, chosen(suite, options.part or "set-aside"), options.family or (), options.seed, options.limit
    )
    if left_out:
        words = ", ".join(f"{family} {count}" for family, count in left_out.items())
        sys.stderr.write(f"intents that do not allow a family's construction: {words}\n")
    total, done = len(trajectories), 0

    def report_progress(played: PlayedTrajectory) -> None:
        nonlocal done
        done += 1
        if played.fault:
            sys.stderr.write(f"{played.key}: {played.fault}\n")
        if done % (1 if sys.stderr.isatty() else _TOLD) == 0 or done == total:
            end = "\r" if sys.stderr.isatty() and done < total else "\n"
            sys.stderr.write(f"played {done} of {total}{end}")
            sys.stderr.flush()

    await play(trajectories, suite, devices, out, options.seed, report_progress)


async def _judge(out: Path, suite: Suite, judges: Sequence[str], part: Part | None) -> list[Sample]:
    from benchmarks.calibration.play import recorded
    from benchmarks.calibration.split import chosen
    from benchmarks.calibration.verdicts import judged

    wanted = chosen(suite, part or "all")
    items = (judge_episode for judge_episode in recorded(out, suite) if judge_episode.task.intent.id in wanted)
    return [sample async for sample in judged(out, items, judges)]


def _voted(sample: Sample, judges: Sequence[str], rule: Any) -> Sample:
    from dataclasses import replace

    from runtime.metrics.voting import vote_on_scores

    scores = [sample.scores[name] for name in judges if name in sample.scores]
    if not scores:
        return sample
    common, differed = vote_on_scores(scores, rule)
    texts = tuple(
        f"{sample.played.key}/{item.subject}: {', '.join(f'{judge} {mark}' for judge, mark in item.votes.items())}"
        for item in differed
    )
    return replace(sample, scores={**sample.scores, rule: common}, disagreements=texts)


def _report(
    options: argparse.Namespace, judges: list[str], samples: list[Sample], out: Path, bars: dict[str, float]
) -> int:
    from rich.console import Console

    from benchmarks.calibration.bars import failures
    from benchmarks.calibration.figures import document, gather
    from benchmarks.calibration.tables import tables

    documents = {name: document(samples, name) for name in judges}
    first = documents[judges[0]]
    if options.json:
        keys: tuple[str, ...] = ("v_out", "v_step", "fills", "violations", "termination", "trajectories", "by_family")
        keys += ("by_intent",) if options.by_intent else ()
        printed: dict[str, Any] = {key: first[key] for key in keys}
        if len(judges) > 1:
            printed["by_judge"] = {name: {key: document[key] for key in keys} for name, document in documents.items()}
        sys.stdout.write(json.dumps(printed, ensure_ascii=False, indent=1) + "\n")
    else:
        console = Console()
        for name, entry in documents.items():
            for table in tables(name, entry, intents=options.by_intent):
                console.print(table)
    if options.wrong:
        lines = [line for name in judges for line in gather(samples, name).whole.wrong]
        lines += [line for sample in samples for line in sample.disagreements]
        sys.stderr.writelines(f"{line}\n" for line in lines)
    halted = [f"{sample.played.key}: {sample.played.stuck}" for sample in samples if sample.played.stuck]
    if options.stuck:
        sys.stderr.writelines(f"{line}\n" for line in halted)
    if halted:
        by_family = ", ".join(
            f"{name} {item['stuck']} of {item['trajectories']}"
            for name, item in first["by_family"].items()
            if item["stuck"]
        )
        sys.stderr.write(f"scripts that were not walked to their end: {by_family}\n")
    lost = sum(sample.labels.lost for sample in samples)
    sys.stderr.write(f"{lost} trajectories lost to faults and not counted; run folder: {out}\n")
    refused = list(failures(first, bars)) if options.gate else []
    sys.stderr.writelines(f"refused: {judges[0]}: {line}\n" for line in refused)
    return 1 if refused else 0
