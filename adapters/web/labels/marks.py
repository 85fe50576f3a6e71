"""One decision of an annotator, as a line of JSON, and what is left of many: the last one on each question. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr

from adapters.web.labels.questions import Value
from adapters.web.shared.lines import decision

SCHEMA = 1


class Mark(BaseModel):
    """One decision. `value` is an answer of `questions.CHOICES`, or "skip"; `time` is UTC."""

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
        """What was labelled."""
        return self.episode, self.attempt, self.subject


Item = tuple[str, int, str]
"""Episode, attempt, subject."""


@dataclass(slots=True)
class Sheaf:
    """All decisions of one annotator, read line by line. The last one on an item wins, whichever tab it came from."""

    annotator: str = ""
    values: dict[Item, Value] = field(default_factory=dict)
    damaged: list[int] = field(default_factory=list)
    """Numbers of lines that a killed writer left incomplete."""
    lines: int = 0

    def read(self, line: bytes) -> None:
        """Take one line in.

        Raises:
            UsageError: it is whole, but not of this version.
        """
        self.lines += 1
        if not line.strip():
            return
        mark = decision(line, self.lines, SCHEMA, Mark)
        if mark is None:
            self.damaged.append(self.lines)
            return
        self.add(mark)

    def add(self, mark: Mark) -> None:
        """Take one decision in."""
        self.annotator = mark.annotator
        self.values[mark.item] = mark.value


def latest(marks: Iterable[Mark]) -> dict[Item, Value]:
    """What a row of decisions comes to."""
    sheaf = Sheaf()
    for mark in marks:
        sheaf.add(mark)
    return sheaf.values


def to_line(mark: Mark) -> bytes:
    """The decision as a line."""
    return mark.model_dump_json(by_alias=True).encode() + b"\n"
