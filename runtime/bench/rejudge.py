"""`rejudge`: the recording through judges and reducers again; replay must give the numbers of the live run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import anyio
from rich.console import Console

from runtime.bench.models import models
from runtime.bench.table import agreement_line, metrics_table
from runtime.metrics.report import dumps
from runtime.rejudging import rejudge


def execute(options: argparse.Namespace) -> int:
    """Judge again; 0 when the metrics are those of the recording (or other judges were asked for), else 1."""
    judged = anyio.run(rejudge, options.directory, tuple(options.judge or ()), options.out, models(options))
    recorded = options.directory / "metrics.json"
    same = recorded.exists() and recorded.read_bytes() == dumps(judged.document)
    if options.json:
        sys.stdout.write(dumps(judged.document).decode())
    else:
        out = Console()
        for renderable in metrics_table(judged.document, judged.judges[0], out.width):
            out.print(renderable)
        for name in judged.judges[1:]:
            out.print(agreement_line(judged.scores[judged.judges[0]], judged.scores[name], name), highlight=False)
        out.print(_verdict(recorded, same, bool(options.judge)), highlight=False, soft_wrap=True)
        out.print(f"new verdicts: {judged.path}", highlight=False, soft_wrap=True)
    return 0 if same or options.judge else 1


def _verdict(recorded: Path, same: bool, other: bool) -> str:
    if other:
        return "judged by other judges than the run's: not compared with its metrics.json"
    if not recorded.exists():
        return "the run was never finished: there is no metrics.json to compare with"
    return "the same metrics as the recording" if same else "NOT the metrics of the recording: the judges have changed"
