"""Parses the tokens of an awk program into its syntax tree."""

from __future__ import annotations

from collections.abc import Callable

from adapters.phone.shell.commands.unix.awk.expressions import MAX_DEPTH, Expressions
from adapters.phone.shell.commands.unix.awk.lexer import AwkError, tokens
from adapters.phone.shell.commands.unix.awk.syntax_tree import Expr, Function, Program, Rule, Statement


def parse(text: str) -> Program:
    """Parse a program.

    Raises:
        AwkError: the program is invalid.
    """
    return _Parser(tokens(text)).program()


class _Parser(Expressions):
    # The program.

    def program(self) -> Program:
        made = Program()
        self._lines()
        while self.word.kind != "end":
            self._item(made)
            self._lines()
        return made

    def _item(self, made: Program) -> None:
        if self._take("function", "func"):
            name = self.word.text
            self.at += 1
            self._need("(")
            params: list[str] = []
            while not self._take(")"):
                params.append(self.word.text)
                self.at += 1
                self._take(",")
            self._newlines()
            made.functions[name] = Function(tuple(params), self._block())
        elif self._take("BEGIN"):
            made.begin.append(self._block())
        elif self._take("END"):
            made.end.append(self._block())
        else:
            pattern = second = None
            if not self._is("{"):
                pattern = self._expr()
                if self._take(","):
                    self._newlines()
                    second = self._expr()
            body = self._block() if self._is("{") else None
            made.rules.append(Rule(pattern, second, body))

    def _block(self) -> Statement:
        self._need("{")
        body: list[Statement] = []
        self._lines()
        while not self._take("}"):
            body.append(self._statement())
            self._lines()
        return ("block", body)

    def _end(self) -> None:
        """Consume the end of a simple statement."""
        if self.word.kind == "newline" or self._is(";"):
            self.at += 1
        elif not self._is("}") and self.word.kind != "end":
            raise self._bad()

    def _statement(self) -> Statement:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise AwkError("syntax error: nested too deeply")
        try:
            return self._parse_statement()
        finally:
            self.depth -= 1

    def _parse_statement(self) -> Statement:
        if self._is("{"):
            return self._block()
        if self._take(";"):
            return ("block", [])
        for name in ("if", "while", "for", "do"):
            if self._take(name):
                loop: Callable[[], Statement] = getattr(self, f"_{name}")
                return loop()
        made = self._simple()
        self._end()
        return made

    def _body(self) -> Statement:
        self._newlines()
        return self._statement()

    def _if(self) -> Statement:
        self._need("(")
        condition = self._expr()
        self._need(")")
        yes = self._body()
        mark = self.at
        self._lines()
        if self._take("else"):
            return ("if", condition, yes, self._body())
        self.at = mark
        return ("if", condition, yes, None)

    def _while(self) -> Statement:
        self._need("(")
        condition = self._expr()
        self._need(")")
        return ("while", condition, self._body())

    def _do(self) -> Statement:
        body = self._body()
        self._lines()
        self._need("while")
        self._need("(")
        condition = self._expr()
        self._need(")")
        self._end()
        return ("do", body, condition)

    def _for(self) -> Statement:
        self._need("(")
        words = self.words[self.at : self.at + 4]
        if [word.kind for word in words[:1]] == ["name"] and words[1].text == "in" and words[3].text == ")":
            self.at += 4
            return ("forin", words[0].text, words[2].text, self._body())
        first = None if self._is(";") else self._simple()
        self._need(";")
        self._newlines()
        condition = None if self._is(";") else self._expr()
        self._need(";")
        self._newlines()
        last = None if self._is(")") else self._simple()
        self._need(")")
        return ("for", first, condition, last, self._body())

    def _simple(self) -> Statement:
        for name in ("break", "continue", "next", "nextfile"):
            if self._take(name):
                return (name,)
        for name in ("exit", "return"):
            if self._take(name):
                without_value = self.word.kind in ("newline", "end") or self._is(";", "}")
                return (name, None if without_value else self._expr())
        if self._take("delete"):
            name = self.word.text
            self.at += 1
            if self._take("["):
                return ("delete", name, self._list("]"))
            return ("delete", name, None)
        if self._is("print", "printf"):
            return self._print()
        return ("expr", self._expr())

    def _print(self) -> Statement:
        name = self.word.text
        self.at += 1
        items: list[Expr] = []
        self.no_greater = True
        if not (self.word.kind in ("newline", "end") or self._is(";", "}", ">", ">>", "|")):
            items = [self._expr()]
            while self._take(","):
                self._newlines()
                items.append(self._expr())
        if len(items) == 1 and items[0][0] == "group":
            items = items[0][1]
        redirect, target = "", None
        if self._is(">", ">>", "|"):
            redirect = self.word.text
            self.at += 1
            target = self._concat()
        self.no_greater = False
        return (name, items, redirect, target)
