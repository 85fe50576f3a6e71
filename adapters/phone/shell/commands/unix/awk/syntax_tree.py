"""The syntax tree of an awk program: expressions and statements as tuples with their name first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Expr = tuple[Any, ...]
"""("number", 1.5) ("string", "x") ("regex", "x") ("var", "n") ("index", "n", [e]) ("field", e) ("assign", op, l, e)
("cond", c, a, b) ("or", a, b) ("and", a, b) ("in", [e], "n") ("match", a, e, negate) ("compare", op, a, b)
("concat", a, b) ("binary", op, a, b) ("unary", op, a) ("step", op, l, prefix) ("call", "n", [e]) ("group", [e])
("getline", l, "<" or "|" or "", e)"""
Statement = tuple[Any, ...]
"""("expr", e) ("print", [e], redirect, e) ("printf", …) ("if", c, a, b) ("while", c, s) ("do", s, c)
("for", s, c, s, s) ("forin", "v", "n", s) ("block", [s]) ("break",) ("continue",) ("next",) ("nextfile",) ("exit", e)
("return", e) ("delete", "n", [e])"""


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern { body }`; without a body the line is printed. `second` ends a range."""

    pattern: Expr | None
    second: Expr | None
    body: Statement | None


@dataclass(frozen=True, slots=True)
class Function:
    """A function defined by the program."""

    params: tuple[str, ...]
    body: Statement


@dataclass(slots=True)
class Program:
    """A parsed program."""

    begin: list[Statement] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    end: list[Statement] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
