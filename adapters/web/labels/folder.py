"""RUN/labels: the sample that everybody labels, and a file of decisions for each annotator. Blocking; use a thread.

labels/sample.json        which traces, in which order
labels/ANNOTATOR.jsonl    append-only, one line for each decision, on disk before the page calls it saved
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.web.labels.marks import SCHEMA, Mark, Sheaf, to_line
from adapters.web.labels.sampling import Trace, extended
from adapters.web.shared.decisions import Decisions
from runtime.core.errors import UsageError

SIZE = 100
SEED = 7


class Drawn(BaseModel):
    """`sample.json`: what was drawn, in the order in which it is shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = Field(default=1, alias="schema")
    seed: int
    traces: tuple[tuple[str, int], ...]
    """Episode and attempt."""


class Labels:
    """The labels of one run."""

    def __init__(self, run: Path) -> None:
        self.path = run / "labels"
        self._decisions = Decisions(self.path, Sheaf)

    # -- the sample -------------------------------------------------------------------------------------------------

    def sample(self, traces: Sequence[Trace], size: int | None = None, seed: int | None = None) -> tuple[Trace, ...]:
        """The sample, drawn at the first call and kept; a larger size adds to it, a smaller one shows its beginning.

        Raises:
            UsageError: there is nothing to draw from; another seed is asked for though labels exist; the recorded
                sample is of another version or names traces that are gone.
        """
        if not traces:
            raise UsageError(f"{self.path.parent} holds no trace that was played to its end: nothing can be labelled")
        known = self._recorded()
        if known is not None and seed not in (None, known.seed):
            if self.files():
                raise UsageError(
                    f"{self.path} was drawn with seed {known.seed} and has labels: leave out --seed, or move the folder"
                )
            known = None
        if known is None:
            known = Drawn(seed=SEED if seed is None else seed, traces=())
        try:
            chosen = extended(known.traces, traces, known.seed, size or len(known.traces) or SIZE)
        except KeyError as error:
            raise UsageError(
                f"{self._drawn} names {error.args[0]}, whose trace is not there any more; restore the run folder"
            ) from error
        if len(chosen) > len(known.traces):
            self._keep(Drawn(seed=known.seed, traces=tuple((trace.episode, trace.attempt) for trace in chosen)))
        return chosen

    @property
    def _drawn(self) -> Path:
        return self.path / "sample.json"

    def _recorded(self) -> Drawn | None:
        try:
            return Drawn.model_validate_json(self._drawn.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise UsageError(
                f"{self._drawn} cannot be read as a sample of schema {SCHEMA}: it was changed, or written by another "
                "version; restore it"
            ) from error

    def _keep(self, drawn: Drawn) -> None:
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

    def of(self, annotator: str) -> Sheaf:
        """What an annotator has said so far; empty for a new one.

        Raises:
            UsageError: the file is of another version.
        """
        return self._decisions.of(annotator)

    def read(self, path: Path) -> Sheaf:
        """What a file holds by now; only what came since the last time is read."""
        return self._decisions.read(path)

    def add(self, annotator: str, trace: Trace, subject: str, value: bool | str) -> Mark:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: it could not be written.
        """
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        mark = Mark(
            time=time, annotator=annotator, episode=trace.episode, attempt=trace.attempt, subject=subject, value=value
        )
        self._decisions.add(annotator, to_line(mark))
        return mark
