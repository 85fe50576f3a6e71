"""A command line as words: split as a shell would, files named by their whole path, gaps filled. Pure but for looking
whether a file is there.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from runtime.core.errors import UsageError

GAPS: Final = ("instruction", "instruction_file", "serial", "adb_host", "adb_port", "device_port", "url", "token")
"""What may stand in braces in the words of a command, in the lines written to it and in its own variables."""
_GAP: Final = re.compile(r"\{([a-z_]+)\}")


def split(text: str) -> tuple[str, ...]:
    """The words of a command line; nothing is expanded, since no shell reads it.

    Raises:
        UsageError: there is none, or a quotation has no end.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(
            f"the command {text!r} cannot be split into words: {error}; mend its quotation marks"
        ) from None
    if not words:
        raise UsageError("no command is given; write one behind the colon, as in exec:'python my_agent.py'")
    return words


def absolute(words: Sequence[str], folder: Path) -> tuple[str, ...]:
    """The words with whole paths where they name files of `folder`: the program is started in a folder of its own.

    A word is a path if it is a file, or if it has a slash and is there; the part behind an `=` counts too.
    """
    first, *rest = words
    program = str(folder / first) if "/" in first and not first.startswith("/") else first
    return (program, *(_absolute(word, folder) for word in rest))


def _absolute(word: str, folder: Path) -> str:
    option, equals, value = word.partition("=")
    if equals and option.startswith("-"):
        return f"{option}={_absolute(value, folder)}"
    path = named(word, folder)
    return str(path) if path is not None else word


def named(word: str, folder: Path) -> Path | None:
    """The file or folder that a word names, whole; None if it names none."""
    if not word or len(word) > 4000 or "\0" in word or "\n" in word:
        return None
    path = folder / word
    try:
        there = path.exists() if "/" in word else path.is_file()
    except OSError:  # too long a name, or a folder that is closed to us: nothing that we could show
        return None
    return path if there else None


def paths(words: Sequence[str]) -> list[Path]:
    """The files and folders that words with whole paths name, behind an `=` too."""
    parts = [part for word in words for part in (word, word.partition("=")[2])]
    return [Path(part) for part in parts if part.startswith("/") and named(part, Path("/")) is not None]


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its gaps filled; braces around anything else stay as they are."""
    return _GAP.sub(lambda found: values.get(found[1], found[0]), text)


def check_gaps(texts: Sequence[str], known: Sequence[str] = GAPS) -> None:
    """Whether a gap has a name that is nearly one of ours: a typing mistake, which would reach the program as it is.

    Raises:
        UsageError: one has.
    """
    for text in texts:
        for name in _GAP.findall(text):
            if name not in known and name.replace("_", "") in {content.replace("_", "") for content in known}:
                raise UsageError(f"{{{name}}} in {text!r} is not filled in; there is: {', '.join(known)}")
