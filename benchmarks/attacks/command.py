"""`python -m benchmarks.attacks`: what strategies win that do not do the task."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.core.errors import Fault, UsageError

if TYPE_CHECKING:
    from benchmarks.attacks.results import Outcome
    from benchmarks.attacks.strategy import Strategy

_EXAMPLES = """\
examples:
  python -m benchmarks.attacks                                  all strategies, published tasks and three draws
  python -m benchmarks.attacks --only questions --draws 0       one topic, published tasks only
  python -m benchmarks.attacks --only ask-size --limit 20       one strategy on twenty tasks
  python -m benchmarks.attacks --list                           the strategies, one sentence each
"""
_HEADLESS, _PHONES = "headless://4", "phone://4"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.attacks",
        description="Play strategies that try to win scores without doing the task, and print what each one won.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a strategy or a topic; repeatable")
    parser.add_argument("--draws", type=int, default=3, metavar="N", help="procedural draws of each intent (3)")
    parser.add_argument("--intent", action="append", default=[], metavar="ID", help="only this intent; repeatable")
    parser.add_argument("--limit", type=int, metavar="N", help="only N tasks for each strategy, drawn by the seed")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="seed of draws, sample and phones (7)")
    parser.add_argument(
        "--devices", metavar="URI", help=f"phones to play on ({_HEADLESS}; strategies that need ADB: {_PHONES})"
    )
    parser.add_argument("--user", default="rules", metavar="NAME", help="the simulated user (rules)")
    parser.add_argument(
        "--model", metavar="URI", help="also judge with this model, and play the user with it if --user is model"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the run folders in this new folder")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--list", action="store_true", help="print the strategies and end")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Play. Returns 0 if all bars hold, 1 if one is broken, 2 if nothing can be played, 130 after Ctrl-C."""
    parser = _parser()
    options = parser.parse_args(list(arguments))
    if options.draws < 0 or (options.limit is not None and options.limit < 1) or options.seed < 0:
        parser.error("--draws and --seed are 0 or more, --limit is 1 or more")
    from benchmarks.attacks.catalogue import chosen

    strategies: Sequence[Strategy] = ()
    outcomes: list[Outcome] = []
    try:
        strategies = chosen(options.only)
        if options.list:
            _list(strategies)
            return 0
        _play(options, strategies, outcomes)
    except (UsageError, Fault) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"\ninterrupted; {len(outcomes)} of {len(strategies)} strategies were played\n")
        if outcomes:
            _report(outcomes, as_json=options.json)
        return 130
    return _report(outcomes, as_json=options.json)


def _list(strategies: Sequence[Strategy]) -> None:
    topic = ""
    for strategy in strategies:
        if strategy.topic != topic:
            topic = strategy.topic
            sys.stdout.write(f"{topic}\n")
        sys.stdout.write(f"  {strategy.name:<24} {strategy.sentence}\n")


def _play(options: argparse.Namespace, strategies: Sequence[Strategy], outcomes: list[Outcome]) -> None:
    import anyio

    if options.out is None:
        with tempfile.TemporaryDirectory(prefix="attacks-") as folder:
            anyio.run(_play_all, options, strategies, Path(folder), outcomes)
    elif options.out.exists():
        raise UsageError(f"{options.out} exists already")
    else:
        anyio.run(_play_all, options, strategies, options.out, outcomes)


async def _play_all(
    options: argparse.Namespace, strategies: Sequence[Strategy], out: Path, outcomes: list[Outcome]
) -> None:
    """Play the strategies one after the other, and add what each one won to `outcomes`."""
    from shutil import rmtree

    import anyio.to_thread

    from benchmarks.attacks.measure import applicable, play_strategy
    from benchmarks.attacks.public_suite import public_suite
    from benchmarks.attacks.results import MODEL, RULE_JUDGES
    from benchmarks.attacks.targets import attacked_suite, sample
    from benchmarks.clarity240 import load
    from runtime import RunConfig

    sys.stderr.write("drawing tasks …\n" if options.draws else "")
    suite = await anyio.to_thread.run_sync(attacked_suite, options.draws, options.seed, options.intent)
    public = public_suite(load().tasks)
    judges = (*RULE_JUDGES, MODEL) if options.model else RULE_JUDGES
    roles: dict[Any, str] = {"judge": options.model, "user": options.model} if options.model else {}
    config = RunConfig(seed=options.seed, user=options.user, judges=judges, models=roles)
    for number, strategy in enumerate(strategies, 1):
        devices = [options.devices or (_PHONES if strategy.needs_adb else _HEADLESS)]
        tasks = sample(applicable(strategy, suite.tasks, public), options.limit, options.seed)
        progress = _Progress(
            f"{number} of {len(strategies)}: {strategy.name}", len(tasks) * (1 + bool(strategy.control))
        )
        folder = out / strategy.name
        outcomes.append(await play_strategy(strategy, tasks, suite, public, config, devices, folder, progress.advance))
        progress.end(outcomes[-1])
        if options.out is None:
            await anyio.to_thread.run_sync(rmtree, folder, True)


class _Progress:
    """Writes how far a strategy is: on a terminal after each episode, otherwise one line at its end."""

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = total
        self._done = 0

    def advance(self) -> None:
        """One more episode was played."""
        self._done += 1
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{self._title}: {self._done} of {self._total}\x1b[K")
            sys.stderr.flush()

    def end(self, outcome: Outcome) -> None:
        """Write the last line."""
        words = "; ".join(outcome.failures) or "bars hold"
        start = "\r" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{start}{self._title}: {self._done} episodes, {words}\n")


def _report(outcomes: Sequence[Outcome], *, as_json: bool) -> int:
    from rich.console import Console

    from benchmarks.attacks.table import details, document, table

    if as_json:
        sys.stdout.write(json.dumps(document(outcomes), ensure_ascii=False, indent=1) + "\n")
    else:
        Console(width=None if sys.stdout.isatty() else 180).print(table(outcomes))
    sys.stderr.writelines(f"{line}\n" for line in details(outcomes))
    return 1 if any(outcome.failures for outcome in outcomes) else 0
