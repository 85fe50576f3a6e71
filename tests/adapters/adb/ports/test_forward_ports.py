"""The sockets inside a phone, and what a device answers to `reverse:`; no connection to any host."""

from __future__ import annotations

import asyncio
import errno

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon import reverse
from adapters.adb.daemon.sockets import Ports, normalize_name
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.link import Link
from runtime.core.errors import DeviceLost
from runtime.plugins.protocols import ByteStream
from tests.support.portphone import echo


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("tcp:9008", "tcp:9008"),
        ("tcp:09008", "tcp:9008"),
        ("tcp:9008:localhost", "tcp:9008"),
        ("tcp:127.0.0.1:9008", "tcp:9008"),
        ("tcp:9008:[::1]", "tcp:9008"),
        ("tcp:0", "tcp:0"),
        ("local:a", "localreserved:a"),
        ("localabstract:a:b", "localabstract:a:b"),
        ("tcp:9008:example.org", None),
        ("tcp:10.0.0.1:9008", None),
        ("tcp:65536", None),
        ("tcp:", None),
        ("tcp", None),
        ("tcp:1:", None),
        ("local:", None),
        ("vsock:1:2", None),
        ("", None),
    ],
)
def test_a_specification_means_one_socket_of_the_phone_or_none(spec: str, name: str | None):
    """Other computers are refused; different spellings of one socket have one name."""
    assert normalize_name(spec) == name


@given(st.text(max_size=30) | st.from_regex(r"(tcp|local\w*):[\w:.]*", fullmatch=True))
def test_a_name_names_itself(spec: str):
    """Whatever is written, its name is a name."""
    name = normalize_name(spec)
    assert name is None or normalize_name(name) == name


def test_a_port_is_had_once_and_again_after_it_was_left():
    """Taken, privileged and meaningless names raise the errno that a phone gives; `tcp:0` finds another each time."""
    ports = Ports()
    assert ports.listen("tcp:9008:localhost", echo) == "tcp:9008"
    for spec, number in (("tcp:9008", errno.EADDRINUSE), ("tcp:80", errno.EACCES), ("bogus", errno.EINVAL)):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - the errno is looked at
            ports.listen(spec, echo)
        assert caught.value.errno == number
    chosen = {ports.listen("tcp:0", echo) for _ in range(3)}
    assert len(chosen) == 3
    ports.stop("tcp:9008")
    assert ports.find("tcp:9008") is None
    assert ports.listen("tcp:9008", echo) == "tcp:9008"


async def test_programs_of_a_phone_talk_to_each_other():
    """Both ways, piece by piece; the end of one side ends the other; without a listener it is refused."""
    ports = Ports()
    ports.listen("localabstract:echo", echo)
    async with ports.connect("localabstract:echo") as stream:
        await stream.send(b"hello")
        assert (await stream.receive(2), await stream.receive(9)) == (b"he", b"llo")
    with pytest.raises(ConnectionRefusedError):
        async with ports.connect("tcp:1"):
            pass


async def test_a_program_that_fails_closes_its_connection_only():
    """The connected side sees the end, or that nothing is read, and continues."""

    async def broken(stream: ByteStream) -> None:
        assert await stream.receive() == b"x"
        raise ValueError("boom")

    ports = Ports()
    ports.listen("tcp:5000", broken)
    async with ports.connect("tcp:5000") as stream:
        await stream.send(b"x")
        assert await stream.receive() == b""
        with pytest.raises(DeviceLost, match="was closed"):
            await stream.send(b"y")


async def test_who_does_not_read_is_not_buried():
    """A sender waits for its reader; a cancelled block ends both."""

    async def deaf(stream: ByteStream) -> None:
        await anyio.sleep_forever()

    ports = Ports()
    ports.listen("tcp:5000", deaf)
    sent = 0
    with anyio.CancelScope() as scope:
        async with ports.connect("tcp:5000") as stream:
            while True:
                await stream.send(bytes(1000))
                sent += 1
                asyncio.get_running_loop().call_soon(scope.cancel)
    assert 0 < sent < 9


@pytest.fixture
async def link() -> Link:
    """A link that is connected to nothing; rules only remember it."""
    return Link("device", Banner("device"), "the host")


@pytest.mark.parametrize(
    ("request_", "data"),
    [
        ("forward:tcp:7100;tcp:1", b"OKAY00047100"),
        ("forward:norebind:tcp:7100;tcp:1", b"OKAY00047100"),
        ("forward:tcp:0;tcp:1", b"OKAY000537000"),
        ("forward:localabstract:x;tcp:1", b"OKAY"),
        ("list-forward", b"0000"),
        ("killforward-all", b"OKAY"),
        ("killforward:tcp:1", b"FAIL001alistener 'tcp:1' not found"),
        ("killforward:", b"FAIL0011bad killforward: "),
        ("killforward:a;b", b"FAIL0014bad killforward: a;b"),
        ("forward:tcp:1", b"FAIL0012bad forward: tcp:1"),
        ("forward:;tcp:1", b"FAIL0013bad forward: ;tcp:1"),
        ("forward:tcp:1;", b"FAIL0013bad forward: tcp:1;"),
        ("forward:tcp:1;*smartsocket*", b"FAIL0020bad forward: tcp:1;*smartsocket*"),
        ("forward:a;b;c", b"FAIL0012bad forward: a;b;c"),
        ("forward:tcp:80;tcp:1", b"FAIL0027cannot bind listener: Permission denied"),
        ("bogus", b"FAIL0020not a reverse forwarding command"),
        ("", b"FAIL0020not a reverse forwarding command"),
        ("forward", b"FAIL0020not a reverse forwarding command"),
    ],
)
async def test_each_request_has_the_daemons_answer(link: Link, request_: str, data: bytes):
    """To the byte: the port in hex4 text after OKAY, refusals in words, the list without OKAY."""
    assert reverse.answer_request(Ports(), link, "host-1", request_) == data


async def test_rules_are_listed_replaced_and_removed(link: Link):
    """A second rule for a port needs rebinding; the list names host, listener and target; programs are no rules."""
    ports = Ports()
    ports.listen("tcp:9008", echo)
    assert reverse.answer_request(ports, link, "host-1", "forward:tcp:7100;tcp:1") == b"OKAY00047100"
    assert b"cannot rebind existing socket" in reverse.answer_request(
        ports, link, "host-2", "forward:norebind:tcp:7100;tcp:2"
    )
    assert reverse.answer_request(ports, link, "host-2", "forward:tcp:7100;tcp:2") == b"OKAY00047100"
    assert b"Address already in use" in reverse.answer_request(ports, link, "host-2", "forward:tcp:9008;tcp:2")
    assert reverse.answer_request(ports, link, "host-2", "list-forward") == b"0016host-2 tcp:7100 tcp:2\n"
    assert b"not found" in reverse.answer_request(ports, link, "host-2", "killforward:tcp:9008")
    assert reverse.answer_request(ports, link, "host-2", "killforward:tcp:7100") == b"OKAY"
    assert list(ports.listening) == ["tcp:9008"]


@given(st.text(max_size=60) | st.from_regex(r"(forward|killforward):(norebind:)?[\w:;*]*", fullmatch=True))
def test_any_request_is_answered(request_: str):
    """OKAY, FAIL with words whose length is right, or a list; nothing is raised."""

    async def ask() -> bytes:
        return reverse.answer_request(Ports(), Link("device", Banner("device"), "x"), "host-1", request_)

    data = anyio.run(ask)
    if data[:4] == b"FAIL":
        assert int(data[4:8], 16) == len(data) - 8
    else:
        assert data[:4] in (b"OKAY", b"0000")
