"""`python -m benchmarks.acceptance NAME`: the full counts that a claim names, measured and printed as a table."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Mapping
from types import ModuleType

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.acceptance.bar import Bar

NAMES = {
    "adb": "ADB in full counts: leaks, fuzzed and cut-off bytes, cancellation, many streams, phones and real hosts",
    "aosp_device": "AOSP's own device tests with adb 29, 34 and 36: what a real adbd passes; --hosts, --tests NAME,…",
    "atlas": "every app explored through real input: each state checked, and pinned to compare after changes; "
    "--app NAME,…, --inputs N, --minutes N, --seed N, --write FILE, --compare FILE, --states APP:N,…, --export FOLDER",
    "bad_calls": "bad calls of the command: wrong options, files, streams and folders; parts by --only; --stride N",
    "answers": "answers to information tasks as people and agents word them: which ones the judges accept",
    "chaos": "240 tasks under faults, dying workers and frozen neighbours: the same metrics; parts by --only",
    "calibration": "the rule judge on set-aside trajectories of known truth, bar by bar; `--only phones`: on phones",
    "credit": "the credit judge against an exhaustive search, state by state, and what a value costs; parts by --only; "
    "--seed N, --first N intents, --intents ID,…",
    "dashboard": "what watching a run costs it: nobody, one viewer, ten that do not read; --rounds N",
    "density": "headless sessions in one process: steps per core, memory of 512 sessions, resets; --sessions N",
    "failures": "why episodes failed: ten kinds made on phones by construction, and what the run says; --cases N",
    "farm": "load tests: throughput, exact figures, blame on the right layer, knee and capacity; parts by --only; "
    "--cases N, --first N",
    "formats": "model text as actions: every vector, and 100,000 mutated replies that are read or refused",
    "gap": "gaps offline: each published row through the whole pipeline, all vectors, 100,000 steps; parts by --only",
    "gap_data": "the loaders of recorded datasets over 200 MB of each form: speed and memory",
    "honest_variants": "sixty tasks played in other honest ways, which must score as the plain way does",
    "instruments": "oracle and silent over the whole suite: what they must score",
    "isolation": "a hostile program: 500 ways to ground truth, recordings and earlier runs, which must lead nowhere",
    "judging": "judges that take ten seconds an answer beside a run: what that does to the steps",
    "learning": "the example that learns: its curves over five seeds, with and without exact credit, and the same run "
    "twice; parts by --only; --updates N, --seeds N",
    "live_gap": "the live gap judge: instruments over the suite, what judging costs, and the rule against a search",
    "main_job": "the main job end to end: players, determinism, kill and resume, rejudge, real adb, start-up",
    "memory": "10,000 episodes without pixels, 2,000 with: growth of the main process, what is left; parts by --only, "
    "--episodes N",
    "mutants": "judges against mutants of the references: end states and trajectories that are wrong by construction",
    "sessions": "sessions forked, parked and continued elsewhere, cancelled anywhere; parts by --only; --episodes N",
    "openenv": "environments over the network: what a step costs beside one in process, in CPU time; parts by --only",
    "phone_values": "phones as bytes and digests: random walks that go on elsewhere; --walks N, --hosted N",
    "phones": "virtual phones: what drawing, memory, start and reset cost, and the same bytes from the same seed",
    "real_time": "virtual phones in real time: what ends, rings and waits by itself, what idle phones cost, memory of "
    "1,000; parts by --only; --minutes N, --phones N",
    "report": "the report of the whole suite in a browser: size, time to write, open, search and compare; --run DIR, "
    "--episodes N",
    "scheduling": "the real scheduler in virtual time: makespan, and 10,000 phones that fail and die; parts by --only; "
    "--phones N",
    "sequential": "the sequential test: false decisions while somebody looks all the time, episodes saved; parts by "
    "--only; --runs N",
    "suite": "clarity240: its law, its draws, and what instruments and agents make of it; parts by --only",
    "what_if": "other decisions at random steps of a run: what an outcome takes, and that points come back; parts by "
    "--only; --places N, --tasks N",
    "non_interference": "the user simulator: a million turns that must not depend on what was not asked about",
    "newcomer": "the README's commands in minimal Debian 12, Debian 13 and Ubuntu 24.04 systems; parts by --only; "
    "--mirror-debian, --mirror-ubuntu, --keyring-ubuntu, --first N commands",
    "programs": "foreign programs: plans by real adb, adbutils and uiautomator2, isolated and not, as their twin",
    "model_agents": "agents behind a model, played by scripts in their own words: every preset on three tasks",
    "questions": "questions as agents ask them, labelled twice apart from the rules: what the user makes of them",
    "storage": "run folders: flipped bits, two processes on one folder, crashes, failing calls, what durability costs; "
    "parts by --only",
    "simulator": "the user simulator: set-aside questions understood, 100,000 fuzzed ones that get nothing out of it",
    "talk": "the HTTP API: 20,000 requests by its own document, 20,000 messages, 1,000 connections, twenty users",
    "transfers": "files over ADB, the connection cut after every single byte: never a short success",
}


def main() -> int:
    """0 when every bar holds, else 1."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.acceptance",
        description=__doc__,
        epilog="; ".join(f"{name}: {words}" for name, words in NAMES.items()),
    )
    parser.add_argument("name", choices=sorted(NAMES))
    parser.add_argument("--only", metavar="PART,…", help="some parts of it, where it has parts with names")
    options, rest = parser.parse_known_args()
    name = options.name
    module = importlib.import_module(f"benchmarks.acceptance.{name}")
    bars: list[Bar] = module.measure(*_parts(parser, module, options.only), **_options(parser, module, rest))
    table = Table("bar", "figure", "holds", title=name, title_justify="left")
    for bar in bars:
        table.add_row(
            escape(bar.what), escape(bar.figure), "yes" if bar.holds else "NO", style="" if bar.holds else "bold red"
        )
    Console(width=160).print(table)
    return 0 if all(bar.holds for bar in bars) else 1


def _parts(parser: argparse.ArgumentParser, module: ModuleType, only: str | None) -> list[list[str]]:
    """The keyword arguments of `measure`; exits if a requested part does not exist."""
    if only is None:
        return []
    there, wanted = getattr(module, "PARTS", ()), only.split(",")
    if not isinstance(there, Mapping):
        parser.error(f"this one has no parts with names, so --only {only} means nothing")
    if unknown := [part for part in wanted if part not in there]:
        parser.error(f"there is no part {', '.join(unknown)}; there is: {', '.join(there)}")
    return [wanted]


def _options(parser: argparse.ArgumentParser, module: ModuleType, words: list[str]) -> dict[str, str]:
    """The options of this program alone, which it names in OPTIONS; ends the program at any other."""
    own = argparse.ArgumentParser(prog=parser.prog, usage=argparse.SUPPRESS, argument_default=argparse.SUPPRESS)
    for option, words_of_help in getattr(module, "OPTIONS", {}).items():
        own.add_argument(f"--{option}", help=words_of_help)
    found, unknown = own.parse_known_args(words)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return vars(found)


if __name__ == "__main__":
    sys.exit(main())
