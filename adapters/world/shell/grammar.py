"""The grammar of the phone's shell: a subset of POSIX sh with mksh's error texts. Text in, syntax tree out; no state.

    line      := and_or ((';' | '&') and_or)* [';' | '&']
    and_or    := pipeline (('&&' | '||') pipeline)*
    pipeline  := ['!'] command ('|' command)*
    command   := simple | if | for | while | until | case | '{' list '}' | '(' list ')', each with redirections
    simple    := (NAME=word | redirection)* word*

A word is a tuple of parts: literal text, `$name` and `${name op word}`, `$(…)` and backticks, `$((…))`. Not served:
functions, here-documents, brace expansion, aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.world.shell.syntax import (
    AndOr,
    Case,
    Command,
    For,
    Group,
    If,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    While,
    Word,
)  # fmt: skip
from adapters.world.shell.words import MAX_DEPTH, WordReader

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_REDIRECT = re.compile(r"([0-9]?)(>>|>&|>\||<&|>|<)|()(&>)")


def parse_lines(text: str) -> Iterator[Script]:
    """Yield one script per complete line, as sh reads them: what stands before a mistake is executed.

    Raises `ShellSyntaxError` when the next line cannot be read.
    """
    parser = _Parser(text)
    while (script := parser.line()) is not None:
        yield script


class _Parser(WordReader):
    # Lists, chains and pipelines.

    def line(self) -> Script | None:
        """The next complete line, None at the end of the text."""
        self._newlines()
        if self._ended():
            return None
        script = self._list(until_newline=True)
        if not self._ended() and not self._take("\n"):
            raise self._unexpected()
        return script

    def _list(self, *, until_newline: bool = False) -> Script:
        items: list[AndOr] = []
        while True:
            if not until_newline:
                self._newlines()
            self._blank()
            if self._ended() or self._stops() or (until_newline and self._peek() == "\n"):
                break
            items.append(self._and_or())
            self._blank()
            if self._operator() in (";", "&") or (not until_newline and self._peek() == "\n"):
                self.at += 1
            else:
                break
        return Script(tuple(items))

    def _stops(self) -> bool:
        if self._operator() in (")", ";;"):
            return True
        return self._reserved() in ("then", "elif", "else", "fi", "do", "done", "esac", "}")

    def _and_or(self) -> AndOr:
        first = self._pipeline()
        rest: list[tuple[str, Pipeline]] = []
        while (op := self._operator()) in ("&&", "||"):
            self.at += 2
            self._newlines()
            rest.append((op, self._pipeline()))
        return AndOr(first, tuple(rest))

    def _pipeline(self) -> Pipeline:
        self._blank()
        negate = False
        while self._reserved() == "!":
            self.at += 1
            negate = not negate
            self._blank()
        commands = [self._command()]
        while self._operator() == "|":
            self.at += 1
            self._newlines()
            commands.append(self._command())
        return Pipeline(tuple(commands), negate)

    # Commands.

    def _command(self) -> Command:
        self._blank()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ShellSyntaxError("syntax error: nested too deeply")
        try:
            return self._compound(self._reserved()) or self._simple()
        finally:
            self.depth -= 1

    def _compound(self, keyword: str) -> Command | None:
        match keyword:
            case "if":
                return self._if()
            case "for":
                return self._for()
            case "while" | "until":
                return self._while(keyword)
            case "case":
                return self._case()
            case "{":
                self._open("{")
                body = self._body("}")
                self.open.pop()
                return Group(body, own=False, redirects=self._redirects())
            case _ if self._operator() == "(":
                self._open("(")
                body = self._list()
                self._close_paren()
                return Group(body, own=True, redirects=self._redirects())
            case _:
                return None

    def _open(self, keyword: str) -> None:
        self.at += len(keyword)
        self.open.append(keyword)

    def _close_paren(self) -> None:
        self._newlines()
        if self._peek() != ")":
            raise self._unexpected()
        self.at += 1
        self.open.pop()

    def _body(self, *ends: str) -> Script:
        """A list up to one of the reserved words, which is consumed only where it is the single possible end."""
        script = self._list()
        if not script.items or self._reserved() not in ends:
            raise self._unexpected()
        if len(ends) == 1:
            self.at += len(ends[0])
        return script

    def _if(self) -> If:
        self._open("if")
        branches: list[tuple[Script, Script]] = []
        otherwise: Script | None = None
        while True:
            condition = self._body("then")
            body = self._body("elif", "else", "fi")
            branches.append((condition, body))
            keyword = self._reserved()
            self.at += len(keyword)
            if keyword == "else":
                otherwise = self._body("fi")
            if keyword != "elif":
                break
        self.open.pop()
        return If(tuple(branches), otherwise, self._redirects())

    def _for(self) -> For:
        self.at += 3
        self._blank()
        if self._ended():
            raise self._unexpected()
        raw = self._raw()
        if not _NAME.fullmatch(raw):
            raise ShellSyntaxError("for: bad identifier")
        self.at += len(raw)
        self.open.append("for")
        self._newlines()
        words: tuple[Word, ...] | None = None
        if self._reserved() == "in":
            self.at += 2
            words = self._words()
        self._blank()
        self._take(";")
        self._newlines()
        return For(raw, words, self._do(), self._redirects())

    def _do(self) -> Script:
        if self._reserved() != "do":
            raise self._unexpected()
        self.at += 2
        body = self._body("done")
        self.open.pop()
        return body

    def _while(self, keyword: str) -> While:
        self._open(keyword)
        condition = self._list()
        if not condition.items:
            raise self._unexpected()
        return While(condition, self._do(), keyword == "until", self._redirects())

    def _case(self) -> Case:
        self._open("case")
        self._blank()
        subject = self._word()
        self._newlines()
        if self._reserved() != "in":
            raise self._unexpected()
        self.at += 2
        arms: list[tuple[tuple[Word, ...], Script]] = []
        while True:
            self._newlines()
            if self._reserved() == "esac":
                self.at += 4
                break
            self._take("(")
            patterns = [self._next_word()]
            while self._operator() == "|":
                self.at += 1
                patterns.append(self._next_word())
            if not self._take(")"):
                raise self._unexpected()
            arms.append((tuple(patterns), self._list()))
            self._newlines()
            if self._operator() == ";;":
                self.at += 2
            elif self._reserved() != "esac":
                raise self._unexpected()
        self.open.pop()
        return Case(subject, tuple(arms), self._redirects())

    def _next_word(self) -> Word:
        self._blank()
        word = self._word()
        if not word:
            raise self._unexpected()
        self._blank()
        return word

    def _words(self) -> tuple[Word, ...]:
        words: list[Word] = []
        while True:
            self._blank()
            word = self._word()
            if not word:
                return tuple(words)
            words.append(word)

    def _simple(self) -> Simple:
        assigns: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self._blank()
            if (redirect := self._redirect()) is not None:
                redirects.append(redirect)
            elif not words and (found := _ASSIGN.match(self.text, self.at)):
                self.at = found.end()
                assigns.append((found[1], self._word()))
            else:
                if not words and self._reserved():
                    break
                word = self._word()
                if not word:
                    break
                words.append(word)
        if not (assigns or words or redirects) or self._peek() == "(":
            raise self._unexpected()
        return Simple(tuple(assigns), tuple(words), tuple(redirects))

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        self._blank()
        while (redirect := self._redirect()) is not None:
            found.append(redirect)
            self._blank()
        return tuple(found)

    def _redirect(self) -> Redirect | None:
        match = _REDIRECT.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        op = match[2] or match[4]
        fd = int(match[1]) if match[1] else (0 if op.startswith("<") else 1)
        self._blank()
        target = self._word()
        if not target:
            raise self._unexpected()
        return Redirect(fd, op, target)

    # What words contain.

    def nested(self, at: int) -> tuple[Script, int]:
        self.at = at
        self._open("(")
        script = self._list()
        self._close_paren()
        return script, self.at

    def whole(self) -> Script:
        script = self._list()
        if not self._ended():
            raise self._unexpected()
        return script

    def _unexpected(self) -> ShellSyntaxError:
        self._blank()
        if self._ended():
            what = f"unmatched '{self.open[-1]}'" if self.open else "unexpected EOF"
            return ShellSyntaxError(f"syntax error: {what}")
        token = self._operator() or self._raw() or self._peek()
        return ShellSyntaxError(f"syntax error: unexpected '{'newline' if token == chr(10) else token}'")
