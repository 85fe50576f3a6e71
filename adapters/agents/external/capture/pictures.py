"""Pictures of the screen that a foreign agent takes itself, out of the bytes that pass. Pure.

Seen are `screencap` and `screencap -p` (over exec or shell), `framebuffer:`, and files that one of them wrote and that
are pulled, or printed, then. Pictures with a loss (those of uiautomator2) are not: what is recorded is compared by its
digest.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.adb.framing import framebuffer, shell_frames, sync_wire
from adapters.adb.screen_capture import read_raw
from adapters.adb.transport.packets import RemoteProtocolError
from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import Lit, ShellSyntaxError, Simple
from runtime.core.errors import DeviceRefused
from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError, decode

MOST: Final = 64 << 20
"""Bytes of pictures of one agent that are kept at a time; one that does not fit is not read."""
_PATHS: Final = 64
"""Files that pictures were written to and that are remembered."""
_REQUEST: Final = 4 << 10
"""No piece with a request for a file is longer; files on their way to the device come in larger ones."""
_PNG: Final = b"\x89PNG"
_HEAD: Final = 16

Wrapping = Literal["plain", "shell", "sync", "framebuffer"]


@dataclass(frozen=True, slots=True)
class Picture:
    """Bytes of one look that are complete; `began` is when it was begun."""

    wrapping: Wrapping
    pieces: tuple[bytes | bytearray, ...]
    began: float

    def frame(self) -> Frame | None:
        """What it shows, None if it cannot be read; takes its time."""
        try:
            if self.wrapping == "framebuffer":
                receiver = framebuffer.Receiver(lambda size: memoryview(bytearray(size)))
                for piece in self.pieces:
                    receiver.feed(memoryview(piece))
                return receiver.result()
            data = self._unwrapped()
            if data.startswith(_PNG):
                return decode(data)
            return read_raw(memoryview(data), "a picture of the agent's") if len(data) > _HEAD else None
        except (PngError, DeviceRefused, RemoteProtocolError, framebuffer.FramebufferError):
            return None

    def _unwrapped(self) -> bytes:
        if self.wrapping == "shell":
            output = shell_frames.Output()
            for piece in self.pieces:
                output.feed(memoryview(piece))
            return output.stdout
        if self.wrapping == "sync":
            answers = sync_wire.Answers(b"RECV")
            parts = [part for piece in self.pieces for part in answers.feed(piece)]
            return b"".join(part.data for part in parts if isinstance(part, sync_wire.Data))
        return b"".join(self.pieces)


class Camera:
    """All looks of one agent: which files have pictures, and how many bytes are kept."""

    def __init__(self, most: int = MOST) -> None:
        self.room = most
        self.paths: OrderedDict[str, float] = OrderedDict()
        """Files with pictures, and when those were begun."""

    def watch(self, service: str, began: float) -> Film | None:
        """What listens to a stream that may bring a picture, or makes a file of one; None for all others."""
        name, _, line = service.partition(":")
        kind, *words = name.split(",")
        if kind == "framebuffer":
            return Film(self, "framebuffer", began, hears=True)
        if kind == "sync":
            return Film(self, "sync", began, shoots=False)
        if kind not in ("shell", "exec") or ("screencap" not in line and not line.startswith("cat ")):
            return None  # told without reading the line, as nearly always
        wrapping: Wrapping = "shell" if "v2" in words else "plain"
        match _commands(line):
            case [["screencap", *options]] if (path := _path(options)) is not None:
                return Film(self, wrapping, began, writes=path, hears=not path)
            case [["cat", path]] if path in self.paths:
                return Film(self, wrapping, self.paths[path], hears=True, shoots=False)
            case _:
                return None

    def written(self, path: str, began: float) -> None:
        """A picture was written there."""
        self.paths.pop(path, None)
        self.paths[path] = began
        while len(self.paths) > _PATHS:
            self.paths.popitem(last=False)


@dataclass(slots=True)
class Film:
    """One stream. `hears`: bytes of the device are wanted now."""

    camera: Camera
    wrapping: Wrapping
    began: float
    writes: str = ""
    hears: bool = False
    shoots: bool = True
    """Whether it takes the picture, and does not fetch one that was taken."""
    _pieces: list[bytes | bytearray] = field(default_factory=list)
    _weight: int = 0

    def sent(self, data: bytes) -> None:
        """Bytes of the agent: it may ask for a file that has a picture."""
        if self.wrapping != "sync" or len(data) > _REQUEST or not self.camera.paths:
            return
        for path in _asked(data):
            if path in self.camera.paths:
                self.drop()
                self.began, self.hears = self.camera.paths[path], True

    def received(self, data: bytes | bytearray) -> Picture | None:
        """Bytes of the device; the picture, if a pulled file is complete now."""
        if len(data) > self.camera.room:
            self.drop()
            return None
        self.camera.room -= len(data)
        self._weight += len(data)
        self._pieces.append(data)
        if self.wrapping == "sync" and bytes(data[-8:-4]) == b"DONE":
            return self._taken()
        return None

    def closed(self) -> Picture | None:
        """The stream has ended."""
        if self.writes:
            self.camera.written(self.writes, self.began)
        if not self.hears or self.wrapping == "sync":
            self.drop()
            return None
        return self._taken()

    def drop(self) -> None:
        """Keep nothing of it."""
        self.camera.room += self._weight
        self._pieces, self._weight, self.hears = [], 0, False

    def _taken(self) -> Picture:
        picture = Picture(self.wrapping, tuple(self._pieces), self.began)
        self.drop()
        return picture


def _commands(line: str) -> Sequence[Sequence[str]]:
    """The commands of a line one after another, by their words; none if it is more than such a list."""
    try:
        found = [*_listed(line)]
    except ShellSyntaxError:
        return []
    return [] if None in found else [words for words in found if words is not None]


def _listed(line: str) -> Iterator[list[str] | None]:
    for script in parse_lines(line):
        for item in script.items:
            for _, pipeline in (("", item.first), *item.rest):
                for command in pipeline.commands:
                    plain = isinstance(command, Simple) and not command.assigns and not command.redirects
                    alone = len(pipeline.commands) == 1
                    yield _words(command) if plain and alone and isinstance(command, Simple) else None


def _words(command: Simple) -> list[str] | None:
    words: list[str] = []
    for word in command.words:
        if not all(isinstance(part, Lit) for part in word):
            return None
        words.append("".join(part.text for part in word if isinstance(part, Lit)))
    return words


def _path(options: Sequence[str]) -> str | None:
    """Where `screencap` writes: a path, or "" for its output; None where it shows another display, or nothing."""
    rest = [option for option in options if option != "-p"]
    if not rest:
        return ""
    return rest[0] if len(rest) == 1 and not rest[0].startswith("-") else None


def _asked(data: bytes) -> Iterator[str]:
    """The files that a piece of a sync stream asks for, uncompressed."""
    for item in sync_wire.Requests().feed(data):
        if isinstance(item, sync_wire.Unknown):
            return
        if isinstance(item, sync_wire.Request) and item.kind in (b"RECV", b"RCV2") and not item.flags:
            yield item.path.decode("utf-8", "surrogateescape")
