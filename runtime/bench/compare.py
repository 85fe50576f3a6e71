"""The `compare` command: agents and runs beside each other, what flipped, and whether requirements are met."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from runtime.bench.gates import check_target, gates_from_options, report_gates, write_given, write_junit
from runtime.bench.streams import complain, say_json
from runtime.bench.terminal import plain, show, show_table, terminal
from runtime.core.errors import UsageError
from runtime.metrics.comparing.gates import GateResult, check_comparison
from runtime.metrics.comparing.run_comparison import compare_sides
from runtime.recordings.comparison_page import comparison_page
from runtime.recordings.comparison_texts import (
    NOTE,
    flip_groups,
    headings,
    no_flips_line,
    power_lines,
    repeat_lines,
    rows,
    scope_lines,
)
from runtime.recordings.run import RecordedRun
from runtime.recordings.sides import differing_settings, reasons, sides_of


def execute(options: argparse.Namespace) -> int:
    """Compare; return 0, or 3 if a gate failed."""
    gates = gates_from_options(options.require, differences=True)
    for path in (options.html, options.junit):
        check_target(path)
    runs = [RecordedRun.open(path) for path in options.directories]
    sides = sides_of(runs, options.agent or ())
    if len(sides) < 2 and not gates and options.junit is None:
        raise UsageError(
            f"{sides[0].run} has no other agent than {sides[0].agent!r} to compare with: name another run folder, or a "
            "requirement with --require"
        )
    document = {
        **compare_sides(sides, options.flips, reasons(runs, options.flips)),
        "settings": differing_settings(runs),
    }
    results = check_comparison(gates, document)
    for run in runs:
        complain(*(f"{run.path}: {problem}" for problem in run.problems if problem != run.suite_problem))
    if options.html is not None:
        write_given(options.html, comparison_page(document, results).encode())
    if options.junit is not None:
        write_junit(options.junit, runs, sides, results)
    if options.json:
        say_json({**document, "gates": [_gate(result) for result in results]})
    else:
        _show(document, results)
    return report_gates(results)


def _gate(result: GateResult) -> dict[str, Any]:
    low, high = result.interval or (None, None)
    return {**asdict(result.gate), "of": result.subject, "value": result.value, "low": low, "high": high} | {
        "holds": result.holds
    }


def _show(document: Mapping[str, Any], results: Sequence[GateResult]) -> None:
    out = terminal()
    show(out, *scope_lines(document))
    show_table(out, comparison_table(document))
    if len(document["sides"]) > 1:
        out.print(plain(NOTE, "dim"))
    show(out, *_flip_lines(document), *repeat_lines(document), *power_lines(document))
    show(out, *(f"gate holds: {result.sentence}" for result in results if result.holds))


def comparison_table(document: Mapping[str, Any]) -> RenderableType:
    """Render the metrics as a table with a row for each metric."""
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), header_style="bold", collapse_padding=True)
    table.add_column("", no_wrap=True)
    for heading in headings(document):
        table.add_column(plain(heading), justify="right", overflow="fold")
    for row in rows(document):
        table.add_row(row.metric, *map(plain, row.cells))
    return table


def _flip_lines(document: Mapping[str, Any]) -> Iterator[str]:
    if line := no_flips_line(document):
        yield line
    for heading, flips in flip_groups(document):
        yield f"{heading}:"
        for flip in flips:
            yield f"  {flip.level} {flip.task}: passed in {flip.passed}; failed in {flip.failed}, {flip.cause}"
