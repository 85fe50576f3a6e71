"""Texts as pages show them: what controls a terminal or the direction of text is replaced by its escape. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.core.text import printable


def printable_content(content: Any) -> Any:
    """Return JSON content with printable texts, names of fields included."""
    match content:
        case str():
            return printable(content)
        case Mapping():
            return {printable(str(name)): printable_content(value) for name, value in content.items()}
        case list() | tuple():
            return [printable_content(value) for value in content]
        case _:
            return content
