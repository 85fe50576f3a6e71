"""Buffers a program's output within bounds: its beginning, its end, and a count of the rest. Pure."""

from __future__ import annotations

from typing import Final

HEAD: Final = 256 << 10
TAIL: Final = 64 << 10


class BoundedOutput:
    """Buffers one stream: at most `head + 2 * tail` bytes, however much is added."""

    def __init__(self, head: int = HEAD, tail: int = TAIL) -> None:
        self.total = 0
        self._most = head, tail
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        """Adds output."""
        head, tail = self._most
        self.total += len(data)
        if room := head - len(self._head):
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail += data[-tail:]
            if len(self._tail) > 2 * tail:
                del self._tail[:-tail]

    @property
    def left_out(self) -> int:
        """Number of bytes dropped between beginning and end."""
        return self.total - len(self._head) - min(len(self._tail), self._most[1])

    def read(self) -> bytes:
        """The buffered output; a line in the middle states how much is left out."""
        tail = bytes(self._tail[-self._most[1] :])
        if not self.left_out:
            return bytes(self._head) + tail
        return b"%s\n[%d bytes are left out here]\n%s" % (bytes(self._head), self.left_out, tail)

    def last_lines(self, count: int = 3, most: int = 600) -> str:
        """The last non-empty lines, for a message."""
        text = (bytes(self._tail) or bytes(self._head))[-4 * most :].decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return " / ".join(lines[-count:])[-most:]
