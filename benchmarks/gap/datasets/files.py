"""Resolves a path to files: a dataset's root, one of its folders, a file, several shards."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from runtime.core.errors import UsageError

_ABOUT: Final = frozenset(("splits.json", "dataset_infos.json", "metadata.json", "cap.jsonl", "ocr.jsonl"))
"""JSON that lies beside datasets and holds no steps; the last two are CAGUI's other half, for grounding."""


def roots(path: Path | Sequence[Path]) -> tuple[Path, ...]:
    """The files and folders of a path; a path with `*`, `?` or `[` that is not a file is a pattern.

    Raises:
        UsageError: one is not there.
    """
    found: list[Path] = []
    for item in (path,) if isinstance(path, Path) else path:
        if item.exists():
            found.append(item)
            continue
        matches = sorted(glob.glob(str(item))) if glob.has_magic(str(item)) else []
        if not matches:
            raise UsageError(f"{item}: there is no such file or folder")
        found.extend(Path(match) for match in matches)
    if not found:
        raise UsageError("no file and no folder was named")
    return tuple(found)


def files(root: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[Path, str]]:
    """The files below a root, sorted by name, each with the name that people know it by.

    A folder that has a file of its own name (`<id>/<id>.json`, as episodes are kept) is that file. A folder that cannot
    be listed comes as if it were a file, so that whoever opens it learns why.
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
    """Whether a file may hold steps as JSON."""
    return name.endswith((".json", ".jsonl")) and name not in _ABOUT and not name.startswith(".")


def is_shard(name: str) -> bool:
    """Whether a file may be a shard of TFRecords: `android_control-00000-of-00020`, `x.tfrecord`, `x.tfrecord.gz`."""
    return not name.startswith(".") and ("-of-" in name or ".tfrecord" in name) and not name.endswith((".json", ".md"))
