"""The `validate` command: checks a suite for errors."""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict

from rich import box
from rich.table import Table

from runtime.bench.streams import say_json
from runtime.bench.terminal import show, terminal
from runtime.core.errors import UsageError
from runtime.plugins import registry
from runtime.plugins.specs import SuiteReaderSpec


def execute(options: argparse.Namespace) -> int:
    """Run the suite's validator; return 0 without errors, else 1."""
    files = tuple(options.files)
    reader = registry.suite_reader(os.path.realpath(files[0]) if files else options.suite)
    spec = registry.load(registry.SUITE_READERS, reader) if reader else registry.load(registry.SUITES, options.suite)
    suite = spec.read(files) if files and isinstance(spec, SuiteReaderSpec) else registry.suite(options.suite)
    if spec.validate is None:
        raise UsageError(f"the suite {suite.name!r} comes without a validator")
    findings = spec.validate(suite)
    errors = [finding for finding in findings if finding.level == "error"]
    counted = [] if spec.counts is None else spec.counts(suite)
    covered = [] if spec.coverage is None else spec.coverage(suite)
    if options.json:
        document = {
            "suite": suite.name,
            "version": suite.version,
            "tasks": len(suite.tasks),
            "intents": len(suite.intents),
            "errors": len(errors),
            "counts": [asdict(row) for row in counted],
            "coverage": [asdict(row) for row in covered],
            "chances": {task.id: float(task.chance) for task in suite.tasks if task.gap},
            "findings": [asdict(finding) for finding in findings],
        }
        say_json(document)
        return 1 if errors else 0
    console = terminal()
    if counted:
        table = Table("count", "here", "published", box=box.SIMPLE, header_style="bold")
        for row in counted:
            table.add_row(row.what, row.here, row.published, style="" if row.holds else "bold red")
        console.print(table)
    if covered:
        table = Table("app", "visited", "distractors", "unserved screens", box=box.SIMPLE, header_style="bold")
        for row in covered:
            counts = (str(len(row.visited)), str(len(row.distractors)))
            table.add_row(row.app, *counts, f"{len(row.unserved)}: {', '.join(row.unserved)}" if row.unserved else "0")
        console.print(table)
    show(
        console,
        *map(str, findings),
        f"{suite.name} {suite.version}: {len(suite.intents)} intents, {len(suite.tasks)} tasks, "
        f"{len(errors)} errors, {len(findings) - len(errors)} warnings",
    )
    return 1 if errors else 0
