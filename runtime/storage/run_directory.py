"""The folder of one run: its files, their names, and how they are read.

    run.json                        config, versions, suite; written once
    prompts/NAME.txt                prompts that replaced installed ones
    events/EPISODE.ATTEMPT.jsonl    events, one file per attempt, append-only
    truth/EPISODE.ATTEMPT.jsonl     what no agent may see (state reads, released requirements)
    verdicts/JUDGE.jsonl            verdicts, episode by episode
    disagreements.jsonl             with a vote: each subject on which judges differ, and each judge's verdict
    results.jsonl                   one commit line per finished episode: the resume point; chained (`storage.chain`)
    blobs/AB/DIGEST.png|.xml        frames and trees by content, written before the event that names them
    models.json                     tokens and cost by role and model, if a model was called
    metrics.json                    metrics; no duration, path or concurrency in it
    seal.json                       of a finished run: its last checksum, and those of the files that no line covers
    run.lock                        who writes into the folder now (`storage.lock`)

No event loop: reading is plain and blocking (callers use a thread); writing goes through `runtime.storage.disk.Disk`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import xxhash
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from runtime.core.config import RunConfig
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import (
    EVENTS,
    STRICT,
    TRUTHS,
    VERDICTS,
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Digest,
    Ended,
    Observed,
    Score,
    Traffic,
)
from runtime.core.given_files import check_given_folder
from runtime.llm import Prompt
from runtime.metrics.voting import Disagreement
from runtime.screen.frames.png import is_complete
from runtime.storage.chain import Chain, EvidenceChecksums, checksum, checksum_of_all, first_head
from runtime.storage.disk import PART, naming, read_lines, reading, sync_folder, write_file
from runtime.storage.lock import LOCK

FORMAT = 2
MANIFEST: Final = "run.json"
SEAL_SCHEMA = 1
SUFFIXES: Final[dict[str, str]] = {"frame": ".png", "tree": ".xml", "raw": ".bin"}
"""Endings of blob files by the first part of their digest."""
_NO_DIGEST: Final = re.compile(r"[^\w-]|^$")
RESULTS = "results.jsonl"
SEAL: Final = "seal.json"
PROMPTS = "prompts"
"""Subfolder for the prompts that were supplied for the run."""
_BEGUN: Final = frozenset({LOCK, MANIFEST + PART})
"""What a process leaves that is killed before it has begun a run."""


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
    """One finished episode: the attempt that counts, the score of each judge, and checksums of what that rests on."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    episode: str
    attempt: int
    scores: tuple[Score, ...]
    evidence: EvidenceChecksums = field(default_factory=EvidenceChecksums)


COMMITS: TypeAdapter[Commit] = TypeAdapter(Commit)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A subject of an episode on which the voting judges differ, with their verdicts and the outcome."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

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
    head: str = ""
    """The checksum of the last commit line when the folder was opened."""
    _commits: dict[str, Commit] = field(default_factory=dict, repr=False)
    existed: bool = False
    """Whether the run was begun before, so that the folder may hold what an interrupted process has left."""

    @classmethod
    def create(cls, path: Path, manifest: Manifest, prompts: Iterable[Prompt] = ()) -> RunDirectory:
        """Create the folder with its `run.json` and the prompts that were supplied for this run.

        It is durable when this returns.

        Raises:
            UsageError: the folder is in use, or cannot be made.
        """
        cls.check_vacant(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            for prompt in prompts:
                (path / PROMPTS).mkdir(exist_ok=True)
                write_file(path / PROMPTS / f"{prompt.name}.txt", prompt.source.encode(), durable=True)
            data = manifest.model_dump_json(indent=2).encode() + b"\n"
            write_file(path / MANIFEST, data, durable=True)
            sync_folder(path)
        except OSError as error:
            raise StorageError(f"cannot make the run folder {path}: {error.strerror}; choose another --out") from error
        return cls(path, manifest, first_head(data))

    @staticmethod
    def check_vacant(path: Path) -> None:
        """Check that a new run can use this folder; creates nothing.

        Raises:
            UsageError: the folder is in use, or cannot be made.
        """
        try:
            if (path / MANIFEST).exists():
                raise UsageError(
                    f"{path} already holds a run; choose another --out, or continue it with --resume {path}"
                )
            if path.exists() and any(file.name not in _BEGUN for file in path.iterdir()):
                raise UsageError(f"{path} is not empty; a run needs a folder of its own: choose another --out")
        except OSError as error:
            raise UsageError(f"cannot make the run folder {path}: {error.strerror}; choose another --out") from error
        check_given_folder(path)

    @classmethod
    def open(cls, path: Path, *, resume: bool = False, problems: list[str] | None = None) -> RunDirectory:
        """Open a recorded run. Blocks.

        With `resume`, what a power cut has left of the last commit lines of an unfinished run does not count; `mend`
        removes it. With `problems`, commit lines count up to the first damaged one, which is named there.

        Raises:
            UsageError: there is no run, another version wrote it, or it is damaged.
        """
        target = path / MANIFEST
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
        chain = Chain(first_head(data))
        commits = _read_commits(path / RESULTS, chain, problems, cut=resume and not (path / SEAL).exists())
        return cls(path, manifest, chain.head, {commit.episode: commit for commit in commits}, existed=True)

    def mend(self) -> None:
        """Remove what an interrupted process has left that no commit line depends on, so that records can be appended.

        Otherwise the next record would be joined to an incomplete one, and both would be lost. Blocks.

        Raises:
            StorageError: a file cannot be read or written.
        """
        for pattern in (f"*{PART}", f"{PROMPTS}/*{PART}", f"blobs/*/*{PART}"):
            for path in self.path.glob(pattern):
                with naming(path):
                    path.unlink()
        _cut(self.results, _committed_size)
        _cut(self.disputes, lambda data: self._size_up_to_commits(data, DISPUTES))
        for path in sorted((self.path / "verdicts").glob("*.jsonl")):
            _cut(path, lambda data: self._size_up_to_commits(data, VERDICTS))

    def _size_up_to_commits(self, data: bytes, adapter: TypeAdapter[Any]) -> int:
        """The size of a log up to the last record of a committed episode."""
        end = data.rfind(b"\n") + 1
        while end:
            start = data.rfind(b"\n", 0, end - 1) + 1
            try:
                if adapter.validate_json(data[start:end]).episode in self._commits:
                    break
            except ValidationError:
                pass
            end = start
        return end

    @property
    def results(self) -> Path:
        """Path of the commit lines, one for each finished episode."""
        return self.path / RESULTS

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
    def seal(self) -> Path:
        """Path of the last checksum of a finished run."""
        return self.path / SEAL

    def seal_document(self, head: str) -> bytes:
        """Return the content of seal.json: the last checksum of the chain, one for each other file, its own. Blocks.

        Blobs are left out, since their names and the commit lines say what they hold, and what is added after a run.
        """
        apart = {RESULTS, LOCK, self.seal.name, "report.html"}
        sums = {}
        for path in sorted(path for path in self.path.rglob("*") if path.is_file()):
            name = path.relative_to(self.path).as_posix()
            if name not in apart and not name.startswith(("blobs/", "rejudged/", "labels/", "report_parts/")):
                with reading(path):
                    sums[name] = checksum(path.read_bytes())
        seal = {"schema": SEAL_SCHEMA, "head": head, "files": sums}
        return canonical_json({**seal, "checksum": checksum(canonical_json(seal))})

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
        """Path of a blob; the last two letters of its digest choose a subfolder.

        Raises:
            StorageError: that is no digest, and might name a file elsewhere.
        """
        if _NO_DIGEST.search(digest):
            raise StorageError(f"{self.path} names a file {digest[:80]!r}, which is no digest; restore it")
        return self.blobs / digest[-2:] / f"{digest}{suffix}"

    def attempt_counts(self) -> dict[str, int]:
        """Return how many numbers of attempts are taken, by the stem of the episode. Blocks.

        After a power cut a number may be taken by a truth file alone, or an earlier attempt may be missing.
        """
        taken: dict[str, int] = {}
        for path in (*self.path.glob("events/*.jsonl"), *self.path.glob("truth/*.jsonl")):
            stem, _, number = path.stem.rpartition(".")
            if number.isdecimal():
                taken[stem] = max(taken.get(stem, 0), int(number) + 1)
        return taken

    def attempts(self, key: EpisodeKey) -> int:
        """Return how many numbers of attempts at this episode are taken. Blocks."""
        return self.attempt_counts().get(key.stem, 0)

    def played(self, key: EpisodeKey, attempts: int | None = None) -> int | None:
        """Return the attempt that was committed, or else the last one that was played to a valid end and is all there;
        None if there is none. `attempts`: how many numbers are taken, if known. Blocks.

        Raises:
            StorageError: a file cannot be read.
        """
        commit = self._commits.get(str(key))
        if commit is not None:
            return commit.attempt
        attempts = self.attempts(key) if attempts is None else attempts
        return next((attempt for attempt in reversed(range(attempts)) if self._is_all_there(key, attempt)), None)

    def _is_all_there(self, key: EpisodeKey, attempt: int) -> bool:
        """Whether an attempt that was not committed has a valid end and every record and blob before it."""
        try:
            events = _complete_records(self.trace(key, attempt), EVENTS)
            truths = _complete_records(self.truth(key, attempt), TRUTHS)
        except ValueError:
            return False
        if not events or not isinstance(events[-1], Ended) or events[-1].ending == "void":
            return False
        numbers = sorted(item.seq for item in (*events, *truths))
        return numbers == list(range(len(numbers))) and all(map(self._is_stored, blobs_of(events)))

    def _is_stored(self, digest: Digest) -> bool:
        path = self.blob(digest, SUFFIXES[digest.partition("-")[0]])
        with reading(path):
            return path.exists() and holds_content(digest, path.read_bytes())

    def read_verdicts(self, judge: str) -> list[AnyVerdict]:
        """Read all verdicts of a judge; empty if there are none."""
        path = self.verdicts(judge)
        return _read(path, VERDICTS) if path.exists() else []

    def read_trace(self, key: EpisodeKey, attempt: int) -> list[AnyEvent]:
        """Read the events of one attempt.

        Raises:
            StorageError: the file is missing or damaged, or not the one that was committed.
        """
        return _read(self.trace(key, attempt), EVENTS, self._committed(key, attempt).events)

    def read_truth(self, key: EpisodeKey, attempt: int) -> list[AnyTruth]:
        """Read the truth of one attempt; empty if none was recorded (real phones)."""
        path = self.truth(key, attempt)
        expected = self._committed(key, attempt).truth
        return _read(path, TRUTHS, expected) if path.exists() or expected not in ("", checksum(b"")) else []

    def _committed(self, key: EpisodeKey, attempt: int) -> EvidenceChecksums:
        """Return the checksums with which an attempt was committed; empty ones if it was not."""
        commit = self._commits.get(str(key))
        return commit.evidence if commit is not None and commit.attempt == attempt else EvidenceChecksums()

    def checksums(self, key: EpisodeKey, attempt: int) -> EvidenceChecksums:
        """Return the checksums of a recorded attempt that was not committed yet. Blocks.

        Raises:
            StorageError: a file is missing.
        """
        logs = []
        for path in (self.trace(key, attempt), self.truth(key, attempt)):
            with reading(path):
                logs.append(path.read_bytes() if path.exists() else b"")
        blobs = {digest: self.blob_checksum(digest) for digest in blobs_of(self.read_trace(key, attempt))}
        return EvidenceChecksums(checksum(logs[0]), checksum(logs[1]), checksum_of_all(blobs))

    def blob_checksum(self, digest: Digest) -> str:
        """Return the checksum of a stored blob's file. Blocks.

        Raises:
            StorageError: it is missing.
        """
        path = self.blob(digest, SUFFIXES[digest.partition("-")[0]])
        with reading(path):
            return checksum(path.read_bytes())


def blobs_of(events: Iterable[AnyEvent]) -> frozenset[Digest]:
    """Return the blobs that events name."""
    found = set[Digest | None]()
    for event in events:
        if isinstance(event, Observed):
            found |= {event.frame, event.tree}
        elif isinstance(event, Traffic):
            found.add(event.digest)
    return frozenset(digest for digest in found if digest is not None)


def holds_content(digest: Digest, data: bytes) -> bool:
    """Whether the content of a blob's file is complete; of a tree or raw data: whether it is what the digest names."""
    kind = digest.partition("-")[0]
    return is_complete(data) if kind == "frame" else digest == f"{kind}-{xxhash.xxh3_128_hexdigest(data)}"


def _committed_size(data: bytes) -> int:
    """The size of the complete commit lines.

    What follows was being written when the process was killed: a line without an end. A power cut also leaves zero
    bytes, where the size of the file became durable but its content did not.
    """
    lost = data.find(b"\0")
    return data.rfind(b"\n", 0, len(data) if lost < 0 else lost) + 1


def _read_commits(path: Path, chain: Chain, problems: list[str] | None, *, cut: bool) -> list[Commit]:
    """Read all commit lines; the last one does not count without its end. `cut`: only those before zero bytes.

    With `problems`, a damaged line ends the reading instead of raising, since nothing after it can be checked.
    """
    with reading(path):
        data = path.read_bytes() if path.exists() else b""
    commits = []
    size = _committed_size(data) if cut else len(data)
    for number, line in enumerate(data[:size].split(b"\n")[:-1], start=1):
        record = chain.check(line)
        reason = "its checksum does not fit"
        try:
            if record is not None:
                reason = "not a record of this version"
                commits.append(COMMITS.validate_json(record))
                continue
        except ValidationError:
            pass
        what = "the file" if number > 1 else f"it or {MANIFEST}"
        if b"\0" in line:
            reason += " (zero bytes, as a power cut leaves them: --resume continues an unfinished run)"
        found = f"{path}, line {number}: {reason}; {what} was changed after the run"
        if problems is None:
            raise StorageError(f"{found}: restore it, or start a new run")
        problems.append(f"{found}, so episodes from there on are shown without scores")
        break
    return commits


def _read(path: Path, adapter: TypeAdapter[Any], expected: str = "") -> list[Any]:
    """Read the items of a log. `expected` is its checksum, if known."""
    try:
        with reading(path):
            if expected and checksum(path.read_bytes()) != expected:
                raise StorageError(f"{path} is not as it was recorded: its checksum does not fit; restore it")
            return read_lines(path, adapter)
    except ValueError as error:
        raise StorageError(f"{error}; the file was changed after the run") from error


def _complete_records(path: Path, adapter: TypeAdapter[Any]) -> list[Any]:
    """Read the items of a log that may be missing or damaged.

    Raises:
        ValueError: a record is not complete.
        StorageError: the file cannot be read.
    """
    with reading(path):
        data = path.read_bytes() if path.exists() else b""
    *lines, rest = data.split(b"\n")
    if rest:
        raise ValueError(f"{path}: the last line is not complete")
    return [adapter.validate_json(line) for line in lines]


def _cut(path: Path, size_of: Callable[[bytes], int]) -> None:
    """Cut a file, if it exists, to the size that its content permits."""
    with reading(path):
        data = path.read_bytes() if path.exists() else b""
    size = size_of(data)
    if size < len(data):
        with naming(path):
            os.truncate(path, size)


def merge_by_seq(events: Iterable[AnyEvent], truths: Iterable[AnyTruth]) -> list[AnyEvent | AnyTruth]:
    """Merge both logs of an attempt in the order they were written; they share one sequence."""
    both: list[AnyEvent | AnyTruth] = [*events, *truths]
    return sorted(both, key=lambda item: item.seq)


def canonical_json(value: Any) -> bytes:
    """Encode canonical JSON: sorted keys, one newline at the end."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1).encode() + b"\n"
