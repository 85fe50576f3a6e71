"""The closed set of types that a phone's state is made of, taken from the annotations of its dataclasses. Pure."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], bool]
"""Returns whether a value fits an annotation. The parts of a dataclass are checked when it is built, not here."""


class Schema:
    """The dataclasses and enums that can be reached from `roots` through annotations."""

    def __init__(self, roots: Iterable[type]) -> None:
        self._hints: dict[type, Mapping[str, Any]] = {}
        for root in roots:
            self._collect(root)
        self.names = {kind: type_name(kind) for kind in self._hints}
        self.types = {name: kind for kind, name in self.names.items()}
        self.field_names = {kind: tuple(hints) for kind, hints in self._hints.items()}
        self._checks = {
            kind: tuple((name, _check(hint)) for name, hint in hints.items()) for kind, hints in self._hints.items()
        }

    def _collect(self, kind: type) -> None:
        if kind in self._hints:
            return
        hints = get_type_hints(kind) if is_dataclass(kind) else {}
        self._hints[kind] = {field.name: hints[field.name] for field in fields(kind)} if is_dataclass(kind) else {}
        for hint in self._hints[kind].values():
            for part in _parts(hint):
                if isinstance(part, type) and (is_dataclass(part) or issubclass(part, Enum)):
                    self._collect(part)

    def build(self, kind: type, values: list[Any]) -> Any:
        """Return an object of a dataclass with these field values, without running any of its code.

        Raises:
            ValueError: the number or the type of a value does not fit.
        """
        checks = self._checks[kind]
        if len(checks) != len(values):
            raise ValueError(f"{kind.__name__} has {len(checks)} fields, not {len(values)}")
        item: Any = object.__new__(kind)
        for (name, check), value in zip(checks, values, strict=True):
            if not check(value):
                raise ValueError(f"{kind.__name__}.{name} has a value of the wrong type")
            object.__setattr__(item, name, value)
        return item

    @property
    def fingerprint(self) -> str:
        """Return a digest of all types, their fields and annotations."""
        digest = blake2b(digest_size=8)
        for name, kind in sorted(self.types.items()):
            digest.update(repr((name, [(field, repr(hint)) for field, hint in self._hints[kind].items()])).encode())
        return digest.hexdigest()


def type_name(kind: type) -> str:
    """Return the module and name of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _parts(hint: Any) -> Iterable[Any]:
    """Yield an annotation and everything inside it."""
    yield hint
    for argument in get_args(hint):
        yield from _parts(argument)


def _check(hint: Any) -> Check:
    """Return the check of one annotation; one that is not understood accepts everything."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        allowed = {(value.__class__, value) for value in arguments}
        return lambda value: isinstance(value, str | int) and (value.__class__, value) in allowed
    if origin in (Union, types.UnionType):
        checks = tuple(map(_check, arguments))
        return lambda value: any(check(value) for check in checks)
    if origin is tuple:
        return _check_tuple(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key_fits, value_fits = map(_check, arguments)
        return lambda value: (
            value.__class__ is dict and all(key_fits(key) and value_fits(item) for key, item in value.items())
        )
    if hint is float:
        return lambda value: value.__class__ is float or value.__class__ is int
    if isinstance(hint, type) and hint is not object and hint is not Any:
        # Exactly this class: a bool is not an int here.
        return lambda value: value.__class__ is hint
    return lambda value: True


def _check_tuple(arguments: tuple[Any, ...]) -> Check:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item_fits = _check(arguments[0])
        return lambda value: value.__class__ is tuple and all(map(item_fits, value))
    checks = tuple(map(_check, arguments))
    return lambda value: (
        value.__class__ is tuple
        and len(value) == len(checks)
        and all(check(item) for check, item in zip(checks, value, strict=True))
    )
