"""`label`: a page where people label a run's traces without knowing who played, and the report on what they said.

With a folder that `gap sample` wrote it is thoughts that they label; `adapters.web.thoughts` does that.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.core.errors import UsageError
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:
    from adapters.web.labels.folder import Labels
    from adapters.web.labels.recording import Recording
    from adapters.web.labels.sampling import Trace

TOKEN = "MOBILE_AGENT_LABEL_TOKEN"
"""Environment variable with a token of one's own; whoever serves others than this computer must choose one."""
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


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m runtime.bench label",
        description="A page where several people label the same traces of a run, without seeing who played or what "
        "judges said; what they decide is kept in RUN/labels. --report tells how far they agree, and judges with them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, metavar="RUN", help="run folder, or a folder of gap sample")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="how many traces, of every player and level alike (100)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="which ones (7); fixed with the first label")
    parser.add_argument("--open", metavar="TRACE[:STEP]", help="begin there: a number or an episode")
    parser.add_argument("--host", default="127.0.0.1", help=f"beyond this computer only with {TOKEN} (127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, metavar="P", help="0: any (0)")
    parser.add_argument("--report", action="store_true", help="no page: agreement of annotators and judges")
    parser.add_argument(
        "--annotator",
        action="append",
        metavar="NAME",
        help="with --report: only what they said; with a sample of thoughts: who labels",
    )
    parser.add_argument("--adjudicate", action="store_true", help="thoughts only: decide where two annotators differ")
    parser.add_argument(
        "--judge", action="append", metavar="NAME", help="with --report: hear this judge now, beside the recorded ones"
    )
    parser.add_argument("--json", action="store_true", help="with --report: one JSON object")
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
        raise UsageError(f"--sample {options.sample}: give 1 or more")
    if options.seed is not None and options.seed < 0:
        raise UsageError(f"--seed {options.seed}: give 0 or more")
    if options.adjudicate:
        raise UsageError(f"--adjudicate is for samples of thoughts (gap sample), and {options.run} is none")
    if options.report and (options.open is not None or options.sample is not None or options.seed is not None):
        raise UsageError("--report is about the labels that there are: leave out --sample, --seed and --open")
    if not options.report and (options.json or options.annotator or options.judge):
        raise UsageError("--json, --judge and --annotator belong to --report")


def _reached(options: argparse.Namespace) -> str:
    """The token that was chosen, if any; whoever would be reached by others must have chosen one."""
    if not 0 <= options.port <= 65535:
        raise UsageError(f"--port {options.port}: from 0 to 65535")
    token = os.environ.get(TOKEN, "")
    if token and (len(token) < _LEAST or not token.isascii() or not token.isprintable() or set(token) & set(" &#")):
        raise UsageError(f"{TOKEN} needs {_LEAST} letters, digits or signs at least, without blanks, & and #")
    if not token and not _here(options.host):
        raise UsageError(
            f"--host {options.host}: others than this computer could reach the page; choose a token for it and set "
            f"{TOKEN}, or leave --host out"
        )
    return token


def _here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _place(given: str, sample: Sequence[Trace]) -> str:
    """What the address says of where to begin."""
    names = [trace.episode for trace in sample]
    name, _, step = given.rpartition(":")
    # Players may be called anything, so a name with a colon in it is tried as a whole first.
    for trace, rest in ((given, ""), (name, f"&step={step}")):
        if rest and not (step.isascii() and step.isdecimal()):
            continue
        if trace in names:
            return f"&trace={names.index(trace) + 1}{rest}"
        if trace.isascii() and trace.isdecimal() and 1 <= int(trace) <= len(names):
            return f"&trace={int(trace)}{rest}"
    raise UsageError(f"--open {given}: no such trace in the sample; they are numbered from 1 to {len(names)}")


def _report(options: argparse.Namespace, recording: Recording, labels: Labels) -> int:
    from adapters.web.labels.report import report

    heard = {}
    if options.judge and labels.files():
        import anyio

        from adapters.web.labels.hearing import heard as hear

        names = list(dict.fromkeys(options.judge))
        heard = anyio.run(hear, recording, labels.sample(recording.traces), names)
    document = report(recording, labels, options.annotator or (), heard)
    if options.json:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    else:
        from rich.console import Console

        from adapters.web.labels.tables import tables

        console = Console()
        for table in tables(document):
            console.print(table)
    for annotator in document["annotators"]:
        if annotator["damaged_lines"]:
            numbers = ", ".join(map(str, annotator["damaged_lines"]))
            sys.stderr.write(f"labels of {annotator['name']}: incomplete lines left out: {numbers}\n")
    if not document["judges"]:
        sys.stderr.write(f"no judge's scores are in {options.run}: hear one by --judge rules\n")
    return 0


async def _serve(
    options: argparse.Namespace, recording: Recording, labels: Labels, sample: Sequence[Trace], start: str
) -> None:
    from adapters.web.labels.page import LabelPage
    from adapters.web.shared.pages import not_had, serve

    token = os.environ.get(TOKEN, "")
    try:
        async with LabelPage(recording, labels, sample, host=options.host, port=options.port, token=token) as page:
            await serve({"label": page.address + start, "traces": len(sample)})
    except OSError as error:
        raise not_had(options.host, options.port, error) from error


COMMAND: Final = CommandSpec(
    run=run,
    title="a page where people label a run's traces without knowing who played, and the report on what they said",
)
