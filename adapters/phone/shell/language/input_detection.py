"""Detects from a command line's text whether it reads standard input.

The phone runs a line at once, so its input must be complete before. A line that reads none must not wait for input,
because many hosts never close it. A line counts as reading if any of its branches reads.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import (
    Arith,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Lit,
    Script,
    ShellSyntaxError,
    Simple,
    Sub,
    While,
    Word,
)

_ALWAYS: Final = frozenset({"read", "tr", "tee", "xargs"})
_OPERANDS: Final = {
    **dict.fromkeys(
        ("cat", "wc", "md5sum", "sha1sum", "sha256sum", "base64", "sort", "uniq", "head", "tail", "tac"), 0
    ),
    **dict.fromkeys(("rev", "nl", "od", "xxd", "cut", "sh", "cksum", "crc32", "strings", "split", "paste", "fold"), 0),
    **dict.fromkeys(("expand", "gzip", "gunzip", "zcat", "factor", "sha224sum", "sha512sum", "log"), 0),
    **dict.fromkeys(("grep", "sed", "awk", "egrep", "fgrep", "sqlite3"), 1),
}
"""How many operands a program can have and still read its input; with more they are files."""
_VALUED: Final = {
    "head": "nc", "tail": "nc", "cut": "dfcb", "sort": "ktSo", "grep": "ABCmef", "egrep": "ABCmef", "fgrep": "ABCmef",
    "sed": "ef", "base64": "w", "od": "AjNtw", "xxd": "cgls", "uniq": "fsw", "sh": "o", "nl": "bnsvw",
    "log": "pt", "sqlite3": "", "awk": "Fvf", "strings": "nt", "split": "lba", "paste": "d", "fold": "w", "expand": "t",
}  # fmt: skip
"""Options that take the next word as their value."""
_PATTERNS: Final = frozenset({"grep", "egrep", "fgrep", "sed"})
"""With -e or -f these need no operand for what they look for."""
_WRAPPERS: Final = frozenset(
    {"toybox", "busybox", "exec", "command", "time", "nohup", "su", "builtin", "nice", "ionice", "setsid", "env"}
)


@lru_cache(maxsize=1024)
def reads_input(command: str) -> bool:
    """Return whether a command line may read its standard input; False if it cannot be parsed."""
    try:
        return any(_script(script) for script in parse_lines(command))
    except ShellSyntaxError:
        return False


def _script(script: Script | None) -> bool:
    if script is None:
        return False
    return any(
        _command(pipeline.commands[0]) or any(map(_subs, pipeline.commands[1:]))
        for chain in script.items
        for pipeline in (chain.first, *(pipeline for _, pipeline in chain.rest))
    )


def _command(command: Command) -> bool:
    if any(redirect.op.startswith("<") and redirect.fd == 0 for redirect in command.redirects):
        return _subs(command)
    match command:
        case Simple():
            return _program([_text(word) for word in command.words]) or _subs(command)
        case If():
            parts = [part for branch in command.branches for part in branch]
            return any(map(_script, (*parts, command.otherwise)))
        case For() | Group():
            return _script(command.body)
        case While():
            return _script(command.condition) or _script(command.body)
        case Case():
            return any(_script(body) for _, body, _ in command.arms)
        case Function():
            return _command(command.body)
        case Arith() | Condition():
            return False


def _program(words: list[str]) -> bool:
    while words and (words[0] in _WRAPPERS or words[0] == "timeout"):
        words = words[2 if words[0] == "timeout" else 1 :]
        while words and (words[0].startswith("-") or "=" in words[0]):
            words = words[2 if words[0] in ("-n", "-c", "-p", "-u", "-s", "-k") else 1 :]
    if not words:
        return False
    name, rest = words[0].rpartition("/")[2], words[1:]
    if name in _ALWAYS or (name == "dd" and not any(word.startswith("if=") for word in rest)):
        return True
    if name not in _OPERANDS or (name == "sh" and "-c" in rest):
        return False
    operands, patterned, literal = 0, False, False
    words = list(rest)
    while words:
        word = words.pop(0)
        if literal or not word.startswith("-") or word == "-":
            operands += word != "-"
        elif word == "--":
            literal = True
        elif not word.startswith("--"):
            patterned |= name in _PATTERNS and ("e" in word or "f" in word)
            if word[-1] in _VALUED.get(name, "") and words:
                words.pop(0)
    return operands <= _OPERANDS[name] - patterned


def _subs(command: Command) -> bool:
    """Return whether a command substitution in the command's words reads input; it shares the line's input."""
    return isinstance(command, Simple) and any(
        isinstance(part, Sub) and _script(part.script)
        for word in (*command.words, *(value for _, value in command.assigns))
        for part in word
    )


def _text(word: Word) -> str:
    """Return the literal text of a word, as far as it is known without running anything."""
    return "".join(part.text if isinstance(part, Lit) else "x" for part in word)
