"""Pin files: every state that a crawl found, the path to it, digests of what it shows and knows, and what inputs did.

A file is JSON lines, compressed: a head, then for each app a line that names it, one line for each visit and one for
each input tried on it. Paths share their beginnings: a visit names the one that it was reached from. Visits without
digests only lead to others.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.acceptance.atlas.looks import Look, Outcome
from benchmarks.acceptance.atlas.visits import Edge, Visit
from runtime.core.errors import UsageError

_FORMAT: Final = "state atlas 1"
_EDGE: Final = 4
"""Values in the line of an edge."""


@dataclass(frozen=True, slots=True)
class PinnedApp:
    """The visits of the crawl through one app, which made so many inputs."""

    app: str
    inputs: int
    visits: Sequence[Visit]
    edges: Sequence[Edge] = ()


def write_pins(path: Path, apps: Iterable[PinnedApp], seed: int) -> None:
    """Write a pin file; equal visits make equal bytes."""
    lines = "".join(f"{line}\n" for line in _lines(apps, seed))
    path.write_bytes(gzip.compress(lines.encode(), mtime=0))


def _lines(apps: Iterable[PinnedApp], seed: int) -> Iterator[str]:
    yield _line({"format": _FORMAT, "seed": seed})
    for pinned in apps:
        yield _line({"app": pinned.app, "inputs": pinned.inputs})
        for visit in pinned.visits:
            looks = () if visit.look is None else astuple(visit.look)
            yield _line(
                [visit.app, visit.screen, visit.start, visit.parent, visit.input, visit.control, *looks],
            )
        for edge in pinned.edges:
            yield _line([edge.visit, edge.input, edge.outcome.place, edge.outcome.digest])


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_pins(path: Path) -> list[PinnedApp]:
    """Read a pin file.

    Raises:
        UsageError: it is no pin file of this format.
    """
    try:
        head, *lines = (json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines())
        if head["format"] != _FORMAT:
            raise UsageError(f"{path} has the format {head['format']!r}, and this version reads {_FORMAT!r}")
        found: list[PinnedApp] = []
        visits: list[Visit] = []
        edges: list[Edge] = []
        for line in lines:
            if isinstance(line, dict):
                visits, edges = [], []
                found.append(PinnedApp(line["app"], line["inputs"], visits, edges))
            elif len(line) == _EDGE:
                edges.append(Edge(line[0], line[1], Outcome(line[2], line[3])))
            else:
                app, screen, start, parent, made, control, *looks = line
                visits.append(Visit(app, screen, start, parent, made, control, Look(*looks) if looks else None))
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} cannot be read as pins: {error}") from error
    return found
