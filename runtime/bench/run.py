"""The `run` command: plays the selected tasks with a progress view and prints the metrics."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import anyio
import anyio.to_thread

from runtime.bench.comparison_tables import comparison_tables, difference_lines
from runtime.bench.gates import check_finished_run, check_target, gates_from_options
from runtime.bench.models import models_from_options, models_line
from runtime.bench.progress import make_view
from runtime.bench.show import print_failures
from runtime.bench.streams import complain
from runtime.bench.table import (
    agreement_line,
    beside_lines,
    fault_lines,
    gap_tables,
    metrics_table,
    sample_line,
    stopping_lines,
)
from runtime.bench.terminal import show, terminal
from runtime.components.agent_refs import parse_agent_refs, program_spec, recorded_isolation
from runtime.components.models import Models
from runtime.core.config import GAP, Confinement, RunConfig, Selection, config_differences
from runtime.core.descriptors import report_exhaustion_once
from runtime.core.errors import UsageError
from runtime.core.text import printable_json
from runtime.engine import Runtime
from runtime.metrics.judge_comparison import JudgeColumn, comparable_columns, judge_comparison
from runtime.metrics.report import encode_document
from runtime.metrics.sequential import parse_rule
from runtime.plugins import registry
from runtime.recordings.outcomes import failures
from runtime.recordings.run import RecordedRun
from runtime.storage.lock import new_folder
from runtime.storage.run_directory import RunDirectory

_DASHBOARD = "web"
_MOST_FAILURES = 5
"""Failed episodes of each cause that are listed at the end of a run."""
_GC_THRESHOLD = 20_000
"""Allocations between two garbage collections of the youngest generation, instead of Python's 700. The many trees and
events of a run stay alive, so that frequent collections would find nothing."""
_FINISHED = (0, 1)
"""Exit codes with which a run has ended, in the second case with lost episodes."""


def execute(options: argparse.Namespace) -> int:
    """Play the selected episodes; return 0 if none was lost to a fault, 1 if some were, 3 if a gate failed."""
    if options.resume is not None and options.out is not None:
        raise UsageError("--resume continues a run folder and --out names a new one: give only one of them")
    gates = gates_from_options(options.require, differences=False)
    model_specs = models_from_options(options)
    config = _config(options, model_specs)
    given: Path | None = options.resume or options.out
    check_target(options.junit, given)
    with nullcontext(given) if given is not None else _new_folder() as path:
        code = _play(config, options, path, model_specs)
        if code in _FINISHED and (gates or options.junit is not None):
            code = check_finished_run(path, gates, options.junit) or code
        return code


def _new_folder() -> AbstractContextManager[Path]:
    """Return a folder that is named by the time."""
    return new_folder(Path("runs"), datetime.now().astimezone().strftime("%Y%m%d-%H%M%S"))


def _play(config: RunConfig, options: argparse.Namespace, path: Path, model_specs: Models) -> int:
    threshold_before = gc.get_threshold()
    gc.set_threshold(_GC_THRESHOLD, 20, 20)
    try:
        return anyio.run(_run, config, options, path, model_specs)
    except KeyboardInterrupt:
        if (path / "run.json").exists():
            complain(f"\ninterrupted; to continue: python -m runtime.bench --resume {path}")
        else:
            complain("\ninterrupted before anything was played")
        return 130
    finally:
        gc.set_threshold(*threshold_before)


def _config(options: argparse.Namespace, models: Models) -> RunConfig:
    recorded = None if options.resume is None else RunDirectory.open(options.resume, resume=True).manifest.config
    players = None if options.agent is None else parse_agent_refs(options.agent)
    programs = {name: player.address for name, player in (players or {}).items() if player.address}
    config_fields: dict[str, Any] = {
        "suite": _suite(options.suite),
        "agents": None if players is None else tuple(players),
        "programs": None if players is None else programs,
        "isolation": recorded_isolation(
            [program_spec(address) for address in programs.values()], options.isolation or "namespaces"
        )
        or None,
        "user": options.user,
        "judges": _judges(options, (recorded or RunConfig()).judges),
        "vote": options.vote,
        "ask": None if options.no_ask is None else False,
        "repeat": options.repeat,
        "until": options.until,
        "seed": options.seed,
        "max_steps": options.max_steps,
        "weather": options.weather,
        "bypass": options.bypass,
        "user_timeout": options.user_timeout,
        "models": dict(models.roles) or None,
    }
    filters = {
        "levels": _unique(options.level),
        "domains": _unique(options.domain),
        "apps": _unique(options.app),
        "intents": _unique([*(options.intent or ()), *(options.split or ())] or None),
        "tasks": _unique(options.task),
        "limit": options.limit,
    }
    config_fields = {key: value for key, value in config_fields.items() if value is not None}
    chosen = {key: value for key, value in filters.items() if value is not None}
    if recorded is None:
        if options.isolation and config_fields.get("isolation", "outside") == "outside":
            raise UsageError(
                "--isolation applies only to programs that the runtime starts, such as exec:CMD: no --agent is one"
            )
        config = RunConfig(**config_fields, selection=Selection(**chosen))
        if config.until:
            parse_rule(config.until).check(config.agents)
        return config
    requested = recorded.model_copy(
        update={**config_fields, "selection": recorded.selection.model_copy(update=chosen)},
    )
    changed = config_differences(recorded, requested)
    if changed:
        raise UsageError(
            f"{options.resume} was recorded with other settings: {'; '.join(changed)}; "
            "leave them out, or start a new run with --out"
        )
    return recorded


def _judges(options: argparse.Namespace, default: tuple[str, ...]) -> tuple[str, ...] | None:
    judges = _unique(options.judge)
    return tuple(dict.fromkeys((*(judges or default), GAP))) if options.gap else judges


def _devices(options: argparse.Namespace) -> tuple[str, ...] | None:
    """The URIs of the devices; None for virtual phones as needed; with an engine one URI, that of its hosts."""
    if options.engine is None:
        if options.address is not None:
            raise UsageError("--address names the cluster of --engine: add --engine ray, or leave it out")
        return None if options.device is None else tuple(options.device)
    query = urlencode([("device", uri) for uri in options.device or ("phone://20",)])
    return (f"{options.engine}://{options.address or 'auto'}?{query}",)


def _suite(name: str | None) -> str | None:
    """Make a path to a suite absolute, so that the run can be continued or judged again from any folder."""
    return name if name is None or not registry.suite_reader(name) else os.path.realpath(name)


def _unique(values: list[str] | None) -> tuple[str, ...] | None:
    return None if values is None else tuple(dict.fromkeys(values))


async def _run(config: RunConfig, options: argparse.Namespace, path: Path, models: Models) -> int:
    if options.live is None:
        return await _run_watched(config, options, path, models, None)
    async with registry.load(registry.DASHBOARDS, _DASHBOARD).open(path, options.live) as dashboard:
        complain(f"dashboard: {dashboard.address}")
        return await _run_watched(config, options, path, models, dashboard)


async def _run_watched(
    config: RunConfig, options: argparse.Namespace, path: Path, models: Models, dashboard: Any
) -> int:
    progress_console = terminal(stderr=True)
    live = progress_console.is_terminal and not options.no_progress
    view = make_view(progress_console, live=live)
    watch = view.watch if dashboard is None else view.watch.with_others(dashboard.watch)
    asyncio.get_running_loop().set_exception_handler(report_exhaustion_once(view.watch.message))
    runtime = Runtime(
        config,
        devices=_devices(options),
        models=models,
        confinement=Confinement(
            isolation="none" if config.isolation == "none" else "namespaces",
            paths=tuple(path.resolve() for path in options.agent_path or ()),
            environment=_unique(options.agent_env) or (),
            reach=_unique(options.agent_reach) or (),
        ),
        out=path,
        resume=options.resume is not None,
        concurrency=options.concurrency,
        watch=watch,
    )

    def count_tasks() -> int:
        """Load the agents and count the tasks; slow for a suite of files, which may have to be recorded first."""
        runtime.cast()
        return len(runtime.tasks())

    task_count = await anyio.to_thread.run_sync(count_tasks)
    total = task_count * len(config.agents) * config.repeat
    with view:
        view.begin(total, config, runtime.suite)
        async with runtime:
            view.phones(runtime.devices)
            if dashboard is not None:
                dashboard.begin(runtime, config, total)
            async for score in runtime.run():
                view.done(score)
                if dashboard is not None:
                    dashboard.scored(score)
            document = runtime.metrics()
            spent, checksum = runtime.spent, runtime.checksum
            columns = comparable_columns([JudgeColumn(name, runtime.scores_by(name)) for name in config.scored_by])
    if options.json:
        sys.stdout.write(printable_json(encode_document(document).decode()))
    else:
        out = terminal()
        for renderable in (*metrics_table(document, config.judges[0], out.width), *gap_tables(document, out.width)):
            out.print(renderable)
        if config.vote:
            for renderable in comparison_tables(judge_comparison(columns)):
                out.print(renderable)
        others = [agreement_line(columns[0].scores, column.scores, column.judge) for column in columns[1:]]
        failed = await anyio.to_thread.run_sync(lambda: failures(RecordedRun.open(path), instruments=False))
        print_failures(out, failed, path, _MOST_FAILURES)
        texts = [
            *filter(None, [sample_line(config)]),
            *fault_lines(runtime.scores),
            *beside_lines(runtime.scores),
            *others,
            *difference_lines(document),
            *stopping_lines(document),
            *map(models_line, spent),
        ]
        show(out, *texts, f"checksum: {checksum}", f"run folder: {path}")
    lost = sum(sum(agent["episodes"]["lost"].values()) for agent in document["agents"].values())
    return 1 if lost else 0
