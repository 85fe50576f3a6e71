"""Recursive-descent parser of awk expressions, loosest operators first."""

from __future__ import annotations

from adapters.phone.shell.commands.unix.awk.lexer import AwkError, Token
from adapters.phone.shell.commands.unix.awk.syntax_tree import Expr

_ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "^=", "**="}
_COMPARE = {"<", "<=", "==", "!=", ">", ">="}
MAX_DEPTH = 60


class Expressions:
    """A position in a token list and the expression parser that advances it."""

    def __init__(self, words: list[Token]) -> None:
        self.words = words
        self.at = 0
        self.depth = 0
        self.no_in = False
        """Inside the head of a `for`, where `in` is the loop's own."""
        self.no_greater = False
        """Behind `print`, where `>` leads to a file."""

    # Tokens.

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
        if self.depth > MAX_DEPTH:
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
        """Return whether another operand starts here."""
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
            if self.depth > MAX_DEPTH:
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
