"""Makes frozen dataclasses cheap to create."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def fast_init(cls: type[T]) -> type[T]:
    """Replace the `__init__` of a frozen dataclass with slots by one that takes a third of the time.

    For classes of which a step creates hundreds of objects. `__init__` has the same parameters and writes the fields
    through their slots; the dataclass's own calls `object.__setattr__` with the name of each. Everything else stays,
    objects are frozen as before. `__post_init__` is not called.
    """
    scope: dict[str, Any] = {"MISSING": MISSING}
    parameters, lines = [], []
    for field in fields(cls):  # type: ignore[arg-type]  # it is a dataclass
        name, value = field.name, field.name
        scope[f"set_{name}"] = getattr(cls, name).__set__
        if field.default is not MISSING:
            scope[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        elif field.default_factory is not MISSING:
            scope[f"make_{name}"] = field.default_factory
            parameters.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        else:
            parameters.append(name)
        lines.append(f"    set_{name}(self, {value})")
    exec("\n".join([f"def __init__(self, {', '.join(parameters)}):", *lines]), scope)
    cls.__init__ = scope["__init__"]  # type: ignore[method-assign]
    return cls
