"""The `rejudge` command: replays a recording through judges and reducers; the numbers must match the live run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import anyio

from runtime.bench.comparison_tables import comparison_tables, difference_lines, evidence_lines
from runtime.bench.models import models_from_options, models_line
from runtime.bench.table import agreement_line, gap_tables, metrics_table
from runtime.bench.terminal import show, terminal
from runtime.core.config import GAP
from runtime.core.text import printable_json
from runtime.metrics.judge_comparison import JudgeColumn, comparable_columns, judge_comparison
from runtime.metrics.report import encode_document
from runtime.replay import RejudgeResult, rejudge
from runtime.storage.run_directory import RunDirectory


def execute(options: argparse.Namespace) -> int:
    """Judge again; return 0 if the metrics match the recording or other judges were requested, else 1."""
    judges = tuple(options.judge or ())
    if options.gap:
        judges = tuple(dict.fromkeys((*(judges or RunDirectory.open(options.directory).manifest.config.judges), GAP)))
    judged = anyio.run(
        rejudge, options.directory, judges, options.out, models_from_options(options), options.vote or ""
    )
    recorded = options.directory / "metrics.json"
    other = bool(judges or options.vote or options.model or options.prompts)
    same = recorded.exists() and recorded.read_bytes() == encode_document(judged.document)
    columns = comparable_columns(_columns(judged) if other else _new_columns(judged))
    compared = len(columns) > 1 and (other or len(columns) > 2)
    rows = judge_comparison(columns)
    if options.json:
        # A plain replay prints exactly the bytes of the recorded metrics.json.
        more = {"judges": rows} if compared else {}
        sys.stdout.write(printable_json(encode_document(judged.document | more).decode()))
        return 0 if same or other else 1
    out = terminal()
    for renderable in (
        *metrics_table(judged.document, judged.judges[0], out.width),
        *gap_tables(judged.document, out.width),
    ):
        out.print(renderable)
    if compared:
        for renderable in comparison_tables(rows):
            out.print(renderable)
    texts = [agreement_line(columns[0].scores, column.scores, column.title) for column in columns[1:]]
    show(
        out,
        *evidence_lines(rows),
        *texts,
        *difference_lines(judged.document),
        *map(models_line, judged.spent),
        _verdict(recorded, same, other),
        f"new verdicts: {judged.path}",
    )
    return 0 if same or other else 1


def _new_columns(judged: RejudgeResult) -> list[JudgeColumn]:
    return [JudgeColumn(name, judged.scores[name], judged.origins[name]) for name in judged.judges]


def _columns(judged: RejudgeResult) -> list[JudgeColumn]:
    """Return the recorded judges to compare with (the main one, and those whose origin changed), then the new ones.

    The recorded judge with the name of the first new judge comes first, so that a judge is compared with itself under
    other prompts.
    """
    changed = [
        name for name in judged.judges if name in judged.recorded and judged.recorded[name][1] != judged.origins[name]
    ]
    names = dict.fromkeys(
        (*(text for text in changed if text == judged.judges[0]), next(iter(judged.recorded)), *changed)
    )
    before = [JudgeColumn(name, *judged.recorded[name], recorded=True) for name in names if judged.recorded[name][0]]
    return [*before, *_new_columns(judged)]


def _verdict(recorded: Path, same: bool, other: bool) -> str:
    if other:
        return "judged by other judges, models or prompts than the run: not compared with its metrics.json"
    if not recorded.exists():
        return "the run was never finished: there is no metrics.json to compare with"
    return "the same metrics as the recording" if same else "NOT the metrics of the recording: the judges have changed"
