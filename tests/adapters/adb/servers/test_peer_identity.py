"""What listens where a device or an adb server was expected is named, with what to write instead."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.abc import SocketAttribute, SocketStream

from adapters.adb import open_adb, open_tcp
from adapters.adb.daemon.server import listen_tcp
from adapters.adb.framing.first_bytes import recognize
from adapters.adb.health_checks import check_adb, check_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.peer_identity import WrongPeer, identify
from adapters.adb.transport.packets import AUTH, CNXN, STLS, VERSION, pack
from runtime.core.errors import DeviceFault, DeviceTimeout
from tests.adapters.adb.servers.realserver import real_server
from tests.support.tinyphone import TinyPhone

SHORT = Deadlines(open=0.3, progress=0.3, command=0.3)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (pack(CNXN, VERSION, 4096), "a device"),
        (pack(AUTH, 1, 0), "a device"),
        (pack(STLS, VERSION, 0), "a device"),
        (b"OKAY00040029", "an adb server"),
        (b"FAIL0014unknown host service", "an adb server"),
        (b"HTTP/1.1 400 Bad Request\r\n", "an HTTP server"),
        (b"SSH-2.0-OpenSSH_9.2p1\r\n", "an SSH server"),
        (b"\x15\x03\x01\x00\x02\x02\x46", "a TLS server, such as that of an HTTPS page"),
        (b"\x16\x03\x03\x00\x5a\x02", "a TLS server, such as that of an HTTPS page"),
        (b"220 mail ESMTP\r\n", ""),
        (b"OKAY", ""),
        (b"CNXN", ""),
        (b"", ""),
    ],
)
def test_a_program_is_recognized_by_its_first_bytes(data: bytes, kind: str):
    """Both protocols of ADB, HTTP, SSH and TLS; too few bytes and other protocols are nothing known."""
    assert recognize(data) == kind


async def greet_like_ssh(stream: SocketStream) -> None:
    """An SSH server speaks first."""
    await stream.send(b"SSH-2.0-OpenSSH_9.2p1\r\n")
    await stream.receive()


async def answer_like_http(stream: SocketStream) -> None:
    """A server that waits for a line that it understands."""
    if (await stream.receive()).startswith(b"GET "):
        await stream.send(b"HTTP/1.0 200 OK\r\n\r\n")
    else:
        await anyio.sleep_forever()


async def answer_like_tls(stream: SocketStream) -> None:
    """A server that answers the first message of a handshake only."""
    if (await stream.receive()).startswith(b"\x16\x03"):
        await stream.send(b"\x15\x03\x03\x00\x02\x02\x28")


async def say_nothing(stream: SocketStream) -> None:
    """A server that hangs."""
    await anyio.sleep_forever()


@asynccontextmanager
async def listening(handle: Callable[[SocketStream], Awaitable[None]]) -> AsyncIterator[int]:
    """The port of such a server."""

    async def serve(stream: SocketStream) -> None:
        async with stream:
            await handle(stream)

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield int(listener.extra(SocketAttribute.local_port))
        tasks.cancel_scope.cancel()


async def fault_of(uri: str) -> DeviceFault:
    """What opening the URI raises."""
    opened = open_tcp(uri, deadlines=SHORT) if uri.startswith("tcp:") else open_adb(uri, deadlines=SHORT)
    with pytest.raises(DeviceFault) as caught:
        async with opened:
            pass
    return caught.value


async def test_an_adb_server_and_a_device_are_told_apart(tmp_path: Path):
    """A run and `doctor` name the URI that fits; each finding is the only one."""
    async with real_server(tmp_path) as server, listen_tcp("127.0.0.1", 0, TinyPhone()) as device:
        wrong_device, wrong_server = f"tcp://127.0.0.1:{server}", f"adb://127.0.0.1:{device.port}"
        texts = {
            wrong_device: f"{wrong_device}: this is an adb server, not a device: use adb://127.0.0.1:{server}",
            wrong_server: f"{wrong_server}: this is a device, not an adb server: use tcp://127.0.0.1:{device.port}",
        }
        for uri, text in texts.items():
            fault = await fault_of(uri)
            assert isinstance(fault, WrongPeer)
            assert str(fault) == text
        assert [finding.text for finding in await check_tcp(wrong_device)] == [texts[wrong_device]]


@pytest.mark.parametrize(
    ("handle", "text"),
    [
        (
            greet_like_ssh,
            r"this is an SSH server, not .*: use ssh://USER@127\.0\.0\.1:\d+ for the adb server behind it",
        ),
        (answer_like_http, "this is an HTTP server, not .*: check host and port"),
        (answer_like_tls, "this is a TLS server, such as that of an HTTPS page, not .*: check host and port"),
    ],
)
async def test_other_servers_are_named(handle: Callable[[SocketStream], Awaitable[None]], text: str):
    """Whether a device or an adb server was expected."""
    async with listening(handle) as port:
        for uri in (f"tcp://127.0.0.1:{port}", f"adb://127.0.0.1:{port}", f"adb://127.0.0.1:{port}/x"):
            assert re.search(text, str(await fault_of(uri)))


async def test_a_port_that_never_answers_quotes_the_deadline():
    """It stays a timeout, with the seconds that were set: for each answer, or by `boot` for a phone that starts."""
    async with listening(say_nothing) as port:
        assert await identify("127.0.0.1", port, 0.1) == ""
        for uri in (f"tcp://127.0.0.1:{port}", f"adb://127.0.0.1:{port}"):
            fault = await fault_of(uri)
            assert isinstance(fault, DeviceTimeout)
            assert "within 0.3 s" in str(fault)
        for finding in (
            *await check_tcp(f"tcp://127.0.0.1:{port}?boot=1"),
            *await check_adb(f"adb://127.0.0.1:{port}/x?boot=1"),
        ):
            assert not finding.good
            assert "within 1 s" in finding.text


async def test_nobody_at_the_port_is_nobody():
    """A port on which nothing listens is not asked what it is."""
    assert await identify("127.0.0.1", 1) == ""
    assert "is the device on and listening there?" in str(await fault_of("tcp://127.0.0.1:1"))
    assert "no adb server listens there" in str(await fault_of("adb://127.0.0.1:1"))
