"""The subcommand `report`: writes the page on which recorded runs are looked at."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.bench.streams import complain, say
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:  # `--help` needs none of it
    from adapters.web.report.files import WrittenReport

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench report runs/A                                 runs/A/report.html: open it in a browser
  python -m runtime.bench report runs/A runs/B --out compared.html      two runs on one page
  python -m runtime.bench report runs/A --judge state                   by the verdicts of another judge
  python -m runtime.bench report runs/A --episode reader/shop.burger.ambiguous/0 --out burger.zip
                                                                        one episode to pass on: drop it on any report

The page needs no server and no network. It holds thumbnails; the full pictures are shown where the page lies in the
run's folder or in a folder above it. Keys are listed on the page (?).
"""
_PAGE: Final = "report.html"
_MOST_PROBLEMS: Final = 10


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench report",
        description="Write one page with all results of recorded runs: scores, failures by cause, and every episode "
        "step by step with screens, thoughts, dialogue and evidence.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="run folder, finished or not; repeatable")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"file to write (default: RUN/{_PAGE}; {_PAGE} in the current folder for several runs)",
    )
    parser.add_argument("--judge", metavar="NAME", help="whose verdicts to show (default: each run's main judge)")
    parser.add_argument(
        "--episode",
        metavar="NAME",
        help="write only this episode, as a ZIP that any report page opens: AGENT/TASK/REPEAT, or a part of it; needs "
        "--out",
    )
    return parser


def run(arguments: Sequence[str]) -> int:
    """Write the page, or one episode, and return 0."""
    options = _parser().parse_args(list(arguments))
    if options.episode is not None and (options.out is None or len(options.runs) > 1):
        raise UsageError("--episode needs one RUN and --out FILE.zip")
    target: Path = options.out or (options.runs[0] / _PAGE if len(options.runs) == 1 else Path(_PAGE))
    if options.out is not None and not target.resolve().parent.is_dir():
        raise UsageError(f"--out {target}: there is no folder {target.parent}")
    if target.is_dir():
        raise UsageError(f"--out {target} is a folder: name a file in it")
    import anyio

    written = anyio.run(_write, options, target)
    complain(*(f"note: {problem}" for problem in written.problems[:_MOST_PROBLEMS]))
    if len(written.problems) > _MOST_PROBLEMS:
        complain(f"note: … and {len(written.problems) - _MOST_PROBLEMS} more")
    count = f"{written.episodes} episode{'' if written.episodes == 1 else 's'}"
    complain(f"{count}, {written.size / 1e6:.1f} MB:")
    say(str(target))
    return 0


async def _write(options: argparse.Namespace, target: Path) -> WrittenReport:
    import anyio.to_thread

    from adapters.web.report.contents import open_runs
    from adapters.web.report.files import write_episode, write_report

    runs, notes = await anyio.to_thread.run_sync(open_runs, options.runs, options.judge or "")
    complain(*(f"note: {note}" for note in notes))
    for opened in runs:
        complain(*(f"note: {opened.recorded.path}: {note}" for note in opened.notes))
    if options.episode is not None:
        return await write_episode(runs[0], runs[0].recorded.find(options.episode), target)
    complain(f"reading {sum(len(opened.recorded.episodes) for opened in runs)} episodes and their pictures …")
    return await write_report(runs, notes, target)


COMMAND: Final = CommandSpec(
    run=run, title="one page with all results of recorded runs, each episode step by step with its screens"
)
