"""YAML with positions: the data of a file and the line that every part of it stands on. Pure: text in, values out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from benchmarks.clarity240.findings import Finding, Mistakes, Place
from runtime.core.given_yaml import problem_in_yaml


class _Loader(yaml.CSafeLoader):
    """Parses only true, false, null and integers as such: `18:30`, `No` and `on` stay the words they look like."""

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

    def mistake(self, rule: str, place: Sequence[str | int], what: str, fix: str) -> Finding:
        """A mistake at `place`: which rule is broken, where it is, what is wrong, what to do."""
        path = ".".join(str(part) for part in place)
        return Finding("error", path, what, fix, rule, tuple(place), self.name, self.line(place))

    def place(self, at: Sequence[str | int]) -> Place:
        """`at` with indexes in the place of the ids and keys of list elements, as far as the file goes."""
        data, found = self.data, []
        for part in at:
            if isinstance(data, list) and isinstance(part, str):
                named = (
                    i
                    for i, item in enumerate(data)
                    if isinstance(item, dict) and part in (item.get("id"), item.get("key"))
                )
                part = next(named, -1)
            try:
                data = data[part]
            except (KeyError, IndexError, TypeError):
                break
            found.append(part)
        return tuple(found)


def read(text: str, name: str) -> Document:
    """Parse one YAML document.

    Raises:
        Mistakes: not YAML, empty, or keys given twice.
    """

    def mistake(line: int, what: str, fix: str, rule: str = "yaml") -> Finding:
        return Finding("error", "", what, fix, rule, (), name, line)

    if problem := problem_in_yaml(text):
        raise Mistakes([mistake(*problem, "mend the file there")])
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise Mistakes([mistake(1, "the file is empty", "write one intent in it")])
        lines: dict[Place, int] = {}
        twice: dict[Place, Finding] = {}
        for place, line in _walk(node, ()):
            # What stands below the second of two keys is told once, by the key.
            if place in lines and not any(place[:end] in twice for end in range(len(place))):
                twice[place] = mistake(line, f"{place[-1]!r} is given twice", "keep one of the two", "key")
            lines.setdefault(place, line)
        if twice:
            raise Mistakes(twice.values())
        return Document(name, loader.construct_document(node), lines)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Mistakes([mistake(line, f"not YAML ({error.problem})", "mend the file there")]) from error
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
