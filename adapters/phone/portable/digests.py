"""Exact digests of immutable values. Equal values have equal digests in every process, whatever objects they are.

A digest covers types and all parts; the order of a mapping's keys does not count. It is computed from the digests of
the parts, which are remembered by object: only what changed since the last digest is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time
from enum import Enum
from hashlib import blake2b
from typing import Any, Final

from adapters.phone.portable.encoding import NotPortableError
from adapters.phone.portable.schema import Schema, type_name

_MOST: Final = 1000
"""Remembered digests in each of two generations."""
_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
Remembered = dict[int, tuple[Any, str]]
"""Object and digest by the object's identity; an object that is referenced here keeps its identity."""


class Digests:
    """Computes digests of values of a schema. Values must not change afterwards.

    Digests used least recently are forgotten, except those of `shared`: when the young generation is full, it replaces
    the old one.
    """

    def __init__(self, schema: Schema, shared: Remembered, most: int = _MOST) -> None:
        self._schema = schema
        self._shared = shared
        self._most = most
        self._young: Remembered = {}
        self._old: Remembered = {}

    def combine(self, name: str, parts: Iterable[Any]) -> str:
        """Return one digest of several values, which are not remembered as a whole."""
        return _digest(f"{name}({','.join([self.of(part) for part in parts])})")

    def of(self, value: Any) -> str:
        """Return the digest of a value, or a plain value itself, in a form that shows its type."""
        kind = value.__class__
        if kind in _PLAIN:
            return repr(value)
        key = id(value)
        found = self._shared.get(key) or self._young.get(key)
        if found is None:
            found = self._old.get(key) or (value, self._compute(value, kind))
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = found
        return found[1]

    def _compute(self, value: Any, kind: type) -> str:
        names = self._schema.field_names.get(kind)
        if names is not None and not isinstance(value, Enum):
            return self.combine(self._schema.names[kind], [getattr(value, name) for name in names])
        if kind is tuple:
            return self.combine("tuple", value)
        if kind is dict:
            pairs = sorted([f"{self.of(key)}:{self.of(item)}" for key, item in value.items()])
            return _digest(f"dict({','.join(pairs)})")
        if kind is bytes:
            return f"bytes#{blake2b(value, digest_size=16).hexdigest()}"
        if isinstance(value, Enum | date | time):
            return f"{type_name(kind)}({value.name if isinstance(value, Enum) else value.isoformat()!r})"
        raise NotPortableError(f"a value of the type {type_name(kind)} has no digest")


def shared_digests(schema: Schema, values: Sequence[Any]) -> Remembered:
    """Return the digests of values that many phones have."""
    digests = Digests(schema, {}, most=len(values))
    return {id(value): (value, digests.of(value)) for value in values}


def _digest(text: str) -> str:
    return "#" + blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
