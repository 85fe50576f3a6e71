"""Finds the screenshots of records in the folders of their dataset."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from benchmarks.gap.datasets.fields import Record, text

_UP: Final = 2
"""Levels above the given root that are searched: if the root is one split, its pictures may lie beside it."""
_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")


class Pictures:
    """Finds the pictures that the records of one file name.

    A record has the path of the picture on the machine that wrote the record. Each suffix of this path is searched for
    beside the file, below the given root and the folders between the two, and below the two folders above the root.
    Other files than pictures, and files in other folders, are never opened.
    """

    def __init__(self, root: Path, file: Path) -> None:
        folder = file.parent
        between = [parent for parent in folder.parents if parent.is_relative_to(root)]
        above = list(root.absolute().parents)[:_UP]
        self._near = list(dict.fromkeys(str(path) for path in (folder, root)))
        self._bases = list(dict.fromkeys(str(path) for path in (root, folder, *between, *above)))
        self._last_folder = ""
        self._folders: list[str] = self._near
        """Existing folders that may hold `_last_folder`; the records of an episode share it."""

    def find(self, path: str) -> Path | None:
        """Return the file of a picture; None if it is not found."""
        named, _, name = path.replace("\\", "/").rpartition("/")
        if not name.lower().endswith(_ENDINGS):
            return None
        if named != self._last_folder:
            self._last_folder, self._folders = named, self._candidate_folders(named)
        for folder in self._folders:
            file = f"{folder}/{name}"
            if os.path.isfile(file):
                return Path(file)
        return None

    def _candidate_folders(self, named: str) -> list[str]:
        parts = [part for part in named.split("/") if part not in ("", ".")]
        if ".." in parts:
            return []
        suffixes = ["/".join(parts[at:]) for at in range(len(parts))]
        folders = (f"{base}/{suffix}" for suffix in suffixes for base in self._bases)
        return [*self._near, *(folder for folder in dict.fromkeys(folders) if os.path.isdir(folder))]

    def of(self, record: Record, *names: str) -> tuple[Callable[[], bytes] | None, Path | None]:
        """Return a reader of a record's picture, and its file; `names` are the fields that may have its path."""
        for name in names:
            path = text(record, name)
            found = self.find(path) if path else None
            if found:
                return partial(Path.read_bytes, found), found
        return None, None


def size(file: Path | None) -> tuple[int, int] | None:
    """The width and height in pixels from the file's header; None if it cannot be read."""
    if file is None:
        return None
    try:
        with Image.open(file) as image:
            return image.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
