"""A small run, really played, whose traces are labelled."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextvars import Context
from pathlib import Path

import anyio

from adapters.web.labels.folder import Labels
from adapters.web.labels.questions import CHOICES, Question, Value
from adapters.web.labels.recording import Recording
from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from runtime.storage.chain import Chain, checksum, first_head
from runtime.storage.run_directory import EpisodeKey

TASKS = ("info.hours.incomplete", "social.mute.ambiguous")
AGENTS = ("oracle", "silent")


def record(folder: Path, device: str, tasks: Sequence[str] = TASKS) -> Path:
    """Play the tasks with two players. In a loop of its own, so that no fixture keeps a test's loop."""

    async def play() -> None:
        async with Runtime(
            RunConfig(suite="clarity240", seed=7), devices=[device], judges=("rules", "state"), out=folder
        ) as runtime:
            async for _ in runtime.run(select=Selection(tasks=tasks), agents=AGENTS):
                pass

    Context().run(anyio.run, play)
    return folder


def say(run: Path, annotator: str, answer: Callable[[str, Question], Value]) -> int:
    """Label the sample by `answer` for each episode and question; returns the number of labels."""
    recording, labels = Recording.open(run), Labels(run)
    count = 0
    for trace in labels.sample(recording.traces):
        for question in recording.sheet(trace).questions:
            labels.add(annotator, trace, question.subject, answer(trace.episode, question))
            count += 1
    return count


def yes(_: str, question: Question) -> Value:
    """The first answer that there is."""
    return CHOICES[question.kind][0].value


def relink(run: Path) -> None:
    """Chain the commit lines of a run folder again, after a test has changed run.json, a line or a trace."""
    chain = Chain(first_head((run / "run.json").read_bytes()))
    lines = (run / "results.jsonl").read_bytes().splitlines()
    (run / "results.jsonl").write_bytes(b"".join(chain.link(_with_checksums(run, unchained(line))) for line in lines))


def _with_checksums(run: Path, record: bytes) -> bytes:
    found = json.loads(record)
    agent, task, repeat = found["episode"].split("/")
    path = run / "events" / f"{EpisodeKey(agent, task, int(repeat)).stem}.{found['attempt']}.jsonl"
    if path.exists():
        found["evidence"]["events"] = checksum(path.read_bytes())
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def unchained(line: bytes) -> bytes:
    """The record of a commit line without its place in the chain."""
    record, found, _ = line.rpartition(b',"chain":')
    return record + b"}" if found else line.rstrip(b"\n")
