"""A run folder for reading: its episodes, their scores and evidence, and what of it cannot be read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from runtime.core.errors import StorageError, UsageError
from runtime.core.events import EVENTS, AnyEvent, AnyTruth, AnyVerdict, Digest, Score, Started
from runtime.core.tasks import Suite, Task
from runtime.plugins import registry
from runtime.screen.tree import TreeError, UiTree, parse
from runtime.storage.disk import reading
from runtime.storage.run_directory import SUFFIXES, EpisodeKey, Manifest, RunDirectory, holds_content


@dataclass(frozen=True, slots=True)
class RecordedEpisode:
    """An episode of a run: the attempt that counts, each judge's score of it, and its task if the suite is installed.

    An episode that was not finished has no scores, and its attempt is the last one.
    """

    key: EpisodeKey
    attempt: int
    scores: Mapping[str, Score] = field(default_factory=dict)
    task: Task | None = None

    @property
    def name(self) -> str:
        """`AGENT/TASK/REPEAT`."""
        return str(self.key)

    @property
    def finished(self) -> bool:
        """Whether the episode was finished, so that it has scores."""
        return bool(self.scores)


@dataclass(frozen=True)
class RecordedRun:
    """A run folder as it is on disk. Blocking, so on an event loop it belongs in a thread.

    What is damaged or unfinished is left out and named in `problems`.
    """

    directory: RunDirectory
    suite: Suite | None
    """None if the suite is not installed in the version that was played."""
    problems: tuple[str, ...] = ()
    suite_problem: str = ""
    """That of the problems that says why there is no suite; it does not concern scores."""

    @classmethod
    def open(cls, path: Path) -> RecordedRun:
        """Open a run folder, finished or not.

        Raises:
            UsageError: it is not a run folder, or its run.json is damaged or of another format.
        """
        problems: list[str] = []
        directory = RunDirectory.open(path, problems=problems)
        if not directory.seal.exists():
            problems.append("the run was not finished, so metrics and tables cover only what was played")
        suite, suite_problem = _suite(directory.manifest)
        return cls(directory, suite, (*problems, *filter(None, [suite_problem])), suite_problem)

    @property
    def path(self) -> Path:
        return self.directory.path

    @property
    def manifest(self) -> Manifest:
        """What identifies the run: versions and configuration."""
        return self.directory.manifest

    @property
    def judges(self) -> tuple[str, ...]:
        """All judges, the main one first."""
        return self.manifest.config.scored_by

    @cached_property
    def state_judge(self) -> str | None:
        """The first judge that reads app state, if there is one and it is installed."""
        for name in self.manifest.config.judges:
            with suppress(UsageError):
                if registry.load(registry.JUDGES, name).sees_truth:
                    return name
        return None

    @cached_property
    def tasks(self) -> Mapping[str, Task]:
        """The suite's tasks by id; empty if it is not installed in the recorded version."""
        return {task.id: task for task in self.suite.tasks} if self.suite is not None else {}

    @cached_property
    def episodes(self) -> Mapping[str, RecordedEpisode]:
        """All episodes by name: finished ones in the order of their commits, then unfinished ones."""
        found: dict[str, RecordedEpisode] = {}
        for commit in self.directory.commits.values():
            key = _key(commit.episode)
            scores = {score.judge: score for score in commit.scores}
            found[commit.episode] = RecordedEpisode(key, commit.attempt, scores, self.tasks.get(key.task))
        for name, attempt in self._unfinished():
            if name not in found:
                key = _key(name)
                found[name] = RecordedEpisode(key, attempt, task=self.tasks.get(key.task))
        return found

    def find(self, name: str) -> RecordedEpisode:
        """Return the episode with that name; a unique part of a name suffices.

        Raises:
            UsageError: none or several match.
        """
        if name in self.episodes:
            return self.episodes[name]
        matches = [episode for known, episode in self.episodes.items() if name in known]
        if len(matches) == 1:
            return matches[0]
        if not matches:
            some = ", ".join(list(self.episodes)[:3])
            raise UsageError(f"{self.path} has no episode {name!r}; it has {len(self.episodes)}, such as {some}")
        rest = f" and {len(matches) - 5} more" if len(matches) > 5 else ""
        names = ", ".join(episode.name for episode in matches[:5])
        raise UsageError(f"{name!r} fits {len(matches)} episodes of {self.path}: {names}{rest}; give more of the name")

    def scores(self, judge: str = "") -> tuple[Score, ...]:
        """Return a judge's scores of all finished episodes; by default those of the main judge."""
        judge = judge or self.judges[0]
        return tuple(episode.scores[judge] for episode in self.episodes.values() if judge in episode.scores)

    def events(self, episode: RecordedEpisode) -> list[AnyEvent]:
        """Return the events of an episode.

        Raises:
            StorageError: they are missing or damaged.
        """
        return self.directory.read_trace(episode.key, episode.attempt)

    def truths(self, episode: RecordedEpisode) -> list[AnyTruth]:
        """Return the ground truth recorded in an episode; empty on real phones.

        Raises:
            StorageError: it is missing or damaged.
        """
        return self.directory.read_truth(episode.key, episode.attempt)

    def verdicts(self, episode: RecordedEpisode, judge: str = "") -> Sequence[AnyVerdict]:
        """Return a judge's verdicts on an episode, in order; by default those of the main judge.

        Raises:
            StorageError: the judge's verdicts are damaged.
        """
        return self._verdicts(judge or self.judges[0]).get(episode.name, ())

    def frame(self, digest: Digest) -> bytes:
        """Return a recorded screen as PNG.

        Raises:
            StorageError: it is missing or damaged.
        """
        return self._blob(digest)

    def tree(self, digest: Digest) -> UiTree:
        """Return a recorded accessibility tree.

        Raises:
            StorageError: it is missing or damaged.
        """
        try:
            return parse(self._blob(digest))
        except TreeError as error:
            raise StorageError(f"{digest} of {self.path} is no accessibility dump: {error}") from error

    def metrics(self) -> dict[str, Any]:
        """Return metrics.json.

        Raises:
            StorageError: it is missing, because the run was not finished, or damaged.
        """
        path = self.directory.metrics
        with reading(path):
            data = path.read_bytes()
        try:
            document: dict[str, Any] = json.loads(data)
        except ValueError as error:
            raise StorageError(f"{path} is damaged: {error}; `rejudge` makes it again") from error
        return document

    def _blob(self, digest: Digest) -> bytes:
        path = self.directory.blob(digest, SUFFIXES.get(digest.partition("-")[0], ""))
        with reading(path):
            data = path.read_bytes()
        if not holds_content(digest, data):
            raise StorageError(f"{path} is not as it was recorded")
        return data

    @cached_property
    def _judged(self) -> dict[str, dict[str, list[AnyVerdict]]]:
        return {}

    def _verdicts(self, judge: str) -> Mapping[str, Sequence[AnyVerdict]]:
        if judge not in self._judged:
            found: dict[str, list[AnyVerdict]] = defaultdict(list)
            for verdict in self.directory.read_verdicts(judge):
                found[verdict.episode].append(verdict)
            self._judged[judge] = found
        return self._judged[judge]

    def _unfinished(self) -> Iterator[tuple[str, int]]:
        """Yield the episodes that have a trace, each with its last attempt."""
        found: dict[str, int] = {}
        for path in sorted((self.path / "events").glob("*.jsonl")):
            with reading(path), path.open("rb") as file:
                line = file.readline()
            try:
                started = EVENTS.validate_json(line)
            except ValidationError:
                continue
            if isinstance(started, Started):
                found[started.episode] = max(found.get(started.episode, 0), started.attempt)
        yield from found.items()


def _key(name: str) -> EpisodeKey:
    agent, task, repeat = name.rsplit("/", 2)
    return EpisodeKey(agent, task, int(repeat))


def _suite(manifest: Manifest) -> tuple[Suite | None, str]:
    """Return the suite in the version that was played; else None and the reason."""
    name = manifest.config.suite
    try:
        suite = registry.suite(name)
    except UsageError as error:
        return None, f"instructions and requirements are not shown: {error}"
    if suite.version != manifest.suite_version:
        return None, (
            f"instructions and requirements are not shown: the run was played on {name} {manifest.suite_version}, "
            f"and {suite.version} is installed"
        )
    return suite, ""


def open_run(path: str | Path) -> RecordedRun:
    """Open a run folder for reading, finished or not. Blocking, so on an event loop it belongs in a thread.

    What is damaged or unfinished is left out and named in `problems` of the run.

    Raises:
        UsageError: it is not a run folder, or its run.json is damaged or of another format.
    """
    return RecordedRun.open(Path(path))
