"""The most that is read of one response: an endpoint that sends without end must not fill the memory."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from typing import Final

from httpx2 import AsyncByteStream, Response

LARGEST_REPLY: Final = 16 << 20
"""Bytes. A reply of 100,000 tokens has half a megabyte."""


class ReplyTooLarge(OSError):
    """The body of a response exceeds `LARGEST_REPLY`."""

    def __init__(self) -> None:
        super().__init__(f"the response has more than {LARGEST_REPLY >> 20} MB")


async def bounded(parts: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Pass on the parts of a body. Raises ReplyTooLarge."""
    left = LARGEST_REPLY
    async for part in parts:
        left -= len(part)
        if left < 0:
            raise ReplyTooLarge
        yield part


class _BoundedStream(AsyncByteStream):
    def __init__(self, stream: AsyncByteStream) -> None:
        self._stream = stream

    def __aiter__(self) -> AsyncIterator[bytes]:
        return bounded(self._stream)

    async def aclose(self) -> None:
        await self._stream.aclose()


async def bound_response(response: Response) -> None:
    """Limit a response of the SDK's HTTP client; an event hook of it."""
    assert isinstance(response.stream, AsyncByteStream)
    response.stream = _BoundedStream(response.stream)
