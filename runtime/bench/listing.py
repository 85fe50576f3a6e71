"""The `list` command: prints everything that can be named on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from runtime.bench.cli import _BUILT_IN
from runtime.core.tasks import DOMAINS, LEVELS, Suite
from runtime.plugins import registry
from runtime.plugins.protocols import AgentNotes

_PARTS = ("devices", "formats", "agents", "instruments", "programs", "users", "judges", "suites", "apps", "commands")


def execute(options: argparse.Namespace) -> int:
    """Print the listing and return 0."""
    if options.kind == "agents":
        return _agents(options.json)
    listing = collect()
    if options.json:
        sys.stdout.write(json.dumps(listing, ensure_ascii=False, indent=1) + "\n")
        return 0
    console = Console()
    names = Table(box=box.SIMPLE, show_header=False)
    names.add_column(style="bold", no_wrap=True)
    for kind in (*_PARTS, "levels", "domains", "splits"):
        names.add_row(kind, ", ".join(item["name"] if isinstance(item, dict) else item for item in listing[kind]))
    console.print(names)
    tasks = Table("task", "apps", "instruction", box=box.SIMPLE, header_style="bold")
    tasks.columns[0].no_wrap = True
    for task in listing["tasks"]:
        tasks.add_row(task["id"], ", ".join(task["apps"]), task["instruction"])
    console.print(tasks)
    return 0


def _agents(as_json: bool) -> int:
    rows = agents()
    if as_json:
        sys.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
        return 0
    console = Console()
    for row in rows:
        console.print(f"[bold]{row['name']}[/bold]  {escape(row['title'])}", highlight=False)
        for key in ("needs", "asks"):
            console.print(Padding(escape(f"{key}: {row[key]}"), (0, 0, 0, 4)), highlight=False)
        console.print(f"    python -m runtime.bench {row['example']}", highlight=False, markup=False, soft_wrap=True)
    return 0


def agents() -> list[dict[str, str]]:
    """Return all players (agents, instruments and program schemes) with their descriptions."""
    rows = []
    for kind in _PLAYERS:
        for name, part in registry.load_all(kind).items():
            agent_notes = getattr(part, "notes", None) or _default_notes(name, part)
            # A scheme may provide several agents and then returns notes for each.
            several: Mapping[str, AgentNotes] = agent_notes() if callable(agent_notes) else {"": agent_notes}
            for text, notes in several.items():
                rows.append({"name": f"{name}:{text}" if kind == "programs" else name, "kind": kind, **asdict(notes)})
    return rows


def _default_notes(name: str, part: object) -> AgentNotes:
    """Return default notes for a player without its own."""
    needs = "a model: --model agent=openai:NAME@URL" if getattr(part, "needs_model", False) else "nothing"
    title = (getattr(part, "__doc__", None) or "").strip().partition("\n")[0]
    return AgentNotes(title, needs, "see its author's description", f"--agent {name}")


_PLAYERS: Final[tuple[registry.Kind, ...]] = ("agents", "instruments", "programs")
_OF_SUITES = ("validators", "counts", "readers")
"""Kinds whose plug-ins are named after suites or file suffixes."""


def collect() -> dict[str, Any]:
    """Return one object with a key for each kind of plug-in, then levels, domains, intents and tasks of all suites."""
    listing: dict[str, Any] = {kind: list(registry.names(kind)) for kind in registry.KINDS if kind not in _OF_SUITES}
    listing["commands"] = sorted({*listing["commands"], *_BUILT_IN})
    listing["levels"] = list(LEVELS)
    listing["domains"] = list(DOMAINS)
    suites = [registry.load("suites", name)() for name in registry.names("suites")]
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
