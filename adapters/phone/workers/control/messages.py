"""The hidden door's messages: a JSON header and a body, both with their length in front. Sans-IO, both ways alike.

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
    """The peer sent something that is not a message."""


@dataclass(frozen=True, slots=True)
class Message:
    """One request or answer."""

    header: dict[str, Any]
    body: bytes = b""


def encode(message: Message) -> bytes:
    """The message as bytes."""
    header = json.dumps(message.header, ensure_ascii=False, separators=(",", ":")).encode()
    return _LENGTHS.pack(len(header), len(message.body)) + header + message.body


class Decoder:
    """Bytes in, messages out, however they were cut."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def receive(self, data: bytes) -> list[Message]:
        """The messages that are complete now.

        Raises:
            ControlProtocolError: a length beyond the limits (before anything is allocated for it), or no JSON object.
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
