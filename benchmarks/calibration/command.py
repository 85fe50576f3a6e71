"""The command `calibrate`: measures how far judges can be trusted, on trajectories whose truth is known."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from runtime.bench.streams import complain, say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

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
_PROGRESS_INTERVAL = 50
"""Number of trajectories per line of progress if the output is not a terminal."""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench calibrate",
        description="Play trajectories whose truth is known on virtual phones, and compare judges with it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--judge", action="append", metavar="NAME", help="repeatable; the first is the headline (rules)"
    )
    parser.add_argument(
        "--vote", choices=("majority", "all"), help="also report the judges' vote as a judge of its own"
    )
    parser.add_argument("--suite", default="clarity240", metavar="NAME", help="clarity240")
    parser.add_argument(
        "--part",
        choices=("set-aside", "test", "test-apps", "development", "all"),
        help="which intents: those not used to develop judges (set-aside, which consists of the suite's test and "
        "test-apps), the others, or all; with --from, the default is all that were played",
    )
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family; repeatable (all)")
    parser.add_argument(
        "--limit", type=whole_number(), metavar="N", help="only N trajectories, evenly over the families"
    )
    parser.add_argument("--seed", type=whole_number(), default=7, metavar="N", help="seed of all random choices (7)")
    parser.add_argument("--device", action="append", metavar="URI", help="repeatable (phone://8)")
    parser.add_argument("--headless", action="store_true", help="the same as --device headless://2: no pixels, no ADB")
    parser.add_argument("--out", type=Path, metavar="DIR", help="new run folder (runs/calibration-DATE-TIME)")
    parser.add_argument("--from", dest="source", type=Path, metavar="DIR", help="judge this calibration run again")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--by-intent", action="store_true", help="also the figures of each intent")
    parser.add_argument("--stuck", action="store_true", help="list each script that did not finish, and why")
    parser.add_argument("--wrong", action="store_true", help="list each disagreement with the truth")
    parser.add_argument("--gate", action="store_true", help="exit 1 if the first judge is below a bar")
    parser.add_argument(
        "--bar", action="append", default=[], metavar="NAME=VALUE", help="change a bar of --gate: v_out.jaccard=0.92"
    )
    return parser


def run(arguments: Sequence[str]) -> int:
    """Calibrate. Returns 0, or 1 if --gate refuses the judge, or 130 after Ctrl-C."""
    options = _parser().parse_args(list(arguments))
    from benchmarks.calibration.bars import parse_bars

    _check(options)
    bars = parse_bars(options.bar)
    judges = list(dict.fromkeys(options.judge or ["rules"]))
    given: Path | None = options.source or options.out
    if given is not None:
        return _in_folder(options, judges, given, bars)
    from runtime.storage.lock import new_folder

    with new_folder(Path("runs"), _default_folder_name()) as made:
        return _in_folder(options, judges, made, bars)


def _in_folder(options: argparse.Namespace, judges: list[str], out: Path, bars: dict[str, float]) -> int:
    try:
        return _calibrate(options, judges, out, bars)
    except KeyboardInterrupt:
        has_trajectories = (out / "trajectories.jsonl").exists()
        again = f"; judge the played trajectories with: calibrate --from {out}" if has_trajectories else ""
        complain(f"\ninterrupted{again}")
        return 130


def _check(options: argparse.Namespace) -> None:
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit {options.limit}: give 1 or more")
    if options.seed < 0:
        raise UsageError(f"--seed {options.seed}: give 0 or more")
    if options.source is not None and (options.out or options.device or options.headless or options.limit):
        raise UsageError("--from judges a recorded run: leave out --out, --device, --headless and --limit")
    if options.headless and options.device:
        raise UsageError("--headless selects the device: leave out --device")


def _default_folder_name() -> str:
    return f"calibration-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def _calibrate(options: argparse.Namespace, judges: list[str], out: Path, bars: dict[str, float]) -> int:
    import anyio

    from runtime.components.selection import voters
    from runtime.plugins import registry

    # Unknown judges are refused before a phone is started.
    voting = voters({name: registry.load(registry.JUDGES, name) for name in judges}, options.vote or "")
    suite = registry.suite(options.suite)
    if options.source is None:
        devices = ("headless://2",) if options.headless else tuple(options.device or ("phone://8",))
        anyio.run(_play, options, suite, devices, out)
    samples: list[Sample] = anyio.run(_judge, out, suite, judges, options.part)
    if options.vote:
        samples = [_with_vote(sample, voting, options.vote) for sample in samples]
        judges = [*judges, options.vote]
    return _report(options, judges, samples, out, bars)


async def _play(options: argparse.Namespace, suite: Suite, devices: Sequence[str], out: Path) -> None:
    from benchmarks.calibration.play import PlayedTrajectory, play
    from benchmarks.calibration.population import make_population
    from benchmarks.calibration.split import intents_in

    trajectories, left_out = make_population(
        suite, intents_in(suite, options.part or "set-aside"), options.family or (), options.seed, options.limit
    )
    if left_out:
        words = ", ".join(f"{family} {count}" for family, count in left_out.items())
        complain(f"intents that do not allow the construction, by family: {words}")
    total, done = len(trajectories), 0

    def report_progress(played: PlayedTrajectory) -> None:
        nonlocal done
        done += 1
        if played.fault:
            complain(f"{played.key}: {played.fault}")
        if done % (1 if sys.stderr.isatty() else _PROGRESS_INTERVAL) == 0 or done == total:
            end = "\r" if sys.stderr.isatty() and done < total else "\n"
            sys.stderr.write(f"played {done} of {total}{end}")
            sys.stderr.flush()

    await play(trajectories, suite, devices, out, options.seed, report_progress)


async def _judge(out: Path, suite: Suite, judges: Sequence[str], part: Part | None) -> list[Sample]:
    from benchmarks.calibration.play import read_trajectories
    from benchmarks.calibration.split import intents_in
    from benchmarks.calibration.verdicts import judge_trajectories

    wanted = intents_in(suite, part or "all")
    trajectories = (trajectory for trajectory in read_trajectories(out, suite) if trajectory.task.intent.id in wanted)
    return [sample async for sample in judge_trajectories(out, trajectories, judges)]


def _with_vote(sample: Sample, judges: Sequence[str], rule: Any) -> Sample:
    from dataclasses import replace

    from runtime.metrics.voting import vote_on_scores

    scores = [sample.scores[name] for name in judges if name in sample.scores]
    if not scores:
        return sample
    common, differences = vote_on_scores(scores, rule)
    disagreements = tuple(
        f"{sample.played.key}/{split.subject}: {', '.join(f'{judge} {mark}' for judge, mark in split.votes.items())}"
        for split in differences
    )
    return replace(sample, scores={**sample.scores, rule: common}, disagreements=disagreements)


def _report(
    options: argparse.Namespace, judges: list[str], samples: list[Sample], out: Path, bars: dict[str, float]
) -> int:
    from benchmarks.calibration.bars import failures
    from benchmarks.calibration.figures import count_agreement, judge_report
    from benchmarks.calibration.tables import tables
    from runtime.bench.terminal import terminal

    documents = {name: judge_report(samples, name) for name in judges}
    first = documents[judges[0]]
    if options.json:
        keys: tuple[str, ...] = (
            "v_out",
            "v_step",
            "fills",
            "side_effects",
            "violations",
            "termination",
            "trajectories",
            "by_family",
        )
        keys += ("by_intent",) if options.by_intent else ()
        printed: dict[str, Any] = {key: first[key] for key in keys}
        if len(judges) > 1:
            printed["by_judge"] = {name: {key: report[key] for key in keys} for name, report in documents.items()}
        say_json(printed)
    else:
        console = terminal()
        for name, entry in documents.items():
            for table in tables(name, entry, intents=options.by_intent):
                console.print(table)
    if options.wrong:
        lines = [line for name in judges for line in count_agreement(samples, name).overall.wrong]
        lines += [line for sample in samples for line in sample.disagreements]
        complain(*lines)
    stuck_scripts = [f"{sample.played.key}: {sample.played.stuck}" for sample in samples if sample.played.stuck]
    if options.stuck:
        complain(*stuck_scripts)
    if stuck_scripts:
        by_family = ", ".join(
            f"{name} {family['stuck']} of {family['trajectories']}"
            for name, family in first["by_family"].items()
            if family["stuck"]
        )
        complain(f"scripts that did not finish: {by_family}")
    lost = sum(sample.labels.lost for sample in samples)
    complain(f"{lost} trajectories lost to faults and not counted; run folder: {out}")
    refused = list(failures(first, bars)) if options.gate else []
    complain(*(f"refused: {judges[0]}: {line}" for line in refused))
    return 1 if refused else 0


COMMAND: Final = CommandSpec(
    run=run, title="how far judges can be trusted, measured on trajectories whose truth is known"
)
