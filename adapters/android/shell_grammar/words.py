"""Reads words: quotes, backslashes, parameters and substitutions. What `$(…)` contains is left to the grammar."""

from __future__ import annotations

import re

from adapters.android.shell_grammar.syntax_tree import (
    Lit,
    Math,
    Part,
    Script,
    ShellSyntaxError,
    Sub,
    Var,
    Word,
    unescape,
)

MAX_DEPTH = 40
"""Nesting beyond this is refused rather than left to the interpreter's own stack."""

RESERVED = frozenset(
    [
        "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "{", "}", "!",
        "function", "[[",
    ]
)  # fmt: skip
META = frozenset(" \t\n;&|()<>")
_PARAM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?#@*$!-]")
_PARAM_OP = re.compile(r":[-=?+]|%%|##|//|[-=?+%#/:]")
_OPERATOR = re.compile(r"&&|\|\||;;|;&|[;&|()\n]")
_DOLLAR_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_RAW_WORD = re.compile(r"[^ \t\n;&|()<>]+")


class WordReader:
    """A position in a text, and what can be read there as one word. The grammar builds on it."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text = text
        self.at = 0
        self.depth = depth
        self.open: list[str] = []

    def nested(self, at: int) -> tuple[Script, int]:
        """Read the `(…)` that starts at a position; the list in it and the position behind it."""
        raise NotImplementedError

    def parse_all(self) -> Script:
        """Read all of the text as one list."""
        raise NotImplementedError

    def _word(self) -> Word:
        parts: list[Part] = []
        while self.at < len(self.text) and (char := self.text[self.at]) not in META:
            self._part(char, parts)
        return tuple(parts)

    def _part(self, char: str, parts: list[Part], stops: str = "") -> None:
        """Read one piece of an unquoted word; `stops` are characters that end it inside `${…}`."""
        if char == "\\":
            self.at += 2
            escaped = self.text[self.at - 1 : self.at]
            if escaped and escaped != "\n":
                parts.append(Lit(escaped, quoted=True))
        elif char == "'":
            parts.append(Lit(self._single_quoted(), quoted=True))
        elif char == '"':
            self._double_quoted(parts)
        elif char == "$":
            self._dollar(parts, quoted=False)
        elif char == "`":
            parts.append(self._backtick(quoted=False))
        else:
            end = self.at + 1
            ends = META if not stops else frozenset(stops)
            while end < len(self.text) and self.text[end] not in "\\'\"$`" and self.text[end] not in ends:
                end += 1
            parts.append(Lit(self.text[self.at : end], quoted=False))
            self.at = end

    def _single_quoted(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        body = self.text[self.at + 1 : end]
        self.at = end + 1
        return body

    def _dollar_quoted(self) -> str:
        """The text in `$'…'`, with its escapes unresolved."""
        match = _DOLLAR_QUOTED.match(self.text, self.at)
        if match is None:
            raise ShellSyntaxError("no closing quote")
        self.at = match.end()
        return match[1]

    def _double_quoted(self, parts: list[Part]) -> None:
        self.at += 1
        self._in_quotes(parts, '"')
        self.at += 1

    def _in_quotes(self, parts: list[Part], closing: str, escapable: str = '$`"\\') -> None:
        """Read as between double quotes up to the closing text, which is left to the caller."""
        start = len(parts)
        literal: list[str] = []
        while True:
            if self.at >= len(self.text):
                raise ShellSyntaxError("no closing quote")
            char = self.text[self.at]
            if self.text.startswith(closing, self.at):
                break
            if char == "\\":
                escaped = self.text[self.at + 1 : self.at + 2]
                if escaped != "\n":
                    literal.append(escaped if escaped and escaped in escapable else char + escaped)
                self.at += 2
            elif char in "$`":
                if literal:
                    parts.append(Lit("".join(literal), quoted=True))
                    literal = []
                if char == "$":
                    self._dollar(parts, quoted=True)
                else:
                    parts.append(self._backtick(quoted=True))
            else:
                literal.append(char)
                self.at += 1
        if literal or len(parts) == start:
            parts.append(Lit("".join(literal), quoted=True))

    def _dollar(self, parts: list[Part], *, quoted: bool) -> None:
        self.at += 1
        rest = self.text[self.at : self.at + 2]
        if rest == "((":
            parts.append(self._arithmetic(quoted=quoted))
        elif rest.startswith("("):
            parts.append(self._substitution(quoted=quoted))
        elif rest.startswith("{"):
            parts.append(self._braced(quoted=quoted))
        elif rest.startswith("'") and not quoted:
            parts.append(Lit(unescape(self._dollar_quoted(), octal=True), quoted=True))
        elif match := _PARAM.match(self.text, self.at):
            # Only one digit belongs to `$1`.
            name = match[0][0] if match[0][0].isdigit() else match[0]
            self.at += len(name)
            parts.append(Var(name, quoted))
        else:
            parts.append(Lit("$", quoted=True))

    def _arithmetic(self, *, quoted: bool) -> Math:
        inside = self.enclosed(self.at)
        if inside is None:
            raise ShellSyntaxError("syntax error: unmatched '(('")
        return Math(inside, quoted)

    def enclosed(self, at: int) -> Word | None:
        """The text between the `((` at a position and its `))`, where reading continues; None without one."""
        depth = 0
        for end in range(at + 2, len(self.text)):
            char = self.text[end]
            if char == ")" and depth == 0:
                if self.text.startswith("))", end):
                    inner = type(self)(self.text[at + 2 : end], self._deeper())
                    self.at = end + 2
                    return inner.everything()
                break
            depth += (char == "(") - (char == ")")
        return None

    def _deeper(self) -> int:
        if self.depth + 1 > MAX_DEPTH:
            raise ShellSyntaxError("syntax error: nested too deeply")
        return self.depth + 1

    def everything(self, escapable: str = '$`"\\') -> Word:
        """All of the text, as between double quotes; `escapable` are the characters that a backslash can take."""
        parts: list[Part] = []
        self.text += "\0"
        self._in_quotes(parts, "\0", escapable)
        return tuple(parts)

    def _substitution(self, *, quoted: bool) -> Sub:
        inner = type(self)(self.text, self._deeper())
        script, self.at = inner.nested(self.at)
        return Sub(script, quoted)

    def _backtick(self, *, quoted: bool) -> Sub:
        end = self.at + 1
        raw: list[str] = []
        while end < len(self.text) and self.text[end] != "`":
            if self.text[end] == "\\" and self.text[end + 1 : end + 2] in tuple('$`\\"' if quoted else "$`\\"):
                end += 1
            raw.append(self.text[end])
            end += 1
        if end >= len(self.text):
            raise ShellSyntaxError("no closing quote")
        self.at = end + 1
        return Sub(type(self)("".join(raw), self._deeper()).parse_all(), quoted)

    def _braced(self, *, quoted: bool) -> Var:
        start = self.at
        self.at += 1
        length = self.text.startswith("#", self.at) and not self.text.startswith("#}", self.at)
        self.at += length
        match = _PARAM.match(self.text, self.at)
        if match is None:
            raise self._bad_substitution(start)
        self.at = match.end()
        if self._take("}"):
            return Var(match[0], quoted, "len" if length else "")
        op = _PARAM_OP.match(self.text, self.at)
        if op is None or length:
            raise self._bad_substitution(start)
        self.at = op.end()
        arg = self._braced_word("/}" if op[0] in ("/", "//") else "}")
        extra = self._braced_word("}") if self._take("/") else ()
        self.at += 1
        return Var(match[0], quoted, op[0], arg, extra)

    def _braced_word(self, stops: str) -> Word:
        self.depth = self._deeper()
        parts: list[Part] = []
        while True:
            if self.at >= len(self.text):
                raise ShellSyntaxError("no closing quote")
            char = self.text[self.at]
            if char in stops:
                self.depth -= 1
                return tuple(parts)
            self._part(char, parts, stops)

    def _bad_substitution(self, start: int) -> ShellSyntaxError:
        end = self.text.find("}", start)
        if end < 0:
            return ShellSyntaxError("no closing quote")
        return ShellSyntaxError(f"${self.text[start : end + 1]}: bad substitution")

    # Characters.

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _ended(self) -> bool:
        return self.at >= len(self.text)

    def _take(self, char: str) -> bool:
        if self.text.startswith(char, self.at):
            self.at += len(char)
            return True
        return False

    def _blank(self) -> None:
        text = self.text
        while self.at < len(text):
            if text[self.at] in " \t":
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif text[self.at] == "#" and (self.at == 0 or text[self.at - 1] in META):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            else:
                return

    def _operator(self) -> str:
        match = _OPERATOR.match(self.text, self.at)
        return match[0] if match else ""

    def _raw(self) -> str:
        match = _RAW_WORD.match(self.text, self.at)
        return match[0] if match else ""

    def _reserved(self) -> str:
        raw = self._raw()
        return raw if raw in RESERVED else ""
