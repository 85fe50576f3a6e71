"""Values of a schema as JSON, and back. Parts that every phone has from the start are only named. Pure.

The text is `[type names, value]`. Plain values are JSON's own. Everything else is a list that starts with what it is:
`[n, field, …]` is a dataclass or enum member of the n-th of the types, `["r", n]` the n-th factory value, `["t", …]` a
tuple, `["d", key, value, …]` a mapping in its order, `["b", length]` the next bytes of the attachment, and
`["datetime", text]` a date or time. Types are looked up in the schema, so decoding can build nothing else.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Any, Final

from adapters.phone.portable.schema import Schema, type_name

_LONG_TEXT: Final = 16
"""Shorter texts are written out, longer ones named if every phone has them."""
_TIMES: Final[Mapping[str, type]] = {kind.__name__: kind for kind in (date, datetime, time)}


class NotPortableError(ValueError):
    """A value of a type that the schema does not know."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """JSON text, and the bytes that it refers to."""

    text: str
    attachment: bytes


class FactoryValues:
    """The parts of a value that every phone has from the start, numbered in the order of a walk through it."""

    def __init__(self, schema: Schema, value: Any) -> None:
        self._schema = schema
        self.values: list[Any] = []
        self.numbers: dict[int, int] = {}
        """Numbers by object identity; `values` keeps the objects alive."""
        self._add(value)

    def _add(self, value: Any) -> None:
        if id(value) in self.numbers or not self._worth_naming(value):
            return
        self.numbers[id(value)] = len(self.values)
        self.values.append(value)
        if isinstance(value, dict):
            parts = list(value.values())
        elif isinstance(value, tuple):
            parts = list(value)
        else:
            parts = [getattr(value, name) for name in self._schema.field_names.get(value.__class__, ())]
        for part in parts:
            self._add(part)

    def _worth_naming(self, value: Any) -> bool:
        if isinstance(value, str):
            return len(value) >= _LONG_TEXT
        return (isinstance(value, tuple | dict) and bool(value)) or value.__class__ in self._schema.field_names


def encode(schema: Schema, factory: FactoryValues, value: Any) -> Encoded:
    """Return a value as JSON and attachment; parts that are the same objects as factory values are named.

    Raises:
        NotPortableError: a part has a type that the schema does not know.
    """
    encoder = _Encoder(schema, factory)
    plain = encoder.plain(value)
    text = json.dumps([list(encoder.types), plain], separators=(",", ":"))
    return Encoded(text, bytes(encoder.attachment))


class _Encoder:
    def __init__(self, schema: Schema, factory: FactoryValues) -> None:
        self._schema = schema
        self._factory = factory
        self.types: dict[str, int] = {}
        """The types used so far and their numbers."""
        self.attachment = bytearray()

    def plain(self, value: Any) -> Any:
        kind = value.__class__
        if kind is str:
            if len(value) < _LONG_TEXT:
                return value
        elif kind is int or kind is bool or value is None:
            return value
        number = self._factory.numbers.get(id(value))
        if number is not None:
            return ["r", number]
        if kind is str or (kind is float and math.isfinite(value)):
            return value
        if kind is tuple:
            return ["t", *map(self.plain, value)]
        names = self._schema.field_names.get(kind)
        if names is not None:
            number = self.types.setdefault(self._schema.names[kind], len(self.types))
            if isinstance(value, Enum):
                return [number, value.name]
            return [number, *[self.plain(getattr(value, name)) for name in names]]
        if kind is dict:
            return ["d", *[self.plain(item) for pair in value.items() for item in pair]]
        if kind is bytes:
            self.attachment += value
            return ["b", len(value)]
        if kind in _TIMES.values():
            return [kind.__name__, value.isoformat()]
        raise NotPortableError(f"a value of the type {type_name(kind)} cannot be exported")


def decode(schema: Schema, factory: FactoryValues, encoded: Encoded) -> Any:
    """Return the value that was encoded.

    Raises:
        ValueError: this encodes no value of the schema.
    """
    attachment = _Attachment(encoded.attachment)
    try:
        names, plain = json.loads(encoded.text, parse_constant=_refuse)
        types = [schema.types[name] for name in names]
        value = _Decoder(schema, factory, types, attachment).value(plain)
    except (RecursionError, TypeError, LookupError, OverflowError) as error:
        raise ValueError(f"not the encoding of a value: {error}") from None
    if attachment.left:
        raise ValueError("bytes are left over")
    return value


class _Decoder:
    def __init__(self, schema: Schema, factory: FactoryValues, types: list[type], attachment: _Attachment) -> None:
        self._schema = schema
        self._factory = factory
        self._types = types
        self._attachment = attachment

    def value(self, plain: Any) -> Any:
        if plain.__class__ is not list:
            if plain.__class__ is dict:
                raise ValueError("an object has no place here")
            return plain
        head, *rest = plain
        match head:
            case "r":
                (number,) = rest
                return self._factory.values[_natural(number)]
            case "t":
                return tuple([self.value(item) for item in rest])
            case "d":
                items = [self.value(item) for item in rest]
                return dict(zip(items[::2], items[1::2], strict=True))
            case "b":
                (length,) = rest
                return self._attachment.take(_natural(length))
            case str():
                (text,) = rest
                return _TIMES[head].fromisoformat(text)  # type: ignore[attr-defined]
            case _:
                return self._object(self._types[_natural(head)], rest)

    def _object(self, kind: type, rest: list[Any]) -> Any:
        if issubclass(kind, Enum):
            (name,) = rest
            return kind[name]
        return self._schema.build(kind, [self.value(item) for item in rest])


class _Attachment:
    """Takes bytes from the start."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, length: int) -> bytes:
        if length > len(self._data) - self._at:
            raise ValueError("bytes are missing")
        self._at += length
        return self._data[self._at - length : self._at]

    @property
    def left(self) -> int:
        return len(self._data) - self._at


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def _natural(number: Any) -> int:
    if number.__class__ is not int or number < 0:
        raise ValueError(f"{number!r} is not a number that counts something")
    return int(number)
