"""AUTH and STLS over real sockets, our host against our device and against devices that misbehave."""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
import anyio.lowlevel
import anyio.to_thread
import pytest
from anyio.abc import SocketStream
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon import server
from adapters.adb.daemon.server import listen_tcp, listen_unix
from adapters.adb.host.client import AdbConnection, Deadlines, connect_tcp, connect_unix, dial_tcp
from adapters.adb.transport import tls
from adapters.adb.transport.auth import Key, KeyRefused
from adapters.adb.transport.handshake import KeyProvider
from adapters.adb.transport.packets import (
    AUTH,
    CNXN,
    MAX_PAYLOAD,
    OPEN,
    STLS,
    VERSION,
    HostConnecting,
    KeyOffered,
    SignatureReceived,
    StreamClosed,
    TlsRequested,
    pack,
)
from adapters.adb.transport.server_errors import DeviceUnauthorized
from adapters.adb.transport.wire import Connection
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.owners import Owner
from tests.support.tinyphone import TinyPhone, blob

SHORT = Deadlines(open=0.5, progress=0.5, command=0.5, accept=0.2)
PATIENT = Deadlines(open=60, progress=60, command=60, accept=60)
"""Longer than any test may take: what ends under these ends by what the device does."""
HURRIED = Deadlines(open=60, progress=60, command=60, accept=0.2)
"""Only the owner has little time."""
Giving = Callable[..., KeyProvider]


def packet(command: int, arg0: int, arg1: int, data: bytes = b"") -> bytes:
    """One packet as it travels."""
    return pack(command, arg0, arg1, (data,)) + data


async def works(connection: AdbConnection) -> None:
    """Commands and files go through it."""
    assert (await connection.shell("echo x")).stdout == b"x\n"
    assert (await connection.shell("cat", stdin=blob("a 300000"))).stdout == blob("a 300000")
    await connection.files.push(blob("b 3000000"), "/sdcard/b")
    assert await connection.files.pull("/sdcard/b") == blob("b 3000000")


# -- AUTH: our host and our device ------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [0, 1, 2])
async def test_keys_are_tried_one_after_another(ring: tuple[Key, ...], giving: Giving, known: int):
    """Whichever key the device knows lets the host in, without a question to its owner."""
    owner = Owner(ring[known].public)
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener,
        connect_tcp("127.0.0.1", listener.port, keys=giving(*ring)) as connection,
    ):
        await works(connection)
    assert not owner.asked


async def test_a_key_is_offered_once_and_accepted_on_the_same_connection(ring: tuple[Key, ...], giving: Giving):
    """Nobody knows us: the first key is shown, the owner accepts, and the waiting connection stands."""
    owner, phone = Owner(), TinyPhone()
    async with listen_tcp("127.0.0.1", 0, phone, authorize=owner) as listener, anyio.create_task_group() as tasks:

        async def person() -> None:
            await owner.shown.wait()
            assert listener.connections == 1
            assert not phone.ran
            owner.answer.set()

        tasks.start_soon(person)
        async with connect_tcp("127.0.0.1", listener.port, keys=giving(*ring)) as connection:
            await works(connection)
            assert listener.connections == 1
        assert owner.asked == [ring[0].public]
        assert owner.asked[0].owner == ring[0].owner
        async with connect_tcp("127.0.0.1", listener.port, keys=giving(*ring)) as connection:
            await works(connection)
        assert len(owner.asked) == 1


async def test_never_accepted_is_unauthorized_within_the_deadline(ring: tuple[Key, ...], giving: Giving):
    """The sentence says what to do and for which key; the dialog is gone when the host is."""
    owner = Owner()
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener:
        with anyio.fail_after(30), pytest.raises(DeviceUnauthorized, match="accept the debugging dialog") as caught:
            await dial_tcp("127.0.0.1", listener.port, HURRIED, keys=giving(*ring))
        assert ring[0].public.fingerprint in str(caught.value)
        assert isinstance(caught.value, DeviceRefused)
        with anyio.fail_after(30):
            while not owner.gone:
                await anyio.lowlevel.checkpoint()
        assert listener.connections == 0


async def test_the_users_own_key_is_made_when_a_device_asks(home: Path):
    """Without configured keys the user's own are used; a device that requires no key causes none to be created."""
    owner = Owner()
    owner.answer.set()
    async with listen_unix(home / "open", TinyPhone()), connect_unix(home / "open") as connection:
        assert (await connection.shell("echo x")).stdout == b"x\n"
    assert not (home / ".android").exists()
    for _ in range(2):
        async with (
            listen_unix(home / "socket", TinyPhone(), authorize=owner),
            connect_unix(home / "socket") as connection,
        ):
            assert (await connection.shell("echo x")).stdout == b"x\n"
    assert (home / ".android" / "adbkey").exists()
    assert len(owner.asked) == 1


async def test_a_bad_key_file_refuses_only_devices_that_ask(home: Path):
    """The sentence about the file comes through the dialling, and the socket is closed."""
    (home / ".android").mkdir()
    (home / ".android" / "adbkey").write_text("nonsense")
    (home / ".android" / "adbkey").chmod(0o600)
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener, connect_tcp("127.0.0.1", listener.port):
        pass
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=Owner()) as listener:
        with pytest.raises(KeyRefused, match="adbkey contains no private key"):
            await dial_tcp("127.0.0.1", listener.port)


async def test_a_source_of_keys_that_fails_is_a_fault_of_its_device(giving: Giving):
    """A missing key and an exception both become DeviceRefused."""

    async def broken() -> tuple[Key, ...]:
        raise RuntimeError("boom")

    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=Owner()) as listener:
        with pytest.raises(DeviceRefused, match="boom"):
            await dial_tcp("127.0.0.1", listener.port, keys=broken)
        with pytest.raises(DeviceRefused, match="there is none"):
            await dial_tcp("127.0.0.1", listener.port, keys=giving())


async def test_an_authorizer_that_fails_costs_its_connection_only(ring: tuple[Key, ...], giving: Giving):
    """Its exception ends that connection; others go on."""

    class Broken(Owner):
        async def accept(self, key: object) -> bool:
            raise RuntimeError("boom")

    owner = Broken(ring[1].public)
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener,
        connect_tcp("127.0.0.1", listener.port, keys=giving(ring[1])) as connection,
    ):
        with pytest.raises(DeviceUnauthorized):
            await dial_tcp("127.0.0.1", listener.port, HURRIED, keys=giving(ring[0]))
        await works(connection)


async def test_cancelled_while_the_owner_thinks(ring: tuple[Key, ...], giving: Giving):
    """A dial that is given up leaves no connection and no dialog behind."""
    owner = Owner()
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: dial_tcp("127.0.0.1", listener.port, keys=giving(*ring)))
            await owner.shown.wait()
            tasks.cancel_scope.cancel()
        with anyio.fail_after(30):
            while not owner.gone or listener.connections:
                await anyio.lowlevel.checkpoint()


# -- AUTH: raw hosts against our device -------------------------------------------------------------------------------


async def test_nothing_is_served_before_the_proof(ring: tuple[Key, ...]):
    """Streams before it are ignored, a wrong signature gets another token, an old signature is worth nothing."""
    phone, owner = TinyPhone(), Owner(ring[0].public)
    async with listen_tcp("127.0.0.1", 0, phone, authorize=owner) as listener:
        async with await anyio.connect_tcp("127.0.0.1", listener.port) as host:
            await host.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::") + packet(OPEN, 1, 0, b"shell:echo x\0"))
            kind, first = await receive(host)
            await host.send(packet(AUTH, 2, 0, ring[1].sign(first)))
            _, second = await receive(host)
            await host.send(packet(AUTH, 2, 0, ring[0].sign(first)))
            _, third = await receive(host)
            assert kind == (AUTH, 1)
            assert len({first, second, third}) == 3
            await host.send(packet(AUTH, 2, 0, ring[0].sign(third)))
            assert (await receive(host))[0][0] == CNXN
            # CNXN again is a reset: the proof is asked for anew.
            await host.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
            assert (await receive(host))[0] == (AUTH, 1)
        assert not phone.ran


async def test_a_device_hangs_up_on_a_host_that_guesses(ring: tuple[Key, ...]):
    """After 256 wrong signatures in a row the connection ends."""
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=Owner(ring[0].public)) as listener,
        await anyio.connect_tcp("127.0.0.1", listener.port) as host,
    ):
        await host.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
        asked = 0
        with anyio.fail_after(10), suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while True:
                await receive(host)
                asked += 1
                await host.send(packet(AUTH, 2, 0, bytes(256)))
        assert asked == 256


async def test_random_auth_packets_do_not_open_a_device(ring: tuple[Key, ...], giving: Giving):
    """Random data instead of keys and signatures get tokens at most; an honest host gets in at the same time."""
    phone = TinyPhone()
    async with (
        listen_tcp("127.0.0.1", 0, phone, authorize=Owner(ring[0].public)) as listener,
        await anyio.connect_tcp("127.0.0.1", listener.port) as host,
    ):
        await host.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
        assert (await receive(host))[0] == (AUTH, 1)
        for size in (0, 1, 20, 255, 256, 524, 704, 4096, 5000):
            for kind in (0, 1, 2, 3, 4, 0xFFFFFFFF):
                await host.send(packet(AUTH, kind, 0, b"A" * size))
            await host.send(packet(OPEN, 1, 0, b"shell:echo x\0"))
        async with connect_tcp("127.0.0.1", listener.port, keys=giving(ring[0])) as connection:
            await works(connection)
        ran = len(phone.ran)
        await host.send(packet(AUTH, 2, 0, bytes(256)))
        await host.send_eof()
        with anyio.fail_after(30), suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while True:
                assert (await receive(host))[0] == (AUTH, 1)
        assert len(phone.ran) == ran


# -- AUTH: our host against devices that lie --------------------------------------------------------------------------


async def test_a_device_that_asks_for_ever_is_given_up(ring: tuple[Key, ...], giving: Giving):
    """Each key is tried once and offered once, however often a device asks."""
    heard: list[int] = []

    async def device(host: SocketStream) -> None:
        while True:
            (command, kind), _ = await receive(host)
            heard.append(kind if command == AUTH else 0)
            await host.send(packet(AUTH, 1, 0, bytes(20)))

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceUnauthorized, match="has rejected the offered key"):
            await dial_tcp("127.0.0.1", port, PATIENT, keys=giving(*ring))
    assert heard == [0, 2, 2, 2, 3]


async def test_a_device_that_never_answers_a_signature_is_timed_out(ring: tuple[Key, ...], giving: Giving):
    """All signatures together have the deadline of the bring-up."""

    async def device(host: SocketStream) -> None:
        await receive(host)
        await host.send(packet(AUTH, 1, 0, bytes(20)))
        await host.receive()
        await anyio.sleep_forever()

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceTimeout, match="answer a signature"):
            await dial_tcp("127.0.0.1", port, SHORT, keys=giving(*ring))


async def test_a_device_that_hangs_up_on_the_offered_key_is_unauthorized(ring: tuple[Key, ...], giving: Giving):
    """An owner who rejects the key may end the connection."""

    async def device(host: SocketStream) -> None:
        await receive(host)
        for _ in range(2):
            await host.send(packet(AUTH, 1, 0, bytes(20)))
            await receive(host)

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceUnauthorized, match="has disconnected after the offered key"):
            await dial_tcp("127.0.0.1", port, PATIENT, keys=giving(ring[0]))


async def test_a_flood_of_tokens_costs_one_key_each_at_most(ring: tuple[Key, ...], giving: Giving):
    """Tokens that come without waiting for an answer neither pile up nor keep the host busy."""

    async def device(host: SocketStream) -> None:
        while True:
            await host.send(packet(AUTH, 1, 0, bytes(20)) * 500)

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceFault):
            await dial_tcp("127.0.0.1", port, PATIENT, keys=giving(*ring))


auths = st.builds(
    packet,
    st.sampled_from([AUTH, AUTH, AUTH, STLS, OPEN, 0x12345678]),
    st.sampled_from([0, 1, 1, 1, 2, 3, 0xFFFFFFFF]),
    st.integers(0, 2),
    st.one_of(st.just(bytes(20)), st.binary(max_size=60), st.just(bytes(5000))),
)


@given(st.lists(auths, max_size=8), st.binary(max_size=30))
def test_random_greetings_end_in_typed_errors(ring: tuple[Key, ...], giving: Giving, chunks: list[bytes], rest: bytes):
    """Whatever a device says before it hangs up is a DeviceFault, never anything else and never a hang."""

    async def device(host: SocketStream) -> None:
        await host.send(b"".join(chunks) + rest)
        await host.send_eof()
        with anyio.move_on_after(2):
            while True:
                await host.receive()

    async def main() -> None:
        async with lying(device) as port:
            with anyio.fail_after(30), pytest.raises(DeviceFault):
                await dial_tcp("127.0.0.1", port, SHORT, keys=giving(ring[0]))

    anyio.run(main)


# -- STLS -------------------------------------------------------------------------------------------------------------


async def test_a_paired_key_goes_on_inside_tls(ring: tuple[Key, ...], giving: Giving):
    """After STLS everything works as before, several connections and large transfers included."""
    context = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[0].certificate()])
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), tls=context) as listener:
        async with (
            connect_tcp("127.0.0.1", listener.port, keys=giving(ring[0])) as connection,
            connect_tcp("127.0.0.1", listener.port, keys=giving(ring[0])) as two,
        ):
            await works(connection)
            await works(two)
            assert listener.connections == 2
        with anyio.fail_after(30):
            while listener.connections:
                await anyio.lowlevel.checkpoint()


async def test_keys_that_are_not_paired_are_passed_over(ring: tuple[Key, ...], giving: Giving):
    """The device's no to one certificate makes the host dial again with the next key."""
    context = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[2].certificate()])
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(), tls=context) as listener,
        connect_tcp("127.0.0.1", listener.port, keys=giving(*ring)) as connection,
    ):
        await works(connection)


async def test_no_paired_key_is_unauthorized(ring: tuple[Key, ...], giving: Giving):
    """The sentence names the keys and says how to pair."""
    context = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[2].certificate()])
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), tls=context) as listener:
        with pytest.raises(DeviceUnauthorized, match=r"/keys/0, /keys/1\); pair this computer"):
            await dial_tcp("127.0.0.1", listener.port, keys=giving(*ring[:2]))
        with anyio.fail_after(30):
            while listener.connections:
                await anyio.lowlevel.checkpoint()


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x16\x03\x03\x00\x02ab", b""])
async def test_what_speaks_no_tls_is_told(ring: tuple[Key, ...], giving: Giving, answer: bytes):
    """Noise or the end where TLS should begin is a fault of that device."""

    async def device(host: SocketStream) -> None:
        await receive(host)
        await host.send(packet(STLS, 0x01000000, 0))
        await receive(host)
        if answer:
            await host.send(answer)
            await host.receive()

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceFault):
            await dial_tcp("127.0.0.1", port, PATIENT, keys=giving(ring[0]))


async def test_a_device_that_is_silent_in_the_middle_of_tls(ring: tuple[Key, ...], giving: Giving):
    """The handshake has a deadline."""

    async def device(host: SocketStream) -> None:
        await receive(host)
        await host.send(packet(STLS, 0x01000000, 0))
        await anyio.sleep_forever()

    async with lying(device) as port:
        with anyio.fail_after(30), pytest.raises(DeviceFault, match="TLS handshake"):
            await dial_tcp("127.0.0.1", port, SHORT, keys=giving(ring[0]))


async def test_bytes_behind_the_hosts_agreement_belong_to_tls(ring: tuple[Key, ...]):
    """A host that sends STLS and its first TLS record in one go is served."""
    device = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[0].certificate()])
    host = await anyio.to_thread.run_sync(tls.host_context, ring[0])
    received, sending = ssl.MemoryBIO(), ssl.MemoryBIO()
    inside = host.wrap_bio(received, sending)
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(), tls=device) as listener,
        await anyio.connect_tcp("127.0.0.1", listener.port) as raw,
    ):
        await raw.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
        assert (await receive(raw))[0][0] == STLS
        ahead = packet(STLS, 0x01000000, 0)

        async def through(step: Callable[[], bytes | None]) -> bytes | None:
            nonlocal ahead
            while True:
                try:
                    return step()
                except ssl.SSLWantReadError:
                    if ahead or sending.pending:
                        await raw.send(ahead + sending.read())
                        ahead = b""
                    received.write(await raw.receive())

        with anyio.fail_after(30):
            await through(inside.do_handshake)
            await raw.send(sending.read())
            greeting = await through(lambda: inside.read(24))
        assert greeting is not None
        assert struct.unpack_from("<I", greeting)[0] == CNXN


async def test_leaving_in_the_middle_of_tls(ring: tuple[Key, ...], monkeypatch: pytest.MonkeyPatch):
    """A device that stops does not wait for a host that is silent during the handshake."""
    monkeypatch.setattr(server, "_CLOSE_TIMEOUT", 60.0)
    context = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[0].certificate()])
    with anyio.fail_after(30):
        async with listen_tcp("127.0.0.1", 0, TinyPhone(), tls=context) as listener:
            host = await anyio.connect_tcp("127.0.0.1", listener.port)
            await host.send(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
            await receive(host)
            await host.send(packet(STLS, 0x01000000, 0) + b"\x16\x03\x01\x02\x00\x01")
            await anyio.wait_all_tasks_blocked()
            assert listener.connections == 1
    await host.aclose()


def test_a_device_reads_no_byte_of_tls():
    """Between asking for TLS and the answer the wire takes no more than the header of the answer at once."""
    device = Connection("device", b"device::", requires_auth=True)
    assert device.receive(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::") + packet(AUTH, 2, 0, b"ab")) == [
        HostConnecting(),
        SignatureReceived(b"ab"),
    ]
    device.receive(b"STL")
    device.ask_tls()
    stream = packet(STLS, 0x01000000, 0)[3:] + b"\x16\x03\x01"
    view = device.buffer()
    assert len(view) == 21
    view[:] = stream[:21]
    assert device.received(21) == [TlsRequested()]
    assert len(device.buffer()) > 1000


# -- versions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "sums"), [(0x01000000, True), (VERSION, False)])
async def test_peers_of_the_old_version_get_checksums(ring: tuple[Key, ...], giving: Giving, version: int, sums: bool):
    """AUTH always carries the sum; what follows does for old devices only; theirs may be wrong."""
    checks: list[bool] = []

    async def device(host: SocketStream) -> None:
        await receive(host)
        await host.send(packet(AUTH, 1, 0, bytes(20)))
        header, data = await receive_whole(host)
        assert header[4] == sum(data)
        await host.send(packet(CNXN, version, 4096, b"device::features=shell_v2"))
        header, data = await receive_whole(host)
        checks.append(header[4] == sum(data))
        await host.send(packet(OPEN + 1, 1, header[1]))

    async with lying(device) as port, connect_tcp("127.0.0.1", port, PATIENT, keys=giving(ring[0])) as connection:
        with pytest.raises(DeviceLost):
            await connection.open("shell:echo")
    assert checks == [sums]


def test_a_guarded_device_tells_what_a_host_offers():
    """Signatures and keys are events during authentication, and are ignored before and after it."""
    device = Connection("device", b"device::", requires_auth=True)
    before = device.receive(packet(AUTH, 2, 0, b"s"))
    device.receive(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::"))
    assert device.receive(packet(AUTH, 2, 0, b"s") + packet(AUTH, 3, 0, b"k")) == [
        SignatureReceived(b"s"),
        KeyOffered(b"k"),
    ]
    assert not device.connected
    assert device.admit() is not None
    assert device.admit() is None
    after = device.receive(packet(AUTH, 2, 0, b"s"))
    assert [type(item).__name__ for item in before + after] == ["PacketIgnored", "PacketIgnored"]
    # A second greeting takes back what the first was granted.
    device.receive(packet(OPEN, 7, 0, b"shell:\0"))
    assert device.receive(packet(CNXN, VERSION, MAX_PAYLOAD, b"host::")) == [StreamClosed(1), HostConnecting()]
    assert not device.connected
    assert [type(item).__name__ for item in device.receive(packet(OPEN, 8, 0, b"shell:\0"))] == ["PacketIgnored"]


# -- helpers ----------------------------------------------------------------------------------------------------------


async def receive_whole(stream: SocketStream) -> tuple[tuple[int, ...], bytes]:
    """The next packet: its header and its data."""
    data = b""
    size = 24
    while len(data) < size:
        data += await stream.receive(size - len(data))
        if len(data) == 24:
            size += struct.unpack_from("<I", data, 12)[0]
    return struct.unpack_from("<6I", data), data[24:]


async def receive(stream: SocketStream) -> tuple[tuple[int, int], bytes]:
    """The next packet: command and first argument, and its data."""
    header, data = await receive_whole(stream)
    return (header[0], header[1]), data


@asynccontextmanager
async def lying(talk: Callable[[SocketStream], Awaitable[None]]) -> AsyncIterator[int]:
    """A device that talks like this; its port."""

    async def serve(stream: SocketStream) -> None:
        async with stream:
            with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                await talk(stream)

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", family=socket.AF_INET)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield listener.extra(anyio.abc.SocketAttribute.local_port)
        tasks.cancel_scope.cancel()
