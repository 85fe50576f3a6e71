"""Sinks for the bytes of a stream that is read to its end, sans-IO: a buffer, or a line parser."""

from __future__ import annotations

from typing import Final

from adapters.adb.framing import shell_frames as frames

_MAX_LINE: Final = 1 << 20
"""Bytes of a line; a longer one is split."""


class BufferSink:
    """A `ReceiveSink` that fills a buffer, then memory of its own, up to `limit` bytes in all."""

    ready = True

    def __init__(self, into: memoryview, limit: int = 256 << 20) -> None:
        self.size = 0
        self.overrun = False
        self._into = into
        self._limit = limit
        self._more: list[bytes] = []

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`."""
        return self._into[self.size : self.size + limit] or None

    def buffer_updated(self, count: int) -> None:
        """See `ReceiveSink`."""
        self.size += count

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        if self.size + len(data) > self._limit:
            self.overrun = True
            return
        room = self._into[self.size : self.size + len(data)]
        room[:] = data[: len(room)]
        if len(room) < len(data):
            self._more.append(bytes(data[len(room) :]))
        self.size += len(data)

    def read(self) -> bytes:
        """Returns everything, joined."""
        return b"".join((self._into[: self.size], *self._more))


class LineParser:
    """Splits a shell stream into the lines of its standard output; `framed` for shell v2."""

    def __init__(self, *, framed: bool) -> None:
        self.exit: int | None = None
        self._input = frames.FrameParser() if framed else None
        self._line = bytearray()
        self._error = bytearray()

    @property
    def error(self) -> str:
        """The end of standard error."""
        return self._error.decode("utf-8", "replace").strip()

    def feed(self, packet: bytes | bytearray) -> list[str]:
        """Returns the lines completed by this packet, without line ends."""
        if self._input is None:
            self._line += packet
        else:
            for kind, data in self._input.feed(packet):
                if kind == frames.STDOUT:
                    self._line += data
                elif kind == frames.STDERR:
                    self._error += data
                    del self._error[:-4096]
                elif kind == frames.EXIT and data:
                    self.exit = data[0]
        *complete_lines, rest = self._line.split(b"\n")
        self._line = rest
        if len(rest) > _MAX_LINE:
            complete_lines.append(rest)
            self._line = bytearray()
        return [_text(data) for data in complete_lines]

    def rest(self) -> list[str]:
        """Returns the text after the last line end, if any."""
        last, self._line = self._line, bytearray()
        return [_text(last)] if last else []


def _text(line: bytearray) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")
