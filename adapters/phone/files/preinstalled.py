"""Files that a phone has from the start. Content is generated on read, so phones do not hold it in memory.

Pictures are real JPEG and PNG files. Documents start with the magic bytes of their type. The rest of the declared size
is filled with noise that depends on the path alone.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from adapters.phone.pictures.drawing_tools import Sheet

_HEADS: Final = {
    ".pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    ".apk": b"PK\x03\x04\x14\x00\x00\x00\x08\x00",
    ".zip": b"PK\x03\x04\x14\x00\x00\x00\x08\x00",
    ".docx": b"PK\x03\x04\x14\x00\x06\x00\x08\x00",
    ".xlsx": b"PK\x03\x04\x14\x00\x06\x00\x08\x00",
    ".mp3": b"ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x64",
    ".m4a": b"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00M4A mp42isom",
    ".mp4": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isommp42",
}
_PICTURE_SIZE: Final = (1280, 960)
"""Width and height of the pictures, in pixels."""
_BLOCK: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class PreinstalledFile:
    """One preinstalled file. `path` is below shared storage, `at` its virtual modification time (ISO, to the minute).

    `text` is its complete content. Without it, `art` and `seed` name a picture (see `adapters.phone.pictures.art`) and
    `size` is in bytes.
    """

    path: str
    at: str
    size: int = 0
    text: str = ""
    art: str = ""
    seed: int = 0
    holds: tuple[tuple[str, str], ...] = ()
    """Names and texts of the files in an archive."""

    @property
    def length(self) -> int:
        """Return the number of bytes that a reader gets."""
        return len(self.text.encode()) if self.text else self.size


def content(file: PreinstalledFile) -> bytes:
    """Return the bytes of a preinstalled file; the same on every call."""
    if file.text:
        return file.text.encode()
    if file.holds:
        return _archive(file)
    suffix = posixpath.splitext(file.path)[1].lower()
    head = _picture(file, suffix) if file.art else _HEADS.get(suffix, b"")
    return (head + _noise(file.path, max(0, file.size - len(head))))[: max(file.size, len(head))]


def _archive(file: PreinstalledFile) -> bytes:
    """Return a real, uncompressed ZIP archive, padded to its size by a member with noise."""
    when = datetime.fromisoformat(file.at)

    def packed(filler: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in (*file.holds, ("recording.m4a", "")):
                info = zipfile.ZipInfo(name, (when.year, when.month, when.day, when.hour, when.minute, 0))
                archive.writestr(info, text or _noise(file.path, filler))
        return out.getvalue()

    return packed(max(0, file.size - len(packed(0))))


def _picture(file: PreinstalledFile, suffix: str) -> bytes:
    from adapters.phone.pictures.art import render  # imported late: needs Pillow, which headless phones do not load

    drawn = render(file.art, file.seed, *_PICTURE_SIZE).convert("RGB")
    if suffix == ".png":
        return _encoded(drawn, "PNG", 0)
    tries = (_encoded(drawn, "JPEG", quality) for quality in (82, 55, 30))
    return next((data for data in tries if len(data) <= file.size), None) or _encoded(drawn, "JPEG", 10)


def _encoded(picture: Sheet, kind: str, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, quality=quality)
    return out.getvalue()


def _noise(name: str, length: int) -> bytes:
    """Return incompressible bytes that depend on the name only."""
    block = bytearray()
    word = zlib.crc32(name.encode())
    for count in range(_BLOCK // 4):
        word = zlib.crc32(count.to_bytes(4, "little"), word)
        block += word.to_bytes(4, "little")
    return (bytes(block) * (length // _BLOCK + 1))[:length]
