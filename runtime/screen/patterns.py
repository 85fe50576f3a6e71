"""Matches screen patterns against described steps. Pure."""

from __future__ import annotations

from runtime.core.tasks import Pattern
from runtime.core.text import normal


def shows(pattern: Pattern, page: str, observation: str) -> bool | None:
    """Return whether the pattern holds on a described step; None if it does not apply to this page.

    `page` is `package/Page name`; `observation` has one line per visible row.
    """
    package, _, name = page.partition("/")
    if normal(pattern.app) not in normal(package) or normal(pattern.page) not in normal(name):
        return None
    lines = [normal(line) for line in observation.splitlines()]
    full_text = "\n".join(lines)
    if any(normal(text) in full_text for text in pattern.absent):
        return False
    if not all(normal(text) in full_text for text in pattern.texts):
        return False
    if not pattern.row and not pattern.row_absent:
        return True
    row, absent = [normal(text) for text in pattern.row], [normal(text) for text in pattern.row_absent]
    if not row:
        return not any(text in line for line in lines for text in absent)
    return any(all(text in line for text in row) and not any(text in line for text in absent) for line in lines)
