"""An annotator's decision as a line of JSON, and the last decisions of each annotator. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr

from adapters.web.labels.questions import Value
from adapters.web.shared.decision_lines import parse_decision

SCHEMA = 1


class Mark(BaseModel):
    """One decision. `value`: an answer of `questions.CHOICES`, or "skip"; `time` is UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = Field(default=1, alias="schema")
    time: str
    annotator: str
    episode: str
    attempt: int
    subject: str
    value: StrictBool | StrictStr

    @property
    def item(self) -> tuple[str, int, str]:
        """The labelled item."""
        return self.episode, self.attempt, self.subject


Item = tuple[str, int, str]
"""Episode, attempt, subject."""


@dataclass(slots=True)
class AnnotatorLabels:
    """All decisions of one annotator, read line by line. The last decision on an item counts."""

    annotator: str = ""
    values: dict[Item, Value] = field(default_factory=dict)
    damaged: list[int] = field(default_factory=list)
    """Numbers of lines that a killed writer left incomplete."""
    lines: int = 0

    def read(self, line: bytes) -> None:
        """Add one line of the file.

        Raises:
            UsageError: the line is complete, but of another version.
        """
        self.lines += 1
        if not line.strip():
            return
        mark = parse_decision(line, self.lines, SCHEMA, Mark)
        if mark is None:
            self.damaged.append(self.lines)
            return
        self.add(mark)

    def add(self, mark: Mark) -> None:
        """Add one decision."""
        self.annotator = mark.annotator
        self.values[mark.item] = mark.value


def latest(marks: Iterable[Mark]) -> dict[Item, Value]:
    """The last decision on each item."""
    labels = AnnotatorLabels()
    for mark in marks:
        labels.add(mark)
    return labels.values


def to_line(mark: Mark) -> bytes:
    """Encode a decision as a line of the file."""
    return mark.model_dump_json(by_alias=True).encode() + b"\n"
