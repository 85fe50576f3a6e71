"""Finds the files of a dataset below a path: its root, one of its folders, a file, or a glob pattern."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from runtime.core.errors import UsageError

_METADATA: Final = frozenset(("splits.json", "dataset_infos.json", "metadata.json", "cap.jsonl", "ocr.jsonl"))
"""JSON files in datasets that contain no steps; the last two are CAGUI's grounding part."""


def roots(path: Path | Sequence[Path]) -> tuple[Path, ...]:
    """Expands paths to existing files and folders; a missing path with `*`, `?` or `[` is a glob pattern.

    Raises:
        UsageError: a path does not exist, or a pattern matches nothing.
    """
    found: list[Path] = []
    for item in (path,) if isinstance(path, Path) else path:
        if item.exists():
            if not item.is_file() and not item.is_dir():
                raise UsageError(f"{item} is a pipe or a device: give a file or a folder")
            found.append(item)
            continue
        matches = sorted(glob.glob(str(item))) if glob.has_magic(str(item)) else []
        if not matches:
            raise UsageError(f"{item}: there is no such file or folder")
        found.extend(Path(match) for match in matches)
    if not found:
        raise UsageError("no file or folder was given")
    return tuple(found)


def files(root: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[Path, str]]:
    """Yields the wanted files below a root, sorted by name, each with its path relative to the root.

    If a folder contains a file of its own name (an episode's `<id>/<id>.json`), only that file is yielded. A folder
    that cannot be listed is yielded like a file, so that opening it reports the error.
    """
    if not root.is_dir():
        yield root, root.name
        return
    unread: list[OSError] = []
    for folder, inner, names in os.walk(root, onerror=unread.append):
        inner.sort()
        own = f"{os.path.basename(folder)}.json"
        chosen = [own] if own in names and wanted(own) else sorted(name for name in names if wanted(name))
        for name in chosen:
            file = Path(folder, name)
            yield file, file.relative_to(root).as_posix()
    for error in unread:
        file = Path(error.filename)
        yield file, file.relative_to(root).as_posix()


def is_json(name: str) -> bool:
    """Whether a file name is that of a JSON file that may contain steps."""
    return name.endswith((".json", ".jsonl")) and name not in _METADATA and not name.startswith(".")


def is_shard(name: str) -> bool:
    """Whether a file may be a TFRecord shard: `android_control-00000-of-00020`, `x.tfrecord`, `x.tfrecord.gz`."""
    return not name.startswith(".") and ("-of-" in name or ".tfrecord" in name) and not name.endswith((".json", ".md"))
