"""Reads the vectors beside this file: replies of models, and the expected lenient and official parse.

`section` and `number` say where a vector comes from: the notes on the agents, by section. `out` is the lenient
reading in their notation: each given key must be there, and no more actions. `official` is what the agent's own program
does: the same, or another list, or how it takes a reply that it cannot read: `count`, `stop` or `finish`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.agents.formats.grammar.action_json import written
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Format, Mode
from adapters.agents.formats.registry import load_format

SCREEN = Screen(1080, 2400)
FOLDER = Path(__file__).parent / "vectors"
_ERROR = {"op": "parse_error"}
_ENDS: dict[str, list[dict[str, Any]]] = {
    "count": [_ERROR],
    "stop": [_ERROR, {"op": "finish", "status": "failure", "text": ""}],
    "finish": [_ERROR, {"op": "finish", "status": "success"}],
}


@dataclass(frozen=True, slots=True)
class Vector:
    """A reply with its expected actions."""

    format: Format
    row: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.format.name} {self.row['section']} #{self.row['number']}"

    @property
    def text(self) -> str:
        text: str = self.row["in"]
        return text

    @property
    def marks(self) -> dict[int, tuple[int, int, int, int]] | None:
        found = self.row.get("marks")
        if found is None:
            return None
        return {int(key): tuple(at * 2 if len(at) == 2 else at) for key, at in found.items()}

    def expected(self, mode: Mode) -> list[dict[str, Any]]:
        official = self.row["official"]
        if mode == "generic" or official == "same":
            out: list[dict[str, Any]] = self.row["out"]
            return out
        if isinstance(official, str):
            assert official == self.format.malformed
            return _ENDS[official]
        found: list[dict[str, Any]] = official
        return found

    def holds(self, mode: Mode) -> bool:
        """Whether the reply means exactly the stated actions; where elements stay numbers, the numbers are stated."""
        wanted = self.expected(mode)
        found = self.read(mode)
        return len(found) == len(wanted) and all(
            all(key in entry and entry[key] == value for key, value in other.items())
            for entry, other in zip(found, wanted, strict=True)
        )

    def read(self, mode: Mode) -> list[dict[str, Any]]:
        """Parses the reply into the notation of the vectors."""
        placed = not any("element" in entry and "x" not in entry and "x1" not in entry for entry in self.expected(mode))
        surface = self.format.surface(SCREEN, self.row.get("scheme", ""), self.marks, mode)
        return written(self.format.decide(self.text, surface, mode), placed=placed)


def vectors() -> Iterator[Vector]:
    """Returns the vectors of all formats."""
    for path in sorted(FOLDER.glob("*.json")):
        form = load_format(path.stem)
        yield from (Vector(form, row) for row in json.loads(path.read_text(encoding="utf-8")))
