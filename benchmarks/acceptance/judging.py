"""The cost of slow judges for agents: whole runs judged by a model that takes ten seconds per answer."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.from_thread import start_blocking_portal

from adapters.openai.fake import FakeEndpoint, Hold, Part, ReceivedRequest, Say
from benchmarks.acceptance.bar import Bar, measured
from runtime.core.errors import UsageError
from runtime.core.events import Decided, Ended, Observed
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_TAKES: Final = 10.0
"""Seconds an answer."""
_ROUNDS: Final = 3
_RATIO: Final = 1.1


def answer(schema: Mapping[str, Any]) -> Any:
    """Something that the schema allows: nothing is met, nothing is known."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: answer(item) for name, item in schema["properties"].items()}
    if isinstance(kind, list):
        return None
    plain: dict[str, Any] = {"boolean": False, "integer": schema.get("minimum", 0), "array": []}
    return plain.get(str(kind), "…")


def _late(asked: ReceivedRequest) -> Part:
    """The answer, after ten seconds; the short question that proves an endpoint is answered at once."""
    form = asked.body.get("response_format", {}).get("json_schema")
    if form is None:
        return Say("yes")
    until = anyio.Event()
    asyncio.get_running_loop().call_later(_TAKES, until.set)
    return Hold(Say(json.dumps(answer(form["schema"]))), until)


@contextmanager
def _endpoint() -> Iterator[FakeEndpoint]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(FakeEndpoint(_late)) as endpoint:
        yield endpoint


def _latencies(folder: Path) -> list[float]:
    """Seconds from each decision to the screen after it."""
    run = RunDirectory.open(folder)
    found = []
    for commit in run.commits.values():
        agent, task, repeat = commit.episode.split("/")
        decided = None
        for event in run.read_trace(EpisodeKey(agent, task, int(repeat)), commit.attempt):
            if isinstance(event, Decided):
                decided = event.t
            elif isinstance(event, Observed | Ended):
                if isinstance(event, Observed) and decided is not None:
                    found.append(event.t - decided)
                decided = None
    return sorted(found)


def _p99(values: list[float]) -> float:
    return values[int(0.99 * (len(values) - 1))]


def measure() -> list[Bar]:
    """Play the same tasks with rule judges only and with the slow model as well, in turn."""
    with tempfile.TemporaryDirectory() as folder, _endpoint() as endpoint:
        return list(_measured(Path(folder), endpoint))


def _measured(folder: Path, endpoint: FakeEndpoint) -> Iterator[Bar]:
    model = ("--judge", "rules", "--judge", "model", "--model", f"judge={endpoint.uri('slow')}")
    ways: dict[str, tuple[str, ...]] = {"rules": ("--judge", "rules"), "model": model}
    # A 99th percentile of few steps is the chance of a few: those of all rounds are taken together.
    steps: dict[str, list[float]] = {name: [] for name in ways}
    ratios = []
    for number in range(_ROUNDS):
        tails = {}
        for name, judges in ways.items():
            out = folder / f"{name}-{number}"
            done, cost = measured("--agent", "oracle", *judges, "--no-progress", "--out", str(out), folder=folder)
            if done.returncode != 0:
                raise UsageError(f"{name}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
            found = _latencies(out)
            steps[name].extend(found)
            tails[name] = _p99(found)
            print(f"{name} {number + 1}: p99 {tails[name] * 1000:.0f} ms, {cost.wall:.0f} s", file=sys.stderr)
        ratios.append(tails["model"] / tails["rules"])
    answered, played = len(endpoint.asked), len(steps["model"])
    without, beside = _p99(sorted(steps["rules"])), _p99(sorted(steps["model"]))
    yield Bar(
        f"step latency p99 beside a judge that takes {_TAKES:g} s an answer, against without: <= {_RATIO}",
        f"{beside / without:.2f}: {beside * 1000:.0f} to {without * 1000:.0f} ms, {played} steps of {_ROUNDS} rounds "
        f"in turn (each {', '.join(f'{number:.2f}' for number in ratios)}); {answered} answers",
        beside / without <= _RATIO and answered > played // 10,
    )
