"""Reads traces, judges' scores and cited screens from a run folder. Blocking; callers use a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from adapters.web.labels.sampling import Trace
from adapters.web.labels.trace_view import Sheet, sheet
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import (
    EVENTS,
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Digest,
    Ended,
    KeyStepHit,
    RequirementMet,
    Score,
    Started,
)
from runtime.core.tasks import Suite, Task
from runtime.plugins import registry
from runtime.screen.tree import TreeError, UiTree, parse
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_TAIL = 1 << 16
"""Bytes at the end of a trace that are searched for its last event."""


@dataclass(frozen=True)
class Recording:
    """A run folder with the suite that was played."""

    directory: RunDirectory
    suite: Suite

    @classmethod
    def open(cls, path: Path) -> Recording:
        """Open a run folder for labelling.

        Raises:
            UsageError: it is not a run folder, has no traces, or its suite is not installed in the recorded version.
        """
        directory = RunDirectory.open(path)
        if not (path / "events").is_dir():
            judged = path.parent.name == "rejudged"
            hint = f": label the recording, {path.parent.parent}" if judged else ""
            raise UsageError(f"{path} has no traces{hint}")
        suite = registry.suite(directory.manifest.config.suite)
        if suite.version != directory.manifest.suite_version:
            raise UsageError(
                f"{path} was played on {suite.name} {directory.manifest.suite_version}, but {suite.version} is "
                "installed: "
                "install that version to label it"
            )
        return cls(directory, suite)

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """The suite's tasks by id."""
        return {task.id: task for task in self.suite.tasks}

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """The last completed attempt of each episode. Attempts that failed through no fault of the agent are left out.

        Raises:
            UsageError: a trace is damaged, or its task is not in the suite.
        """
        found: dict[str, Trace] = {}
        for path in sorted((self.directory.path / "events").glob("*.jsonl")):
            started, ended = _ends(path)
            if started is None or ended is None or not _counts(ended):
                continue
            known = found.get(started.episode)
            if known is None or known.attempt < started.attempt:
                level = self._task(started.task).level
                found[started.episode] = Trace(started.episode, started.attempt, started.task, (started.agent, level))
        return tuple(found.values())

    def sheet(self, trace: Trace, *, named: bool = False) -> Sheet:
        """A trace laid out for labelling. `named`: includes the names of touched elements.

        Raises:
            UsageError: the trace is damaged.
        """
        events, _ = self.events(trace, truth=False)
        return sheet(self._task(trace.task), events, self._tree if named else None)

    def events(self, trace: Trace, *, truth: bool = True) -> tuple[list[AnyEvent], list[AnyTruth]]:
        """The recorded events of a trace. `truth`: includes the ground truth, which annotators never see.

        Raises:
            UsageError: the trace is damaged.
        """
        agent, task, repeat = trace.episode.rsplit("/", 2)
        key = EpisodeKey(agent, task, int(repeat))
        truths = self.directory.read_truth(key, trace.attempt) if truth else []
        return self.directory.read_trace(key, trace.attempt), truths

    def _tree(self, digest: Digest) -> UiTree | None:
        try:
            return parse(self.directory.blob(digest, ".xml").read_bytes())
        except (OSError, StorageError, TreeError):
            return None

    def _task(self, name: str) -> Task:
        if name not in self.tasks:
            raise UsageError(
                f"{self.directory.path} has a trace of {name!r}, but the suite {self.suite.name} has no such task"
            )
        return self.tasks[name]

    def scores(self) -> Iterator[tuple[str, Score]]:
        """All judges' scores; those of later judgings under `NAME (rejudged N)`."""
        for directory, suffix in self._judged():
            for commit in directory.commits.values():
                for score in commit.scores:
                    yield score.judge + suffix, score

    def evidence(self) -> dict[tuple[str, str, str], int]:
        """The step after which a cited screen can be seen, by judge, episode and subject."""
        found: dict[tuple[str, str, str], int] = {}
        for directory, suffix in self._judged():
            for path in sorted((directory.path / "verdicts").glob("*.jsonl")):
                for verdict in directory.read_verdicts(path.stem):
                    place = cited(verdict)
                    if place is not None:
                        subject, step = place
                        found[verdict.judge + suffix, verdict.episode, subject] = step
        return found

    def _judged(self) -> Iterator[tuple[RunDirectory, str]]:
        """Yield the recording and its later judgings, each with what is added to a judge's name."""
        yield self.directory, ""
        for path in sorted((self.directory.path / "rejudged").glob("*"), key=lambda path: path.name.zfill(9)):
            if (path / "run.json").exists():
                yield RunDirectory.open(path), f" (rejudged {path.name})"


def _counts(ended: Ended) -> bool:
    return ended.ending not in ("void", "fault") or (ended.ending == "fault" and ended.cause == "agent")


def _ends(path: Path) -> tuple[Started | None, Ended | None]:
    """The first and the last event of a trace; None where they are incomplete.

    Raises:
        UsageError: a line is complete but is not an event of this version.
    """
    with path.open("rb") as file:
        first = file.readline()
        file.seek(max(file.seek(0, 2) - _TAIL, 0))
        lines = file.read().split(b"\n")
    # Only the last line can be `Ended`; an incomplete line of a killed writer is ignored.
    last = lines[-2] if len(lines) > 1 and not lines[-1] else b""
    try:
        started = EVENTS.validate_json(first) if first.endswith(b"\n") else None
        ended = EVENTS.validate_json(last) if b'"ended"' in last else None
    except ValidationError as error:
        raise UsageError(f"{path} was changed after the run, or written by another version") from error
    return (started if isinstance(started, Started) else None), (ended if isinstance(ended, Ended) else None)


def cited(verdict: AnyVerdict) -> tuple[str, int] | None:
    """The question that a verdict answers, and the step after which its evidence can be seen."""
    match verdict:
        case RequirementMet(requirement=name, evidence=int(step)):
            return f"requirement/{name}", step
        case KeyStepHit(key_step=name, step=int(step)):
            # The action of step 5 was taken on the screen after step 4.
            return f"key_step/{name}", max(step - 1, 0)
        case _:
            return None
