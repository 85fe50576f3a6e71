"""Texts with places in them: `{id}` stands for a word, `{id!l}` for the same with a small first letter. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_MARK = re.compile(r"\{([a-z_]+)(!l)?\}")


def fill(template: str, words: Mapping[str, str]) -> str:
    """The template with `{id}` replaced by `words[id]`; `{id!l}` starts with a small letter.

    Raises:
        KeyError: the template marks something that `words` has not.
    """

    def put(found: re.Match[str]) -> str:
        word = words[found[1]]
        return word[:1].lower() + word[1:] if found[2] else word

    return _MARK.sub(put, template)


def marks(template: str) -> tuple[str, ...]:
    """The ids that the template marks, in order."""
    return tuple(found[1] for found in _MARK.finditer(template))


def filled(data: Any, words: Mapping[str, str]) -> Any:
    """JSON data with every text in it filled."""
    match data:
        case str():
            return fill(data, words)
        case dict():
            return {key: filled(value, words) for key, value in data.items()}
        case list() | tuple():
            return [filled(value, words) for value in data]
        case _:
            return data
