"""The folder of one run: its files, their names, and how they are read.

    run.json                        config, versions, suite; written once
    prompts/NAME.txt                prompts that replaced installed ones
    events/EPISODE.ATTEMPT.jsonl    events, one file per attempt, append-only
    truth/EPISODE.ATTEMPT.jsonl     what no agent may see (state reads, released requirements)
    verdicts/JUDGE.jsonl            verdicts, episode by episode
    disagreements.jsonl             with a vote: each subject on which judges differ, and each judge's verdict
    results.jsonl                   one commit line per finished episode: the resume point
    blobs/AB/DIGEST.png|.xml        frames and trees by content, written before the event that names them
    models.json                     tokens and cost by role and model, if a model was called
    metrics.json                    metrics; no duration, path or concurrency in it

No event loop: reading is plain and blocking (callers use a thread); writing goes through `runtime.storage.disk.Disk`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from runtime.core.config import RunConfig
from runtime.core.errors import UsageError
from runtime.core.events import EVENTS, TRUTHS, VERDICTS, AnyEvent, AnyTruth, AnyVerdict, Digest, Ended, Score
from runtime.llm import Prompt
from runtime.metrics.voting import Disagreement
from runtime.storage.disk import read_lines

FORMAT = 1
PROMPTS = "prompts"
"""Subfolder for the prompts that were supplied for the run."""


class Manifest(BaseModel):
    """The content of `run.json`: everything that identifies the results."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT
    version: str
    suite_version: str
    config: RunConfig
    user_limits: dict[str, int] = Field(default_factory=dict)
    """What a simulated user reads and answers (`runtime.language.questions.UserLimits`)."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One finished episode: the attempt that counts and the score of each judge."""

    episode: str
    attempt: int
    scores: tuple[Score, ...]


COMMITS: TypeAdapter[Commit] = TypeAdapter(Commit)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A subject of an episode on which the voting judges differ, with their verdicts and the outcome."""

    episode: str
    attempt: int
    judge: str
    """The vote, by its name as a judge."""
    about: Disagreement


DISPUTES: TypeAdapter[Dispute] = TypeAdapter(Dispute)


@dataclass(frozen=True, slots=True)
class EpisodeKey:
    """Identifies an episode: task × agent × repeat."""

    agent: str
    task: str
    repeat: int

    def __str__(self) -> str:
        return f"{self.agent}/{self.task}/{self.repeat}"

    @property
    def stem(self) -> str:
        """The file name; characters of the agent's name that a file system may reject are escaped."""
        agent = re.sub(r"[^A-Za-z0-9_-]", lambda found: f"%{ord(found[0]):02x}", self.agent)
        return f"{agent}.{self.task}.{self.repeat}"


@dataclass(frozen=True)
class RunDirectory:
    """A run folder on disk: the paths of its files, and blocking readers of their content."""

    path: Path
    manifest: Manifest
    _commits: dict[str, Commit] = field(default_factory=dict, repr=False)

    @classmethod
    def create(cls, path: Path, manifest: Manifest, prompts: Iterable[Prompt] = ()) -> RunDirectory:
        """Create the folder with its `run.json` and the prompts that were supplied for this run.

        Raises:
            UsageError: the folder is in use, or cannot be made.
        """
        cls.check_vacant(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            for prompt in prompts:
                (path / PROMPTS).mkdir(exist_ok=True)
                (path / PROMPTS / f"{prompt.name}.txt").write_text(prompt.source, encoding="utf-8")
            temporary = path / "run.json.part"
            temporary.write_text(manifest.model_dump_json(indent=2) + "\n")
            temporary.replace(path / "run.json")
        except OSError as error:
            raise UsageError(f"cannot make the run folder {path}: {error.strerror}; choose another --out") from error
        return cls(path, manifest)

    @staticmethod
    def check_vacant(path: Path) -> None:
        """Check that a new run can use this folder; creates nothing.

        Raises:
            UsageError: the folder is in use, or cannot be made.
        """
        try:
            if (path / "run.json").exists():
                raise UsageError(
                    f"{path} already holds a run; choose another --out, or continue it with --resume {path}"
                )
            if path.exists() and any(path.iterdir()):
                raise UsageError(f"{path} is not empty; a run needs a folder of its own: choose another --out")
            above = next((parent for parent in (path, *path.parents) if parent.exists()), path)
            problem = "is not a folder" if above.is_file() else "" if os.access(above, os.W_OK) else "cannot be written"
        except OSError as error:
            raise UsageError(f"cannot make the run folder {path}: {error.strerror}; choose another --out") from error
        if problem:
            raise UsageError(f"cannot make the run folder {path}: {above} {problem}; choose another --out")

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """Open a recorded run.

        Raises:
            UsageError: there is no run, another version wrote it, or it is damaged.
        """
        target = path / "run.json"
        try:
            data = target.read_bytes()
        except OSError as error:
            raise UsageError(f"{path} is not a run folder: {target} cannot be read ({error.strerror})") from error
        try:
            manifest = Manifest.model_validate_json(data)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the file"
            raise UsageError(
                f"{target} was changed or written by another version: {where}: {first['msg']}; "
                "restore it, or start a new run with --out"
            ) from error
        if manifest.format != FORMAT:
            raise UsageError(f"{target} has format {manifest.format}, this version reads {FORMAT}; start a new run")
        run = cls(path, manifest)
        try:
            if run.results.exists():
                for commit in read_lines(run.results, COMMITS):
                    run._commits[commit.episode] = commit
        except ValueError as error:
            raise UsageError(f"{error}; the file was changed after the run: restore it, or start a new run") from error
        return run

    def mend(self) -> None:
        """Cut incomplete last records off the files that a resumed run appends to.

        Otherwise the next record would be joined to the incomplete one, and both would be lost.
        """
        _cut(self.results, COMMITS)
        _cut(self.disputes, DISPUTES)
        for path in sorted((self.path / "verdicts").glob("*.jsonl")):
            _cut(path, VERDICTS)

    @property
    def results(self) -> Path:
        """Path of the commit lines, one for each finished episode."""
        return self.path / "results.jsonl"

    @property
    def disputes(self) -> Path:
        """Path of the subjects on which judges differ."""
        return self.path / "disagreements.jsonl"

    @property
    def models(self) -> Path:
        """Path of tokens and cost by role and model."""
        return self.path / "models.json"

    @property
    def metrics(self) -> Path:
        """Path of the metrics."""
        return self.path / "metrics.json"

    @cached_property
    def blobs(self) -> Path:
        """Folder of frames and accessibility trees."""
        return self.path / "blobs"

    @property
    def commits(self) -> dict[str, Commit]:
        """Finished episodes by name, as recorded when the folder was opened."""
        return self._commits

    def trace(self, key: EpisodeKey, attempt: int) -> Path:
        """Path of the events of an attempt."""
        return self.path / "events" / f"{key.stem}.{attempt}.jsonl"

    def truth(self, key: EpisodeKey, attempt: int) -> Path:
        """Path of the truth of an attempt."""
        return self.path / "truth" / f"{key.stem}.{attempt}.jsonl"

    def console(self, key: EpisodeKey, attempt: int) -> Path:
        """Folder for the console output of an external program in one attempt."""
        return self.path / "programs" / f"{key.stem}.{attempt}"

    def verdicts(self, judge: str) -> Path:
        """Path of a judge's verdicts."""
        return self.path / "verdicts" / f"{judge}.jsonl"

    def blob(self, digest: Digest, suffix: str) -> Path:
        """Path of a blob; the last two letters of its digest choose a subfolder."""
        return self.blobs / digest[-2:] / f"{digest}{suffix}"

    def attempts(self, key: EpisodeKey) -> int:
        """Return how many attempts of this episode have an event file."""
        count = 0
        while self.trace(key, count).exists():
            count += 1
        return count

    def played(self, key: EpisodeKey) -> int | None:
        """Return the attempt that was played to a valid end, or None."""
        for attempt in reversed(range(self.attempts(key))):
            events = self.read_trace(key, attempt)
            if events and isinstance(events[-1], Ended) and events[-1].ending != "void":
                return attempt
        return None

    def read_verdicts(self, judge: str) -> list[AnyVerdict]:
        """Read all verdicts of a judge; empty if there are none."""
        path = self.verdicts(judge)
        return _read(path, VERDICTS) if path.exists() else []

    def read_trace(self, key: EpisodeKey, attempt: int) -> list[AnyEvent]:
        """Read the events of one attempt.

        Raises:
            UsageError: the file is missing or damaged.
        """
        return _read(self.trace(key, attempt), EVENTS)

    def read_truth(self, key: EpisodeKey, attempt: int) -> list[AnyTruth]:
        """Read the truth of one attempt; empty if none was recorded (real phones)."""
        path = self.truth(key, attempt)
        return _read(path, TRUTHS) if path.exists() else []


def _read(path: Path, adapter: TypeAdapter[Any]) -> list[Any]:
    try:
        return read_lines(path, adapter)
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); the run folder is incomplete") from error
    except ValueError as error:
        raise UsageError(f"{error}; the file was changed after the run") from error


def _cut(path: Path, adapter: TypeAdapter[Any]) -> None:
    if not path.exists():
        return
    data = path.read_bytes()
    complete_size = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, max(complete_size - 1, 0)) + 1
    try:
        if complete_size:
            adapter.validate_json(data[last:complete_size])
    except ValidationError:
        complete_size = last
    if complete_size < len(data):
        os.truncate(path, complete_size)


def merge_by_seq(events: Iterable[AnyEvent], truths: Iterable[AnyTruth]) -> list[AnyEvent | AnyTruth]:
    """Merge both logs of an attempt in the order they were written; they share one sequence."""
    both: list[AnyEvent | AnyTruth] = [*events, *truths]
    return sorted(both, key=lambda item: item.seq)


def canonical_json(value: Any) -> bytes:
    """Encode canonical JSON: sorted keys, one newline at the end."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1).encode() + b"\n"
