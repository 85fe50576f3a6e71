"""Converts text of command lines and output to and from bytes."""

from __future__ import annotations

import base64
import binascii


def encode(text: str) -> bytes:
    """Encode text to the bytes that were typed, including bytes that were not UTF-8."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes | memoryview) -> str:
    """Decode bytes so that `encode` restores them."""
    return bytes(data).decode("utf-8", "surrogateescape")


def from_base64(text: str) -> str | None:
    """Decode text in base64, as Android's lenient decoder does; None if it is none."""
    try:
        return base64.b64decode(text, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def clean(text: str) -> str:
    """Return text that can be encoded as UTF-8: undecodable bytes become the replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
