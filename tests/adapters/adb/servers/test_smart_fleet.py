"""All devices of an adb server: those that answer are used at once, the others rest, with their reasons."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import anyio
import pytest

from adapters.adb import open_adb
from adapters.adb.daemon.server import listen_tcp
from adapters.adb.daemon.services import Stdin
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers import device as servers_device
from adapters.adb.servers.client import AdbServer
from adapters.adb.transport.server_errors import DeviceUnauthorized
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.actions import Decision, Finish
from runtime.core.errors import DeviceLost
from runtime.core.tasks import Suite
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks
from runtime.plugins.protocols import Need, Session
from runtime.plugins.specs import JudgeSpec
from tests.adapters.adb.servers.realserver import real_server
from tests.support import plugins
from tests.support.fakeserver import LONG, SHORT, FakeServer, hex4, serving
from tests.support.scripted import lamp_task
from tests.support.tinyphone import HEIGHT, WIDTH, TinyPhone, TinyResult

COUNT = 20


class Prepared(TinyPhone):
    """Its shell carries out whatever a task prepares."""

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        return TinyResult(b"exit 0\n") if command.startswith("(") else await super().shell(command, stdin)


@dataclass
class Rack:
    """Twenty phones behind a real adb server; the last one is frozen: it stays listed as ready and never answers."""

    server: AdbServer
    frozen: FaultProxy
    serial: str
    """The frozen phone as the server lists it."""


@asynccontextmanager
async def open_rack(home: Path) -> AsyncIterator[Rack]:
    """The rack, for the duration of a block."""
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(real_server(home))
        server = AdbServer.tcp("127.0.0.1", port, LONG)
        listeners = [
            await stack.enter_async_context(listen_tcp("127.0.0.1", 0, Prepared(f"tiny-{number:02d}")))
            for number in range(COUNT)
        ]
        frozen = await stack.enter_async_context(open_proxy(listeners[-1].port))
        for listener in listeners[:-1]:
            await server.connect(f"127.0.0.1:{listener.port}")
        target = await server.connect(f"127.0.0.1:{frozen.port}")
        frozen.freeze()
        yield Rack(server, frozen, target.serial)


class Observer:
    """Looks at the screen and finishes."""

    needs: frozenset[Need] = frozenset({"frame"})

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        await session.observe()
        await session.step(Decision([Finish("done")]))


async def test_a_frozen_phone_of_twenty_is_not_waited_for(tmp_path: Path):
    """Nineteen phones are ready long before the frozen one's deadline; it rests, joins when it thaws, and is named."""
    async with open_rack(tmp_path) as rack:
        with anyio.fail_after(LONG.open / 2):
            async with servers_device.open_devices(rack.server, "") as devices, anyio.create_task_group() as tasks:
                assert len(devices) == COUNT
                (sick,) = [device for device in devices if device.info.unreached]
                assert (sick.info.name, sick.info.screen) == (rack.serial, (0, 0))
                assert "no answer yet" in sick.info.unreached
                pool = Pool(devices, FailureThresholds(), Random(7))
                assert {device.info.name for device in pool.free} == {f"tiny-{number:02d}" for number in range(19)}
                assert pool.resting == (sick,)
                tasks.start_soon(pool.run_probes)
                await anyio.wait_all_tasks_blocked()
                rack.frozen.thaw()
                while sick not in pool.free:
                    await pool.wait_changed()
                assert (sick.info.name, sick.info.screen) == (rack.serial, (WIDTH, HEIGHT))
                assert (await sick.shell("echo on")).stdout == b"on\n"
                tasks.cancel_scope.cancel()


async def test_a_run_on_a_server_with_a_frozen_phone_loses_nothing(tmp_path: Path):
    """All tasks are played on the phones that answer, and a message names the one that does not."""
    tasks = tuple(replace(lamp_task("on"), id=f"task-{number}") for number in range(2 * COUNT))
    messages: list[str] = []
    async with open_rack(tmp_path) as rack:
        with anyio.fail_after(LONG.open / 2):
            async with Runtime(
                devices=[rack.server.name],
                suite=Suite("lamps", "1", tasks),
                judges=[JudgeSpec(make=plugins.judge, name="lamp", sees_truth=True)],
                watch=RunCallbacks(message=messages.append),
            ) as rt:
                scores = [score async for score in rt.run(agents=[Observer])]
    assert {(score.ending, score.error) for score in scores} == {("finished", "")}
    assert len(scores) == len(tasks)
    assert [rack.serial in text and "no answer yet" in text for text in messages].count(True) == 1


def listing(*rows: str) -> dict[str, bytes | None]:
    """The answers of a server that lists these devices."""
    return {"host:devices-l": b"OKAY" + hex4("".join(f"{row} transport_id:{n}\n" for n, row in enumerate(rows, 1)))}


def answer(out: str) -> bytes:
    """The answer to a command: accepted, its output, exit status 0."""
    return b"OKAY" + struct.pack("<BI", 1, len(out)) + out.encode() + struct.pack("<BIB", 3, 1, 0)


async def test_devices_that_are_listed_as_unusable_are_named_with_what_to_do():
    """An offline and an unauthorized phone rest beside one that answers."""
    answers = listing("good device", "off offline", "new unauthorized") | {
        "host-serial:good:features": b"OKAY" + hex4("shell_v2"),
        "host:transport:good": b"OKAY",
        "shell,v2,raw:getprop ro.serialno; cat /proc/sys/kernel/random/boot_id": answer("R58\n"),
        "shell,v2,raw:wm size": answer("Physical size: 8x9\n"),
    }
    async with serving(FakeServer(answers)) as server, servers_device.open_devices(server, "") as devices:
        assert [device.info.name for device in devices] == ["R58", "off", "new"]
        good, off, new = (device.info for device in devices)
    assert (good.screen, good.unreached) == ((8, 9), "")
    assert "adb reconnect offline" in off.unreached
    assert "accept the question about USB debugging" in new.unreached


async def test_without_any_device_that_answers_each_reason_is_told():
    """One sentence for each device; a single device's own fault if there is only one."""
    async with serving(FakeServer(listing("off offline", "new unauthorized", "mute device"), None), SHORT) as server:
        with pytest.raises(DeviceLost, match="none of the 3 devices") as several:
            async with servers_device.open_devices(server, ""):
                pass
    assert all(text in str(several.value) for text in ("/off: ", "/new: ", "/mute: ", "within 0.3 s"))
    async with serving(FakeServer(listing("new unauthorized"))) as server:
        with pytest.raises(DeviceUnauthorized, match="accept the question"):
            async with servers_device.open_devices(server, ""):
                pass


async def test_a_phone_that_is_named_must_answer():
    """A URI with a serial number is no offer to play on other phones: it fails with the phone's own fault."""
    async with serving(FakeServer(listing("good device", "off offline"))) as server:
        with pytest.raises(DeviceLost, match="off: the device is offline"):
            async with open_adb(f"{server.name}/off", deadlines=Deadlines(open=10)):
                pass


async def test_a_thousand_devices_are_listed_although_adb_cuts_long_lists():
    """Adb writes the length of a text of more than 64 KiB with five digits where readers take four."""
    rows = [f"127.0.0.1:{20_000 + number}" for number in range(1000)]
    details = "product:tiny model:Tiny_Phone device:tinydev"
    text = "".join(f"{row} device {details} transport_id:{n}\n" for n, row in enumerate(rows, 1)).encode()
    assert len(text) > 0xFFFF
    answers: dict[str, bytes | None] = {
        "host:devices-l": b"OKAY%04x" % len(text) + text,
        "host:devices": b"OKAY" + hex4("".join(f"{row}\tdevice\n" for row in rows)),
    }
    async with serving(FakeServer(answers)) as server:
        assert [row.serial for row in await server.devices()] == rows
