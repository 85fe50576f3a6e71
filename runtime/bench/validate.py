"""`validate`: prove a suite sound."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from rich.console import Console

from runtime import catalog


def execute(options: argparse.Namespace) -> int:
    """Run the suite's validator; 0 without errors, 1 with some."""
    suite = catalog.load("suites", options.suite)()
    findings = catalog.load("validators", options.suite)(suite)
    errors = [finding for finding in findings if finding.level == "error"]
    if options.json:
        document = {
            "suite": suite.name,
            "version": suite.version,
            "tasks": len(suite.tasks),
            "intents": len(suite.intents),
            "errors": len(errors),
            "findings": [asdict(finding) for finding in findings],
        }
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return 1 if errors else 0
    console = Console()
    for finding in findings:
        console.print(
            f"{finding.level}: {finding.where}: {finding.what}; {finding.fix}", highlight=False, soft_wrap=True
        )
    console.print(
        f"{suite.name} {suite.version}: {len(suite.intents)} intents, {len(suite.tasks)} tasks, "
        f"{len(errors)} errors, {len(findings) - len(errors)} warnings",
        highlight=False,
    )
    return 1 if errors else 0
