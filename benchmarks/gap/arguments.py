"""What a command line says of several models: MODEL=VALUE, or VALUE for all of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from runtime.core.errors import UsageError

_NAME = re.compile(r"[\w.+-]+")


def files(given: Sequence[str], option: str) -> dict[str, Path]:
    """Files by the name of their model, in the order in which they are given: MODEL=FILE, or the file's own name.

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


def of_each(given: Sequence[str], models: Collection[str], option: str) -> dict[str, str]:
    """A value for each model of which one was said.

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


def whole(text: str, option: str) -> int:
    """A whole number.

    Raises:
        UsageError: it is none.
    """
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{option} {text}: give a whole number, such as -1") from None
