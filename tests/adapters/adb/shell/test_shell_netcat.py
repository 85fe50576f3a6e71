"""`nc` connects to programs that listen in the phone, and listens for hosts and for other programs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import anyio
import pytest

from adapters.phone.drawing.painter import Painter
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from runtime.core.errors import DeviceLost
from runtime.plugins.protocols import ByteStream
from tests.support.demo import APP
from tests.support.live_shell import output, talking

LARGE = 3 << 20


@pytest.fixture
async def services() -> AsyncIterator[PhoneServices]:
    """A phone whose programs may outlive their hosts."""
    async with anyio.create_task_group() as tasks:
        services = PhoneServices(HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter())))
        services.keep_jobs(tasks.start_soon)
        yield services
        tasks.cancel_scope.cancel()


async def echo(stream: ByteStream) -> None:
    """A program of the phone that sends back what it gets."""
    while data := await stream.receive():
        await stream.send(data)


async def read_all(stream: ByteStream) -> bytes:
    """Everything up to the end."""
    parts = []
    while data := await stream.receive():
        parts.append(data)
    return b"".join(parts)


async def test_it_streams_both_ways(services: PhoneServices):
    """Each line as it is written; the end of input is passed on, and the peer's end ends it."""
    services.ports.listen("tcp:7000", echo)
    async with talking(services, "nc localhost 7000; echo $?") as talk:
        assert await talk.reply(b"tea\n") == b"tea\n"
        assert await talk.reply(b"oats\n") == b"oats\n"
        assert await talk.reply(b"") == b"0\n"
    assert await output(services, "echo tea | nc 127.0.0.1 7000") == "tea\n"
    data = bytes(range(256)) * (LARGE >> 8)
    services.files.write("/data/local/tmp/large", data)
    first, second = (
        await output(services, "cd /data/local/tmp; nc localhost 7000 < large | md5sum -b; md5sum -b large")
    ).split()
    assert first == second


async def test_it_says_whether_somebody_listens(services: PhoneServices):
    """With -z it sends nothing. Nothing outside of the phone can be reached."""
    services.ports.listen("tcp:7000", echo)
    assert await output(services, "nc -z localhost 7000; echo $?; nc -z localhost 7001; echo $?") == "0\n1\n"
    for line, error in (
        ("nc localhost 7001", "nc: connect: Connection refused"),
        ("nc 93.184.216.34 80", "nc: connect: Network is unreachable"),
        ("nc example.org 80", "nc: example.org:80: No address associated with hostname"),
        ("nc localhost", 'nc: bad argument count (see "nc --help")'),
        ("nc -u localhost 7000", "nc: Unknown option 'u' (see \"nc --help\")"),
        ("nc -l -p 80", "nc: bind: Permission denied"),
        ("nc -l -p 7000", "nc: bind: Address already in use"),
    ):
        assert await output(services, f"{line} 2>&1; echo $?") == f"{error}\n1\n"


async def test_a_host_connects_to_what_listens(services: PhoneServices):
    """One connection; afterwards the port is free and the command has ended."""
    async with (
        talking(services, "nc -l -p 7000; echo $?") as talk,
        anyio.create_task_group() as tasks,
        services.ports.connect("tcp:7000") as stream,
    ):
        await stream.send(b"from the host\n")
        assert await talk.reply() == b"from the host\n"
        tasks.start_soon(talk.reply, b"from the phone\n")
        assert await stream.receive() == b"from the phone\n"
        assert services.ports.listening == {}
    assert (bytes(talk.result.stdout), talk.result.exit) == (b"0\n", 0)


async def test_what_it_pipes_to_a_host_arrives_whole(services: PhoneServices):
    """The end of its input closes the host's stream, which cannot be half-closed."""
    async with talking(services, "echo foo | nc -l -p 12345; echo done") as talk:
        async with services.ports.connect("tcp:12345") as stream, anyio.create_task_group() as tasks:
            received: list[bytes] = []

            async def read() -> None:
                received.append(await read_all(stream))

            tasks.start_soon(read)
            assert await talk.reply() == b"done\n"
        assert received == [b"foo\n"]


async def test_programs_connect_to_each_other(services: PhoneServices):
    """Each gets what the other was given; afterwards nothing listens any more."""
    line = "cd /data/local/tmp; echo oats | nc -l -p 7000 > got & echo tea | nc localhost 7000; wait; cat got"
    assert await output(services, line) == "oats\ntea\n"
    assert await output(services, "nc -z localhost 7000; echo $?") == "1\n"


async def test_a_killed_program_leaves_no_port_and_no_connection(services: PhoneServices):
    """Whatever it waited for."""
    async with talking(services, "nc -l -p 7000; echo $?") as talk:
        await output(services, "killall nc")
        assert await talk.reply() == b"143\n"
        assert services.ports.listening == {}
    async with talking(services, "nc -l -p 7000; echo $?") as talk, services.ports.connect("tcp:7000") as stream:
        await stream.send(b"tea\n")
        assert await talk.reply() == b"tea\n"
        await output(services, "killall nc")
        assert await talk.reply() == b"143\n"
        assert await stream.receive() == b""
        with pytest.raises(DeviceLost):
            await stream.send(b"more\n")


async def test_patience_ends_with_its_option(services: PhoneServices):
    """With -q it ends so many seconds after its input, whatever the peer does."""

    async def silent(stream: ByteStream) -> None:
        await anyio.sleep_forever()

    services.ports.listen("tcp:7000", silent)
    script = "a=$(date +%s); nc -q 3 localhost 7000 < /dev/null; b=$(date +%s); echo $((b - a))"
    assert await output(services, script) == "3\n"
