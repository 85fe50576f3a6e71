"""An HTTP proxy through which an isolated program reaches model servers: public addresses.

Names are resolved here, and the connection goes to the address that was checked, so a second DNS answer cannot redirect
it. This computer and its local networks are refused, except for the services that the program may use.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import anyio
import anyio.abc
import h11

from adapters.agents.external.process.endpoints import Address, is_public
from adapters.agents.external.process.ports import copy_both_ways, serve_connections

_REQUEST_TIMEOUT: Final = 30.0
_CONNECT_TIMEOUT: Final = 20.0
_MAX_LOOKUPS: Final = 2
"""Simultaneous DNS lookups of one program: they use threads that all episodes share."""
_HOP_HEADERS: Final = (b"proxy-connection", b"proxy-authorization", b"connection", b"keep-alive")


class RequestRefused(Exception):
    """A request that is answered with an error: its status and reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def serve_proxy(listener: socket.socket, services: Collection[Address] = ()) -> None:
    """Serves a listener until cancelled; `services` are the addresses that need not be public."""
    lookups = anyio.Semaphore(_MAX_LOOKUPS)

    async def serve(client: anyio.abc.SocketStream) -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream, OSError):
            await _serve(client, lookups, services)

    await serve_connections(listener, serve)


async def _serve(client: anyio.abc.SocketStream, lookups: anyio.Semaphore, services: Collection[Address]) -> None:
    parser = h11.Connection(h11.SERVER)
    try:
        with anyio.fail_after(_REQUEST_TIMEOUT):
            request = await _request(client, parser)
        host, port, first = request_target(request)
        there = await (_connect(host, port) if (host, port) in services else connect_public(host, port, lookups))
    except TimeoutError:
        return
    except RequestRefused as refused:
        await client.send(_error_response(refused.status, str(refused)))
        return
    async with there:
        trailing = parser.trailing_data[0]
        if request.method == b"CONNECT":
            await client.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
        if first or trailing:
            await there.send(first + trailing)
        await copy_both_ways(client, there)


async def _request(client: anyio.abc.SocketStream, parser: h11.Connection) -> h11.Request:
    try:
        while (event := parser.next_event()) is h11.NEED_DATA:
            parser.receive_data(await client.receive())
    except h11.RemoteProtocolError as error:
        raise RequestRefused(400, f"not an HTTP request: {error}") from None
    if not isinstance(event, h11.Request):
        raise RequestRefused(400, "not an HTTP request")
    return event


def request_target(request: h11.Request) -> tuple[str, int, bytes]:
    """The host and port of a request, and the bytes to send there first. Pure.

    Raises:
        RequestRefused: the target is not valid for a proxy.
    """
    text = request.target.decode("ascii", "replace")
    try:
        if request.method == b"CONNECT":
            parts = urlsplit(f"//{text}")
            if parts.hostname is None or parts.port is None:
                raise ValueError(text)
            return parts.hostname, parts.port, b""
        parts = urlsplit(text)
        if parts.scheme != "http" or parts.hostname is None:
            raise ValueError(text)
        port = parts.port or 80
    except ValueError:
        raise RequestRefused(
            400, f"{text[:200]!r} is not a valid proxy target: use CONNECT, or a complete http:// URL"
        ) from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [b"%s %s HTTP/1.1" % (request.method, path.encode())]
    lines += [b"%s: %s" % (name, value) for name, value in request.headers.raw_items() if _is_end_to_end(name)]
    return parts.hostname, port, b"\r\n".join((*lines, b"Connection: close", b"", b""))


def _is_end_to_end(name: bytes) -> bool:
    return name.lower() not in _HOP_HEADERS


async def connect_public(host: str, port: int, lookups: anyio.Semaphore) -> anyio.abc.SocketStream:
    """Connects to a host, if its address is public.

    Raises:
        RequestRefused: the address is local, or cannot be reached.
    """
    try:
        with anyio.fail_after(_CONNECT_TIMEOUT):
            async with lookups:
                found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise RequestRefused(504, f"{host} did not answer within {_CONNECT_TIMEOUT:g} s") from None
    except (OSError, UnicodeError) as error:
        raise RequestRefused(502, f"{host} cannot be reached: {error}") from None
    allowed = [address for row in found if is_public(address := str(row[4][0]))]
    if not allowed:
        raise RequestRefused(403, f"{host} is an address of this computer or its networks; see --agent-reach")
    stream = await _connect(allowed[0], port)
    ends = stream.extra(anyio.abc.SocketAttribute.local_address), stream.extra(anyio.abc.SocketAttribute.remote_address)
    if ends[0][0] == ends[1][0]:
        await stream.aclose()
        raise RequestRefused(403, f"{host} is this computer; see --agent-reach")
    return stream


async def _connect(host: str, port: int) -> anyio.abc.SocketStream:
    """Connects. Raises RequestRefused."""
    try:
        with anyio.fail_after(_CONNECT_TIMEOUT):
            return await anyio.connect_tcp(host, port)
    except TimeoutError:
        raise RequestRefused(504, f"{host} did not answer within {_CONNECT_TIMEOUT:g} s") from None
    except OSError as error:
        raise RequestRefused(502, f"{host} cannot be reached: {error}") from None


def _error_response(status: int, why: str) -> bytes:
    body = (why + "\n").encode("utf-8", "replace")
    head = f"HTTP/1.1 {status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + body
