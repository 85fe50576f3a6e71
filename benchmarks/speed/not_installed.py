"""The exception of a contender that is not installed; a module of its own, since `contender` runs as `__main__`."""

from __future__ import annotations


class Missing(Exception):
    """A contender cannot take part; says why."""
