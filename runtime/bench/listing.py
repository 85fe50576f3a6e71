"""The `list` command: prints everything that can be named on the command line."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any, Final

from rich import box
from rich.padding import Padding
from rich.table import Table

from runtime.bench.cli import _BUILT_IN
from runtime.bench.streams import say, say_json
from runtime.bench.terminal import plain, show, terminal
from runtime.core.tasks import DOMAINS, LEVELS, Suite
from runtime.plugins import registry
from runtime.plugins.protocols import AgentNotes

_PARTS = ("devices", "formats", "agents", "instruments", "programs", "users", "judges", "suites", "apps", "commands")


def execute(options: argparse.Namespace) -> int:
    """Print the listing and return 0."""
    if options.kind == "agents":
        return _agents(options.json)
    listing = collect()
    if options.kind is not None:
        rows = listing[options.kind]
        if options.json:
            say_json(rows)
        else:
            say(*map(_line, rows.items() if isinstance(rows, dict) else rows))
        return 0
    if options.json:
        say_json(listing)
        return 0
    console = terminal()
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


def _line(row: Any) -> str:
    """Return an item in one line: its name, and what else is known of it, separated by tabs."""
    match row:
        case str():
            return row
        case (str(name), [*items]):
            return f"{name}\t{' '.join(items)}"
        case {"instruction": _}:
            return "\t".join([row["id"], row["level"], row["domain"], ",".join(row["apps"]), row["instruction"]])
        case _:
            return "\t".join(map(str, row.values()))


def _agents(as_json: bool) -> int:
    rows = agents()
    if as_json:
        say_json(rows)
        return 0
    console = terminal()
    if not console.is_terminal:
        say(*("\t".join([row["name"], row["title"], row["needs"], row["asks"]]) for row in rows))
        return 0
    for row in rows:
        console.print(plain(row["name"], "bold"), plain(f" {row['title']}"))
        for key in ("needs", "asks"):
            console.print(Padding(plain(f"{key}: {row[key]}"), (0, 0, 0, 4)))
        show(console, f"    python -m runtime.bench {row['example']}")
    return 0


def agents() -> list[dict[str, str]]:
    """Return all players (agents, instruments and program schemes) with their descriptions."""
    rows = []
    for agent, spec in registry.load_all(registry.AGENTS).items():
        notes = spec.notes or _default_notes(agent, spec.make, needs_model=spec.needs_model)
        rows.append({"name": agent, "kind": "agents", **asdict(notes)})
    for instrument, truth_spec in registry.load_all(registry.INSTRUMENTS).items():
        notes = truth_spec.notes or _default_notes(instrument, truth_spec.make, needs_model=False)
        rows.append({"name": instrument, "kind": "instruments", **asdict(notes)})
    for scheme, program in registry.load_all(registry.PROGRAMS).items():
        for rest, notes in program.notes().items():
            rows.append({"name": f"{scheme}:{rest}", "kind": "programs", **asdict(notes)})
    return rows


def _default_notes(name: str, make: object, *, needs_model: bool) -> AgentNotes:
    """Default notes of a player without its own: the first line of its docstring."""
    needs = "a model: --model agent=openai:NAME@URL" if needs_model else "nothing"
    title = (make.__doc__ or "").strip().partition("\n")[0]
    return AgentNotes(title, needs, "see its author's description", f"--agent {name}")


_WITHOUT_NAMES: Final = (registry.SUITE_READERS,)
"""Kinds whose parts are registered under file extensions instead of names."""


def collect() -> dict[str, Any]:
    """Return the listing: a key for each kind of part, then levels, domains, splits, intents and tasks."""
    listing: dict[str, Any] = {
        kind.group: list(registry.names(kind)) for kind in registry.KINDS if kind not in _WITHOUT_NAMES
    }
    listing["commands"] = sorted({*listing["commands"], *_BUILT_IN})
    listing["levels"] = list(LEVELS)
    listing["domains"] = list(DOMAINS)
    suites = [spec.load() for spec in registry.load_all(registry.SUITES).values()]
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
