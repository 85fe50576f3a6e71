"""The command `export`: a recorded run in formats that other programs read."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from runtime.bench.streams import complain, say
from runtime.core.given_files import check_given_folder, write_given_file
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec
from runtime.recordings.run import RecordedRun
from runtime.recordings.tables import main_score, read_tables, readable_episodes
from runtime.storage.run_directory import SUFFIXES

_EXAMPLES: Final = """\
formats:
  csv       episodes.csv, steps.csv, turns.csv, events.csv
  parquet   the same tables with types; needs pyarrow: pip install 'mobile-agent-runtime[parquet]'
  atif      EPISODE.json, each a trajectory in ATIF v1.8 (Harbor's Agent Trajectory Interchange Format); screens are
            named by their path in the run folder
  perfetto  trace.json, a timeline for https://ui.perfetto.dev

examples:
  python -m runtime.bench export runs/20261120-140500 --format csv
  python -m runtime.bench export runs/20261120-140500 --format parquet --out tables
  python -m runtime.bench export runs/20261120-140500 --format atif --out trajectories
  python -m runtime.bench export runs/20261120-140500 --format perfetto --out timeline

Episodes that were not finished or cannot be read are left out and named. Exit status: 0; 1 nothing was exported; 2 the
request cannot be met.
"""
_File = tuple[str, bytes]
"""The name and the content of a file."""


def run(arguments: Sequence[str]) -> int:
    """Export a run; returns 0, or 1 if no episode of it could be exported."""
    parser = Parser(
        prog="python -m runtime.bench export",
        description="Write a recorded run in a format that other programs read.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, metavar="RUN", help="folder of a run, finished or not")
    parser.add_argument("--format", choices=tuple(FORMATS), required=True, help="see below")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the files (default: exports/RUN)")
    options = parser.parse_args(arguments)
    recorded = RecordedRun.open(options.run)
    out: Path = options.out or Path("exports") / options.run.resolve().name
    check_given_folder(out)
    problems = list(recorded.problems)
    count = 0
    for name, data in FORMATS[options.format](recorded, out, problems):
        write_given_file(out / name, data)
        say(str(out / name))
        count += 1
    complain(*problems)
    if not count:
        complain("nothing was exported: no finished episode can be read")
    return 0 if count else 1


def _tables(recorded: RecordedRun, problems: list[str]) -> dict[Any, list[Any]]:
    tables = read_tables(recorded)
    problems[:] = tables.problems
    return dict(tables.rows) if tables.rows["episodes"] else {}


def _csv(recorded: RecordedRun, _: Path, problems: list[str]) -> Iterator[_File]:
    from adapters.exports.csv_files import csv_file

    for table, rows in _tables(recorded, problems).items():
        yield f"{table}.csv", csv_file(table, rows)


def _parquet(recorded: RecordedRun, _: Path, problems: list[str]) -> Iterator[_File]:
    from adapters.exports.parquet_files import parquet_file

    for table, rows in _tables(recorded, problems).items():
        yield f"{table}.parquet", parquet_file(table, rows)


def _atif(recorded: RecordedRun, out: Path, problems: list[str]) -> Iterator[_File]:
    from adapters.exports.atif import TrajectoryContext, trajectory

    def picture(digest: str) -> str:
        path = recorded.directory.blob(digest, SUFFIXES["frame"])
        return Path(os.path.relpath(path, out)).as_posix()

    manifest = recorded.manifest
    context = TrajectoryContext(manifest.config.suite, manifest.suite_version, manifest.version, picture)
    for episode, events in readable_episodes(recorded, problems):
        if episode.task is None:
            problems.append(f"{episode.name} is left out: its instruction is not known")
            continue
        yield f"{episode.key.stem}.json", _json(trajectory(episode.task.instruction, episode.scores, events, context))


def _perfetto(recorded: RecordedRun, _: Path, problems: list[str]) -> Iterator[_File]:
    from adapters.exports.trace_events import trace

    episodes = [(main_score(recorded, episode), events) for episode, events in readable_episodes(recorded, problems)]
    if episodes:
        yield "trace.json", _json(trace(recorded.path.resolve().name, episodes))


def _json(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


FORMATS: Final[dict[str, Callable[[RecordedRun, Path, list[str]], Iterator[_File]]]] = {
    "parquet": _parquet,
    "csv": _csv,
    "atif": _atif,
    "perfetto": _perfetto,
}
COMMAND: Final = CommandSpec(
    run=run, title="a recorded run as CSV, Parquet, trajectories (ATIF) or a timeline (Perfetto)"
)
