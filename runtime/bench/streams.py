"""The standard streams of a command: JSON on stdout, errors and other lines for people on stderr.

`standard_streams` makes both safe to write to: a character that the encoding lacks is written as its escape, a full or
closed stdout is one kind of error, and a stderr that cannot be written is ignored.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, Final, TextIO

from runtime.core.errors import UsageError
from runtime.core.text import printable, printable_json, shortened

_ESCAPING: Final = "mobile-agent-runtime-escape"
_MOST_LINES: Final = 20
_MOST_IN_A_LINE: Final = 390
_LONG_WORD: Final = re.compile(r"\S{161,}")


class OutputError(UsageError):
    """Standard output cannot be written."""


class OutputClosed(OutputError):
    """The reader of standard output has gone, as `head` does."""


def say(*lines: str) -> None:
    """Write lines for people to stdout."""
    sys.stdout.writelines(printable(line) + "\n" for line in lines)


def say_json(document: Any, indent: int | None = 1) -> None:
    """Write one JSON document to stdout."""
    sys.stdout.write(printable_json(json.dumps(document, ensure_ascii=False, indent=indent)) + "\n")


def complain(*lines: str) -> None:
    """Write lines for people to stderr."""
    sys.stderr.writelines(printable(line) + "\n" for line in lines)


def refuse(text: str) -> None:
    """Write an error to stderr. Long words and lines lose their middle, many lines their end."""
    lines = f"error: {text}".split("\n")
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = [f"… and {len(lines) - _MOST_LINES} more lines"]
    for line in lines:
        words = _LONG_WORD.sub(lambda word: shortened(word[0], 120), printable(line))
        complain(shortened(words, _MOST_IN_A_LINE))


class _Stream:
    """A text stream whose failures are handled by `failed`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def failed(self, error: OSError) -> None:
        """Handle a write that failed; the stream leads nowhere from now on."""

    def write(self, text: str) -> int:
        with self._writing():
            self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with self._writing():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            _lead_nowhere(self._stream)
            self.failed(error)


class _Output(_Stream):
    def failed(self, error: OSError) -> None:
        if isinstance(error, BrokenPipeError):
            raise OutputClosed("the reader of standard output has gone") from error
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error


class _ClosedOutput(_Stream):
    def write(self, text: str) -> int:
        raise OutputError("standard output is closed: redirect it to a file or to /dev/null")


def _lead_nowhere(stream: TextIO) -> None:
    """Lead a stream's descriptor to /dev/null, since Python writes what is left in its buffer at exit."""
    try:
        number = stream.fileno()
    except OSError:
        return  # not a real stream
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), number)


@contextmanager
def standard_streams() -> Iterator[None]:
    """Make stdout and stderr safe to write to, and a closed stdin empty.

    Within the block a write to stdout raises OutputError if stdout is full or closed. Python has no stream at all for a
    descriptor that was closed, as by `>&-`.
    """
    codecs.register_error(_ESCAPING, _escape)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - until the process ends, like any stdin
    with open(os.devnull, "w", encoding="utf-8") as out, open(os.devnull, "w", encoding="utf-8") as err:
        output = _ClosedOutput(out) if sys.stdout is None else _Output(sys.stdout)
        with (
            _escaping(sys.stdout or out),
            _escaping(sys.stderr or err),
            redirect_stdout(output),
            redirect_stderr(_Stream(sys.stderr or err)),
        ):
            yield


@contextmanager
def _escaping(stream: Any) -> Iterator[None]:
    """Have a stream write escapes for what its encoding lacks; streams of other kinds than Python's own stay."""
    before = getattr(stream, "errors", None)
    change = getattr(stream, "reconfigure", None)
    if change is None:
        yield
        return
    change(errors=_ESCAPING)
    try:
        yield
    finally:
        change(errors=before)


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""Return what cannot be encoded as `\uXXXX`, so that JSON stays the same JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
