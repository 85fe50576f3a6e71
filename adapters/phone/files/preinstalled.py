"""Files that a phone has from the start. What is in one is made when it is read, so a thousand phones hold none.

Pictures are real JPEG and PNG files of the picture they are declared to be, documents have the first bytes of their
kind; what is missing to the declared size is filled with noise that depends on the path alone.
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
    from adapters.phone.pictures.tools import Sheet

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
_EDGES: Final = (1280, 960)
"""Of the pictures, in pixels: large enough to be looked at, small enough to be drawn in a moment."""
_BLOCK: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Plant:
    """One file. `path` is below shared storage, `at` the virtual time it was last changed (ISO, to the minute).

    `text` is all that is in it; else `art` and `seed` name a picture (see `adapters.phone.pictures.art`) and `size` is
    in bytes.
    """

    path: str
    at: str
    size: int = 0
    text: str = ""
    art: str = ""
    seed: int = 0
    holds: tuple[tuple[str, str], ...] = ()
    """Of an archive: names and texts of the files in it."""

    @property
    def length(self) -> int:
        """Bytes that a reader gets."""
        return len(self.text.encode()) if self.text else self.size


def content(plant: Plant) -> bytes:
    """The bytes of a planted file, the same on every call."""
    if plant.text:
        return plant.text.encode()
    if plant.holds:
        return _archive(plant)
    suffix = posixpath.splitext(plant.path)[1].lower()
    head = _picture(plant, suffix) if plant.art else _HEADS.get(suffix, b"")
    return (head + _noise(plant.path, max(0, plant.size - len(head))))[: max(plant.size, len(head))]


def _archive(plant: Plant) -> bytes:
    """A real one, nothing compressed; a recording of noise in it fills it up to its size."""
    when = datetime.fromisoformat(plant.at)

    def packed(filler: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in (*plant.holds, ("recording.m4a", "")):
                info = zipfile.ZipInfo(name, (when.year, when.month, when.day, when.hour, when.minute, 0))
                archive.writestr(info, text or _noise(plant.path, filler))
        return out.getvalue()

    return packed(max(0, plant.size - len(packed(0))))


def _picture(plant: Plant, suffix: str) -> bytes:
    from adapters.phone.pictures.art import render  # Pillow, which a phone that nobody looks at does without

    drawn = render(plant.art, plant.seed, *_EDGES).convert("RGB")
    if suffix == ".png":
        return _encoded(drawn, "PNG", 0)
    tries = (_encoded(drawn, "JPEG", quality) for quality in (82, 55, 30))
    return next((data for data in tries if len(data) <= plant.size), None) or _encoded(drawn, "JPEG", 10)


def _encoded(picture: Sheet, kind: str, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, quality=quality)
    return out.getvalue()


def _noise(name: str, length: int) -> bytes:
    """Bytes that don't compress to nothing and depend on the name only."""
    block = bytearray()
    word = zlib.crc32(name.encode())
    for count in range(_BLOCK // 4):
        word = zlib.crc32(count.to_bytes(4, "little"), word)
        block += word.to_bytes(4, "little")
    return (bytes(block) * (length // _BLOCK + 1))[:length]
