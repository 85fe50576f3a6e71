"""What is wrong with a screen or an input, and findings of one kind at one place taken together. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

KINDS: Final = {
    "crash": "the app stopped, or the phone raised an exception",
    "dead control": "a visible, enabled control that changes nothing",
    "stray touch": "a touch in the middle of a visible control reaches another one that is not painted there",
    "covered control": "a control is painted over in its middle and cannot be scrolled away",
    "unreachable control": "no touch reaches a control, and it cannot be scrolled away from what covers it",
    "control within control": "a touch in the middle of a control reaches another one inside it",
    "invisible control": "a control that takes touches paints nothing",
    "no way back": "BACK does not lead out of the app",
    "squeezed text": "a box is lower than the text in it",
    "wide text": "a line of text is wider than its box",
    "cut text": "text is missing without an ellipsis",
    "cut label": "the label of a button or chip ends in an ellipsis",
    "overlapping texts": "two texts are painted over each other",
    "low contrast": "text has too little contrast to what is painted behind it",
    "missing glyph": "no font has a character of a text",
    "text only in tree": "a text of the accessibility tree is not painted in its bounds",
    "text only painted": "a painted text is missing in the accessibility tree",
    "bounds outside": "bounds in the accessibility tree leave the screen",
}
"""What each kind of finding means."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: its kind, the control or text without its content, and an example."""

    kind: str
    what: str
    example: str


@dataclass(frozen=True, slots=True)
class FindingKey:
    """What findings have in common that are counted together."""

    kind: str
    app: str
    route: str
    what: str


@dataclass(slots=True)
class Finding:
    """Problems of one kind at one place: how many states have it, and the example and path of the first one."""

    example: str
    path: tuple[str, ...]
    count: int = 1


@dataclass(slots=True)
class Findings:
    """All findings of a crawl."""

    rows: dict[FindingKey, Finding] = field(default_factory=dict)

    def add(self, problem: Problem, app: str, route: str, path: tuple[str, ...]) -> None:
        """Count a problem of a state that this path leads to."""
        key = FindingKey(problem.kind, app, route, problem.what)
        known = self.rows.get(key)
        if known is None:
            self.rows[key] = Finding(problem.example, path)
        else:
            known.count += 1

    def merge(self, others: Iterable[Findings]) -> None:
        """Add the findings of other crawls."""
        for other in others:
            for key, found in other.rows.items():
                known = self.rows.setdefault(key, found)
                if known is not found:
                    known.count += found.count

    def of_kind(self, kind: str) -> Iterator[tuple[FindingKey, Finding]]:
        """Yield the findings of a kind, the most frequent first."""
        rows = [(key, found) for key, found in self.rows.items() if key.kind == kind]
        yield from sorted(rows, key=lambda row: (-row[1].count, row[0].app, row[0].route, row[0].what))
