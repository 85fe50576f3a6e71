"""Content of apps as data: YAML files beside an app's modules, validated when they are read, and searched by words.

@content
class Dish:
    name: str
    cents: int
    art: Picture

DISHES = read_content(__package__, "dishes.yaml", tuple[Dish, ...])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Any, Final, TypeVar, dataclass_transform

import yaml
from pydantic import BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from adapters.phone.ui.node import Art

T = TypeVar("T")
_STRICT: Final = ConfigDict(extra="forbid")


class ContentError(Exception):
    """A file of content breaks its schema; the message begins with `FILE:LINE:`."""


@dataclass_transform(frozen_default=True)
def content(kind: type[T]) -> type[T]:
    """Make a class a frozen dataclass of content, in which fields that it does not have are errors."""
    kind.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(kind)


def _read_art(value: object) -> object:
    kind, _, seed = str(value).partition(" ")
    return Art(kind, int(seed or 0)) if isinstance(value, str) else value


Picture = Annotated[Art, BeforeValidator(_read_art)]
"""A picture, written as its kind and seed: `food:burger 7`."""


def read_content(package: str, name: str, kind: type[T]) -> T:
    """Return the content of a YAML file in a package. Blocks.

    Raises:
        ContentError: it is not YAML, or breaks the schema of `kind`.
    """
    file = resources.files(package) / name
    text = file.read_text(encoding="utf-8")
    try:
        data = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ContentError(f"{file}:{line}: not YAML: {error.problem}") from error
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ContentError(f"{file}:{_line(text, first['loc'])}: {where}: {first['msg']}") from error


def _line(text: str, place: Sequence[int | str]) -> int:
    """Return the line of the innermost part of a YAML text that a place leads to."""
    node: Any = yaml.compose(text, Loader=yaml.CSafeLoader)
    line = 1
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line


def find_by_words(items: Iterable[T], query: str, text: Callable[[T], str]) -> tuple[T, ...]:
    """Return the items whose text has every word of a query, in whatever case; none for an empty query."""
    words = query.casefold().split()
    return tuple(item for item in items if words and all(word in text(item).casefold() for word in words))
