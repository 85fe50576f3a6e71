"""The command `figures`: tables and figures of both papers from recorded runs."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from adapters.figures.figure_list import list_figures
from adapters.figures.scored_runs import ScoredRun
from runtime.bench.streams import complain, say
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import Decided
from runtime.core.given_files import check_given_folder, write_given_file
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec
from runtime.recordings.run import RecordedRun

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench figures runs/20261120-140500 --out figures
  python -m runtime.bench figures runs/mine runs/baseline --out figures       agents of several runs side by side
  python -m runtime.bench figures runs/20261120-140500 --judge state --out figures

AmbiBench: table-2 (metrics of each agent; also .md and .csv), figure-4 (tasks by domain, difficulty and level),
figure-7 (metrics by clarity level, panels a to f; also .csv). Reasoning–execution gap, if it was judged (--gap):
gap-table, gap-quadrants, gap-distributions, gap-curves. Each is written as SVG and PNG, with n and 95 %
intervals; the same runs give the same bytes. Needs matplotlib: pip install 'mobile-agent-runtime[plots]'

Exit status: 0; 1 nothing could be drawn; 2 the request cannot be met.
"""


def run(arguments: Sequence[str]) -> int:
    """Draw all figures that the runs have data for; returns 0, or 1 if there are none."""
    parser = Parser(
        prog="python -m runtime.bench figures",
        description="Draw the tables and figures of the AmbiBench paper and of the gap paper from recorded runs.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folder of a run, finished or not")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files")
    parser.add_argument("--judge", metavar="NAME", help="the judge whose scores are shown (default: the main judge)")
    options = parser.parse_args(arguments)
    check_given_folder(options.out)
    if find_spec("matplotlib") is None:
        raise UsageError("figures need matplotlib: pip install 'mobile-agent-runtime[plots]'")
    scored: list[ScoredRun] = []
    gap_judged: list[ScoredRun] = []
    problems: list[str] = []
    paths = {path.resolve(): path for path in options.runs}
    names = Counter(path.name for path in paths)
    for path, given in paths.items():
        recorded = RecordedRun.open(given)
        name = path.name if names[path.name] == 1 else str(given)
        _read(recorded, name, options.judge, scored, gap_judged, problems)
    found = list_figures(scored, gap_judged)
    # Imported here because it takes half a second, which other commands should not spend.
    from adapters.figures.drawing.rendering import render

    files = {name: text.encode() for name, text in found.texts.items()}
    for name, draw in found.pictures.items():
        picture = render(draw)
        files |= {f"{name}.svg": picture.svg, f"{name}.png": picture.png}
    for name, data in sorted(files.items()):
        write_given_file(options.out / name, data)
        say(str(options.out / name))
    complain(*problems, *(f"left out: {name}: needs {needs}" for name, needs in found.left_out.items()))
    return 0 if files else 1


def _read(
    recorded: RecordedRun,
    name: str,
    judge: str | None,
    scored: list[ScoredRun],
    gap_judged: list[ScoredRun],
    problems: list[str],
) -> None:
    """Read the scores of a run, and of judges with gap marks the kinds of action that they judged."""
    manifest = recorded.manifest
    judges = recorded.judges
    if judge is not None and judge not in judges:
        raise UsageError(f"{recorded.path} has no judge {judge!r}; it has {', '.join(judges)}")
    problems += [f"{recorded.path}: {problem}" for problem in recorded.problems]
    unfinished = (episode.name for episode in recorded.episodes.values() if not episode.finished)
    problems += [f"{recorded.path}: {episode} is left out: it was not finished" for episode in unfinished]
    suite = f"{manifest.config.suite} {manifest.suite_version}"
    main = judge or judges[0]
    scored.append(ScoredRun(name, suite, main, recorded.scores(main)))
    with_gaps = [other for other in judges if any(score.gaps for score in recorded.scores(other))]
    if with_gaps:
        kinds = _kinds(recorded, problems)
        gap_judged += [ScoredRun(name, suite, other, recorded.scores(other), kinds) for other in with_gaps]


def _kinds(recorded: RecordedRun, problems: list[str]) -> dict[str, Counter[str]]:
    """Count the decisions of each agent by the kind of their first action."""
    kinds: dict[str, Counter[str]] = {}
    unreadable: list[str] = []
    for episode in recorded.episodes.values():
        if not episode.finished:
            continue
        try:
            events = recorded.events(episode)
        except StorageError as error:
            unreadable.append(f"{episode.name}: {error}")
            continue
        found = kinds.setdefault(episode.key.agent, Counter())
        for event in events:
            if isinstance(event, Decided) and event.decision.actions:
                found[event.decision.actions[0].kind] += 1
    if unreadable:
        count = f"{len(unreadable)} of {len(recorded.episodes)} episodes"
        problems.append(f"{recorded.path}: gap-distributions leaves out {count}, the first is {unreadable[0]}")
    return kinds


COMMAND: Final = CommandSpec(run=run, title="tables and figures of the papers, drawn from recorded runs")
