"""Phones of a farm, driven through a real SSH server and a real adb server."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import anyio
import anyio.lowlevel
import asyncssh
import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.device import AdbDevice
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport.server_errors import DeviceUnknown, ServerAbsent
from adapters.ssh import open_ssh
from adapters.ssh.errors import FarmLost, ForwardingRefused, HostKeyChanged, HostKeyUnknown, LoginRefused
from adapters.ssh.host import Hosts
from adapters.ssh.uri import parse
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceFault, DeviceLost, DeviceTimeout, UsageError
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from tests.adapters.adb.servers.realserver import real_server
from tests.support.farmhost import FarmHost, farm_host
from tests.support.tinyphone import TinyPhone, blob


@dataclass
class Rack:
    """An adb server with two phones."""

    port: int
    phones: list[TinyPhone]
    listeners: list[Listener]
    serials: list[str]


class Waits:
    """A sleep for tests: records the duration, and returns when the test releases it."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._come = anyio.Event()
        self._go = anyio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        self._come.set()
        await self._go.wait()
        self._go = anyio.Event()

    async def until_asked(self) -> None:
        with anyio.fail_after(30):
            await self._come.wait()
        self._come = anyio.Event()

    def over(self) -> None:
        self._go.set()


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share an adb server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def rack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Rack]:
    """The adb server and its phones, ended with the module."""
    phones = [TinyPhone(f"tiny-{number}") for number in range(2)]
    async with (
        real_server(tmp_path_factory.mktemp("home")) as port,
        listen_tcp("127.0.0.1", 0, phones[0]) as first,
        listen_tcp("127.0.0.1", 0, phones[1]) as second,
    ):
        server = AdbServer.tcp("127.0.0.1", port)
        serials = [(await server.connect(f"127.0.0.1:{listener.port}")).serial for listener in (first, second)]
        yield Rack(port, phones, [first, second], serials)


@pytest.fixture
async def farm(tmp_path: Path) -> AsyncIterator[FarmHost]:
    """A fresh SSH server for each test."""
    async with farm_host(tmp_path) as farm:
        yield farm


def uri(farm: FarmHost, rack: Rack, number: int | None = None) -> str:
    """The URI of one of the farm's devices, or of all."""
    return f"{farm.login}{'' if number is None else f'/{rack.serials[number]}'}?adb={rack.port}"


async def shell(device: object, command: str) -> ShellResult:
    """One command on a device of the engine."""
    assert isinstance(device, AdbDevice)
    return await device.shell(command)


async def test_a_device_of_a_farm_is_driven(farm: FarmHost, rack: Rack):
    """Commands with exit status, a megabyte of output, files and a screen; the URI means that device."""
    hosts = Hosts(farm.options)
    async with open_ssh(uri(farm, rack, 0), hosts=hosts) as devices:
        (device,) = devices
        assert (device.info.name, device.info.uri) == ("tiny-0", uri(farm, rack, 0))
        assert await shell(device, "both 3") == ShellResult(b"out\n", b"err\n", 3)
        assert await shell(device, "blob x 1000000") == ShellResult(blob("x 1000000"), b"", 0)
        assert isinstance(device, AdbDevice)
        connection = await device.connection()
        await connection.files.push(blob("y 3000000"), "/sdcard/größe")
        assert await connection.files.pull("/sdcard/größe") == blob("y 3000000")
        assert await connection.exec_out("blob z 200000") == blob("z 200000")
        assert (await connection.shell("cat", stdin=blob("w 500000"))).stdout == blob("w 500000")
        frame, _ = await device.capture(frozenset({"frame"}))
        assert frame is not None
        assert frame.pixels.tobytes() == rack.phones[0].screen[16:]
        raw = await device.open("shell:echo raw")
        assert await raw.receive() == b"raw\n"
        assert await raw.receive() == b""
        await raw.aclose()
    await farm.until(0)
    assert farm.logins == 1


async def test_all_devices_share_one_connection(farm: FarmHost, rack: Rack):
    """With no serial given all devices are opened; forty concurrent commands share one SSH connection, unmixed."""
    async with open_ssh(uri(farm, rack), hosts=Hosts(farm.options)) as devices:
        assert {device.info.name for device in devices} == {"tiny-0", "tiny-1"}
        assert {device.info.uri for device in devices} == {uri(farm, rack, number) for number in range(2)}

        async def run_device(number: int) -> None:
            words = f"{number} {1000 * number}"
            assert (await shell(devices[number % 2], f"blob {words}")).stdout == blob(words)

        async with anyio.create_task_group() as tasks:
            for number in range(40):
                tasks.start_soon(run_device, number)
        assert (farm.logins, len(farm.open)) == (1, 1)
        assert farm.streams >= 40
    await farm.until(0)


async def test_two_uris_of_one_farm_share_it_and_the_first_may_leave(farm: FarmHost, rack: Rack):
    """The connection lives as long as any user, in whatever order they leave."""
    hosts, waits = Hosts(farm.options), Waits()
    hosts._sleep = waits.sleep
    first_open, first_leaves, first_left = anyio.Event(), anyio.Event(), anyio.Event()

    async def first() -> None:
        async with open_ssh(uri(farm, rack, 0), hosts=hosts):
            first_open.set()
            await first_leaves.wait()
        first_left.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(first)
        await first_open.wait()
        async with open_ssh(uri(farm, rack, 1), hosts=hosts) as (device,):
            first_leaves.set()
            await first_left.wait()
            assert (await shell(device, "echo on")).stdout == b"on\n"
            assert farm.logins == 1
            await farm.cut()
            await waits.until_asked()
            waits.over()
            await farm.until(1)
            await wait_for_answer(device)
    await farm.until(0)
    assert farm.logins == 2


async def wait_for_answer(device: object) -> None:
    """Wait until the device answers again; fails after 30 seconds."""
    with anyio.fail_after(30):
        while True:
            try:
                assert (await shell(device, "echo back")).stdout == b"back\n"
                return
            except DeviceLost:
                await anyio.lowlevel.checkpoint()


async def test_without_hosts_a_loop_has_its_own(farm: FarmHost, rack: Rack, monkeypatch: pytest.MonkeyPatch):
    """Without `Hosts`, a loop shares one connection and reads the user's own files: here a home of the test."""
    home = farm.folder / "home"
    (home / ".ssh").mkdir(parents=True, mode=0o700)
    for name, text in (("user", "id_ed25519"), ("user.pub", "id_ed25519.pub"), ("known_hosts", "known_hosts")):
        (home / ".ssh" / text).write_bytes((farm.folder / name).read_bytes())
    (home / ".ssh" / "config").write_text(f"Host rack\n  HostName 127.0.0.1\n  User runner\n  Port {farm.port}\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    async with (
        open_ssh(f"ssh://rack/{rack.serials[0]}?adb={rack.port}") as (device,),
        open_ssh(f"ssh://rack/{rack.serials[1]}?adb={rack.port}") as (two,),
    ):
        assert (await shell(device, "echo a")).stdout + (await shell(two, "echo b")).stdout == b"a\nb\n"
        assert farm.logins == 1
    await farm.until(0)


async def test_a_host_that_is_not_known_is_refused(farm: FarmHost, rack: Rack):
    """The error has its fingerprint for comparison; no login happened."""
    (farm.folder / "known_hosts").write_text("")
    with pytest.raises(HostKeyUnknown, match="log in once with ssh") as caught:
        async with open_ssh(uri(farm, rack), hosts=Hosts(farm.options)):
            pass
    assert farm.host_key.get_fingerprint() in str(caught.value)
    assert farm.logins == 0


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256"])
async def test_a_host_with_another_key_is_refused(farm: FarmHost, rack: Rack, kind: str):
    """Of the same kind or of another: it may be an impostor, and the sentence says so."""
    farm.make_known(asyncssh.generate_private_key(kind))
    with pytest.raises(HostKeyChanged, match=rf"stands in between.*ssh-keygen -R '\[127\.0\.0\.1\]:{farm.port}'"):
        async with open_ssh(uri(farm, rack), hosts=Hosts(farm.options)):
            pass
    assert farm.logins == 0


async def test_a_configuration_that_trusts_anybody_is_not_followed(farm: FarmHost, rack: Rack):
    """`UserKnownHostsFile none` is a usage error before anybody is called."""
    options = replace(farm.options, known_hosts=None)
    (farm.folder / "config").write_text("UserKnownHostsFile none\nStrictHostKeyChecking no\n")
    with pytest.raises(UsageError, match="turns the list of known hosts off"):
        async with open_ssh(uri(farm, rack), hosts=Hosts(options)):
            pass
    assert farm.logins == 0


async def test_a_key_that_is_not_authorized_is_refused(farm: FarmHost, rack: Rack):
    """The farm says no, and the sentence says where keys belong."""
    options = replace(farm.options, client_keys=(farm.key(farm.folder / "stranger"),))
    with pytest.raises(LoginRefused, match="authorized_keys"):
        async with open_ssh(uri(farm, rack), hosts=Hosts(options)):
            pass
    await farm.until(0)
    assert farm.logins == 0


@pytest.mark.parametrize("spoilt", ["known_hosts", "user", "config"])
async def test_files_that_cannot_be_read_are_usage_errors(farm: FarmHost, rack: Rack, spoilt: str):
    """Invalid files of the user are reported as such."""
    options = farm.options
    (farm.folder / spoilt).write_text("Match nonsense\n@strange [127.0.0.1]:1 abc def\n")
    with pytest.raises(UsageError, match=r"put ~/\.ssh in order"):
        async with open_ssh(uri(farm, rack), hosts=Hosts(options)):
            pass


async def test_a_farm_that_is_off_or_silent_is_told(farm: FarmHost, rack: Rack):
    """Without a listener: lost. With a peer that never speaks SSH: a timeout."""
    options, where = replace(farm.options, connect=0.3), uri(farm, rack)
    await farm.drop()
    with pytest.raises(FarmLost, match="is the farm on"):
        async with open_ssh(where, hosts=Hosts(options)):
            pass
    async with await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0) as mute:
        port = mute.extra(anyio.abc.SocketAttribute.local_port)
        with pytest.raises(DeviceTimeout, match=r"within 0\.3 s"):
            async with open_ssh(f"ssh://me@127.0.0.1:{port}", hosts=Hosts(options)):
                pass


async def test_what_the_farm_lacks_is_told(farm: FarmHost, rack: Rack):
    """No adb server on that port, no such device, or a server that forwards nothing; no connection stays."""
    hosts = Hosts(farm.options)
    with pytest.raises(ServerAbsent, match="adb start-server"):
        async with open_ssh(f"{farm.login}?adb=1", hosts=hosts):
            pass
    with pytest.raises(DeviceUnknown, match=r"no device 'nope'; it lists"):
        async with open_ssh(f"{farm.login}/nope?adb={rack.port}", hosts=hosts):
            pass
    farm.forwards = False
    with pytest.raises(ForwardingRefused, match="AllowTcpForwarding"):
        async with open_ssh(uri(farm, rack), hosts=hosts):
            pass
    await farm.until(0)
    assert not hosts._hosts


async def test_devices_are_lost_with_the_farm_and_return_with_it(farm: FarmHost, rack: Rack):
    """Running and new operations fail as lost at once; waits grow; the same devices work when the farm is back."""
    waits = Waits()
    async with open_ssh(uri(farm, rack), hosts=Hosts(farm.options, random=Random(5), sleep=waits.sleep)) as devices:
        done = anyio.Event()

        async def run(device: object, command: str) -> None:
            with pytest.raises(DeviceLost):
                await shell(device, command)
            done.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run, devices[0], "hang")
            with anyio.fail_after(30):
                while not any("hang" in phone.ran for phone in rack.phones):
                    await anyio.lowlevel.checkpoint()
            await farm.drop()
            with anyio.fail_after(30):
                await done.wait()
        for attempt in range(3):
            await waits.until_asked()
            assert len(waits.asked) == attempt + 1
            for device in devices:
                with pytest.raises(FarmLost, match="until it returns"), anyio.fail_after(30):
                    await shell(device, "echo x")
            waits.over()
        await waits.until_asked()
        await farm.listen()
        waits.over()
        await farm.until(1)
        for device in devices:
            await wait_for_answer(device)
        ceilings = (0.5, 1.0, 2.0, 4.0)
        assert all(high / 2 <= wait <= high for wait, high in zip(waits.asked, ceilings, strict=True))
        assert farm.logins == 2
    await farm.until(0)


async def test_a_pool_waits_for_a_farm_that_is_down(farm: FarmHost, rack: Rack):
    """Its devices are unavailable together, none is leased, and all are leased again once the farm is back."""
    waits = Waits()
    async with (
        open_ssh(uri(farm, rack), hosts=Hosts(farm.options, sleep=waits.sleep)) as devices,
        anyio.create_task_group() as tasks,
    ):
        pool = Pool(devices, FailureThresholds(BackoffPolicy(first=0.01, longest=0.05)), Random(7))
        tasks.start_soon(pool.run_probes)
        await farm.drop()
        await waits.until_asked()
        for device in devices:
            with pool.lease(device) as lease:
                with pytest.raises(FarmLost) as lost:
                    await shell(device, "echo x")
                lease.report(lost.value)
        assert "no device answers" in pool.status_message
        with anyio.fail_after(10):
            while not all(pool._breakers[device.info.name].rests > 2 for device in devices):
                await pool.wait_changed()
            assert pool.free == ()
            await farm.listen()
            waits.over()
            for _ in devices:
                await wait_for_answer((await pool.acquire()).device)
        tasks.cancel_scope.cancel()
    await farm.until(0)


async def test_an_impostor_who_comes_later_is_refused_too(farm: FarmHost, rack: Rack):
    """If the host key changes meanwhile, devices stay lost, with the reason, and no login happens."""
    waits = Waits()
    async with open_ssh(uri(farm, rack, 0), hosts=Hosts(farm.options, sleep=waits.sleep)) as (device,):
        await farm.drop()
        await waits.until_asked()
        own, farm.host_key = farm.host_key, asyncssh.generate_private_key("ssh-ed25519")
        await farm.listen()
        waits.over()
        await waits.until_asked()
        with pytest.raises(FarmLost, match="stands in between"):
            await shell(device, "echo x")
        assert farm.logins == 1
        await farm.drop()
        farm.host_key = own
        await farm.listen()
        waits.over()
        await farm.until(1)
        await wait_for_answer(device)


async def test_an_end_that_was_torn_off_is_no_end(farm: FarmHost, rack: Rack):
    """Output without an exit status that the farm's fall cut short is never taken for all of it."""
    async with open_ssh(uri(farm, rack, 0), hosts=Hosts(farm.options, sleep=Waits().sleep)) as (device,):
        assert isinstance(device, AdbDevice)
        stream = await (await device.connection()).open("exec:blob q 8000000")
        assert await stream.receive()
        await farm.drop()

        async def until_the_end() -> None:
            while await stream.receive():
                pass

        with pytest.raises(DeviceLost, match="broke"):
            await until_the_end()


async def test_a_silent_farm_is_found_out(farm: FarmHost, rack: Rack):
    """Questions without an answer end the connection, although no socket says so."""
    options = replace(farm.options, keepalive=0.05, unanswered=2)
    waits = Waits()
    async with open_ssh(uri(farm, rack, 0), hosts=Hosts(options, sleep=waits.sleep)) as (device,):
        (connection,) = farm.open
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        await waits.until_asked()
        with pytest.raises(FarmLost, match="keepalive"):
            await shell(device, "echo x")
        transport.resume_reading()
        await farm.cut()


async def test_streams_that_nobody_waits_for_are_closed(farm: FarmHost, rack: Rack):
    """A caller that gives up while a stream is being opened leaves no channel behind."""
    hosts = Hosts(farm.options)
    login = parse(farm.login).login
    async with hosts.lease(login) as lease:
        link = hosts._hosts[login].link
        server = AdbServer(lease.reach(rack.port), farm.login, Deadlines(command=5.0))
        for turns in range(12):
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(server.version)
                    for _ in range(turns):
                        await anyio.lowlevel.checkpoint()
                    scope.cancel()
        assert await server.version() == 41
        with anyio.fail_after(30):
            while link._connection._channels:
                await anyio.lowlevel.checkpoint()
    with pytest.raises(FarmLost, match="closed on our side"):
        await server.version()
    await farm.until(0)


async def test_a_peer_that_only_ends_its_half_keeps_no_channel(farm: FarmHost):
    """As with a socket: the peer's end ends the stream, even if it would keep reading."""
    hosts, login, forever = Hosts(farm.options), parse(farm.login).login, anyio.Event()

    async def half(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            await stream.send_eof()
            await forever.wait()

    async with await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0) as listener:
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        async with anyio.create_task_group() as tasks, hosts.lease(login) as lease:
            tasks.start_soon(listener.serve, half)
            stream = await lease.reach(port)(lambda: SmartStream("half"))
            connection = hosts._hosts[login].link._connection
            with anyio.fail_after(30):
                while connection._channels:
                    await anyio.lowlevel.checkpoint()
            assert stream.ended
            forever.set()
            tasks.cancel_scope.cancel()


async def test_giving_up_while_logging_in_hangs_up(farm: FarmHost):
    """A server that accepts and never speaks: the caller's cancellation ends the attempt and its socket at once."""
    async with await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0) as mute:
        port = mute.extra(anyio.abc.SocketAttribute.local_port)
        called, ended = anyio.Event(), anyio.Event()

        async def serve(stream: anyio.abc.SocketStream) -> None:
            async with stream:
                await stream.receive()
                called.set()
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await stream.receive()
                ended.set()

        async def use() -> None:
            async with open_ssh(f"ssh://me@127.0.0.1:{port}", hosts=Hosts(farm.options)):
                raise AssertionError("nobody logs in there")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(mute.serve, serve)
            async with anyio.create_task_group() as user:
                user.start_soon(use)
                await called.wait()
                user.cancel_scope.cancel()
            with anyio.fail_after(30):
                await ended.wait()
            tasks.cancel_scope.cancel()


async def test_nothing_stays_open(farm: FarmHost, rack: Rack):
    """Twenty farms used and left, and as many that refuse us: as many files are open as before."""

    async def use(hosts: Hosts) -> None:
        async with open_ssh(uri(farm, rack, 0), hosts=hosts) as (device,):
            await shell(device, "echo x")

    stranger = replace(farm.options, client_keys=(farm.key(farm.folder / "stranger"),))

    async def both() -> None:
        await use(Hosts(farm.options))
        with pytest.raises(LoginRefused):
            await use(Hosts(stranger))
        await farm.until(0)

    await both()
    before = await settled()
    for _ in range(20):
        await both()
    with anyio.fail_after(30):
        while await settled() > before:
            gc.collect()
    assert farm.logins == 21


async def settled() -> int:
    """The number of open files of this process, after a few turns of the loop."""
    for _ in range(10):
        await anyio.lowlevel.checkpoint()
    return len(os.listdir("/proc/self/fd"))


async def test_a_fault_inside_the_block_comes_out_as_it_is(farm: FarmHost, rack: Rack):
    """Whoever uses devices catches what they raised, not a group."""
    with pytest.raises(DeviceFault, match="mine"):
        async with open_ssh(uri(farm, rack, 0), hosts=Hosts(farm.options)):
            raise DeviceFault("mine")
    await farm.until(0)
