"""Reads what commands are made of: assignments, words, redirections, here-documents, `[[ ]]`."""

from __future__ import annotations

import re

from adapters.android.shell_grammar.syntax_tree import (
    Condition,
    Here,
    Lit,
    Redirect,
    ShellSyntaxError,
    Simple,
    Word,
)
from adapters.android.shell_grammar.words import META, WordReader

_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_REDIRECT = re.compile(r"([0-9]?)(<<<|<<-|<<|>>|>&|>\||<&|<>|>|<)|()(&>)")
_TEST_WORD = re.compile(r"(?:-[A-Za-z]+|!|==?|!=)(?=[\s()])")
_TEST_OPERATORS = ("&&", "||", "(", ")", "<", ">")


class CommandReader(WordReader):
    """Reads simple commands. The grammar of compound commands builds on it."""

    def __init__(self, text: str, depth: int = 0) -> None:
        super().__init__(text, depth)
        self._awaited: list[tuple[str, bool, bool, Here]] = []
        """Here-documents that begin at the next line end: delimiter, whether tabs are cut, whether it is quoted."""

    # Line ends.

    def _newline(self) -> bool:
        """Take a line end, and the here-documents that follow it."""
        if not self._take("\n"):
            return False
        awaited, self._awaited = self._awaited, []
        for delimiter, tabs, quoted, here in awaited:
            text = self._here(delimiter, tabs=tabs)
            if quoted:
                here.body = (Lit(text, quoted=True),)
            else:
                here.body = type(self)(text, self._deeper()).everything("$`\\")
        return True

    def _here(self, delimiter: str, *, tabs: bool) -> str:
        lines: list[str] = []
        while self.at < len(self.text):
            end = self.text.find("\n", self.at)
            line = self.text[self.at : end if end >= 0 else len(self.text)]
            self.at = end + 1 if end >= 0 else len(self.text)
            if tabs:
                line = line.lstrip("\t")
            if line == delimiter:
                # The line end behind it ends nothing more, but a list wants to see one.
                return "".join(f"{text}\n" for text in lines)
            lines.append(line)
        raise self._unclosed(delimiter)

    def _unclosed(self, delimiter: str) -> ShellSyntaxError:
        return ShellSyntaxError(f"here document '{delimiter}' unclosed")

    def _settled(self) -> None:
        """At the end of the text no here-document may be awaited."""
        if self._awaited:
            raise self._unclosed(self._awaited[0][0])

    def _newlines(self) -> None:
        self._blank()
        while self._newline():
            self._blank()

    # Simple commands.

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
                assigns.append((found[1] + found[2], self._word()))
            else:
                if not words and self._reserved():
                    break
                word = self._word()
                if not word:
                    break
                words.append(word)
        if not (assigns or words or redirects):
            raise self._unexpected()
        if self._peek() == "(":
            # Only a name and `()` would be a function.
            self.at += len(words) == 1 and not assigns
            raise self._unexpected()
        return Simple(tuple(assigns), tuple(words), tuple(redirects))

    def _words(self) -> tuple[Word, ...]:
        words: list[Word] = []
        while True:
            self._blank()
            word = self._word()
            if not word:
                return tuple(words)
            words.append(word)

    # Redirections.

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
        if op in ("<<", "<<-"):
            here = Here()
            delimiter = "".join(part.text for part in target if isinstance(part, Lit))
            quoted = any(isinstance(part, Lit) and part.quoted for part in target)
            self._awaited.append((delimiter, op == "<<-", quoted, here))
            return Redirect(fd, "<<", target, here)
        return Redirect(fd, op, target)

    # [[ ]]

    def _condition(self) -> Condition:
        """Behind `[[`, up to and with `]]`."""
        parts: list[str | Word] = []
        while True:
            self._newlines()
            if self._ended():
                raise self._unexpected()
            if self.text.startswith("]]", self.at) and (self.text[self.at + 2 : self.at + 3] or " ") in META:
                self.at += 2
                return Condition(tuple(parts), self._redirects())
            if (
                op := next((operator for operator in _TEST_OPERATORS if self.text.startswith(operator, self.at)), "")
            ) != "":
                self.at += len(op)
                parts.append(op)
            elif (found := _TEST_WORD.match(self.text, self.at)) is not None:
                self.at = found.end()
                parts.append(found[0])
            else:
                word = self._word()
                if not word:
                    raise self._unexpected()
                parts.append(word)

    def _unexpected(self) -> ShellSyntaxError:
        """Describes an unexpected token."""
        self._blank()
        if self._ended():
            what = f"unmatched '{self.open[-1]}'" if self.open else "unexpected EOF"
            return ShellSyntaxError(f"syntax error: {what}")
        token = self._operator() or self._raw() or self._peek()
        return ShellSyntaxError(f"syntax error: unexpected '{'newline' if token == chr(10) else token}'")
