"""A bare chat endpoint in a process of its own: one answer to every request, whose body it counts and does not read.

It prints its port as JSON and ends with its standard input. It must cost so little that clients are measured, not it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Final

_ANSWER: Final = json.dumps(
    {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": '{"r1": {"met": true, "step": 3, "why": "it is placed"}}'},
            }
        ],
        "usage": {"prompt_tokens": 900, "completion_tokens": 25, "total_tokens": 925},
    }
).encode()
_RESPONSE: Final = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(_ANSWER) + _ANSWER
)


class Peer(asyncio.BufferedProtocol):
    """One connection: a head, then as many bytes as it says."""

    def __init__(self) -> None:
        self._buffer = memoryview(bytearray(256 << 10))
        self._head = b""
        self._left = 0
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if not self._left:
            self._head += bytes(self._buffer[:nbytes])
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            lines = self._head[:end].lower().split(b"\r\n")
            size = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
            nbytes = len(self._head) - end - 4
            self._left = size
            self._head = b""
        self._left -= nbytes
        if not self._left:
            self._transport.write(_RESPONSE)


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Peer, "127.0.0.1", 0)
    async with server:
        print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
        await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve())
