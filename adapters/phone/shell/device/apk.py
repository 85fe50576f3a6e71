"""APKs: reads package and version from a binary manifest, and makes small APKs with only that. Pure."""

from __future__ import annotations

import io
import struct
import zipfile
from dataclasses import dataclass
from typing import Final

_MANIFEST: Final = "AndroidManifest.xml"
_LARGEST: Final = 4 << 20
_STRINGS, _ELEMENT = 0x0001, 0x0102
_UTF8: Final = 1 << 8
_TEXT: Final = 0x03
_NUMBER: Final = 0x10
_XML: Final = 0x0003
_MADE: Final = (2008, 1, 1, 0, 0, 0)
"""The date in every APK: builds that can be repeated have none of their own."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Package name and version of an APK."""

    package: str
    version: str
    version_code: int


def manifest(data: bytes) -> Manifest | None:
    """Return the manifest of an APK; None for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(_MANIFEST).file_size > _LARGEST:
                return None
            return _read(archive.read(_MANIFEST))
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, OSError, ValueError, struct.error,
            IndexError, EOFError):  # fmt: skip
        # Errors that a broken archive or manifest can cause.
        return None


def _read(data: bytes) -> Manifest | None:
    strings: list[str] = []
    at = 8
    while at + 8 <= len(data):
        kind, _, size = struct.unpack_from("<HHI", data, at)
        if size < 8:
            return None
        if kind == _STRINGS:
            strings = _pool(data[at : at + size])
        elif kind == _ELEMENT:
            # The first element is <manifest>.
            return _element(data, at, strings)
        at += size
    return None


def _pool(chunk: bytes) -> list[str]:
    count, _, flags, start = struct.unpack_from("<IIII", chunk, 8)
    if count > len(chunk):
        raise ValueError("more strings than bytes")
    out = []
    for offset in struct.unpack_from(f"<{count}I", chunk, 28):
        at = start + offset
        if flags & _UTF8:
            at += 2 if chunk[at] & 0x80 else 1
            size = chunk[at]
            at += 1
            if size & 0x80:
                size = (size & 0x7F) << 8 | chunk[at]
                at += 1
            out.append(chunk[at : at + size].decode("utf-8", "replace"))
        else:
            (size,) = struct.unpack_from("<H", chunk, at)
            out.append(chunk[at + 2 : at + 2 + 2 * size].decode("utf-16-le", "replace"))
    return out


def _element(data: bytes, at: int, strings: list[str]) -> Manifest | None:
    start, size, count = struct.unpack_from("<HHH", data, at + 24)
    found: dict[str, str | int] = {}
    for index in range(count):
        _, name, raw, _, _, kind, value = struct.unpack_from("<iiiHBBi", data, at + 16 + start + index * size)
        found[strings[name]] = strings[raw] if raw >= 0 else strings[value] if kind == _TEXT else value
    package = found.get("package")
    if not isinstance(package, str):
        return None
    code = found.get("versionCode", 0)
    return Manifest(package, str(found.get("versionName", "")), code if isinstance(code, int) else 0)


def encode_apk(about: Manifest) -> bytes:
    """Return an APK with nothing but a manifest, the same bytes for the same manifest."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo(_MANIFEST, _MADE), _encode_manifest(about))
    return out.getvalue()


def _encode_manifest(about: Manifest) -> bytes:
    """Return the binary XML `<manifest package=… versionCode=… versionName=…/>`."""
    names = ("package", "versionCode", "versionName", "manifest", about.package, about.version)
    texts = [name.encode("utf-16-le") for name in names]
    pool = [struct.pack("<H", len(text) // 2) + text + bytes(2) for text in texts]
    offsets = [sum(map(len, pool[:index])) for index in range(len(pool))]
    body = b"".join(pool)
    body += bytes(-len(body) % 4)
    start = 28 + 4 * len(pool)
    strings = struct.pack("<HHIIIIII", _STRINGS, 28, start + len(body), len(pool), 0, 0, start, 0)
    strings += struct.pack(f"<{len(pool)}I", *offsets) + body
    attributes = ((0, 4, _TEXT, 4), (1, -1, _NUMBER, about.version_code), (2, 5, _TEXT, 5))
    element = struct.pack("<HHIII", _ELEMENT, 16, 36 + 20 * len(attributes), 1, 0xFFFFFFFF)
    element += struct.pack("<iiHHHHHH", -1, 3, 20, 20, len(attributes), 0, 0, 0)
    for name, raw, kind, value in attributes:
        element += struct.pack("<iiiHBBi", -1, name, raw, 8, 0, kind, value)
    return struct.pack("<HHI", _XML, 8, 8 + len(strings) + len(element)) + strings + element
