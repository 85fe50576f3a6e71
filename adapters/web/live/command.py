"""The subcommand `serve`: the page of recorded runs, read when it is looked at, until Ctrl-C."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench serve runs/A                      look at a run, finished or not
  python -m runtime.bench serve runs/A runs/B --port 8700   two runs on one page

Nothing is written. A run that is still played grows with each reload. For a page that needs no server, use `report`.
The page is served on 127.0.0.1 only; from another computer: ssh -L 8700:127.0.0.1:8700 HOST
"""


def run(arguments: Sequence[str]) -> int:
    """Serve the page. Prints its address as one JSON line; returns 130 after Ctrl-C."""
    parser = Parser(
        prog="python -m runtime.bench serve",
        description="Serve a page with all results of recorded runs, until Ctrl-C: scores, failures by cause, and "
        "every episode step by step with its full screens.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="run folder, finished or not; repeatable")
    parser.add_argument("--judge", metavar="NAME", help="whose verdicts to show (default: each run's main judge)")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=0, metavar="P", help="port on 127.0.0.1; 0: any free port (0)"
    )
    options = parser.parse_args(list(arguments))
    import anyio

    try:
        anyio.run(_serve, options)
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(options: argparse.Namespace) -> None:
    import anyio.to_thread

    from adapters.web.live.server import RunPage
    from adapters.web.report.contents import open_runs
    from adapters.web.shared.pages import port_error, serve
    from runtime.bench.streams import complain

    runs, notes = await anyio.to_thread.run_sync(open_runs, options.runs, options.judge or "")
    complain(*(f"note: {note}" for note in notes))
    try:
        async with RunPage(options.runs, port=options.port, judge=options.judge or "") as page:
            await serve({"serve": page.address, "episodes": sum(len(run.recorded.episodes) for run in runs)})
    except OSError as error:
        raise port_error("127.0.0.1", options.port, error) from error


COMMAND: Final = CommandSpec(
    run=run, title="a page on which recorded runs are looked at, read when it is asked for, until Ctrl-C"
)
