"""The syntax tree of a command line, as values; and the backslash escapes of its texts."""

from __future__ import annotations

import re
from dataclasses import dataclass


class ShellSyntaxError(Exception):
    """The text is not a command; the message is what sh prints after its own name."""


@dataclass(frozen=True, slots=True)
class Lit:
    """Text as it stands; `quoted` text is neither split nor a pattern."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Var:
    """`$name`, `${name}` or `${name op arg}`; `op` "len" is `${#name}`, `/` and `//` use `extra` as the replacement."""

    name: str
    quoted: bool
    op: str = ""
    arg: Word = ()
    extra: Word = ()


@dataclass(frozen=True, slots=True)
class Sub:
    """`$(…)` or backticks."""

    script: Script
    quoted: bool


@dataclass(frozen=True, slots=True)
class Math:
    """`$((…))`: the expression's text is expanded first."""

    expression: Word
    quoted: bool


Part = Lit | Var | Sub | Math
Word = tuple[Part, ...]


@dataclass(slots=True)
class Here:
    """The text of a here-document, which is read only when the line that names it has ended."""

    body: Word = ()


@dataclass(frozen=True, slots=True)
class Redirect:
    """`fd op target`; for `>&` and `<&` the target is the number of another descriptor, or `-`.

    `<<` has its text in `here`; for `<<<` the text is the target.
    """

    fd: int
    op: str
    target: Word
    here: Here | None = None


@dataclass(frozen=True, slots=True)
class Simple:
    """Assignments, then a program and its arguments."""

    assigns: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """Conditions with their bodies, and the `else` body."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """`for name in words`; without `in` it walks the positional parameters."""

    name: str
    words: tuple[Word, ...] | None
    body: Script
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """`while`, or `until` when `negate`."""

    condition: Script
    body: Script
    negate: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """`case word in (patterns) body ;; … esac`; an arm that ends in `;&` goes on with the next arm's body."""

    word: Word
    arms: tuple[tuple[tuple[Word, ...], Script, bool], ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """`{ list; }`, or `( list )` with variables and directory of its own."""

    body: Script
    own: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """`name() body`: defines it."""

    name: str
    body: Command
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Arith:
    """`(( … ))`: 0 where the expression is not zero."""

    expression: Word
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """`[[ … ]]`: its words and operators in order; an operator is a text, an operand a word."""

    parts: tuple[str | Word, ...]
    redirects: tuple[Redirect, ...] = ()


Command = Simple | If | For | While | Case | Group | Function | Arith | Condition


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands joined by `|`."""

    commands: tuple[Command, ...]
    negate: bool = False


@dataclass(frozen=True, slots=True)
class AndOr:
    """A pipeline, then `&&` or `||` with others, left to right; `background` if `&` follows."""

    first: Pipeline
    rest: tuple[tuple[str, Pipeline], ...] = ()
    background: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """A list of and-or chains."""

    items: tuple[AndOr, ...]


_ESCAPES = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|0([0-7]{0,3})|u([0-9a-fA-F]{1,4})|(.))", re.DOTALL)
_OCTAL = re.compile(r"(\\\\)|\\([1-7][0-7]{0,2})")


def unescape(text: str, *, octal: bool = False) -> str:
    """Backslash escapes as `echo -e`, `printf` formats and `$'…'` read them; unknown ones stay as they are.

    With `octal`, as the last two have it, a number needs no leading zero.
    """
    if octal:
        text = _OCTAL.sub(lambda match: match[1] or f"\\0{match[2]}", text)

    def unescape_match(match: re.Match[str]) -> str:
        if match[1] is not None:
            return _byte(int(match[1], 16))
        if match[2] is not None:
            return _byte(int(match[2] or "0", 8) & 0xFF)
        if match[3] is not None:
            point = int(match[3], 16)
            return "\ufffd" if 0xD800 <= point < 0xE000 else chr(point)
        char = match[4]
        if char in "'\"":
            return char
        return _ESCAPES.get(char, "\\" + char)

    return _ESCAPE.sub(unescape_match, text)


def _byte(value: int) -> str:
    """One raw byte in text that is encoded with `surrogateescape`."""
    return bytes([value]).decode("utf-8", "surrogateescape")
