"""Command lines as words: split like a shell, with absolute file names and filled placeholders.

Pure, except that it checks whether files exist.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from runtime.core.errors import UsageError

PLACEHOLDERS: Final = (
    "instruction",
    "instruction_file",
    "serial",
    "adb_host",
    "adb_port",
    "device_port",
    "url",
    "token",
)
"""Names allowed in braces in a command, in lines written to its console and in its environment variables."""
_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


def split_command(text: str) -> tuple[str, ...]:
    """Splits a command line into words like a shell, without expansions.

    Raises:
        UsageError: it is empty, or a quotation is not closed.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"the command {text!r} cannot be split into words: {error}; fix its quotation marks") from None
    if not words:
        raise UsageError("no command is given; write one after the colon, as in exec:'python my_agent.py'")
    return words


def absolute_words(words: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Makes words that name files of `folder` absolute, since the program starts in another folder.

    A word is a path if it names a file, or contains a slash and exists. This includes the part after an `=`.
    """
    first, *rest = words
    program = str(folder / first) if "/" in first and not first.startswith("/") else first
    return (program, *(_absolute(word, folder) for word in rest))


def _absolute(word: str, folder: Path) -> str:
    option, equals, value = word.partition("=")
    if equals and option.startswith("-"):
        return f"{option}={_absolute(value, folder)}"
    path = named_path(word, folder)
    return str(path) if path is not None else word


def named_path(word: str, folder: Path) -> Path | None:
    """The absolute path of the file or folder that a word names; None if it names none."""
    if not word or len(word) > 4000 or "\0" in word or "\n" in word:
        return None
    path = folder / word
    try:
        there = path.exists() if "/" in word else path.is_file()
    except OSError:  # the name is too long, or the folder is not accessible
        return None
    return path if there else None


def named_paths(words: Sequence[str]) -> list[Path]:
    """The existing files and folders that absolute words name, also after an `=`."""
    parts = [part for word in words for part in (word, word.partition("=")[2])]
    return [Path(part) for part in parts if part.startswith("/") and named_path(part, Path("/")) is not None]


def fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    """Replaces known placeholders; other text in braces is unchanged."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)


def check_placeholders(texts: Sequence[str], known: Sequence[str] = PLACEHOLDERS) -> None:
    """Rejects placeholders that look like misspelt known ones, which would reach the program unchanged.

    Raises:
        UsageError: a placeholder is misspelt.
    """
    for text in texts:
        for name in _PLACEHOLDER.findall(text):
            if name not in known and difflib.get_close_matches(name, known, n=1, cutoff=0.8):
                raise UsageError(f"{{{name}}} in {text!r} is not a placeholder; known are: {', '.join(known)}")
