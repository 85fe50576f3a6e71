"""Direct ADB, both sides of it.

    packets        what travels, limits, events
    wire           the transport protocol, sans-IO, for host and device
    banner         who a peer is and what it can
    shell_frames   the frames of shell,v2, sans-IO
    sync_wire      the file service, sans-IO
    framebuffer    the screen service, sans-IO
    daemon         what a daemon says when it is asked to change itself, pure
    link, stream   one live connection and its streams
    handshake      who the host is, on both sides, before a connection stands
    auth, keys     RSA keys as ADB uses them, pure; where the user's are kept
    tls            the encryption of wireless debugging
    client         the host: connect_tcp, connect_unix, AdbConnection
    sync_client    the host's side of the file service
    services       what a device must offer to be served
    server         the device: listen_tcp, listen_unix, serve_device
    sync_server    the device's side of the file service
    packages       installing and removing apps, pure
    package_client the host's side of installing
    landings       what becomes of the bytes of a stream that is read to its end, sans-IO
    line_client    the host's side of a command that writes lines
    actions        actions of the vocabulary as shell commands, pure
    buffers        large buffers that are used again
    screens        the ways to a device's screen, and which is the fastest
    device         AdbDevice, the port of the engine

Devices behind an adb server, with the same operations:

    operations     what a host does with a device, over any streams
    smart_wire     requests and replies of a server, sans-IO
    smart_stream   one socket to a server
    smart_dial     how such a socket is made
    smart          AdbServer: devices, tracking, features, forwards
    smart_device   SmartConnection, a device of a server
    smart_errors   a server's words as faults

The openers below are found through entry points; they import the rest when they are used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from runtime.errors import UsageError

if TYPE_CHECKING:
    from adapters.adb.client import Deadlines
    from adapters.adb.device import Dial
    from runtime.ports import Device


@asynccontextmanager
async def open_tcp(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `tcp://HOST:PORT`.

    Raises:
        UsageError: the URI is none.
        DeviceFault: the device cannot be reached.
    """
    from urllib.parse import urlsplit

    wrong = f"{uri!r} names no device; write tcp://HOST:PORT, such as tcp://192.168.1.20:5555 or tcp://[::1]:5555"
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"{wrong} ({error})") from None
    if parts.scheme != "tcp" or not host or not port or parts.path.strip("/") or parts.query or parts.fragment:
        raise UsageError(wrong)
    from adapters.adb.client import dial_tcp

    async with _opened(uri, lambda: dial_tcp(host, port, deadlines)) as devices:
        yield devices


@asynccontextmanager
async def open_unix(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `unix:/PATH`.

    Raises:
        UsageError: the URI is none.
        DeviceFault: the device cannot be reached.
    """
    scheme, _, path = uri.partition(":")
    if path.startswith("//"):
        path = path[2:]
    if scheme != "unix" or not path.startswith("/"):
        raise UsageError(f"{uri!r} names no device; write unix:/PATH with the absolute path of its socket")
    from adapters.adb.client import dial_unix

    async with _opened(uri, lambda: dial_unix(path, deadlines)) as devices:
        yield devices


@asynccontextmanager
async def open_adb(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `adb://HOST:PORT/SERIAL`, or all that are ready at the adb server `adb://HOST:PORT`.

    Raises:
        UsageError: the URI is none, or the serial number fits several devices.
        DeviceFault: no server there, no such device, or it cannot be used.
    """
    from urllib.parse import unquote, urlsplit

    wrong = f"{uri!r} names no device of an adb server; write adb://HOST:PORT/SERIAL, such as adb://127.0.0.1:5037/"
    wrong += "emulator-5554, or adb://HOST:PORT for all that are ready"
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"{wrong} ({error})") from None
    if parts.scheme != "adb" or not host or port == 0 or parts.username or parts.query or parts.fragment:
        raise UsageError(wrong)
    from adapters.adb import smart_device
    from adapters.adb.smart import PORT, AdbServer

    server = AdbServer.tcp(host, port or PORT, deadlines)
    async with smart_device.open_devices(server, unquote(parts.path.strip("/"))) as devices:
        yield devices


@asynccontextmanager
async def _opened(uri: str, dial: Dial) -> AsyncIterator[Sequence[Device]]:
    from adapters.adb.device import AdbDevice

    device = await AdbDevice.connect(uri, dial)
    try:
        yield (device,)
    finally:
        await device.aclose()
