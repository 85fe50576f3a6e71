"""Reads records from JSON lines, JSON lists, or folders of both, each with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.gap.records import Defect
from runtime.core.errors import UsageError

_ENDINGS: Final = (".jsonl", ".json", ".ndjson")
_MERGED: Final = "all.jsonl"
"""The file into which public harnesses copy all other files of a folder."""
_SPACE: Final = " \t\r\n,"
_DECODER: Final = json.JSONDecoder()

Record = tuple[str, dict[str, Any]]


def list_files(path: Path) -> list[tuple[str, Path]]:
    """The files to read, each with a name for messages.

    Raises:
        UsageError: there is no such file, or none with records.
    """
    if path.is_file():
        return [(path.name, path)]
    if not path.is_dir():
        raise UsageError(f"--predictions {path}: no such file or folder")
    if (merged := path / _MERGED).is_file():
        return [(_MERGED, merged)]
    files = sorted(item for item in path.rglob("*") if item.suffix in _ENDINGS and item.is_file())
    if not files:
        raise UsageError(f"--predictions {path}: holds no {', '.join(_ENDINGS)} files")
    return [(file.relative_to(path).as_posix(), file) for file in files]


def records(name: str, path: Path) -> Iterator[Record | Defect]:
    """The records of one file, lists expanded, and a defect for each invalid one.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
        if head.startswith(b"["):
            yield from _listed(name, path.read_text(encoding="utf-8-sig", errors="replace"))
        elif path.suffix == ".json" and (json_document := _single_value(path)) is not None:
            yield from _each(f"{name}:1", json_document)
        else:
            with path.open(encoding="utf-8-sig", errors="replace") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield from _line(f"{name}:{number}", line)
    except OSError as error:
        raise UsageError(f"--predictions {path}: {error.strerror or error}") from error


def _line(source: str, line: str) -> Iterator[Record | Defect]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        yield Defect("unreadable", source, f"no JSON: {error}")
        return
    yield from _each(source, value)


def _single_value(path: Path) -> Any:
    """The single JSON value of a file; None if it is not one."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig", errors="replace"))
    except (ValueError, RecursionError):
        return None


def _each(source: str, value: Any) -> Iterator[Record | Defect]:
    if isinstance(value, dict):
        yield source, value
    elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
        yield from ((source, item) for item in value)
    else:
        yield Defect("unreadable", source, f"{type(value).__name__} instead of a record")


def _listed(name: str, text: str) -> Iterator[Record | Defect]:
    """Parse a list one element at a time; only the text is in memory. Everything after a damaged element is lost."""
    at = text.index("[") + 1
    line, counted = 1, 0
    while True:
        while at < len(text) and text[at] in _SPACE:
            at += 1
        line, counted = line + text.count("\n", counted, at), at
        source = f"{name}:{line}"
        if at >= len(text):
            yield Defect("unreadable", source, "the list has no end")
            return
        if text[at] == "]":
            return
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield Defect("unreadable", source, f"no JSON: {error}; what follows is not read")
            return
        yield from _each(source, value)
