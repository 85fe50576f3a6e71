"""Plays an awk program over its input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adapters.world.shell.command import Call, decode, reason
from adapters.world.shell.commands.awk import functions
from adapters.world.shell.commands.awk.lexer import AwkError
from adapters.world.shell.commands.awk.record import Record, records
from adapters.world.shell.commands.awk.streams import Streams
from adapters.world.shell.commands.awk.tree import Expr, Program, Rule, Statement
from adapters.world.shell.commands.awk.values import Seen, Value, compare, formatted, number, regex, text, true
from adapters.world.shell.session import Killed

_MOST_STEPS: Final = 3_000_000
"""Statements and expressions that one run may play."""
_LONGEST: Final = 1 << 20
_DEEPEST: Final = 40


class Break(Exception):
    """`break`."""


class Continue(Exception):
    """`continue`."""


class Next(Exception):
    """`next`, or `nextfile`."""

    def __init__(self, file: bool) -> None:
        super().__init__()
        self.file = file


class Exit(Exception):
    """`exit`."""


class Return(Exception):
    """`return`."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class Player:
    """One run. `operands` are files and assignments."""

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

    def play(self) -> None:
        """All of it. Raises `AwkError`."""
        try:
            try:
                for body in self.program.begin:
                    self.statement(body)
                if self.program.rules or self.program.end:
                    self._main()
            except Exit:
                pass
            else:
                for body in self.program.end:
                    try:
                        self.statement(body)
                    except Exit:
                        break
        finally:
            self.streams.finish()

    def _main(self) -> None:
        for line in self._feed:
            self.record.take(line)
            try:
                for rule_number, rule in enumerate(self.program.rules):
                    if self._applies(rule_number, rule):
                        self.statement(rule.body if rule.body is not None else ("print", [], "", None))
            except Next as skip:
                if skip.file:
                    self.skipping = True
                continue

    def _applies(self, at: int, rule: Rule) -> bool:
        if rule.pattern is None:
            return True
        if rule.second is None:
            return true(self.value(rule.pattern))
        if at not in self.open and not true(self.value(rule.pattern)):
            return False
        self.open.add(at)
        if true(self.value(rule.second)):
            self.open.discard(at)
        return True

    def _records(self) -> Iterator[str]:
        named = False
        for operand in self.operands:
            name, assigned, value = operand.partition("=")
            if assigned and name.isidentifier():
                self.vars[name] = Seen(value)
                continue
            named = True
            try:
                data = self.call.input.read() if operand == "-" else self.call.files.read(self.call.path(operand))
            except OSError as error:
                raise AwkError(f"can't open file {operand}: {reason(error)}") from error
            self.vars["FILENAME"] = operand
            yield from self._counted(decode(data))
        if not named:
            yield from self._counted(decode(self.call.input.read()))

    skipping = False

    def _counted(self, data: str) -> Iterator[str]:
        self.vars["FNR"] = 0.0
        for line in records(data, text(self.vars["RS"])):
            if self.skipping:
                self.skipping = False
                return
            self.vars["NR"] = number(self.vars["NR"]) + 1
            self.vars["FNR"] = number(self.vars["FNR"]) + 1
            yield line

    # Statements.

    def statement(self, made: Statement) -> None:
        """Play one statement."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Killed
        kind = made[0]
        if kind == "block":
            for one in made[1]:
                self.statement(one)
        elif kind == "expr":
            self.value(made[1])
        elif kind in ("print", "printf"):
            self._print(made)
        elif kind == "if":
            chosen = made[2] if true(self.value(made[1])) else made[3]
            if chosen is not None:
                self.statement(chosen)
        elif kind in ("while", "do", "for", "forin"):
            self._loop(made)
        elif kind == "delete":
            array = self.array(made[1])
            if made[2] is None:
                array.clear()
            else:
                array.pop(self.key(made[2]), None)
        else:
            self._leave(made)

    def _leave(self, made: Statement) -> None:
        match made[0]:
            case "break":
                raise Break
            case "continue":
                raise Continue
            case "next" | "nextfile":
                raise Next(made[0] == "nextfile")
            case "exit":
                if made[1] is not None:
                    self.status = int(number(self.value(made[1]))) & 0xFF
                raise Exit
            case _:
                raise Return(None if made[1] is None else self.value(made[1]))

    def _loop(self, made: Statement) -> None:
        kind = made[0]
        if kind == "forin":
            for key in list(self.array(made[2])):
                self.assign(("var", made[1]), Seen(key))
                if not self._once(made[3]):
                    return
            return
        if kind == "for" and made[1] is not None:
            self.statement(made[1])
        condition, body = (made[2], made[1]) if kind == "do" else (made[2], made[4]) if kind == "for" else made[1:3]
        first = kind == "do"
        while first or condition is None or true(self.value(condition)):
            first = False
            if not self._once(body):
                return
            if kind == "for" and made[3] is not None:
                self.statement(made[3])

    def _once(self, body: Statement) -> bool:
        try:
            self.statement(body)
        except Break:
            return False
        except Continue:
            pass
        return True

    def _print(self, made: Statement) -> None:
        values = [self.value(one) for one in made[1]]
        target = "" if made[3] is None else text(self.value(made[3]))
        if made[0] == "printf":
            if not values:
                raise AwkError("printf: no format")
            said = formatted(text(values[0]), values[1:])
        else:
            form = text(self.vars["OFMT"])
            shown = [text(one, form) for one in values] if made[1] else [self.record.get(0)]
            said = text(self.vars["OFS"]).join(shown) + text(self.vars["ORS"])
        self.streams.print(said, made[2], target)

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
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Killed
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
