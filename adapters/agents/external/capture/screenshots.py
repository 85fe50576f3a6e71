"""Extracts the screenshots that an external agent takes itself from the bytes that pass. Pure.

Recognized are `screencap` and `screencap -p` (over exec or shell), `framebuffer:`, and files that a `screencap` wrote
and the agent then pulls or prints. Lossy pictures (those of uiautomator2) are ignored, because recorded frames are
compared by digest.
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

MAX_BYTES: Final = 64 << 20
"""Bytes of pictures buffered for one agent; a picture beyond that is ignored."""
_MAX_PATHS: Final = 64
"""Number of picture files that are remembered."""
_MAX_REQUEST: Final = 4 << 10
"""Largest packet that may hold a request for a file; packets of file data to the device are larger."""
_PNG: Final = b"\x89PNG"
_HEAD: Final = 16

Wrapping = Literal["plain", "shell", "sync", "framebuffer"]


@dataclass(frozen=True, slots=True)
class Picture:
    """The complete bytes of one screenshot; `began` is when it was requested."""

    wrapping: Wrapping
    pieces: tuple[bytes | bytearray, ...]
    began: float

    def frame(self) -> Frame | None:
        """Decodes the picture; None if it cannot be read. CPU-bound."""
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
            output = shell_frames.OutputSink()
            for piece in self.pieces:
                output.feed(memoryview(piece))
            return output.stdout
        if self.wrapping == "sync":
            answers = sync_wire.AnswerParser(b"RECV")
            parts = [part for piece in self.pieces for part in answers.feed(piece)]
            return b"".join(part.data for part in parts if isinstance(part, sync_wire.Data))
        return b"".join(self.pieces)


class PictureTracker:
    """Tracks which files hold pictures and how many bytes are buffered, for all streams of one agent."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self.room_left = most
        self.paths: OrderedDict[str, float] = OrderedDict()
        """Files that hold pictures, with the time each was requested."""

    def watch(self, service: str, began: float) -> PictureCollector | None:
        """Returns a collector for a stream that may transfer or write a picture; None for all others."""
        name, _, line = service.partition(":")
        kind, *words = name.split(",")
        if kind == "framebuffer":
            return PictureCollector(self, "framebuffer", began, wants_data=True)
        if kind == "sync":
            return PictureCollector(self, "sync", began, takes_picture=False)
        if kind not in ("shell", "exec") or ("screencap" not in line and not line.startswith("cat ")):
            return None  # the usual case, decided without parsing the line
        wrapping: Wrapping = "shell" if "v2" in words else "plain"
        match _commands(line):
            case [["screencap", *options]] if (path := _output_path(options)) is not None:
                return PictureCollector(self, wrapping, began, output_path=path, wants_data=not path)
            case [["cat", path]] if path in self.paths:
                return PictureCollector(self, wrapping, self.paths[path], wants_data=True, takes_picture=False)
            case _:
                return None

    def written(self, path: str, began: float) -> None:
        """Records that a picture was written to this path."""
        self.paths.pop(path, None)
        self.paths[path] = began
        while len(self.paths) > _MAX_PATHS:
            self.paths.popitem(last=False)


@dataclass(slots=True)
class PictureCollector:
    """Collects the picture of one stream. `wants_data`: whether bytes from the device are wanted now."""

    camera: PictureTracker
    wrapping: Wrapping
    began: float
    output_path: str = ""
    wants_data: bool = False
    takes_picture: bool = True
    """Whether the stream takes the picture itself, rather than fetching one taken before."""
    _pieces: list[bytes | bytearray] = field(default_factory=list)
    _weight: int = 0

    def sent(self, data: bytes) -> None:
        """Handles bytes from the agent, which may request a file that holds a picture."""
        if self.wrapping != "sync" or len(data) > _MAX_REQUEST or not self.camera.paths:
            return
        for path in _requested_paths(data):
            if path in self.camera.paths:
                self.drop()
                self.began, self.wants_data = self.camera.paths[path], True

    def received(self, data: bytes | bytearray) -> Picture | None:
        """Handles bytes from the device; returns the picture when a pulled file is complete."""
        if len(data) > self.camera.room_left:
            self.drop()
            return None
        self.camera.room_left -= len(data)
        self._weight += len(data)
        self._pieces.append(data)
        if self.wrapping == "sync" and bytes(data[-8:-4]) == b"DONE":
            return self._taken()
        return None

    def closed(self) -> Picture | None:
        """Handles the end of the stream; returns its picture, if any."""
        if self.output_path:
            self.camera.written(self.output_path, self.began)
        if not self.wants_data or self.wrapping == "sync":
            self.drop()
            return None
        return self._taken()

    def drop(self) -> None:
        """Discards the buffered bytes."""
        self.camera.room_left += self._weight
        self._pieces, self._weight, self.wants_data = [], 0, False

    def _taken(self) -> Picture:
        picture = Picture(self.wrapping, tuple(self._pieces), self.began)
        self.drop()
        return picture


def _commands(line: str) -> Sequence[Sequence[str]]:
    """The words of each command of a plain command list; empty for any other line."""
    try:
        found = [*_simple_commands(line)]
    except ShellSyntaxError:
        return []
    return [] if None in found else [words for words in found if words is not None]


def _simple_commands(line: str) -> Iterator[list[str] | None]:
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


def _output_path(options: Sequence[str]) -> str | None:
    """The path `screencap` writes to, "" for standard output; None for another display or no picture."""
    rest = [option for option in options if option != "-p"]
    if not rest:
        return ""
    return rest[0] if len(rest) == 1 and not rest[0].startswith("-") else None


def _requested_paths(data: bytes) -> Iterator[str]:
    """The files that a packet of a sync stream requests without compression."""
    for item in sync_wire.RequestParser().feed(data):
        if isinstance(item, sync_wire.Unknown):
            return
        if isinstance(item, sync_wire.Request) and item.kind in (b"RECV", b"RCV2") and not item.flags:
            yield item.path.decode("utf-8", "surrogateescape")
