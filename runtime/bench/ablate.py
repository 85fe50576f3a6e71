"""The `ablate` command: plays the episodes that an agent has solved again without asking, and compares."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio
from rich import box
from rich.console import RenderableType
from rich.table import Table

from runtime.bench.models import models_from_options, models_line
from runtime.bench.progress import make_view
from runtime.bench.streams import complain, say_json
from runtime.bench.terminal import plain, show, show_table, terminal
from runtime.components.models import Models
from runtime.components.prompting import read as read_prompts
from runtime.core.config import Confinement, RunConfig, Selection
from runtime.core.errors import UsageError
from runtime.core.text import listed
from runtime.engine import Runtime
from runtime.metrics import counts
from runtime.metrics.comparing.ablation import LEVELS, ablation, solved
from runtime.metrics.comparing.run_comparison import Side
from runtime.recordings.comparison_texts import difference_texts, value_text
from runtime.recordings.run import RecordedRun
from runtime.recordings.sides import sides_of
from runtime.storage.lock import new_folder
from runtime.storage.run_directory import PROMPTS, Manifest


def execute(options: argparse.Namespace) -> int:
    """Play and compare; return 0 if no episode was lost to a fault, else 1."""
    recorded = RecordedRun.open(options.directory)
    before = _side(recorded, options.agent)
    config = without_asking(recorded, before, options.isolation or "")
    models = _models(recorded, options)
    complain(*(f"{recorded.path}: {problem}" for problem in recorded.problems))
    name = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    with nullcontext(options.out) if options.out is not None else new_folder(Path("runs"), name) as path:
        spent = anyio.run(_play, config, models, options, path)
        played = RecordedRun.open(path)
    (after,) = sides_of([played])
    complain(*_changes(recorded.manifest, played.manifest))
    document = ablation(before, after, "asking")
    if options.json:
        say_json({**document, "folder": str(path)})
    else:
        out = terminal()
        show(out, f"{before.agent}: episodes of {before.run} that it solved, played again without asking")
        show_table(out, ablation_table(document))
        show(out, *map(models_line, spent), f"run folder: {path}")
    return 1 if any(counts.lost(score) for score in after.scores) else 0


def _side(recorded: RecordedRun, agent: str | None) -> Side:
    """Return the agent that is played again.

    Raises:
        UsageError: there is no such agent, or there are several and none is named.
    """
    sides = sides_of([recorded], [agent] if agent is not None else ())
    if len(sides) > 1:
        names = listed(side.agent for side in sides)
        raise UsageError(f"{recorded.path} has several agents: choose one with --agent: {names}")
    return sides[0]


def without_asking(recorded: RecordedRun, side: Side, isolation: str = "") -> RunConfig:
    """Return the configuration that plays what the agent has solved again, with nothing else changed than asking.

    Raises:
        UsageError: the agent could not ask in that run, or solved nothing where there is something to ask for; the
            suite is not the one that was played, or the isolation another.
    """
    config = recorded.manifest.config
    if recorded.suite is None:
        raise UsageError(f"{recorded.path} cannot be played again: {recorded.suite_problem}")
    if isolation not in ("", config.isolation):
        raise UsageError(f"{recorded.path} was played with --isolation {config.isolation or 'unset'}: leave it out")
    if not config.ask:
        raise UsageError(f"{recorded.path} was played with --no-ask: there is nothing to take away")
    tasks = tuple(dict.fromkeys(score.task for score in solved(side.scores)))
    if not tasks:
        raise UsageError(f"{side.agent} solved no episode of {' or '.join(LEVELS)} tasks in {recorded.path}")
    programs = {name: address for name, address in config.programs.items() if name == side.agent}
    return config.model_copy(
        update={
            "ask": False,
            "agents": (side.agent,),
            "programs": programs,
            "isolation": config.isolation if programs else "",
            "selection": Selection(tasks=tasks),
            "until": "",
            "prompts": {},
        }
    )


def _models(recorded: RecordedRun, options: argparse.Namespace) -> Models:
    """Return the models that the options name, with the prompts of the recorded run unless others are given."""
    models = models_from_options(options)
    folder = recorded.path / PROMPTS
    if models.prompts or not folder.is_dir():
        return models
    return Models(models.roles, models.folder, models.mode, models.prices, read_prompts(folder))


def _changes(recorded: Manifest, played: Manifest) -> Iterator[str]:
    """Say what differs beside asking."""
    if recorded.version != played.version:
        yield f"the recorded run was played by version {recorded.version}, this is {played.version}"
    known = {label for labels in recorded.config.prompts.values() for label in labels}
    other = [label for labels in played.config.prompts.values() for label in labels if label not in known]
    if other:
        yield f"prompts that the recorded run did not use: {', '.join(other)}"


async def _play(config: RunConfig, models: Models, options: argparse.Namespace, path: Path) -> list[dict[str, Any]]:
    """Play into the new folder; return tokens and cost."""
    console = terminal(stderr=True)
    view = make_view(console, live=console.is_terminal and not options.no_progress)
    runtime = Runtime(
        config,
        devices=None if options.device is None else tuple(options.device),
        models=models,
        confinement=Confinement(
            isolation="none" if config.isolation == "none" else "namespaces",
            paths=tuple(path.resolve() for path in options.agent_path or ()),
            environment=tuple(options.agent_env or ()),
            reach=tuple(options.agent_reach or ()),
        ),
        out=path,
        concurrency=options.concurrency,
        watch=view.watch,
    )
    with view:
        await anyio.to_thread.run_sync(runtime.cast)
        tasks = await anyio.to_thread.run_sync(runtime.tasks)
        view.begin(len(tasks) * config.repeat, config, runtime.suite)
        async with runtime:
            view.phones(runtime.devices)
            async for score in runtime.run():
                view.done(score)
            return runtime.spent


def ablation_table(document: dict[str, Any]) -> RenderableType:
    """Render the metrics before and after, level by level."""
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), header_style="bold", collapse_padding=True)
    table.add_column("", no_wrap=True)
    for heading in ("episodes", "tasks", "metric", "before", "without asking", "difference", "95 % interval", "p"):
        table.add_column(heading, justify="right", overflow="fold")
    for group, found in document["groups"].items():
        for metric, (before, after) in found["metrics"].items():
            sizes = (str(found["episodes"]), str(found["tasks"]))
            texts = (metric, value_text(before), value_text(after), *difference_texts(after["against"]))
            table.add_row(group, *sizes, *map(plain, texts))
    return table
