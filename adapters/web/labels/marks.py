"""One decision of an annotator, as a line of JSON, and what is left of many: the last one on each question. Pure."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, ValidationError

from adapters.web.labels.questions import Value
from runtime.errors import UsageError

SCHEMA = 1
LONGEST_NAME = 40
_STEM = 120
"""Characters of an annotator's file name; a longer one ends with a digest."""


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
        try:
            found = json.loads(line)
        except ValueError:
            self.damaged.append(self.lines)
            return
        schema = found.get("schema") if isinstance(found, dict) else None
        if schema != SCHEMA:
            raise UsageError(f"line {self.lines} has schema {schema!r}, this version reads {SCHEMA}")
        try:
            mark = Mark.model_validate(found)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise UsageError(f"line {self.lines} was changed by hand: {where}: {first['msg']}") from error
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


def tidy(name: str) -> str:
    """An annotator's name without what cannot be seen in it.

    Raises:
        ValueError: nothing is left, or it is too long.
    """
    plain = " ".join(
        "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", name)).split()
    )
    if not plain:
        raise ValueError("a name is needed")
    if len(plain) > LONGEST_NAME:
        raise ValueError(f"a name may have {LONGEST_NAME} characters")
    return plain


def stem(name: str) -> str:
    """The file name of an annotator, harmless on any file system. `Ada` and `ada` are one person."""
    key = unicodedata.normalize("NFC", tidy(name).casefold())
    safe = re.sub(rb"[^a-z0-9_-]", lambda found: b"%%%02x" % found[0][0], key.encode()).decode()
    return safe if len(safe) <= _STEM else f"{safe[:90]}~{sha256(key.encode()).hexdigest()[:24]}"
