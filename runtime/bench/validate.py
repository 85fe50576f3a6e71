"""The `validate` command: checks a suite for errors."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from runtime.plugins import registry


def execute(options: argparse.Namespace) -> int:
    """Run the suite's validator; return 0 without errors, else 1."""
    files = tuple(options.files)
    validator = registry.reader(str(Path(files[0]).resolve()) if files else options.suite) or options.suite
    suite = registry.load("readers", validator)(files) if files else registry.suite(options.suite)
    findings = registry.load("validators", validator)(suite)
    errors = [finding for finding in findings if finding.level == "error"]
    counted = registry.load("counts", validator)(suite) if validator in registry.names("counts") else []
    if options.json:
        document = {
            "suite": suite.name,
            "version": suite.version,
            "tasks": len(suite.tasks),
            "intents": len(suite.intents),
            "errors": len(errors),
            "counts": [asdict(row) for row in counted],
            "chances": {task.id: float(task.chance) for task in suite.tasks if task.gap},
            "findings": [asdict(finding) for finding in findings],
        }
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return 1 if errors else 0
    console = Console()
    if counted:
        table = Table("count", "here", "published", box=box.SIMPLE, header_style="bold")
        for row in counted:
            table.add_row(row.what, row.here, row.published, style="" if row.holds else "bold red")
        console.print(table)
    for finding in findings:
        console.print(str(finding), highlight=False, soft_wrap=True, markup=False)
    console.print(
        f"{suite.name} {suite.version}: {len(suite.intents)} intents, {len(suite.tasks)} tasks, "
        f"{len(errors)} errors, {len(findings) - len(errors)} warnings",
        highlight=False,
    )
    return 1 if errors else 0
