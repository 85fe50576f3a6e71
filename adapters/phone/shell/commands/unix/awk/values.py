"""awk's values: numbers, texts, input texts that may count as numbers, and uninitialized (None)."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Final

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.regex import posix

_LEADING: Final = re.compile(r"[ \t\n]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_WHOLE: Final = re.compile(r"[ \t\n]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[ \t\n]*")
_SPEC: Final = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?(?:[hlLqjzt]*)([a-zA-Z%])")
_WIDEST: Final = 4096


class Seen(str):
    """Text from the input, which is compared as a number if it looks like one."""

    __slots__ = ()


Value = float | str | None


def number(value: Value) -> float:
    """Convert a value to a number, using the number at the start of a text."""
    if isinstance(value, float):
        return value
    match = _LEADING.match(value) if value else None
    return float(match[1]) if match else 0.0


def text(value: Value, form: str = "%.6g") -> str:
    """Convert a value to text; whole numbers have no decimal point."""
    if isinstance(value, float):
        if math.isfinite(value) and value == int(value) and abs(value) < 1e16:
            return str(int(value))
        if math.isnan(value) or math.isinf(value):
            return str(value)
        return formatted(form, [value])
    return value or ""


def true(value: Value) -> bool:
    """Return whether a value counts as true."""
    if isinstance(value, Seen) and _WHOLE.fullmatch(value):
        return number(value) != 0
    return value != 0 if isinstance(value, float) else bool(value)


def numeric(value: Value) -> bool:
    """Return whether a value is compared as a number."""
    return value is None or isinstance(value, float) or (isinstance(value, Seen) and bool(_WHOLE.fullmatch(value)))


def compare(op: str, value: Value, other: Value) -> bool:
    """Compare two values as numbers if both are numeric, else as texts."""
    if numeric(value) and numeric(other):
        a, b = number(value), number(other)
        return {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">": a > b, ">=": a >= b}[op]
    x, y = text(value), text(other)
    return {"<": x < y, "<=": x <= y, "==": x == y, "!=": x != y, ">": x > y, ">=": x >= y}[op]


@lru_cache(maxsize=256)
def regex(source: str) -> re.Pattern[str]:
    """Compile an extended regular expression.

    Raises:
        AwkError: the expression is invalid.
    """
    try:
        return re.compile(posix(source, extended=True))
    except (re.error, OverflowError) as error:
        raise AwkError(f"illegal regular expression: {source}") from error


def formatted(form: str, given: list[Value]) -> str:
    """Format values as `printf` does."""
    rest = list(given)

    def format_directive(match: re.Match[str]) -> str:
        marks, wide, precise, kind = match.groups()
        if kind == "%":
            return "%"
        width = int(number(rest.pop(0)) if rest else 0) if wide == "*" else int(wide or 0)
        places = int(number(rest.pop(0)) if rest else 0) if precise == "*" else int(precise) if precise else None
        width = max(-_WIDEST, min(width, _WIDEST))
        places = None if places is None else max(0, min(places, 300))
        if not rest:
            raise AwkError(f"not enough args in printf({form})")
        return _converted(kind, marks, width, places, rest.pop(0))

    return _SPEC.sub(format_directive, form)


def _converted(kind: str, marks: str, width: int, places: int | None, value: Value) -> str:
    if kind in "diouxX":
        found = number(value)
        integer = int(found) if math.isfinite(found) else 0
        if kind in "uoxX" and integer < 0:
            integer += 2**64
        body = format(integer, {"d": "d", "i": "d", "u": "d", "o": "o", "x": "x", "X": "X"}[kind])
        if places is not None:
            body = ("-" if body.startswith("-") else "") + body.lstrip("-").zfill(places)
        if kind in "di" and integer >= 0:
            body = ("+" if "+" in marks else " " if " " in marks else "") + body
        if "#" in marks and kind in "xX" and integer:
            body = f"0{kind}{body}"
        zero = "0" in marks and "-" not in marks and places is None
    elif kind in "eEfFgG":
        body = f"%{'#' if '#' in marks else ''}.{6 if places is None else places}{kind}" % number(value)
        if number(value) >= 0:
            body = ("+" if "+" in marks else " " if " " in marks else "") + body
        zero = "0" in marks and "-" not in marks
    elif kind == "c":
        point = int(number(value)) if isinstance(value, float) else -1
        body, zero = (chr(point) if 0 <= point < 0xD800 else text(value)[:1]), False
    elif kind == "s":
        body, zero = text(value)[:places] if places is not None else text(value), False
    else:
        return f"%{kind}"
    if zero:
        sign = body[0] if body[:1] in "+- " and body else ""
        return sign + body[len(sign) :].rjust(width - len(sign), "0")
    return body.ljust(abs(width)) if "-" in marks or width < 0 else body.rjust(width)
