"""Expands words to arguments: parameters, substitutions, field splitting and file name patterns, in sh's order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from adapters.android.shell_grammar.syntax_tree import Lit, Math, Part, Script, Sub, Var, Word
from adapters.phone.files.filesystem import Files
from adapters.phone.shell.language.arithmetic import ArithmeticSyntaxError, evaluate
from adapters.phone.shell.language.braces import braced

Piece = tuple[str, bool]
"""Text, and whether pattern characters in it are alive (unquoted)."""
_SPECIAL = re.compile(r"[*?\[]")


class ExpansionError(Exception):
    """A word cannot be expanded; the message is what sh prints, and the line ends with status 1."""


@dataclass(frozen=True, slots=True)
class _SplittableText:
    """Text of a default value, which is split at blanks like a variable's value."""

    text: str


class Scope(Protocol):
    """The parts of the running shell that expansion reads and writes."""

    def get(self, name: str) -> str | None: ...

    def put(self, name: str, value: str) -> None: ...

    @property
    def params(self) -> tuple[str, ...]: ...

    @property
    def cwd(self) -> str: ...

    @property
    def options(self) -> AbstractSet[str]: ...


class Expander:
    """Expands words; `substitute` runs a `$(…)` and returns its output without trailing newlines."""

    def __init__(self, scope: Scope, files: Files, substitute: Callable[[Script], str]) -> None:
        self._scope = scope
        self._files = files
        self._substitute = substitute

    def words(self, words: Sequence[Word]) -> list[str]:
        """Expand words to arguments; each word becomes none, one or several."""
        out: list[str] = []
        for word in words:
            if len(word) == 1 and isinstance(word[0], Lit) and (word[0].quoted or _plain(word[0].text)):
                out.append(word[0].text)
                continue
            for items in braced(word):
                for field in self._fields(items):
                    out.extend(self._glob(field))
        return out

    def single(self, word: Word) -> str:
        """Expand a word to one string without splitting and matching: assignments, redirections, `case` subjects."""
        return "".join(text for part in _tilde(word) for text, _ in self._pieces(part))

    def pattern(self, word: Word) -> list[Piece]:
        """Expand a word to a pattern for `case`; quoted parts are literal."""
        return [piece for part in word for piece in self._pieces(part)]

    def _fields(self, word: Word) -> list[list[Piece]]:
        fields: list[list[Piece]] = []
        current: list[Piece] | None = None
        for part in self._chosen(_tilde(word)):
            if isinstance(part, Var) and part.name == "@" and part.quoted and not part.op:
                for index, value in enumerate(self._scope.params):
                    if index:
                        fields.append(current or [])
                        current = []
                    current = [*(current or []), (value, False)]
                continue
            if not isinstance(part, _SplittableText) and (isinstance(part, Lit) or part.quoted):
                current = [*(current or []), *self._pieces(part)]
                continue
            all_params = isinstance(part, Var) and part.name in "@*" and not part.op
            texts = (
                [part.text]
                if isinstance(part, _SplittableText)
                else self._scope.params
                if all_params
                else [text for text, _ in self._pieces(part)]
            )
            for number, text in enumerate(texts):
                if number and current is not None:
                    fields.append(current)
                    current = None
                current = self._split(text, fields, current)
        if current is not None:
            fields.append(current)
        return fields

    def _chosen(self, word: Sequence[Part | _SplittableText]) -> list[Part | _SplittableText]:
        """Replace unquoted `${x:-word}` and `${x:+word}` by the word where it applies, keeping its quotes."""
        parts: list[Part | _SplittableText] = []
        for part in word:
            if isinstance(part, Var) and not part.quoted and part.op in ("-", ":-", "+", ":+"):
                value = self._scope.get(part.name)
                absent = value is None or (part.op[0] == ":" and value == "")
                if absent == (part.op[-1] == "-"):
                    live = [
                        _SplittableText(item.text) if isinstance(item, Lit) and not item.quoted else item
                        for item in part.arg
                    ]
                    parts.extend(self._chosen(live))
                    continue
            parts.append(part)
        return parts

    def _split(self, text: str, fields: list[list[Piece]], current: list[Piece] | None) -> list[Piece] | None:
        """Split the value of an unquoted part into fields; the last field stays open."""
        separators = self._scope.get("IFS")
        chunks = split_fields(text, separators)
        hard = separators is not None and any(char in text for char in separators.strip(" \t\n"))
        for index, chunk in enumerate(chunks):
            if index and (current is not None or (hard and index < len(chunks))):
                # Two separators that are not blanks enclose an empty field.
                if current is not None or index > 1 or not text[:1].isspace():
                    fields.append(current or [])
                current = None
            if chunk:
                current = [*(current or []), (chunk, True)]
        return current

    def _pieces(self, part: Part) -> list[Piece]:
        match part:
            case Lit(text, quoted):
                return [(text, not quoted)]
            case Sub(script, quoted):
                return [(self._substitute(script), not quoted)]
            case Math(expression, quoted):
                return [(str(self.compute(self.single(expression))), not quoted)]
            case Var():
                return [(self._parameter(part), not part.quoted)]

    def compute(self, expression: str) -> int:
        try:
            return evaluate(expression, lambda name: self._scope.get(name) or "", self._scope.put)
        except ArithmeticSyntaxError as error:
            raise ExpansionError(str(error)) from error

    def _parameter(self, var: Var) -> str:
        value = self._scope.get(var.name)
        op = var.op
        if value is None and "nounset" in self._scope.options and op in ("", "len") and var.name not in "@*":
            raise ExpansionError(f"{var.name}: parameter not set")
        if op == "":
            return value or ""
        if op == "len":
            return str(len(self._scope.params) if var.name in "@*" else len(value or ""))
        if op.lstrip(":") in ("-", "=", "?", "+") and op != ":":
            return self._default(var, value)
        if op == ":":
            return self._slice(value or "", self.single(var.arg))
        if op in ("/", "//"):
            return self._replace(var, value or "")
        return trim(value or "", op, self.pattern(var.arg))

    def _default(self, var: Var, value: str | None) -> str:
        absent = value is None or (var.op[0] == ":" and value == "")
        kind = var.op[-1]
        if kind == "+":
            return "" if absent else self.single(var.arg)
        if not absent:
            return value or ""
        word = self.single(var.arg)
        if kind == "?":
            raise ExpansionError(f"{var.name}: {word or 'parameter null or not set'}")
        if kind == "=":
            self._scope.put(var.name, word)
        return word

    def _slice(self, value: str, arg: str) -> str:
        first, _, length = arg.partition(":")
        start = self.compute(first)
        begin = max(len(value) + start, 0) if start < 0 else start
        if not _:
            return value[begin:]
        count = self.compute(length)
        return value[begin : begin + count if count >= 0 else count]

    def _replace(self, var: Var, value: str) -> str:
        pattern = self.pattern(var.arg)
        if not any(text for text, _ in pattern):
            return value
        with_text = self.single(var.extra)
        first, alive = pattern[0]
        regex, count = glob_regex(pattern), int(var.op == "/")
        if alive and first[:1] in ("#", "%") and var.op == "/":
            body = glob_regex([(first[1:], alive), *pattern[1:]])
            regex, count = (rf"\A(?:{body})" if first[0] == "#" else rf"(?:{body})\Z"), 1
        return re.sub(regex, lambda _: with_text, value, count=count, flags=re.DOTALL)

    def _glob(self, field: list[Piece]) -> list[str]:
        text = "".join(piece for piece, _ in field)
        if "noglob" in self._scope.options or not any(alive and _SPECIAL.search(piece) for piece, alive in field):
            return [text]
        return self._matches(field) or [text]

    def _matches(self, field: list[Piece]) -> list[str]:
        segments = _segments(field)
        rooted = "".join(piece for piece, _ in segments[0]) == "" and len(segments) > 1
        found = ["/"] if rooted else [""]
        for segment in segments[1:] if rooted else segments:
            name = "".join(piece for piece, _ in segment)
            alive = any(flag and _SPECIAL.search(piece) for piece, flag in segment)
            found = [
                posixpath.join(base, text) for base in found for text in self._names(base, name, segment, alive=alive)
            ]
        return found

    def _names(self, base: str, name: str, segment: list[Piece], *, alive: bool) -> list[str]:
        folder = posixpath.join(self._scope.cwd, base)
        if not alive:
            there = name == "" or self._files.lstat(posixpath.join(folder, name)) is not None
            return [name] if there else []
        try:
            names = self._files.list(folder)
        except OSError:
            return []
        pattern = re.compile(glob_regex(segment), re.DOTALL)
        return [
            text for text in names if pattern.fullmatch(text) and (not text.startswith(".") or name.startswith("."))
        ]


def split_fields(text: str, separators: str | None, most: int = 0) -> list[str]:
    """Split at `IFS`: a run of blanks is one separator, any other character is one each. Empty ends are kept.

    A positive `most` limits the number of splits; `separators` is None if `IFS` is not set.
    """
    chars = " \t\n" if separators is None else separators
    if not chars:
        return [text]
    blank = "".join(re.escape(char) for char in chars if char in " \t\n")
    hard = "".join(re.escape(char) for char in chars if char not in " \t\n")
    spaces = f"[{blank}]" if blank else "(?!)"
    pattern = f"{spaces}*[{hard}]{spaces}*|{spaces}+" if hard else f"{spaces}+"
    return re.split(pattern, text, maxsplit=max(most, 0)) if most >= 0 else [text]


def _plain(text: str) -> bool:
    return not _SPECIAL.search(text) and not text.startswith("~") and "{" not in text


def _tilde(word: Word) -> Word:
    """Replace `~` and `~/…` at the start of a word by the home folder, which is `/` on a phone."""
    if (
        word
        and isinstance(word[0], Lit)
        and not word[0].quoted
        and (word[0].text == "~" or word[0].text.startswith("~/"))
    ):
        return (Lit(word[0].text[1:] or "/", quoted=True), *word[1:])
    return word


def _segments(field: list[Piece]) -> list[list[Piece]]:
    segments: list[list[Piece]] = [[]]
    for text, alive in field:
        for index, chunk in enumerate(text.split("/")):
            if index:
                segments.append([])
            if chunk:
                segments[-1].append((chunk, alive))
    return segments


def glob_regex(pattern: Sequence[Piece], *, lazy: bool = False) -> str:
    """Convert a shell pattern to a regular expression; `lazy` makes `*` match as little as possible."""
    out: list[str] = []
    for text, alive in pattern:
        if not alive:
            out.append(re.escape(text))
            continue
        at = 0
        while at < len(text):
            char = text[at]
            at += 1
            if char == "*":
                # Adjacent stars are merged, because several would only cost time.
                if not out or out[-1] not in (".*", ".*?"):
                    out.append(".*?" if lazy else ".*")
            elif char == "?":
                out.append(".")
            elif char == "[" and (end := text.find("]", at + 1 + (text[at : at + 1] in ("!", "^")))) > 0:
                out.append(_bracket(text[at:end]))
                at = end + 1
            else:
                out.append(re.escape(char))
    return "".join(out)


def _bracket(body: str) -> str:
    negate = body[:1] in ("!", "^")
    inside = re.sub(r"([\\\[\]^&~|])", r"\\\1", body[1:] if negate else body)
    try:
        re.compile(f"[{inside}]")
    except re.error:  # a reversed range matches nothing
        return "(?!)"
    return f"[{'^' if negate else ''}{inside}]"


def trim(value: str, op: str, pattern: Sequence[Piece]) -> str:
    """Apply `${v#p}`, `${v##p}`, `${v%p}` or `${v%%p}`: cut the shortest or longest match from the front or end."""
    if op in ("#", "##"):
        match = re.match(glob_regex(pattern, lazy=op == "#"), value, re.DOTALL)
        return value[match.end() :] if match else value
    head = "(.*)" if op == "%" else "(.*?)"
    match = re.fullmatch(f"{head}(?:{glob_regex(pattern)})", value, re.DOTALL)
    return match[1] if match else value


def matches(value: str, pattern: Sequence[Piece]) -> bool:
    """Return whether a shell pattern matches the complete value."""
    return re.fullmatch(glob_regex(pattern), value, re.DOTALL) is not None


def quoted(value: str) -> str:
    """Quote a value so that it can be typed."""
    return value if re.fullmatch(r"[\w./:,@%+-]*", value) else "'" + value.replace("'", "'\\''") + "'"
