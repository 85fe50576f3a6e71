"""Texts with places in them: `{id}` stands for a word, `{id!l}` for the same with a small first letter. Pure.

`{id.name}` stands for something that goes with the word, see `schema.RequirementFile.terms`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Words = Mapping[str, str] | Mapping[str, str | int]
"""What marks stand for. A number fills a text as its digits, and stays a number where it is all of the text."""

_MARK = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)?)(!l)?\}")
_TERM = re.compile(r"\{([a-z_]+\.[a-z_]+)(!l)?\}")


def fill(template: str, words: Words) -> str:
    """The template with `{id}` replaced by `words[id]`; `{id!l}` starts with a small letter.

    Raises:
        KeyError: the template marks something that `words` has not.
    """
    return _put(_MARK, template, words)


def termed(template: str, words: Words) -> str:
    """The template with only its `{id.name}` replaced.

    Raises:
        KeyError: the template marks one that `words` has not.
    """
    return _put(_TERM, template, words)


def _put(mark: re.Pattern[str], template: str, words: Words) -> str:
    def put(found: re.Match[str]) -> str:
        word = str(words[found[1]])
        return word[:1].lower() + word[1:] if found[2] else word

    return mark.sub(put, template)


def marks(template: str) -> tuple[str, ...]:
    """The ids that the template marks, in order."""
    return tuple(found[1] for found in _MARK.finditer(template))


def filled(data: Any, words: Words) -> Any:
    """JSON data with every text in it filled."""
    match data:
        case str():
            alone = _MARK.fullmatch(data)
            word = words[alone[1]] if alone is not None else data
            return word if isinstance(word, int) else fill(data, words)
        case dict():
            return {key: filled(value, words) for key, value in data.items()}
        case list() | tuple():
            return [filled(value, words) for value in data]
        case _:
            return data
