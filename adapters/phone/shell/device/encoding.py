"""Text of command lines and of output, and the bytes that stand for it on the wire."""

from __future__ import annotations


def encode(text: str) -> bytes:
    """Text to the bytes that were typed, also where they were not UTF-8."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes | memoryview) -> str:
    """Bytes to text that `encode` turns back."""
    return bytes(data).decode("utf-8", "surrogateescape")


def clean(text: str) -> str:
    """Text that can leave as UTF-8: bytes that were none become the replacement character."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
