"""A device for these tests: the files of a virtual phone, and the three commands that folders and links need."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import numpy as np

from adapters.adb.daemon.services import SUPPORTED_FEATURES, Stdin
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.transport.banner import Banner
from adapters.phone.files.filesystem import Files

HOME = "/data/local/tmp"
SIZES = (0, 1, 65535, 65536, 65537, 1048575, 1048576, 1048577)
NOW = 1_700_000_000


class SyncPhone:
    """Implements `DeviceServices`. `ran` lists the commands that came."""

    def __init__(self, features: tuple[str, ...] = SUPPORTED_FEATURES) -> None:
        self.files = Files(lambda: NOW)
        self.features = features
        self.ran: list[str] = []

    def put(self, path: str, data: bytes) -> None:
        """A file, and the folders above it."""
        self.files.mkdir(path.rpartition("/")[0], parents=True)
        self.files.write(path, data)

    def banner(self) -> Banner:
        names = {"ro.product.name": "sync", "ro.product.model": "sync", "ro.product.device": "sync"}
        return Banner("device", names, self.features)

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> ShellResult:
        self.ran.append(command)
        words = shlex.split(command)
        try:
            return ShellResult(self._run(words[0], [word for word in words[1:] if not word.startswith("-")]), b"", 0)
        except OSError as error:
            return ShellResult(b"", f"{words[0]}: {error}\n".encode(), 1)

    def _run(self, name: str, paths: list[str]) -> bytes:
        if name == "mkdir":
            for path in paths:
                self.files.mkdir(path, parents=True)
            return b""
        if name == "readlink":
            return self.files.readlink(paths[0]).encode("utf-8", "surrogateescape") + b"\n"
        return b""


def noise(size: int, seed: int = 1) -> bytes:
    """Bytes that do not compress."""
    return np.random.default_rng(seed).bytes(size)


def text(size: int) -> bytes:
    """Bytes that do."""
    return (b"the same words again and again, " * (size // 32 + 1))[:size]


def plant(top: Path) -> None:
    """A tree with everything: names in several scripts, empty things, links, times, permissions, awkward sizes."""
    for folder in ("", "leer", "tief/tiefer", "文件夹", "with space & 'quotes'"):
        (top / folder).mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        (top / f"größe {size} 文.bin").write_bytes(noise(size, size))
    (top / "tief/tiefer/ünï $HOME;`x`").write_bytes(text(200_000))
    (top / "文件夹" / "Ж").write_bytes(b"x")
    (top / "文件夹" / "Ж").chmod(0o755)
    os.utime(top / "文件夹" / "Ж", (1_500_000_000, 1_500_000_000))
    (top / "link").symlink_to("tief/tiefer/ünï $HOME;`x`")
    (top / "tief" / "up").symlink_to("../文件夹")
    (top / "dangling").symlink_to("nowhere")


def shape(top: Path, look: Callable[[Path], object] = lambda path: None) -> dict[str, object]:
    """The shape of a tree: targets of links, bytes of files, None for folders; `look` adds to files."""
    found: dict[str, object] = {}
    for path in sorted(top.rglob("*")):
        name = str(path.relative_to(top))
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = (path.read_bytes(), look(path)) if path.is_file() else None
    return found
