"""Parses command-line options that may be given for each model: MODEL=VALUE, or VALUE for all models."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from runtime.core.errors import UsageError
from runtime.core.given_files import check_given_file

_NAME = re.compile(r"[\w.+-]+")


def model_files(given: Sequence[str], option: str) -> dict[str, Path]:
    """Parses MODEL=FILE, or FILE for a model named after the file; returns the files by model, in the given order.

    Raises:
        UsageError: a file does not exist, or two models have the same name.
    """
    found: dict[str, Path] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or Path(text).exists():  # A path may have a = in it.
            name, path = Path(text).stem, text
        if not name or not Path(path).exists():
            raise UsageError(f"{option} {text}: {path or 'no file'} is not there; give FILE or MODEL=FILE")
        check_given_file(Path(path), or_folder=True)
        if name in found:
            raise UsageError(f"{option} {text}: there is another model {name!r}; name them apart, as OTHER={path}")
        found[name] = Path(path)
    return found


def per_model(given: Sequence[str], models: Collection[str], option: str) -> dict[str, str]:
    """Parses MODEL=VALUE, or VALUE for all models without their own; returns the values by model.

    Raises:
        UsageError: a value is for an unknown model.
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
    """Parses an integer.

    Raises:
        UsageError: the text is not an integer.
    """
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{option} {text}: give a whole number, such as -1") from None
