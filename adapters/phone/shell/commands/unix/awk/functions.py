"""awk's functions without side effects: arguments in, value out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.values import Value, formatted, number, text


def call(name: str, values: list[Value]) -> Value:
    """Return the result of a numeric or string function.

    Raises:
        AwkError: no function has that name and number of arguments.
    """
    if name == "sprintf" and values:
        return formatted(text(values[0]), values[1:])
    if name == "index" and len(values) == 2:
        return float(text(values[0]).find(text(values[1])) + 1)
    if name == "substr" and len(values) in (2, 3):
        return _part(text(values[0]), number(values[1]), number(values[2]) if len(values) == 3 else math.inf)
    if name == "atan2" and len(values) == 2:
        return math.atan2(number(values[0]), number(values[1]))
    if name in _OF_ONE and len(values) == 1:
        return _OF_ONE[name](values[0])
    raise AwkError(f"calling undefined function {name}")


def _truncated(value: Value) -> Value:
    found = number(value)
    return float(math.trunc(found)) if math.isfinite(found) else found


def _mathematical(function: Callable[[float], float]) -> Callable[[Value], Value]:
    def result(value: Value) -> Value:
        try:
            return float(function(number(value)))
        except (ValueError, OverflowError):
            return math.nan

    return result


_OF_ONE: Final[Mapping[str, Callable[[Value], Value]]] = {
    "toupper": lambda value: text(value).upper(),
    "tolower": lambda value: text(value).lower(),
    "int": _truncated,
    "sqrt": _mathematical(math.sqrt),
    "exp": _mathematical(math.exp),
    "log": _mathematical(math.log),
    "sin": _mathematical(math.sin),
    "cos": _mathematical(math.cos),
}


def _part(value: str, start: float, length: float) -> str:
    """Return a substring; positions start at 1 and are rounded, positions outside are empty."""
    if math.isnan(start) or math.isnan(length):
        return ""
    first = round(max(min(start, 1e9), -1e9))
    end = len(value) + 1 if math.isinf(length) else first + round(max(min(length, 1e9), -1e9))
    return value[max(first, 1) - 1 : max(min(end, len(value) + 1), max(first, 1)) - 1]
