"""What a contender raises that is not installed; apart, since `contender` runs as `__main__`, under two names."""

from __future__ import annotations


class Missing(Exception):
    """A contender cannot take part; says why."""
