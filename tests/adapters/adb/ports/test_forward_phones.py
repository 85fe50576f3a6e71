"""Virtual phones in worker processes: each has its own network."""

from __future__ import annotations

import anyio

from adapters.adb.device import AdbDevice
from adapters.phone.workers.farm import open_phones
from tests.support.portphone import CONTENT, host_server, port_of, through


async def test_two_phones_of_a_farm_use_the_same_port():
    """Into each phone and back out of it to another server; a shell there keeps its folder."""
    async with (
        open_phones("phone://2") as devices,
        host_server(b"one") as number,
        host_server(b"two") as two,
    ):
        first, second = [await device.connection() for device in devices if isinstance(device, AdbDevice)]
        async with (
            first.ports.reverse("tcp:9008", f"tcp:{number}"),
            second.ports.reverse("tcp:9008", f"tcp:{two}"),
            first.ports.forward("tcp:9008") as here,
            second.ports.forward("tcp:9008") as there,
            first.open_shell() as shell,
        ):
            for local, data in ((here, b"one"), (there, b"two")):
                async with await anyio.connect_tcp("127.0.0.1", port_of(local)) as client:
                    assert await client.receive() == data
            assert (await through(port_of(here), CONTENT[:1_000_000])).startswith(b"one" + CONTENT[:1000])
            await shell.send(b"cd /sdcard\rpwd\rexit\r")
            seen = b""
            while (came := await shell.receive(20)) is not None:
                seen += came.data
            assert b"\r\n/sdcard\r\n" in seen
        assert await first.ports.reverses() == await second.ports.reverses() == ()
