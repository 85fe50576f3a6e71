"""awk's own functions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import cut
from adapters.phone.shell.commands.unix.awk.values import Seen, Value, formatted, number, regex, text
from adapters.phone.shell.commands.unix.regex import replacement

if TYPE_CHECKING:
    from adapters.phone.shell.commands.unix.awk.evaluator import Evaluator
    from adapters.phone.shell.commands.unix.awk.syntax_tree import Expr

_ONE = {"int", "sqrt", "exp", "log", "sin", "cos", "toupper", "tolower", "close", "system"}


def call(player: Evaluator, name: str, given: list[Expr]) -> Value:
    """Call one by its name."""
    if name == "length":
        return _length(player, given)
    if name in ("sub", "gsub"):
        return _replaced(player, name, given)
    if name == "split":
        return _split(player, given)
    if name == "match":
        return _matched(player, given)
    if name in ("rand", "srand", "fflush", "systime"):
        return 0.0
    values = [player.value(one) for one in given]
    if name == "sprintf" and values:
        return formatted(text(values[0]), values[1:])
    if name == "index" and len(values) == 2:
        return float(text(values[0]).find(text(values[1])) + 1)
    if name == "substr" and len(values) in (2, 3):
        return _part(text(values[0]), number(values[1]), number(values[2]) if len(values) == 3 else math.inf)
    if name == "atan2" and len(values) == 2:
        return math.atan2(number(values[0]), number(values[1]))
    if name in _ONE and len(values) == 1:
        return _of_one(player, name, values[0])
    raise AwkError(f"calling undefined function {name}")


def _of_one(player: Evaluator, name: str, value: Value) -> Value:
    match name:
        case "toupper":
            return text(value).upper()
        case "tolower":
            return text(value).lower()
        case "close":
            return float(player.streams.close(text(value)))
        case "system":
            return float(player.streams.system(text(value)))
        case "int":
            found = number(value)
            return float(math.trunc(found)) if math.isfinite(found) else found
        case _:
            table: dict[str, Any] = {
                "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos
            }  # fmt: skip
            try:
                return float(table[name](number(value)))
            except (ValueError, OverflowError):
                return math.nan


def _length(player: Evaluator, given: list[Expr]) -> Value:
    if not given:
        return float(len(player.record.get(0)))
    if given[0][0] == "var" and isinstance(player.scope(given[0][1]).get(given[0][1]), dict):
        return float(len(player.array(given[0][1])))
    return float(len(text(player.value(given[0]))))


def _part(value: str, start: float, length: float) -> str:
    """Positions count from 1 and are rounded; what lies outside is nothing."""
    if math.isnan(start) or math.isnan(length):
        return ""
    first = round(max(min(start, 1e9), -1e9))
    end = len(value) + 1 if math.isinf(length) else first + round(max(min(length, 1e9), -1e9))
    return value[max(first, 1) - 1 : max(min(end, len(value) + 1), max(first, 1)) - 1]


def _replaced(player: Evaluator, name: str, given: list[Expr]) -> Value:
    if len(given) not in (2, 3):
        raise AwkError(f"syntax error: {name} takes two or three arguments")
    target: Expr = given[2] if len(given) == 3 else ("field", ("number", 0.0))
    put = replacement(text(player.value(given[1])), groups=False)
    before = text(player.value(target))
    after, count = player.pattern(given[0]).subn(put, before, count=0 if name == "gsub" else 1)
    if count and target[0] in ("var", "index", "field"):
        player.assign(target, after)
    return float(count)


def _split(player: Evaluator, given: list[Expr]) -> Value:
    if len(given) < 2 or given[1][0] != "var":
        raise AwkError("syntax error: split needs an array")
    line = text(player.value(given[0]))
    if len(given) > 2 and given[2][0] == "regex":
        parts = regex(given[2][1]).split(line) if line else []
    else:
        parts = cut(line, text(player.value(given[2])) if len(given) > 2 else text(player.vars["FS"]))
    array = player.array(given[1][1])
    array.clear()
    for at, part in enumerate(parts, 1):
        array[str(at)] = Seen(part)
    return float(len(parts))


def _matched(player: Evaluator, given: list[Expr]) -> Value:
    if len(given) != 2:
        raise AwkError("syntax error: match takes two arguments")
    found = player.pattern(given[1]).search(text(player.value(given[0])))
    player.vars["RSTART"] = float(found.start() + 1) if found else 0.0
    player.vars["RLENGTH"] = float(found.end() - found.start()) if found else -1.0
    return float(player.vars["RSTART"])
