"""Exceptions that leave a script early: `exit`, `return`, `break` and `continue`."""

from __future__ import annotations

from typing import Literal


class Exit(Exception):
    """`exit`: the shell ends with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Return(Exception):
    """`return`: the function or sourced file ends with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Loop(Exception):
    """`break` or `continue` through a number of loops."""

    def __init__(self, kind: Literal["break", "continue"], levels: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.levels = levels
