"""forward and reverse by real adb binaries: through a phone and back to this computer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
import pytest

from tests.adapters.adb.hosts.hosts import Connected, all_at_once, pattern

DEADLINE = 40.0


@asynccontextmanager
async def echo() -> AsyncIterator[int]:
    """A service of this computer that sends everything back; its port."""

    async def serve(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            async for data in stream:
                await stream.send(data)

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield listener.extra(anyio.abc.SocketAttribute.local_port)
        tasks.cancel_scope.cancel()


async def said_back(port: int, data: bytes) -> bytes:
    """The answer of a port of this computer: the requested number of bytes, or fewer if it ends earlier."""
    with anyio.fail_after(DEADLINE):
        stream = await anyio.connect_tcp("127.0.0.1", port)
        got = bytearray()
        async with stream, anyio.create_task_group() as tasks:
            tasks.start_soon(stream.send, data)
            while len(got) < len(data):
                try:
                    got += await stream.receive()
                except (anyio.EndOfStream, anyio.BrokenResourceError):
                    tasks.cancel_scope.cancel()
                    break
        return bytes(got)


@pytest.fixture
async def tidy(phone: Connected) -> AsyncIterator[Connected]:
    """The phone with no rules, before and after."""
    for _ in range(2):
        await phone("forward", "--remove-all")
        await phone("reverse", "--remove-all")
        if _ == 0:
            yield phone
            assert phone.host.alive


async def port(phone: Connected, verb: str, *words: str) -> int:
    """The port that adb says it chose."""
    return int((await phone(verb, *words)).text)


@pytest.mark.parametrize("size", [1, 65537, (1 << 20) + 1, 5_000_000])
async def test_bytes_go_through_the_phone_and_back(tidy: Connected, size: int):
    """A reverse to tcp:0 leads from the phone to here, a forward to tcp:0 from here to the phone: a circle."""
    async with echo() as here:
        inside = await port(tidy, "reverse", "tcp:0", f"tcp:{here}")
        outside = await port(tidy, "forward", "tcp:0", f"tcp:{inside}")
        assert await said_back(outside, pattern(size)) == pattern(size)
        assert f"tcp:{inside} tcp:{here}" in (await tidy("reverse", "--list")).text
        assert f"{tidy.serial} tcp:{outside} tcp:{inside}" in (await tidy("forward", "--list")).text


async def test_connections_through_a_phone_are_apart(tidy: Connected):
    """Twelve at once, each with its own bytes."""
    async with echo() as here:
        inside = await port(tidy, "reverse", "tcp:0", f"tcp:{here}")
        outside = await port(tidy, "forward", "tcp:0", f"tcp:{inside}")

        async def run_connection(number: int) -> None:
            assert await said_back(outside, pattern(200_000 + number)) == pattern(200_000 + number)

        await all_at_once(12, run_connection)


async def test_rules_can_be_named_replaced_and_removed(tidy: Connected):
    """A fixed name is bound once with --no-rebind, again without; what is not there cannot be removed."""
    async with echo() as number, echo() as other:
        await tidy("reverse", "tcp:7100", f"tcp:{number}")
        assert (
            "cannot rebind existing socket"
            in (await tidy("reverse", "--no-rebind", "tcp:7100", f"tcp:{other}", code=1)).text
        )
        await tidy("reverse", "tcp:7100", f"tcp:{other}")
        assert f"tcp:7100 tcp:{other}" in (await tidy("reverse", "--list")).text
        await tidy("reverse", "localabstract:circle", f"tcp:{number}")
        outside = await port(tidy, "forward", "tcp:0", "localabstract:circle")
        assert await said_back(outside, b"round") == b"round"
        await tidy("forward", "--no-rebind", f"tcp:{outside}", "tcp:7100", code=1)
        await tidy("forward", "--remove", f"tcp:{outside}")
        await tidy("forward", "--remove", f"tcp:{outside}", code=1)
        await tidy("reverse", "--remove", "tcp:7100")
        assert "not found" in (await tidy("reverse", "--remove", "tcp:7100", code=1)).text


async def test_a_rule_that_is_gone_opens_nothing(tidy: Connected):
    """A device that opens what no rule allows kills a server: after the removal connections just end."""
    async with echo() as here:
        inside = await port(tidy, "reverse", "tcp:0", f"tcp:{here}")
        outside = await port(tidy, "forward", "tcp:0", f"tcp:{inside}")
        assert await said_back(outside, b"round") == b"round"
        await tidy("reverse", "--remove", f"tcp:{inside}")
        assert await said_back(outside, b"round") == b""
        assert await tidy.shell("echo on") == b"on\n"


async def test_a_target_that_is_not_there_ends_the_connection(tidy: Connected):
    """Nothing listens in the phone, or on this computer: the connection ends, the rest goes on."""
    outside = await port(tidy, "forward", "tcp:0", "tcp:7999")
    assert await said_back(outside, b"x") == b""
    async with echo() as here:
        pass
    inside = await port(tidy, "reverse", "tcp:0", f"tcp:{here}")
    outside = await port(tidy, "forward", "tcp:0", f"tcp:{inside}")
    assert await said_back(outside, b"x") == b""
    assert await tidy.shell("echo on") == b"on\n"


async def test_rules_end_with_the_connection(tidy: Connected):
    """A phone that started anew has no reverse rules, and opens nothing for those it had."""
    async with echo() as here:
        inside = await port(tidy, "reverse", "tcp:0", f"tcp:{here}")
        await tidy.dropped_by("usb")
        await tidy.back()
        assert (await tidy("reverse", "--list")).text.strip() == ""
        outside = await port(tidy, "forward", "tcp:0", f"tcp:{inside}")
        assert await said_back(outside, b"x") == b""


async def test_two_phones_do_not_share_ports(tidy: Connected, phones):
    """The same port in two phones leads to two services."""
    second = Connected(tidy.host, phones.serials[5])
    await tidy.host("connect", second.serial)
    await second.back()
    async with echo() as here, echo() as there:
        await tidy("reverse", "tcp:7100", f"tcp:{here}")
        await second("reverse", "tcp:7100", f"tcp:{there}")
        assert f"tcp:7100 tcp:{here}" in (await tidy("reverse", "--list")).text
        assert f"tcp:7100 tcp:{there}" in (await second("reverse", "--list")).text
        ports = [await port(item, "forward", "tcp:0", "tcp:7100") for item in (tidy, second)]
        assert ports[0] != ports[1]
        await tidy("reverse", "--remove-all")
        assert await said_back(ports[0], b"x") == b""
        assert await said_back(ports[1], b"x") == b"x"
    await tidy.host("disconnect", second.serial)
