"""What expressions of awk are worth, and where its variables live."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adapters.phone.shell.commands.unix.awk import functions
from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import Record
from adapters.phone.shell.commands.unix.awk.streams import Streams
from adapters.phone.shell.commands.unix.awk.syntax_tree import Expr, Program, Statement
from adapters.phone.shell.commands.unix.awk.values import Seen, Value, compare, number, regex, text, true
from adapters.phone.shell.language.command import Call
from adapters.phone.shell.language.session import Killed

_MOST_STEPS: Final = 3_000_000
"""Statements and expressions that one run may play."""
_LONGEST: Final = 1 << 20
_DEEPEST: Final = 40


class Return(Exception):
    """`return`."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class Evaluator:
    """The variables, arrays and functions of one run. `operands` are files and assignments."""

    def __init__(self, call: Call, program: Program, variables: dict[str, Value], operands: list[str]) -> None:
        self.call = call
        self.program = program
        self.operands = operands
        self.vars: dict[str, Any] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "SUBSEP": "\x1c", "CONVFMT": "%.6g", "OFMT": "%.6g",
            "NR": 0.0, "FNR": 0.0, "RSTART": 0.0, "RLENGTH": -1.0, "FILENAME": "",
            "ENVIRON": {name: Seen(value) for name, value in call.env.items()},
            "ARGC": float(len(operands) + 1),
            "ARGV": {str(at): Seen(word) for at, word in enumerate(["awk", *operands])},
            **variables,
        }  # fmt: skip
        self.frames: list[dict[str, Any]] = []
        self.streams = Streams(call)
        self.record = Record(lambda: text(self.vars["FS"]), lambda: text(self.vars["OFS"]))
        self.status = 0
        self.steps = 0
        self.open: set[int] = set()
        """Rules whose range is open."""
        self._feed = self._records()

    def _records(self) -> Iterator[str]:
        """The records of the main input."""
        raise NotImplementedError

    def statement(self, made: Statement) -> None:
        """Play one statement."""
        raise NotImplementedError

    def _step(self) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Killed

    # Names.

    def scope(self, name: str) -> dict[str, Any]:
        """Where a variable lives."""
        return self.frames[-1] if self.frames and name in self.frames[-1] else self.vars

    def array(self, name: str) -> dict[str, Value]:
        """The array of that name, made where there is none."""
        scope = self.scope(name)
        if scope.get(name) is None:
            scope[name] = {}
        found = scope[name]
        if not isinstance(found, dict):
            raise AwkError(f"can't use {name} as array; it's a scalar")
        return found

    def key(self, items: list[Expr]) -> str:
        """An index as text."""
        return text(self.vars["SUBSEP"]).join(text(self.value(one)) for one in items)

    def assign(self, target: Expr, value: Value) -> Value:
        """Write a variable, an element or a field."""
        if isinstance(value, str) and len(value) > _LONGEST:
            raise Killed
        match target[0]:
            case "var" if target[1] == "NF":
                self.record.resize(int(number(value)))
            case "var":
                self.scope(target[1])[target[1]] = value
            case "index":
                self.array(target[1])[self.key(target[2])] = value
            case "field":
                self.record.put(int(number(self.value(target[1]))), text(value))
            case _:
                raise AwkError("syntax error: assignment to what is no variable")
        return value

    # Expressions.

    def value(self, made: Expr) -> Value:
        """What an expression is."""
        self._step()
        match made[0]:
            case "number" | "string":
                value: Value = made[1]
                return value
            case "regex":
                return float(regex(made[1]).search(self.record.get(0)) is not None)
            case "paren":
                return self.value(made[1])
            case "group":
                return self.key(made[1])
            case "var":
                return self._variable(made[1])
            case "index":
                array = self.array(made[1])
                return array.setdefault(self.key(made[2]), None)
            case "field":
                return self.record.get(int(number(self.value(made[1]))))
            case "assign":
                return self._assigned(made)
            case "step":
                return self._stepped(made)
            case "call":
                return self._called(made[1], made[2])
            case "getline":
                return self._getline(made)
            case _:
                return self._computed(made)

    def _variable(self, name: str) -> Value:
        if name == "NF":
            return float(len(self.record.fields))
        found = self.scope(name).get(name)
        if isinstance(found, dict):
            raise AwkError(f"can't read value of {name}; it's an array name.")
        held: Value = found
        return held

    def _assigned(self, made: Expr) -> Value:
        value = self.value(made[3])
        if made[1] != "=":
            value = arithmetic(made[1][:-1], number(self.value(made[2])), number(value))
        return self.assign(made[2], value)

    def _stepped(self, made: Expr) -> Value:
        before = number(self.value(made[2]))
        after = before + (1 if made[1] == "++" else -1)
        self.assign(made[2], after)
        return after if made[3] else before

    def _computed(self, made: Expr) -> Value:
        match made[0]:
            case "cond":
                return self.value(made[2] if true(self.value(made[1])) else made[3])
            case "or":
                return float(true(self.value(made[1])) or true(self.value(made[2])))
            case "and":
                return float(true(self.value(made[1])) and true(self.value(made[2])))
            case "in":
                return float(self.key(made[1]) in self.array(made[2]))
            case "match":
                found = self.pattern(made[2]).search(text(self.value(made[1]))) is not None
                return float(found != made[3])
            case "compare":
                return float(compare(made[1], self.value(made[2]), self.value(made[3])))
            case "concat":
                form = text(self.vars["CONVFMT"])
                joined = text(self.value(made[1]), form) + text(self.value(made[2]), form)
                if len(joined) > _LONGEST:
                    raise Killed
                return joined
            case "binary":
                return arithmetic(made[1], number(self.value(made[2])), number(self.value(made[3])))
            case _:
                inner = self.value(made[2])
                if made[1] == "!":
                    return float(not true(inner))
                return -number(inner) if made[1] == "-" else number(inner)

    def pattern(self, made: Expr) -> Any:
        """An expression used as a pattern: itself where it is one, else its text."""
        return regex(made[1] if made[0] == "regex" else text(self.value(made)))

    def _called(self, name: str, given: list[Expr]) -> Value:
        function = self.program.functions.get(name)
        if function is None:
            return functions.call(self, name, given)
        if len(self.frames) >= _DEEPEST:
            raise Killed
        frame: dict[str, Any] = dict.fromkeys(function.params)
        for param, one in zip(function.params, given, strict=False):
            held = self.scope(one[1]).get(one[1]) if one[0] == "var" and one[1] != "NF" else None
            frame[param] = held if isinstance(held, dict) else self.value(one)
        self.frames.append(frame)
        try:
            self.statement(function.body)
        except Return as back:
            return back.value
        finally:
            self.frames.pop()
        return None

    def _getline(self, made: Expr) -> Value:
        if made[2] == "":
            line = next(self._feed, None)
            found = (0, "") if line is None else (1, line)
        else:
            found = self.streams.line(made[2], text(self.value(made[3])), text(self.vars["RS"]))
            if found[0] == 1 and made[2] == "|":
                self.vars["NR"] = number(self.vars["NR"]) + 1
        if found[0] == 1:
            if made[1] is None:
                self.record.take(found[1])
            else:
                self.assign(made[1], Seen(found[1]))
        return float(found[0])


def arithmetic(op: str, a: float, b: float) -> float:
    """The six operations.

    Raises:
        AwkError: division by zero.
    """
    if op in "/%" and b == 0:
        raise AwkError(f"division by zero{' in %' if op == '%' else ''}")
    try:
        match op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a / b
            case "%":
                return a - b * int(a / b)
            case _:
                found = a**b
                return found if isinstance(found, float) else float("nan")
    except (OverflowError, ZeroDivisionError):
        return float("inf")
