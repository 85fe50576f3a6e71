"""Executes an awk program: statements, expressions and variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adapters.phone.shell.commands.unix.awk import functions
from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import Record, cut, records
from adapters.phone.shell.commands.unix.awk.streams import Streams
from adapters.phone.shell.commands.unix.awk.syntax_tree import Expr, Program, Rule, Statement
from adapters.phone.shell.commands.unix.awk.values import Seen, Value, compare, formatted, number, regex, text, true
from adapters.phone.shell.commands.unix.regex import replacement
from adapters.phone.shell.device.encoding import decode
from adapters.phone.shell.language.command import Call, LimitExceeded, reason

_MOST_STEPS: Final = 3_000_000
"""Statements and expressions that one run may play."""
_LONGEST: Final = 1 << 20
_DEEPEST: Final = 40


class Return(Exception):
    """Raised by `return`."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class Break(Exception):
    """Raised by `break`."""


class Continue(Exception):
    """Raised by `continue`."""


class Next(Exception):
    """Raised by `next` and `nextfile`."""

    def __init__(self, file: bool) -> None:
        super().__init__()
        self.file = file


class Exit(Exception):
    """Raised by `exit`."""


class AwkInterpreter:
    """One run of a program with its variables, arrays and functions. `operands` are files and assignments."""

    def __init__(self, call: Call, program: Program, variables: dict[str, Value], operands: list[str]) -> None:
        self.call = call
        self.program = program
        self.operands = operands
        self.vars: dict[str, Any] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "SUBSEP": "\x1c", "CONVFMT": "%.6g", "OFMT": "%.6g",
            "NR": 0.0, "FNR": 0.0, "RSTART": 0.0, "RLENGTH": -1.0, "FILENAME": "",
            "ENVIRON": {name: Seen(value) for name, value in call.environment().items()},
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

    def run(self) -> None:
        """Run the program. Raises `AwkError`."""
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
        """Execute one statement."""
        self._step()
        kind = made[0]
        if kind == "block":
            for item in made[1]:
                self.statement(item)
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
        values = [self.value(item) for item in made[1]]
        target = "" if made[3] is None else text(self.value(made[3]))
        if made[0] == "printf":
            if not values:
                raise AwkError("printf: no format")
            output = formatted(text(values[0]), values[1:])
        else:
            form = text(self.vars["OFMT"])
            shown = [text(value, form) for value in values] if made[1] else [self.record.get(0)]
            output = text(self.vars["OFS"]).join(shown) + text(self.vars["ORS"])
        self.streams.print(output, made[2], target)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise LimitExceeded

    # Names.

    def scope(self, name: str) -> dict[str, Any]:
        """Return the dictionary that holds a variable."""
        return self.frames[-1] if self.frames and name in self.frames[-1] else self.vars

    def array(self, name: str) -> dict[str, Value]:
        """Return the array of that name, creating it if needed."""
        scope = self.scope(name)
        if scope.get(name) is None:
            scope[name] = {}
        found = scope[name]
        if not isinstance(found, dict):
            raise AwkError(f"can't use {name} as array; it's a scalar")
        return found

    def key(self, items: list[Expr]) -> str:
        """Return an array index as text."""
        return text(self.vars["SUBSEP"]).join(text(self.value(item)) for item in items)

    def assign(self, target: Expr, value: Value) -> Value:
        """Write a variable, an array element or a field."""
        if isinstance(value, str) and len(value) > _LONGEST:
            raise LimitExceeded
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
        """Evaluate an expression."""
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
                    raise LimitExceeded
                return joined
            case "binary":
                return arithmetic(made[1], number(self.value(made[2])), number(self.value(made[3])))
            case _:
                inner = self.value(made[2])
                if made[1] == "!":
                    return float(not true(inner))
                return -number(inner) if made[1] == "-" else number(inner)

    def pattern(self, made: Expr) -> Any:
        """Return an expression used as a pattern: itself if it is a regular expression, else its text."""
        return regex(made[1] if made[0] == "regex" else text(self.value(made)))

    def _called(self, name: str, given: list[Expr]) -> Value:
        function = self.program.functions.get(name)
        if function is None:
            return self._own_function(name, given)
        if len(self.frames) >= _DEEPEST:
            raise LimitExceeded
        frame: dict[str, Any] = dict.fromkeys(function.params)
        for param, item in zip(function.params, given, strict=False):
            held = self.scope(item[1]).get(item[1]) if item[0] == "var" and item[1] != "NF" else None
            frame[param] = held if isinstance(held, dict) else self.value(item)
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

    # Built-in functions.

    def _own_function(self, name: str, given: list[Expr]) -> Value:
        match name:
            case "length":
                return self._length(given)
            case "sub" | "gsub":
                return self._replaced(name, given)
            case "split":
                return self._split(given)
            case "match":
                return self._matched(given)
            case "rand" | "srand" | "fflush" | "systime":
                return 0.0  # without evaluating the arguments
            case "close" if len(given) == 1:
                return float(self.streams.close(text(self.value(given[0]))))
            case "system" if len(given) == 1:
                return float(self.streams.system(text(self.value(given[0]))))
            case _:
                return functions.call(name, [self.value(argument) for argument in given])

    def _length(self, given: list[Expr]) -> Value:
        if not given:
            return float(len(self.record.get(0)))
        if given[0][0] == "var" and isinstance(self.scope(given[0][1]).get(given[0][1]), dict):
            return float(len(self.array(given[0][1])))
        return float(len(text(self.value(given[0]))))

    def _replaced(self, name: str, given: list[Expr]) -> Value:
        if len(given) not in (2, 3):
            raise AwkError(f"syntax error: {name} takes two or three arguments")
        target: Expr = given[2] if len(given) == 3 else ("field", ("number", 0.0))
        put = replacement(text(self.value(given[1])), groups=False)
        before = text(self.value(target))
        after, count = self.pattern(given[0]).subn(put, before, count=0 if name == "gsub" else 1)
        if count and target[0] in ("var", "index", "field"):
            self.assign(target, after)
        return float(count)

    def _split(self, given: list[Expr]) -> Value:
        if len(given) < 2 or given[1][0] != "var":
            raise AwkError("syntax error: split needs an array")
        line = text(self.value(given[0]))
        if len(given) > 2 and given[2][0] == "regex":
            parts = regex(given[2][1]).split(line) if line else []
        else:
            parts = cut(line, text(self.value(given[2])) if len(given) > 2 else text(self.vars["FS"]))
        array = self.array(given[1][1])
        array.clear()
        for at, part in enumerate(parts, 1):
            array[str(at)] = Seen(part)
        return float(len(parts))

    def _matched(self, given: list[Expr]) -> Value:
        if len(given) != 2:
            raise AwkError("syntax error: match takes two arguments")
        found = self.pattern(given[1]).search(text(self.value(given[0])))
        self.vars["RSTART"] = float(found.start() + 1) if found else 0.0
        self.vars["RLENGTH"] = float(found.end() - found.start()) if found else -1.0
        return float(self.vars["RSTART"])


def arithmetic(op: str, a: float, b: float) -> float:
    """Apply one of the six arithmetic operators.

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
