"""A small run, really played, whose traces are labelled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import Context
from pathlib import Path

import anyio

from adapters.web.labels.folder import Labels
from adapters.web.labels.questions import CHOICES, Question, Value
from adapters.web.labels.recording import Recording
from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime

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
