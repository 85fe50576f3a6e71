"""Finds out what listens on a port where a device or an adb server was expected, and says so in the fault."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, Literal

import anyio

from adapters.adb.framing.first_bytes import ADB_SERVER, DEVICE, SSH_SERVER, recognize
from adapters.adb.framing.smart_wire import request
from adapters.adb.transport.packets import CNXN, MIN_PAYLOAD, VERSION, pack
from adapters.adb.transport.server_errors import DeviceOffline, DeviceUnknown, ServerAbsent
from adapters.adb.uri import DeviceAddress
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout

_IDENTIFY: Final = 2.0
"""Seconds for all questions to a port, which are asked at once."""
_BANNER: Final = b"host::features="
_EXPECTED: Final = {"tcp": DEVICE, "adb": ADB_SERVER}


class WrongPeer(DeviceRefused):
    """Another kind of program listens at the address; the message names it."""


@asynccontextmanager
async def naming_wrong_peers(scheme: Literal["tcp", "adb"], place: DeviceAddress) -> AsyncIterator[None]:
    """Replaces the fault of a block that got no answer by `WrongPeer`, if something else than expected listens there.

    `scheme` tells what is expected: a device (`tcp`) or an adb server (`adb`).
    """
    try:
        yield
    except (ServerAbsent, DeviceUnknown, DeviceOffline):
        # Nobody listens there, or an adb server has answered.
        raise
    except (DeviceLost, DeviceTimeout) as fault:
        kind = await identify(place.host, place.port)
        if kind in ("", _EXPECTED[scheme]):
            raise
        address = f"[{place.host}]:{place.port}" if ":" in place.host else f"{place.host}:{place.port}"
        uses = {DEVICE: "tcp://{}", ADB_SERVER: "adb://{}", SSH_SERVER: "ssh://USER@{} for the adb server behind it"}
        remedy = f"use {uses[kind].format(address)}" if kind in uses else "check host and port"
        raise WrongPeer(f"{scheme}://{address}: this is {kind}, not {_EXPECTED[scheme]}: {remedy}") from fault


async def identify(host: str, port: int, seconds: float = _IDENTIFY) -> str:
    """Returns what listens there (see `recognize`); empty if it is unknown or says nothing within `seconds`.

    It is asked as a device, an adb server, an HTTP server and a TLS server are, each over a connection of its own.
    """
    found: list[str] = []

    async def ask(question: bytes) -> None:
        try:
            async with await anyio.connect_tcp(host, port) as stream:
                await stream.send(question)
                kind = recognize(await stream.receive())
        except (OSError, anyio.EndOfStream, anyio.BrokenResourceError):
            return
        if kind:
            found.append(kind)
            asking.cancel_scope.cancel()

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as asking:
            for question in _questions():
                asking.start_soon(ask, question)
    return found[0] if found else ""


def _questions() -> tuple[bytes, ...]:
    greeting = pack(CNXN, VERSION, MIN_PAYLOAD, (_BANNER,), checked=True) + _BANNER
    return greeting, request("host:version"), b"GET / HTTP/1.0\r\n\r\n", _client_hello()


def _client_hello() -> bytes:
    """The first message of a TLS client; the handshake is not continued."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_bio(incoming, outgoing, server_hostname="localhost")
    with suppress(ssl.SSLWantReadError):
        tls.do_handshake()
    return outgoing.read()
