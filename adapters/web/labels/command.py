"""The subcommand `label`: serves the page for labelling traces, or prints the report on the labels.

A folder written by `gap sample` holds thoughts instead of traces; `adapters.web.thoughts` handles it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adapters.web.shared.request_origin import is_loopback
from runtime.bench.streams import complain, say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:
    from adapters.web.labels.folder import Labels
    from adapters.web.labels.recording import Recording
    from adapters.web.labels.sampling import Trace

TOKEN = "MOBILE_AGENT_LABEL_TOKEN"
"""Environment variable with the page's token. It is required if the page can be reached from other computers."""
_LEAST = 16

_EXAMPLES = f"""\
examples:
  python -m runtime.bench label runs/20261120-140500                 prints an address for the browser; Ctrl-C ends
  python -m runtime.bench label runs/20261120-140500 --report        kappa, and every judge against the majority
  python -m runtime.bench label runs/20261120-140500 --open 17:4     begin at trace 17, step 4
  {TOKEN}=… python -m runtime.bench label RUN --host 0.0.0.0 --port 8643

thoughts on recorded steps, in a folder written by gap sample: two people, then a third where they differ
  python -m runtime.bench label labels/aitz --annotator Ada
  python -m runtime.bench label labels/aitz --annotator Bo
  python -m runtime.bench label labels/aitz --annotator Cy --adjudicate
  python -m runtime.bench label labels/aitz --report                 kappa between the two, and what is left
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench label",
        description="Serve a page where several people label the same traces of a run, without seeing the agent or the "
        "judges' verdicts. Labels are stored in RUN/labels. --report shows the agreement of annotators and judges.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, metavar="RUN", help="run folder, or a sample folder written by gap sample")
    parser.add_argument(
        "--sample", type=whole_number(), metavar="N", help="number of traces, stratified by agent and level (100)"
    )
    parser.add_argument(
        "--seed", type=whole_number(), metavar="N", help="seed of the sample (7); fixed with the first label"
    )
    parser.add_argument("--open", metavar="TRACE[:STEP]", help="trace to begin with: a number or an episode")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help=f"address to listen on; other than this computer only with {TOKEN} (127.0.0.1)",
    )
    parser.add_argument(
        "--port", type=whole_number(), default=0, metavar="P", help="port to listen on; 0: any free port (0)"
    )
    parser.add_argument(
        "--report", action="store_true", help="print the agreement of annotators and judges instead of serving the page"
    )
    parser.add_argument(
        "--annotator",
        action="append",
        metavar="NAME",
        help="with --report: only these annotators; with a sample of thoughts: the annotator",
    )
    parser.add_argument(
        "--adjudicate",
        action="store_true",
        help="only with a sample of thoughts: decide where the two annotators differ",
    )
    parser.add_argument(
        "--judge",
        action="append",
        metavar="NAME",
        help="with --report: run this judge now, in addition to the recorded ones",
    )
    parser.add_argument("--json", action="store_true", help="with --report: print one JSON object")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Serve until Ctrl-C (130), or print the report (0)."""
    options = _parser().parse_args(list(arguments))
    token = _reached(options)
    from adapters.web.thoughts.sample import is_sample

    if is_sample(options.run):
        from adapters.web.thoughts.command import run as thoughts

        return thoughts(options, token)
    _check(options)
    from adapters.web.labels.folder import Labels
    from adapters.web.labels.recording import Recording

    recording, labels = Recording.open(options.run), Labels(options.run)
    if options.report:
        return _report(options, recording, labels)
    for path in labels.files():
        labels.read(path)
    sample = labels.sample(recording.traces, options.sample, options.seed)
    start = _place(options.open, sample) if options.open is not None else ""
    import anyio

    try:
        anyio.run(_serve, options, recording, labels, sample, start)
    except KeyboardInterrupt:
        return 130
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.sample is not None and options.sample < 1:
        raise UsageError(f"--sample {options.sample}: must be at least 1")
    if options.seed is not None and options.seed < 0:
        raise UsageError(f"--seed {options.seed}: must be at least 0")
    if options.adjudicate:
        raise UsageError(f"--adjudicate requires a sample of thoughts (gap sample), and {options.run} is not one")
    if options.report and (options.open is not None or options.sample is not None or options.seed is not None):
        raise UsageError("--report covers the existing labels: omit --sample, --seed and --open")
    if not options.report and (options.json or options.annotator or options.judge):
        raise UsageError("--json, --judge and --annotator require --report")


def _reached(options: argparse.Namespace) -> str:
    """The token from the environment, if any; required if the page can be reached from other computers."""
    if not 0 <= options.port <= 65535:
        raise UsageError(f"--port {options.port}: must be from 0 to 65535")
    token = os.environ.get(TOKEN, "")
    if token and (len(token) < _LEAST or not token.isascii() or not token.isprintable() or set(token) & set(" &#")):
        raise UsageError(f"{TOKEN} must have at least {_LEAST} printable ASCII characters without blanks, & and #")
    if not token and not is_loopback(options.host):
        raise UsageError(
            f"--host {options.host}: other computers could reach the page; choose a token and set "
            f"{TOKEN}, or omit --host"
        )
    return token


def _place(given: str, sample: Sequence[Trace]) -> str:
    """The part of the page's address that names where to begin."""
    names = [trace.episode for trace in sample]
    name, _, step = given.rpartition(":")
    # Agent names may contain colons, so the complete text is tried first.
    for trace, rest in ((given, ""), (name, f"&step={step}")):
        if rest and not (step.isascii() and step.isdecimal()):
            continue
        if trace in names:
            return f"&trace={names.index(trace) + 1}{rest}"
        if trace.isascii() and trace.isdecimal() and 1 <= int(trace) <= len(names):
            return f"&trace={int(trace)}{rest}"
    raise UsageError(f"--open {given}: the sample has no such trace; traces are numbered from 1 to {len(names)}")


def _report(options: argparse.Namespace, recording: Recording, labels: Labels) -> int:
    from adapters.web.labels.report import report

    heard = {}
    if options.judge and labels.files():
        import anyio

        from adapters.web.labels.judging import score_sample as hear

        names = list(dict.fromkeys(options.judge))
        heard = anyio.run(hear, recording, labels.sample(recording.traces), names)
    document = report(recording, labels, options.annotator or (), heard)
    if options.json:
        say_json(document)
    else:
        from adapters.web.labels.report_tables import tables
        from runtime.bench.terminal import terminal

        console = terminal()
        for table in tables(document):
            console.print(table)
    for annotator in document["annotators"]:
        if annotator["damaged_lines"]:
            numbers = ", ".join(map(str, annotator["damaged_lines"]))
            complain(f"labels of {annotator['name']}: incomplete lines ignored: {numbers}")
    if not document["judges"]:
        complain(f"{options.run} has no judge's scores: run a judge with --judge rules")
    return 0


async def _serve(
    options: argparse.Namespace, recording: Recording, labels: Labels, sample: Sequence[Trace], start: str
) -> None:
    from adapters.web.labels.page import LabelPage
    from adapters.web.shared.pages import port_error, serve

    token = os.environ.get(TOKEN, "")
    try:
        async with LabelPage(recording, labels, sample, host=options.host, port=options.port, token=token) as page:
            await serve({"label": page.address + start, "traces": len(sample)})
    except OSError as error:
        raise port_error(options.host, options.port, error) from error


COMMAND: Final = CommandSpec(
    run=run,
    title="a page where people label a run's traces without knowing who played, and the report on what they said",
)
