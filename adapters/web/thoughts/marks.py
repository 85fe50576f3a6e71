"""One person's decision on one thought, as a line of JSON, and what is left of many: the last one on each. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from adapters.web.shared.lines import decision

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
"""Why a thought cannot be labelled, by the codes of the published form: a short name, and what it means."""
YES, NO = "1", "0"
ANSWERS: Final = (YES, NO, *REASONS)

Place = tuple[str, str, int]
"""Model, episode, step."""


class Mark(BaseModel):
    """One decision. `gta`: 1, the thought announces the right action; 0, another one; NA, for the reason beside it."""

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
            raise ValueError("NA needs an error code, and nothing else may have one")
        return self

    @property
    def place(self) -> Place:
        """The thought that it is about."""
        return self.model, self.episode_id, self.step_id

    @property
    def answer(self) -> str:
        """As the page has it: 1, 0 or a reason."""
        return self.error_code or str(self.gta)


@dataclass(slots=True)
class Sheaf:
    """All decisions of one person, read line by line. The last one on a thought wins, whichever tab it came from."""

    name: str = ""
    role: str = ""
    values: dict[Place, str] = field(default_factory=dict)
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
        self.name, self.role = mark.annotator, mark.role
        self.values[mark.place] = mark.answer


def to_line(mark: Mark) -> bytes:
    """The decision as a line."""
    return mark.model_dump_json(by_alias=True).encode() + b"\n"


def gta(answer: str) -> bool | None:
    """What an answer says; None for NA."""
    return answer == YES if answer in (YES, NO) else None
