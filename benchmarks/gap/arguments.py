"""Parses command-line options that may be given for each model: MODEL=VALUE, or VALUE for all models."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from runtime.core.errors import UsageError

_NAME = re.compile(r"[\w.+-]+")


def model_files(given: Sequence[str], option: str) -> dict[str, Path]:
    """Files by model name, in the given order: MODEL=FILE, or FILE named after itself.

    Raises:
        UsageError: a file is not there, or two models have one name.
    """
    found: dict[str, Path] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or Path(text).exists():  # A path may have a = in it.
            name, path = Path(text).stem, text
        if not name or not Path(path).exists():
            raise UsageError(f"{option} {text}: {path or 'no file'} is not there; say FILE or MODEL=FILE")
        if name in found:
            raise UsageError(f"{option} {text}: there is another model {name!r}; name them apart, as OTHER={path}")
        found[name] = Path(path)
    return found


def per_model(given: Sequence[str], models: Collection[str], option: str) -> dict[str, str]:
    """The value for each model that has one.

    Raises:
        UsageError: a value is for a model that is not there.
    """
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if equals and name in models:
            found[name] = value
        elif equals and _NAME.fullmatch(name):
            raise UsageError(f"{option} {text}: there is no model {name!r}; there is: {', '.join(models)}")
        else:
            found = dict.fromkeys(models, text) | found
    return found


def integer(text: str, option: str) -> int:
    """Parse a whole number.

    Raises:
        UsageError: it is none.
    """
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{option} {text}: give a whole number, such as -1") from None
