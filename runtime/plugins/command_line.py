"""The parser of all commands, and the types of options. For plug-ins of the kind `commands` too."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, Final

from runtime.core.errors import UsageError

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are usage errors, and that takes options by their full names only."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise a UsageError that names the option and the command's help."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def whole_number(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return an option type: a whole number within limits, both included, in decimal digits."""

    def parse(text: str) -> int:
        if _WHOLE.fullmatch(text) is None:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
        value = int(text)
        if least is not None and value < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least:,}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"{text} is more than {most:,}")
        return value

    return parse


def seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a positive, finite number of seconds")
    return value
