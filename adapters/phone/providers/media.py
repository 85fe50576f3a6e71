"""`content://media`: pictures, videos, audio and other files of shared storage."""

from __future__ import annotations

import posixpath
import zlib
from typing import Final

from adapters.phone.providers.rows import Row, Table
from adapters.phone.providers.source import ContentProvider, Path, ProviderContext
from adapters.phone.state.phone_state import PhoneState

STORAGE: Final = "/storage/emulated/0"
COLUMNS: Final = (
    "_id", "_data", "_display_name", "title", "_size", "mime_type", "date_added", "date_modified", "relative_path",
    "bucket_display_name", "bucket_id", "volume_name", "owner_package_name", "is_pending", "is_trashed", "media_type",
)  # fmt: skip
_TYPES: Final = {
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp",
    ".mp4": "video/mp4", ".mkv": "video/x-matroska", ".webm": "video/webm",
    ".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg", ".wav": "audio/x-wav", ".flac": "audio/flac",
    ".pdf": "application/pdf", ".txt": "text/plain", ".zip": "application/zip", ".csv": "text/csv",
    ".apk": "application/vnd.android.package-archive", ".json": "application/json", ".md": "text/markdown",
}  # fmt: skip
_KINDS: Final = {"images": 1, "audio": 2, "video": 3}


def _kind(mime: str) -> int:
    return {"image": 1, "audio": 2, "video": 3}.get(mime.partition("/")[0], 0)


def key_of(path: str) -> int:
    """Return a row id that depends on the file's path only."""
    return 1000 + zlib.crc32(path.encode("utf-8", "surrogateescape")) % 1_000_000_000


def _rows(world: ProviderContext) -> list[Row]:
    rows: list[Row] = []
    for path in world.files.walk(STORAGE):
        found = world.files.stat(path)
        if found is None or not found.is_file or path.startswith(f"{STORAGE}/Android/"):
            continue
        name, folder = posixpath.basename(path), posixpath.dirname(path)
        mime = _TYPES.get(posixpath.splitext(name)[1].lower(), "application/octet-stream")
        relative = folder.removeprefix(STORAGE).strip("/")
        values = (
            key_of(path), path, name, posixpath.splitext(name)[0], found.size, mime, found.mtime, found.mtime,
            f"{relative}/" if relative else "/", posixpath.basename(relative) or "0", zlib.crc32(folder.encode()),
            "external_primary", None, 0, int(name.startswith(".trashed-")), _kind(mime),
        )  # fmt: skip
        rows.append(dict(zip(COLUMNS, values, strict=True)))
    return rows


def _look(world: ProviderContext, path: Path) -> Table | None:
    if path[:1] not in (("external",), ("external_primary",), ("internal",)):
        return None
    rows = [] if path[0] == "internal" else _rows(world)
    match path[1:]:
        case (("images" | "audio" | "video") as kind, "media", *rest):
            rows = [row for row in rows if row["media_type"] == _KINDS[kind]]
        case ("file" | "downloads", *rest):
            if path[1] == "downloads":
                rows = [row for row in rows if str(row["relative_path"]).startswith("Download/")]
        case _:
            return None
    if rest:
        rows = [row for row in rows if str(row["_id"]) == rest[0]]
    return Table(COLUMNS, tuple(rows))


def _drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    """Delete rows and their files. Files belong to the phone, so the state stays the same."""
    for row in _rows(world):
        if str(row["_id"]) in keys:
            world.files.remove(str(row["_data"]))
    return world.state


MEDIA = ContentProvider(_look, drop=_drop)


def read_media(world: ProviderContext, path: Path) -> bytes | None:
    """Return the content of a file by its address; None if there is none."""
    table = _look(world, path)
    if table is None or len(table.rows) != 1:
        return None
    return world.files.read(str(table.rows[0]["_data"]))
