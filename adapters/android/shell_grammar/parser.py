"""The grammar of the phone's shell: a subset of POSIX sh with mksh's error texts. Text in, syntax tree out; no state.

    line      := and_or ((';' | '&') and_or)* [';' | '&']
    and_or    := pipeline (('&&' | '||') pipeline)*
    pipeline  := ['!'] command ('|' command)*
    command   := simple | if | for | while | until | case | '{' list '}' | '(' list ')' | function
               | '((' expression '))' | '[[' condition ']]', each with redirections
    function  := NAME '(' ')' command | 'function' NAME command
    simple    := (NAME=word | redirection)* word*

A word is a tuple of parts: literal text, `$name` and `${name op word}`, `$(…)` and backticks, `$((…))`. Not served:
arrays, aliases, `select`, co-processes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from adapters.android.shell_grammar.simple_commands import CommandReader
from adapters.android.shell_grammar.syntax_tree import (
    AndOr,
    Arith,
    Case,
    Command,
    For,
    Function,
    Group,
    If,
    Pipeline,
    Script,
    ShellSyntaxError,
    While,
    Word,
)  # fmt: skip
from adapters.android.shell_grammar.words import MAX_DEPTH

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FUNCTION = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*\([ \t]*\)")
_NAMED = re.compile(r"function[ \t]+([A-Za-z_][\w.-]*)(?:[ \t]*\([ \t]*\))?")

_UNFINISHED = ("syntax error: unmatched", "syntax error: unexpected EOF", "no closing quote", "here document")


def parse_lines(text: str) -> Iterator[Script]:
    """Yield one script per complete line, as sh reads them: what stands before a mistake is executed.

    Raises `ShellSyntaxError` when the next line cannot be read.
    """
    parser = _Parser(text)
    while (script := parser.line()) is not None:
        yield script


def is_unfinished(text: str) -> bool:
    """Return whether more lines could complete the command."""
    if text.endswith("\\\n"):
        return True
    try:
        for _ in parse_lines(text):
            pass
    except ShellSyntaxError as error:
        return str(error).startswith(_UNFINISHED)
    except RecursionError:
        pass
    return False


class _Parser(CommandReader):
    # Lists, chains and pipelines.

    def line(self) -> Script | None:
        """The next complete line, None at the end of the text."""
        self._newlines()
        if self._ended():
            return None
        script = self._list(until_newline=True)
        if not self._ended() and not self._newline():
            raise self._unexpected()
        self._settled()
        return script

    def _list(self, *, until_newline: bool = False) -> Script:
        items: list[AndOr] = []
        while True:
            if not until_newline:
                self._newlines()
            self._blank()
            if self._ended() or self._stops() or (until_newline and self._peek() == "\n"):
                break
            item = self._and_or()
            self._blank()
            operator = self._operator()
            items.append(replace(item, background=True) if operator == "&" else item)
            if operator in (";", "&"):
                self.at += 1
            elif until_newline or not self._newline():
                break
        return Script(tuple(items))

    def _stops(self) -> bool:
        if self._operator() in (")", ";;", ";&"):
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
            case "function":
                return self._function(_NAMED)
            case "[[":
                self._open("[[")
                condition = self._condition()
                self.open.pop()
                return condition
            case "{":
                self._open("{")
                body = self._body("}")
                self.open.pop()
                return Group(body, own=False, redirects=self._redirects())
            case "" if _FUNCTION.match(self.text, self.at):
                return self._function(_FUNCTION)
            case _ if self.text.startswith("((", self.at) and (inside := self.enclosed(self.at)) is not None:
                return Arith(inside, self._redirects())
            case _ if self._operator() == "(":
                self._open("(")
                body = self._list()
                self._close_paren()
                return Group(body, own=True, redirects=self._redirects())
            case _:
                return None

    def _function(self, head: re.Pattern[str]) -> Function:
        match = head.match(self.text, self.at)
        if match is None:
            raise ShellSyntaxError("function: bad identifier")
        self.at = match.end()
        self._newlines()
        return Function(match[1], self._command())

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
        if (not script.items and "fi" in ends) or self._reserved() not in ends:
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
        return While(condition, self._do(), keyword == "until", self._redirects())

    def _case(self) -> Case:
        self._open("case")
        self._blank()
        subject = self._word()
        self._newlines()
        if self._reserved() != "in":
            raise self._unexpected()
        self.at += 2
        arms: list[tuple[tuple[Word, ...], Script, bool]] = []
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
            body = self._list()
            self._newlines()
            end = self._operator()
            arms.append((tuple(patterns), body, end == ";&"))
            if end in (";;", ";&"):
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

    # What words contain.

    def nested(self, at: int) -> tuple[Script, int]:
        self.at = at
        self._open("(")
        script = self._list()
        self._close_paren()
        return script, self.at

    def parse_all(self) -> Script:
        script = self._list()
        if not self._ended():
            raise self._unexpected()
        return script
