"""The way to models in the world for a program without a network: an HTTP proxy that leads to public addresses only.

A name is resolved here, and what is connected to is the address that was looked at: no second answer of a name server
leads elsewhere. This computer and the networks around it are refused.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import anyio
import anyio.abc
import h11

from adapters.agents.external.process.ports import both_ways, serving

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_ASKING: Final = 30.0
_CONNECTING: Final = 20.0
_LOOKUPS: Final = 2
"""Names of one program that are looked up at a time: threads for that are few, and everybody's."""
_OF_THE_HOP: Final = (b"proxy-connection", b"proxy-authorization", b"connection", b"keep-alive")


class Refused(Exception):
    """A request that is answered with an error: its status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def public(address: str) -> bool:
    """Whether an address is one of the world: not of this computer, its networks, or hiding such a one. Pure."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not public(str(inner)):
            return False
    return found.is_global and not found.is_multicast


async def proxy(listener: socket.socket) -> None:
    """Serve a listener until cancelled."""
    lookups = anyio.Semaphore(_LOOKUPS)

    async def serve(client: anyio.abc.SocketStream) -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream, OSError):
            await _serve(client, lookups)

    await serving(listener, serve)


async def _serve(client: anyio.abc.SocketStream, lookups: anyio.Semaphore) -> None:
    parser = h11.Connection(h11.SERVER)
    try:
        with anyio.fail_after(_ASKING):
            request = await _request(client, parser)
        host, port, first = target(request)
        there = await connected(host, port, lookups)
    except TimeoutError:
        return
    except Refused as refused:
        await client.send(_answer(refused.status, str(refused)))
        return
    async with there:
        trailing = parser.trailing_data[0]
        if request.method == b"CONNECT":
            await client.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
        if first or trailing:
            await there.send(first + trailing)
        await both_ways(client, there)


async def _request(client: anyio.abc.SocketStream, parser: h11.Connection) -> h11.Request:
    try:
        while (event := parser.next_event()) is h11.NEED_DATA:
            parser.receive_data(await client.receive())
    except h11.RemoteProtocolError as error:
        raise Refused(400, f"this is no HTTP request: {error}") from None
    if not isinstance(event, h11.Request):
        raise Refused(400, "this is no HTTP request")
    return event


def target(request: h11.Request) -> tuple[str, int, bytes]:
    """Where a request wants to go, and what is to be sent there first. Pure.

    Raises:
        Refused: it names nothing that a proxy could go to.
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
        raise Refused(400, f"{text[:200]!r} is no address for a proxy: use CONNECT, or a whole http:// URL") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [b"%s %s HTTP/1.1" % (request.method, path.encode())]
    lines += [b"%s: %s" % (name, value) for name, value in request.headers.raw_items() if _goes_on(name)]
    return parts.hostname, port, b"\r\n".join((*lines, b"Connection: close", b"", b""))


def _goes_on(name: bytes) -> bool:
    return name.lower() not in _OF_THE_HOP


async def connected(host: str, port: int, lookups: anyio.Semaphore) -> anyio.abc.SocketStream:
    """A connection to that host, if it is a public one.

    Raises:
        Refused: it is not, or cannot be reached.
    """
    try:
        with anyio.fail_after(_CONNECTING):
            async with lookups:
                found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            allowed = [address for row in found if public(address := str(row[4][0]))]
            if not allowed:
                raise Refused(403, f"{host} is an address of this computer or its networks; see --agent-reach")
            stream = await anyio.connect_tcp(allowed[0], port)
    except (OSError, UnicodeError) as error:
        raise Refused(502, f"{host} cannot be reached: {error}") from None
    except TimeoutError:
        raise Refused(504, f"{host} did not answer within {_CONNECTING:g} s") from None
    ends = stream.extra(anyio.abc.SocketAttribute.local_address), stream.extra(anyio.abc.SocketAttribute.remote_address)
    if ends[0][0] == ends[1][0]:
        await stream.aclose()
        raise Refused(403, f"{host} is this computer; see --agent-reach")
    return stream


def _answer(status: int, why: str) -> bytes:
    body = (why + "\n").encode("utf-8", "replace")
    head = f"HTTP/1.1 {status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + body
