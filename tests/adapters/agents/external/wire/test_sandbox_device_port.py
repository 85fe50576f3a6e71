"""A phone offered at a port for `adb connect`, tested with unmodified clients."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from adbutils import AdbClient

from adapters.adb.host.client import connect_tcp
from adapters.adb.transport.packets import CNXN, OPEN, VERSION, pack
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.device_port import MAX_HOSTS, MAX_STREAMS, DevicePort, device_port
from adapters.agents.external.wire.features import visible_device
from runtime.core.actions import Swipe, Tap
from runtime.core.errors import DeviceFault, DeviceRefused
from runtime.plugins.protocols import Device
from tests.adapters.adb.servers.realserver import real_server
from tests.support.sandboxlab import Noting

# adbutils and adb-shell leave sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def open_device_port(device: Device, request_timeout: float = 60.0) -> AsyncIterator[tuple[DevicePort, Noting]]:
    """Opens a phone's device port; when the block ends all actions have been recorded."""
    session = Noting(device)
    sniffer = Sniffer(session)
    async with anyio.create_task_group() as tasks:
        async with device_port(
            session.open, visible_device(), sniffer.watch, request_timeout=request_timeout
        ) as served:
            tasks.start_soon(sniffer.run)
            yield served, session
        sniffer.close()


def free_port() -> int:
    """Finds a free port for a private adb server."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_a_real_adb_server_connects_and_what_is_done_through_it_is_read(phone: Device, tmp_path: Path):
    """A real adb server connects: commands, pictures and files work, forbidden services fail, actions are recorded."""
    script = """
    adb connect 127.0.0.1:$PHONE
    adb shell input tap 540 1200
    adb exec-out screencap -p > screen.png
    adb shell 'input swipe 540 1800 540 600 300; exit 7'; echo status $?
    head -c 3000000 /dev/urandom > sent.bin
    adb push sent.bin /sdcard/sent.bin > /dev/null && adb pull /sdcard/sent.bin back.bin > /dev/null
    cmp sent.bin back.bin && echo same
    adb reboot 2>&1; adb reverse tcp:7000 tcp:7000 2>&1; adb root 2>&1
    adb shell echo alive
    """
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, session):
            environment = {
                "PATH": os.environ["PATH"],
                "HOME": str(tmp_path),
                "ADB_LIBUSB": "0",
                "ADB_MDNS": "0",
                "ANDROID_ADB_SERVER_PORT": str(free_port()),
                "ANDROID_SERIAL": f"127.0.0.1:{served.port}",
                "PHONE": str(served.port),
            }
            shell = ["sh", "-c", f"trap 'adb kill-server' EXIT; {{ {script}\n}} 2>&1"]
            done = await anyio.run_process(shell, env=environment, cwd=tmp_path, check=False)
    text = done.stdout.decode()
    assert f"connected to 127.0.0.1:{served.port}" in text
    assert "status 7" in text
    assert "same" in text
    assert text.rstrip().endswith("alive"), text
    assert (tmp_path / "screen.png").read_bytes().startswith(b"\x89PNG")
    assert session.actions == [Tap(540, 1200), Swipe(540, 1800, 540, 600, 300)]


async def test_adb_shell_connects_without_a_server(phone: Device):
    """The Python client adb_shell connects without an adb server, and its tap is recorded."""
    adb_device = pytest.importorskip("adb_shell.adb_device")

    def play(port: int) -> str:
        device = adb_device.AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=9.0)
        try:
            device.connect(auth_timeout_s=1.0)
            device.shell("input tap 100 200")
            return str(device.shell("echo done"))
        finally:
            device.close()

    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, session):
            assert (await anyio.to_thread.run_sync(play, served.port)).strip() == "done"
    assert session.actions == [Tap(100, 200)]


async def test_a_forbidden_service_is_refused_and_the_connection_stays(phone: Device):
    """A forbidden service is refused, and the same connection still runs a shell command."""
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, _), connect_tcp("127.0.0.1", served.port) as host:
            for service in ("reboot:", "root:", "tcpip:5555", "reverse:forward:tcp:1;tcp:2", "host:kill", "dev:/dev/x"):
                with pytest.raises(DeviceRefused):
                    await host.open(service)
            assert (await host.shell("echo alive")).stdout == b"alive\n"
            assert "delayed_ack" not in host.features


async def test_hosts_that_say_nothing_or_nonsense_go_and_others_are_served(phone: Device):
    """Hosts that stay silent or send garbage are disconnected, and other hosts are served."""
    with anyio.fail_after(200):
        async with open_device_port(phone, request_timeout=0.3) as (served, _):
            silent = await anyio.connect_tcp("127.0.0.1", served.port)
            for garbage in (b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 4096, b"CNXN", b""):
                async with await anyio.connect_tcp("127.0.0.1", served.port) as stream:
                    await stream.send(garbage)
            async with connect_tcp("127.0.0.1", served.port) as host:
                assert (await host.shell("echo alive")).stdout == b"alive\n"
                async with silent:
                    with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                        await silent.receive()
                assert (await host.shell("echo alive")).stdout == b"alive\n"


async def test_a_crowd_of_hosts_is_bounded(phone: Device):
    """Connections beyond the limit are closed, and when others leave there is room again."""
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, _):
            crowd = [await anyio.connect_tcp("127.0.0.1", served.port) for _ in range(MAX_HOSTS + 4)]
            for stream in crowd[MAX_HOSTS:]:
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await stream.receive()
            assert served.refused == 4
            for stream in crowd:
                await stream.aclose()
            while True:
                try:
                    async with connect_tcp("127.0.0.1", served.port) as host:
                        assert (await host.shell("echo room")).stdout == b"room\n"
                        break
                except DeviceFault:
                    continue  # the crowd has not gone yet


async def test_streams_of_a_host_are_bounded(phone: Device):
    """Streams beyond the limit are refused, and when others are closed there is room again."""
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, _), connect_tcp("127.0.0.1", served.port) as host:
            held = []
            refused = 0
            for _ in range(1000):
                try:
                    held.append(await host.open("shell:"))
                except DeviceRefused:
                    refused += 1
            assert len(held) == MAX_STREAMS
            assert refused == served.refused == 1000 - MAX_STREAMS
            for stream in held:
                stream.close()
            while True:
                try:
                    assert (await host.shell("echo room")).stdout == b"room\n"
                    break
                except DeviceRefused:
                    continue  # they have not gone yet


async def test_a_host_that_never_reads_holds_itself_back_only(phone: Device):
    """A host that never reads does not affect other hosts, and its data do not pile up."""
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, _), connect_tcp("127.0.0.1", served.port) as greedy:
            held = [await greedy.open("source:4000000000") for _ in range(MAX_STREAMS - 1)]
            async with connect_tcp("127.0.0.1", served.port) as host:
                assert (await host.shell("echo alive")).stdout == b"alive\n"
            assert len(await held[0].receive_packet()) <= 256 << 10


async def test_a_request_of_a_megabyte_is_ignored_or_refused(phone: Device):
    """Oversized requests and half packets affect only their own connection."""
    with anyio.fail_after(200):
        async with open_device_port(phone) as (served, _):
            async with await anyio.connect_tcp("127.0.0.1", served.port) as client:
                hello = b"host::\0"
                await client.send(pack(CNXN, VERSION, 1 << 20, (hello,)) + hello)
                assert (await client.receive(4)) == b"CNXN"
                long = b"exec:" + b"x" * (1 << 20)
                await client.send(pack(OPEN, 1, 0, (long[: 1 << 20],)) + long[: 1 << 20])
                half = pack(OPEN, 2, 0, (b"exec:echo half\0",)) + b"exec:ec"
                await client.send(half)
            async with connect_tcp("127.0.0.1", served.port) as host:
                assert (await host.shell("echo " + "y" * 100_000)).stdout == b"y" * 100_000 + b"\n"


async def test_adbutils_connects_it_to_a_server_of_its_own(phone: Device, tmp_path: Path):
    """With its own adb server adbutils connects to the device port, and its tap is recorded."""

    def play(server: int, port: int) -> bytes:
        client = AdbClient("127.0.0.1", server)
        assert "connected" in client.connect(f"127.0.0.1:{port}", timeout=10)
        device = client.device(f"127.0.0.1:{port}")
        device.click(540, 1200)
        device.sync.push(b"x" * 100_000, "/sdcard/port.bin")
        assert device.sync.read_bytes("/sdcard/port.bin") == b"x" * 100_000
        assert device.screenshot().size == (1080, 2400)
        return bytes(device.shell("echo done", encoding=None))

    with anyio.fail_after(200):
        async with real_server(tmp_path) as server, open_device_port(phone) as (served, session):
            assert (await anyio.to_thread.run_sync(play, server, served.port)).strip() == b"done"
    assert session.actions == [Tap(540, 1200)]
