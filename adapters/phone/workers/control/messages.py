"""Messages of the control connection: a JSON header and a body, each with its length. Sans-IO, the same both ways.

u32 header length | u32 body length | header (JSON object, UTF-8) | body      (lengths big-endian)
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

_LENGTHS = struct.Struct(">II")
MAX_HEADER = 16 << 20
MAX_BODY = 64 << 20


class ControlProtocolError(ValueError):
    """The peer sent an invalid message."""


@dataclass(frozen=True, slots=True)
class Message:
    """One request or response."""

    header: dict[str, Any]
    body: bytes = b""


def encode(message: Message) -> bytes:
    """Encode a message as bytes."""
    header = json.dumps(message.header, ensure_ascii=False, separators=(",", ":")).encode()
    return _LENGTHS.pack(len(header), len(message.body)) + header + message.body


class Decoder:
    """Incremental decoder: bytes in any chunks to messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def receive(self, data: bytes) -> list[Message]:
        """Return the messages that are complete now.

        Raises:
            ControlProtocolError: a length exceeds its limit, or the header is not a JSON object.
        """
        self._buffer += data
        found = []
        while len(self._buffer) >= _LENGTHS.size:
            header, body = _LENGTHS.unpack_from(self._buffer)
            if header > MAX_HEADER or body > MAX_BODY:
                raise ControlProtocolError(f"a message of {header} + {body} bytes is beyond the limits")
            end = _LENGTHS.size + header + body
            if len(self._buffer) < end:
                break
            try:
                value = json.loads(bytes(self._buffer[_LENGTHS.size : _LENGTHS.size + header]))
            except ValueError as error:
                raise ControlProtocolError(f"the header is not JSON: {error}") from error
            if not isinstance(value, dict):
                raise ControlProtocolError("the header is not a JSON object")
            found.append(Message(value, bytes(self._buffer[_LENGTHS.size + header : end])))
            del self._buffer[:end]
        return found
