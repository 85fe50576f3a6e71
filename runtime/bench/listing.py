"""`list`: everything that can be named on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from runtime import catalog
from runtime.bench.cli import _BUILT_IN
from runtime.tasks import DOMAINS, LEVELS, Suite

_PARTS = ("devices", "formats", "agents", "instruments", "users", "judges", "suites", "apps", "commands")


def execute(options: argparse.Namespace) -> int:
    """Print the listing; 0."""
    listing = collect()
    if options.json:
        sys.stdout.write(json.dumps(listing, ensure_ascii=False, indent=1) + "\n")
        return 0
    console = Console()
    names = Table(box=box.SIMPLE, show_header=False)
    names.add_column(style="bold", no_wrap=True)
    for kind in (*_PARTS, "levels", "domains", "splits"):
        names.add_row(kind, ", ".join(one["name"] if isinstance(one, dict) else one for one in listing[kind]))
    console.print(names)
    tasks = Table("task", "apps", "instruction", box=box.SIMPLE, header_style="bold")
    tasks.columns[0].no_wrap = True
    for task in listing["tasks"]:
        tasks.add_row(task["id"], ", ".join(task["apps"]), task["instruction"])
    console.print(tasks)
    return 0


_OF_SUITES = ("validators", "counts", "readers")
"""Kinds whose parts carry the names of suites, or the endings of their files."""


def collect() -> dict[str, Any]:
    """One object: a key for each kind of part, then levels, domains, intents and tasks of every suite."""
    listing: dict[str, Any] = {kind: list(catalog.names(kind)) for kind in catalog.KINDS if kind not in _OF_SUITES}
    listing["commands"] = sorted({*listing["commands"], *_BUILT_IN})
    listing["levels"] = list(LEVELS)
    listing["domains"] = list(DOMAINS)
    suites = [catalog.load("suites", name)() for name in catalog.names("suites")]
    listing["suites"] = [{"name": suite.name, "version": suite.version, "tasks": len(suite.tasks)} for suite in suites]
    listing["splits"] = {name: ids for suite in suites for name, ids in suite.splits.items()}
    listing["intents"] = [intent.id for suite in suites for intent in suite.intents]
    listing["tasks"] = [task for suite in suites for task in _tasks(suite)]
    return listing


def _tasks(suite: Suite) -> list[dict[str, Any]]:
    return [
        {
            "id": task.id,
            "suite": suite.name,
            "intent": task.intent.id,
            "level": task.level,
            "domain": task.intent.domain,
            "difficulty": task.intent.difficulty,
            "apps": list(task.intent.apps),
            "requirements": len(task.intent.requirements),
            "gap": len(task.gap),
            "chance": float(task.chance),
            "instruction": task.instruction,
        }
        for task in suite.tasks
    ]
