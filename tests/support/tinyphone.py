"""A device of a few lines for the tests of the ADB room: a shell with a handful of commands and files in a dict."""

from __future__ import annotations

import errno
import hashlib
import os
import posixpath
import stat as modes
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import anyio

from adapters.adb.daemon.services import SUPPORTED_FEATURES, Stdin
from adapters.adb.transport.banner import Banner

WIDTH, HEIGHT = 1080, 2400
DUMP = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
    '<node index="0" text="Grüße" resource-id="com.x:id/hello" class="android.widget.TextView" package="com.x" '
    'content-desc="" clickable="true" bounds="[0,0][100,50]" /></hierarchy>'
).encode()


@dataclass(frozen=True)
class TinyStat:
    """Implements `services.Stat`."""

    mode: int
    size: int
    mtime: int
    uid: int = 2000
    gid: int = 2000
    ino: int = 7
    nlink: int = 1
    dev: int = 3


@dataclass(frozen=True)
class TinyResult:
    """Implements `services.Result`."""

    stdout: bytes | memoryview = b""
    stderr: bytes = b""
    exit: int = 0


class TinyFiles:
    """Files in a dict; everything under /ro is read-only."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[TinyStat, bytes]] = {}
        for folder in ("/", "/sdcard", "/ro"):
            self.entries[folder] = TinyStat(modes.S_IFDIR | 0o755, 4096, 1_700_000_000), b""

    def stat(self, path: str) -> TinyStat | None:
        found = self.lstat(path)
        if found is not None and modes.S_ISLNK(found.mode):
            return self.lstat(self.entries[_plain(path)][1].decode())
        return found

    def lstat(self, path: str) -> TinyStat | None:
        entry = self.entries.get(_plain(path))
        return entry[0] if entry else None

    def list(self, path: str) -> Sequence[str]:
        prefix = _plain(path).rstrip("/") + "/"
        if _plain(path) not in self.entries:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        names = (entry[len(prefix) :] for entry in self.entries if entry.startswith(prefix) and entry != "/")
        return sorted(name for name in names if "/" not in name)

    def read(self, path: str) -> bytes:
        found = self.stat(path)
        if found is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if modes.S_ISDIR(found.mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        return self.entries[_plain(path)][1]

    def write(self, path: str, data: bytes, mode: int = 0o644, mtime: int | None = None) -> None:
        if path.startswith("/ro/"):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        self.entries[_plain(path)] = TinyStat(modes.S_IFREG | mode, len(data), mtime or 0), data

    def mkdir(self, path: str, *, parents: bool = False) -> None:
        parts = _plain(path).strip("/").split("/")
        for count in range(1 if parents else len(parts), len(parts) + 1):
            folder = "/" + "/".join(parts[:count])
            self.entries.setdefault(folder, (TinyStat(modes.S_IFDIR | 0o755, 4096, 0), b""))

    def symlink(self, target: str, path: str, mtime: int | None = None) -> None:
        self.entries[_plain(path)] = TinyStat(modes.S_IFLNK | 0o777, len(target), mtime or 0), target.encode()

    def remove(self, path: str) -> None:
        del self.entries[_plain(path)]


class TinyPhone:
    """Implements `DeviceServices`. `ran` lists the command lines that came."""

    def __init__(self, serial: str = "tiny-1", features: tuple[str, ...] = SUPPORTED_FEATURES) -> None:
        self.files = TinyFiles()
        self.files.write("/sdcard/window_dump.xml", DUMP)
        self.serial = serial
        self.features = features
        self.ran: list[str] = []
        self.cancelled = 0
        self.keyboard = "com.x/.Ime"
        header = struct.pack("<4I", WIDTH, HEIGHT, 1, 1)
        self.screen = memoryview(header + bytes(range(256)) * (WIDTH * HEIGHT * 4 // 256))

    def banner(self) -> Banner:
        names = {"ro.product.name": "tiny", "ro.product.model": "Tiny: Phone", "ro.product.device": "tinydev"}
        return Banner("device", names, self.features)

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        self.ran.append(command)
        name, _, rest = command.partition(" ")
        if name == "cat":
            return TinyResult(await stdin.read())
        if name == "hang":
            return await self._hang()
        return self._android(name, rest) or self._plain(name, rest)

    def _plain(self, name: str, rest: str) -> TinyResult:
        match name:
            case "echo":
                return TinyResult(rest.encode() + b"\n")
            case "both":
                return TinyResult(b"out\n", b"err\n", int(rest))
            case "blob":
                return TinyResult(blob(rest))
            case "raise":
                raise ValueError("boom")
            case "err":
                return TinyResult(b"", blob(rest))
            case _:
                return TinyResult(b"", f"/system/bin/sh: {name}: inaccessible or not found\n".encode(), 127)

    def _android(self, name: str, rest: str) -> TinyResult | None:
        match name:
            case "screencap":
                return TinyResult(self.screen)
            case "getprop":
                return TinyResult(self.serial.encode() + b"\n")
            case "wm":
                return TinyResult(f"Physical size: {WIDTH}x{HEIGHT}\n".encode())
            case "uiautomator":
                return TinyResult(b"UI hierchary dumped to: /sdcard/window_dump.xml\n")
            case "settings":
                return TinyResult(self.keyboard.encode() + b"\n")
            case "ime":
                self.keyboard = rest.removeprefix("set ")
                return TinyResult()
            case "monkey" if "com.absent" in rest or "com." not in rest:
                return TinyResult(b"** No activities found to run, monkey aborted.\n", b"", 252)
            case "input" | "am" | "monkey":
                return TinyResult()
            case _:
                return None

    async def _hang(self) -> TinyResult:
        try:
            await anyio.sleep_forever()
            return TinyResult()
        finally:
            self.cancelled += 1


class NumericScreen(TinyPhone):
    """A phone whose `wm size` lies about its screen and whose screencap is of `size`, with the old header if asked."""

    def __init__(self, width: int, height: int, header: int = 16, form: int = 1) -> None:
        super().__init__()
        body = (bytes(range(251)) * (width * height * 4 // 251 + 1))[: width * height * 4]
        self.screen = memoryview(struct.pack("<4I", width, height, form, 1)[:header] + body)


def blob(words: str) -> bytes:
    """`SEED SIZE` as bytes that depend on both."""
    seed, size = words.split()
    block = hashlib.sha256(seed.encode()).digest()
    return (block * (int(size) // len(block) + 1))[: int(size)]


def _plain(path: str) -> str:
    return posixpath.normpath(path) if path else path
