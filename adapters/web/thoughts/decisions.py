"""A person's decision on a thought as a line of JSON, and the last decisions of each person. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from adapters.web.shared.decision_lines import parse_decision

SCHEMA: Final = 1
Role = Literal["annotator", "adjudicator"]

REASONS: Final[Mapping[str, tuple[str, str]]] = {
    "E_GT_ERROR": ("wrong truth", "what is shown as right is wrong: another action, another place, another text"),
    "E_COT_PARSE_FAIL": ("no action", "one cannot tell from the thought what is to be done"),
    "E_MISMATCH_INSTR_SCREEN": ("wrong screen", "the instruction does not belong to this screen"),
    "E_IMAGE_NOT_FOUND": ("no picture", "the screen is missing, and one cannot tell without it"),
    "E_COT_MISSING": ("no thought", "what is shown is no thought at all"),
    "E_PRED_MISSING": ("no output", "the model's output is missing or in shreds"),
    "E_DATA_BAD": ("damaged", "something that is needed is missing from the record"),
    "E_OTHER": ("other", "anything else"),
}
"""Reasons why a thought cannot be labelled, by the codes of the published form: short name and meaning."""
YES, NO = "1", "0"
ANSWERS: Final = (YES, NO, *REASONS)

Place = tuple[str, str, int]
"""Model, episode, step: identifies a thought."""


class Mark(BaseModel):
    """One decision. `gta`: 1, the thought announces the correct action; 0, another action; NA, see `error_code`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = Field(default=1, alias="schema")
    time: str
    annotator: str
    role: Role
    model: str
    episode_id: str
    step_id: int
    gta: Literal[0, 1, "NA"]
    error_code: str = ""

    @model_validator(mode="after")
    def _reasoned(self) -> Mark:
        if (self.gta == "NA") != (self.error_code in REASONS) or (self.gta != "NA" and self.error_code):
            raise ValueError("NA requires an error code, and other labels must not have one")
        return self

    @property
    def place(self) -> Place:
        """The labelled thought."""
        return self.model, self.episode_id, self.step_id

    @property
    def answer(self) -> str:
        """The answer as the page sends it: 1, 0 or a reason."""
        return self.error_code or str(self.gta)


@dataclass(slots=True)
class AnnotatorLabels:
    """All decisions of one person, read line by line. The last decision on a thought counts."""

    name: str = ""
    role: str = ""
    values: dict[Place, str] = field(default_factory=dict)
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
        self.name, self.role = mark.annotator, mark.role
        self.values[mark.place] = mark.answer


def to_line(mark: Mark) -> bytes:
    """Encode a decision as a line of the file."""
    return mark.model_dump_json(by_alias=True).encode() + b"\n"


def gta(answer: str) -> bool | None:
    """The label of an answer; None for NA."""
    return answer == YES if answer in (YES, NO) else None
