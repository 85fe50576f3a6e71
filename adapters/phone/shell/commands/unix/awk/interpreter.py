"""Plays an awk program over its input."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.phone.shell.commands.unix.awk.evaluator import Evaluator, Return
from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import records
from adapters.phone.shell.commands.unix.awk.syntax_tree import Rule, Statement
from adapters.phone.shell.commands.unix.awk.values import Seen, formatted, number, text, true
from adapters.phone.shell.language.command import decode, reason


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


class Player(Evaluator):
    """One run of a program."""

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
        self._step()
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
