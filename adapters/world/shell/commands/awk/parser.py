"""From the words of an awk program to its syntax tree."""

from __future__ import annotations

from collections.abc import Callable

from adapters.world.shell.commands.awk.lexer import AwkError, Token, tokens
from adapters.world.shell.commands.awk.tree import Expr, Function, Program, Rule, Statement

_ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "^=", "**="}
_COMPARE = {"<", "<=", "==", "!=", ">", ">="}
_MAX_DEPTH = 60


def parse(text: str) -> Program:
    """Read a program.

    Raises:
        AwkError: it is none.
    """
    return _Parser(tokens(text)).program()


class _Parser:
    def __init__(self, words: list[Token]) -> None:
        self.words = words
        self.at = 0
        self.depth = 0
        self.no_in = False
        """Inside the head of a `for`, where `in` is the loop's own."""
        self.no_greater = False
        """Behind `print`, where `>` leads to a file."""

    # Words.

    @property
    def word(self) -> Token:
        return self.words[self.at]

    def _is(self, *texts: str) -> bool:
        return self.word.kind in ("op", "keyword") and self.word.text in texts

    def _take(self, *texts: str) -> bool:
        if self._is(*texts):
            self.at += 1
            return True
        return False

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise self._bad()

    def _bad(self) -> AwkError:
        near = self.word.text or "end of program"
        return AwkError(f"syntax error at source line 1\n context is\n\t >>> {near} <<< ")

    def _lines(self) -> None:
        while self.word.kind == "newline" or self._is(";"):
            self.at += 1

    def _newlines(self) -> None:
        while self.word.kind == "newline":
            self.at += 1

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
        """What may stand behind a simple statement."""
        if self.word.kind == "newline" or self._is(";"):
            self.at += 1
        elif not self._is("}") and self.word.kind != "end":
            raise self._bad()

    def _statement(self) -> Statement:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise AwkError("syntax error: nested too deeply")
        try:
            return self._one()
        finally:
            self.depth -= 1

    def _one(self) -> Statement:
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
        if [one.kind for one in words[:1]] == ["name"] and words[1].text == "in" and words[3].text == ")":
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
                bare = self.word.kind in ("newline", "end") or self._is(";", "}")
                return (name, None if bare else self._expr())
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

    def _list(self, closing: str) -> list[Expr]:
        items: list[Expr] = []
        held, self.no_greater = self.no_greater, False
        self._newlines()
        while not self._take(closing):
            items.append(self._expr())
            self._newlines()
            if not self._take(",") and not self._is(closing):
                raise self._bad()
            self._newlines()
        self.no_greater = held
        return items

    # Expressions, from the loosest to the tightest.

    def _expr(self) -> Expr:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise AwkError("syntax error: nested too deeply")
        try:
            left = self._ternary()
            if self.word.kind == "op" and self.word.text in _ASSIGN and left[0] in ("var", "index", "field"):
                op = self.word.text
                self.at += 1
                self._newlines()
                return ("assign", op.replace("**", "^"), left, self._expr())
            return left
        finally:
            self.depth -= 1

    def _ternary(self) -> Expr:
        condition = self._or()
        if self._take("?"):
            self._newlines()
            yes = self._expr()
            self._newlines()
            self._need(":")
            self._newlines()
            return ("cond", condition, yes, self._expr())
        return condition

    def _or(self) -> Expr:
        left = self._and()
        while self._take("||"):
            self._newlines()
            left = ("or", left, self._and())
        return left

    def _and(self) -> Expr:
        left = self._in()
        while self._take("&&"):
            self._newlines()
            left = ("and", left, self._in())
        return left

    def _in(self) -> Expr:
        left = self._match()
        while self._is("in"):
            self.at += 1
            name = self.word.text
            self.at += 1
            left = ("in", left[1] if left[0] == "group" else [left], name)
        return left

    def _match(self) -> Expr:
        left = self._compare()
        while self._is("~", "!~"):
            negate = self.word.text == "!~"
            self.at += 1
            left = ("match", left, self._compare(), negate)
        return left

    def _compare(self) -> Expr:
        left = self._concat()
        while self.word.kind == "op" and self.word.text in _COMPARE and not (self.no_greater and self._is(">")):
            op = self.word.text
            self.at += 1
            left = ("compare", op, left, self._concat())
        if self._is("|") and self.words[self.at + 1].text == "getline":
            self.at += 2
            left = ("getline", self._getline_target(), "|", left)
        return left

    def _concat(self) -> Expr:
        left = self._sum()
        while self._begins():
            left = ("concat", left, self._sum())
        return left

    def _begins(self) -> bool:
        """Whether another operand stands here."""
        if self.word.kind in ("number", "string", "name", "call", "regex"):
            return True
        return self._is("$", "(", "++", "--")

    def _sum(self) -> Expr:
        left = self._product()
        while self._is("+", "-"):
            op = self.word.text
            self.at += 1
            left = ("binary", op, left, self._product())
        return left

    def _product(self) -> Expr:
        left = self._unary()
        while self._is("*", "/", "%"):
            op = self.word.text
            self.at += 1
            left = ("binary", op, left, self._unary())
        return left

    def _unary(self) -> Expr:
        if self._is("!", "-", "+"):
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise AwkError("syntax error: nested too deeply")
            op = self.word.text
            self.at += 1
            made = ("unary", op, self._unary())
            self.depth -= 1
            return made
        return self._power()

    def _power(self) -> Expr:
        left = self._postfix()
        if self._take("^", "**"):
            right = self._unary() if self._is("-", "+", "!") else self._power()
            return ("binary", "^", left, right)
        return left

    def _postfix(self) -> Expr:
        left = self._primary()
        if left[0] in ("var", "index", "field") and self._is("++", "--"):
            op = self.word.text
            self.at += 1
            return ("step", op, left, False)
        return left

    def _primary(self) -> Expr:
        word = self.word
        self.at += 1
        match word.kind:
            case "number":
                return ("number", float(int(word.text, 16)) if word.text[:2].lower() == "0x" else float(word.text))
            case "string" | "regex":
                return (word.kind, word.text)
            case "call":
                self._need("(")
                return ("call", word.text, self._list(")"))
            case "name":
                if self._take("["):
                    return ("index", word.text, self._list("]"))
                if word.text == "length":
                    return ("call", "length", [])
                return ("var", word.text)
            case "keyword" if word.text == "getline":
                target = self._getline_target()
                if self._take("<"):
                    return ("getline", target, "<", self._postfix())
                return ("getline", target, "", None)
            case "op" if word.text == "$":
                return ("field", self._primary())
            case "op" if word.text in ("++", "--"):
                return ("step", word.text, self._primary(), True)
            case "op" if word.text in ("-", "+", "!"):
                return ("unary", word.text, self._primary())
            case "op" if word.text == "(":
                items = self._list(")")
                if len(items) == 1 and not self._is("in"):
                    return ("paren", items[0])
                return ("group", items)
            case _:
                self.at -= 1
                raise self._bad()

    def _getline_target(self) -> Expr | None:
        if self.word.kind == "name" or self._is("$"):
            return self._primary()
        return None
