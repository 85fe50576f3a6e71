"""YAML with positions: the data of a file and the line that every part of it stands on. Pure: text in, values out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from runtime.errors import UsageError

Place = tuple[str | int, ...]
"""Keys and indexes from the root of a document."""


class _Loader(yaml.CSafeLoader):
    """Reads only true, false, null and whole numbers as such: `18:30`, `No` and `on` are the words they look like."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own protocol


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)\Z"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)\Z"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"-?(?:0|[1-9]\d*)\Z"), list("-0123456789"))


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its name for messages, its data, and the line (from 1) of each place in it."""

    name: str
    data: Any
    lines: dict[Place, int]

    def line(self, place: Sequence[str | int]) -> int:
        """The line of the deepest part of `place` that the file has."""
        known = tuple(place)
        while known and known not in self.lines:
            known = known[:-1]
        return self.lines.get(known, 1)

    def mistake(self, place: Sequence[str | int], what: str, fix: str) -> UsageError:
        """The error for a mistake at `place`: where it is, what is wrong, what to do."""
        path = ".".join(str(part) for part in place)
        return UsageError(f"{self.name}:{self.line(place)}: {f'{path}: ' if path else ''}{what}; {fix}")


def read(text: str, name: str) -> Document:
    """Parse one YAML document.

    Raises:
        UsageError: not YAML, empty, or a key given twice.
    """
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise UsageError(f"{name}:1: the file is empty; write one intent in it")
        lines: dict[Place, int] = {}
        for place, line in _walk(node, ()):
            if place in lines:
                raise UsageError(f"{name}:{line}: {place[-1]!r} is given twice; keep one of the two")
            lines[place] = line
        return Document(name, loader.construct_document(node), lines)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(f"{name}:{line}: not YAML ({error.problem}); mend the file there") from error
    finally:
        loader.dispose()


def _walk(node: yaml.Node, place: Place) -> Iterator[tuple[Place, int]]:
    yield place, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            # The line of a block value is that of its first key; its own key is where a person looks.
            below = iter(_walk(value, (*place, str(key.value))))
            own, _ = next(below)
            yield own, key.start_mark.line + 1
            yield from below
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _walk(value, (*place, index))
