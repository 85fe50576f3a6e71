"""The line discipline of a terminal, between adbd and its shell. Pure: keys in, echo and lines out.

Keys wait until the shell at its prompt, or a command, reads input. Only Ctrl-C acts at once. Backspace, Ctrl-W and
Ctrl-U edit; the cursor stays at the end of the line, and keys that would move it do nothing.
"""

from __future__ import annotations

import enum
import re
from typing import Final

_INTERRUPT: Final = 0x03
_END: Final = 0x04
_ENTER: Final = b"\r\n"
_ERASE: Final = b"\x7f\x08"
_WORD: Final = 0x17
_KILL: Final = 0x15
_ESCAPE: Final = 0x1B
_SEQUENCE: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^\[O])")
"""The escape sequence of one special key, such as a cursor key."""
_PARTIAL_SEQUENCE: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")
_MAX_KEYS: Final = 1 << 16
"""Longest line, and most waiting keys; a terminal drops more (the kernel limits a line to 4 KiB)."""
_SIZE: Final = re.compile(rb"([0-9]{1,5})x([0-9]{1,5}),([0-9]{1,5})x([0-9]{1,5})")


class Signal(enum.Enum):
    """The meaning of a key that does not edit the line."""

    INTERRUPT = "Ctrl-C"
    END = "Ctrl-D on an empty line"


class Terminal:
    """Line editing and echo. `rows` and `columns` are the host's window size; 0 until it is known."""

    def __init__(self) -> None:
        self.rows = 0
        self.columns = 0
        self._keys = bytearray()
        self._line = bytearray()

    def resize(self, size: bytes) -> bool:
        r"""A window size as hosts tell it, `ROWSxCOLS,XPIXxYPIX\0`; whether it was one."""
        found = _SIZE.match(size)
        if found is None:
            return False
        self.rows, self.columns = int(found[1]), int(found[2])
        return True

    def put(self, keys: bytes) -> None:
        """Adds typed keys."""
        self._keys += keys[: max(_MAX_KEYS - len(self._keys), 0)]

    def interrupted(self) -> bool:
        """Whether a waiting key is Ctrl-C; drops the keys up to it."""
        at = self._keys.rfind(b"\x03")
        del self._keys[: at + 1]
        if at >= 0:
            self._line.clear()
        return at >= 0

    def take(self, *, prompted: bool) -> tuple[bytes, bytes | Signal | None]:
        """Reads keys up to the end of a line or a signal; returns the echo, and the line or signal (None: incomplete).

        `prompted` if the shell itself reads: it also echoes the key that ends it.
        """
        echo = bytearray()
        keys, line = self._keys, self._line
        while keys:
            key = keys[0]
            if key == _ESCAPE:
                if _PARTIAL_SEQUENCE.fullmatch(keys) and len(keys) < 16:
                    break
                found = _SEQUENCE.match(keys)
                del keys[: found.end() if found else 1]
                continue
            del keys[0]
            if key in _ENTER:
                return bytes(echo + b"\r\n"), self._finish(b"\n")
            if key == _INTERRUPT:
                line.clear()
                return bytes(echo + b"^C\r\n"), Signal.INTERRUPT
            if key == _END:
                if not line:
                    return bytes(echo + (b"^D\r\n" if prompted else b"")), Signal.END
                if not prompted:
                    return bytes(echo), self._finish(b"")
                continue
            self._edit(key, echo)
        return bytes(echo), None

    def _finish(self, end: bytes) -> bytes:
        full_line = bytes(self._line) + end
        self._line.clear()
        return full_line

    def _edit(self, key: int, echo: bytearray) -> None:
        line = self._line
        if key in _ERASE:
            self._rub_out(_last_character_size(line), echo)
        elif key == _WORD:
            shortened = re.sub(rb"\S+\s*$", b"", bytes(line))
            self._rub_out(len(line) - len(shortened), echo)
        elif key == _KILL:
            self._rub_out(len(line), echo)
        elif key >= 0x20 and len(line) < _MAX_KEYS:
            line.append(key)
            echo.append(key)

    def _rub_out(self, count: int, echo: bytearray) -> None:
        """Removes bytes from the end of the line; each character is one column, however many bytes it has."""
        if count:
            gone = bytes(self._line[-count:])
            del self._line[-count:]
            echo += b"\b \b" * sum(1 for byte in gone if byte & 0xC0 != 0x80)


def _last_character_size(line: bytearray) -> int:
    """Size of the last character in bytes."""
    count = min(len(line), 1)
    while count < min(len(line), 4) and line[-count] & 0xC0 == 0x80:
        count += 1
    return count


def terminal_output(output: bytes | memoryview) -> bytes:
    """Converts a program's output to what a terminal emits."""
    return bytes(output).replace(b"\n", b"\r\n")
