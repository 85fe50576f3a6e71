"""What a program writes, kept within bounds: its beginning, its end, and a count of the rest. Pure."""

from __future__ import annotations

from typing import Final

HEAD: Final = 256 << 10
TAIL: Final = 64 << 10


class BoundedOutput:
    """One stream. However much is added, at most `head + 2 * tail` bytes are held."""

    def __init__(self, head: int = HEAD, tail: int = TAIL) -> None:
        self.total = 0
        self._most = head, tail
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        """Take in what was written."""
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
        """How many bytes between beginning and end are gone."""
        return self.total - len(self._head) - min(len(self._tail), self._most[1])

    def read(self) -> bytes:
        """What was kept; where something is left out a line says how much."""
        tail = bytes(self._tail[-self._most[1] :])
        if not self.left_out:
            return bytes(self._head) + tail
        return b"%s\n[%d bytes are left out here]\n%s" % (bytes(self._head), self.left_out, tail)

    def last_lines(self, count: int = 3, most: int = 600) -> str:
        """The last lines that say something, for a message."""
        text = (bytes(self._tail) or bytes(self._head))[-4 * most :].decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return " / ".join(lines[-count:])[-most:]
