"""RUN/labels: the sample of traces, and a file of decisions for each annotator. Blocking; use a thread.

labels/sample.json        the traces and their order
labels/ANNOTATOR.jsonl    append-only, one line for each decision, on disk before it is acknowledged
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.web.labels.decisions import SCHEMA, AnnotatorLabels, Mark, to_line
from adapters.web.labels.sampling import Trace, extend_sample
from adapters.web.shared.decisions import Decisions
from runtime.core.errors import UsageError

SIZE = 100
SEED = 7


class SampleFile(BaseModel):
    """`sample.json`: the drawn traces in the order in which they are shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = Field(default=1, alias="schema")
    seed: int
    traces: tuple[tuple[str, int], ...]
    """Episode and attempt of each trace."""


class Labels:
    """The labels of one run."""

    def __init__(self, run: Path) -> None:
        self.path = run / "labels"
        self._decisions = Decisions(self.path, AnnotatorLabels)

    # -- the sample -------------------------------------------------------------------------------------------------

    def sample(self, traces: Sequence[Trace], size: int | None = None, seed: int | None = None) -> tuple[Trace, ...]:
        """The sample. The first call draws and stores it; a larger size extends it, a smaller one returns its
        beginning.

        Raises:
            UsageError: the run has no completed trace; another seed is given although labels exist; the recorded
                sample is of another version or names missing traces.
        """
        if not traces:
            raise UsageError(f"{self.path.parent} has no completed trace, so there is nothing to label")
        known = self._recorded()
        if known is not None and seed not in (None, known.seed):
            if self.files():
                raise UsageError(
                    f"{self.path} was drawn with seed {known.seed} and has labels: omit --seed, or move the folder away"
                )
            known = None
        if known is None:
            known = SampleFile(seed=SEED if seed is None else seed, traces=())
        try:
            chosen = extend_sample(known.traces, traces, known.seed, size or len(known.traces) or SIZE)
        except KeyError as error:
            raise UsageError(
                f"{self._drawn} names {error.args[0]}, whose trace is missing; restore the run folder"
            ) from error
        if len(chosen) > len(known.traces):
            self._keep(SampleFile(seed=known.seed, traces=tuple((trace.episode, trace.attempt) for trace in chosen)))
        return chosen

    @property
    def _drawn(self) -> Path:
        return self.path / "sample.json"

    def _recorded(self) -> SampleFile | None:
        try:
            return SampleFile.model_validate_json(self._drawn.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise UsageError(
                f"{self._drawn} is not a valid sample of schema {SCHEMA}: it was changed, or written by another "
                "version; restore it"
            ) from error

    def _keep(self, drawn: SampleFile) -> None:
        try:
            self.path.mkdir(exist_ok=True)
            temporary = self._drawn.with_suffix(".part")
            temporary.write_text(drawn.model_dump_json(by_alias=True, indent=1) + "\n", encoding="utf-8")
            temporary.replace(self._drawn)
        except OSError as error:
            raise UsageError(f"{self._drawn} cannot be written ({error.strerror})") from error

    # -- decisions --------------------------------------------------------------------------------------------------

    def files(self) -> list[Path]:
        """The annotators' files."""
        return self._decisions.files()

    def of(self, annotator: str) -> AnnotatorLabels:
        """An annotator's decisions so far; empty for a new annotator.

        Raises:
            UsageError: the file was written by another version.
        """
        return self._decisions.of(annotator)

    def read(self, path: Path) -> AnnotatorLabels:
        """The decisions in a file. Only what was appended since the last call is read from disk."""
        return self._decisions.read(path)

    def add(self, annotator: str, trace: Trace, subject: str, value: bool | str) -> Mark:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: the file could not be written.
        """
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        mark = Mark(
            time=time, annotator=annotator, episode=trace.episode, attempt=trace.attempt, subject=subject, value=value
        )
        self._decisions.add(annotator, to_line(mark))
        return mark
