"""Adb servers that hang, die, are of another age, or have other people's devices in a bad state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from adapters.adb import open_adb
from adapters.adb.daemon.server import Listener
from adapters.adb.framing.shell_frames import EXIT, STDOUT, frame
from adapters.adb.framing.smart_wire import Target
from adapters.adb.host.client import connect_tcp
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection, connect_smart, dial_smart
from adapters.adb.transport.server_errors import DeviceOffline, DeviceUnauthorized, DeviceUnknown, ServerAbsent
from adapters.faults.proxy import never_accepting, open_proxy
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.fakeserver import LONG, SHORT, FakeServer, hex4, serving

X = Target("x")
FEATURES = b"OKAY" + hex4("shell_v2,stat_v2,cmd")
ECHO = b"OKAY" + frame(STDOUT, b"hi\n") + frame(EXIT, b"\0")


def a_server(**more: bytes | None) -> FakeServer:
    """A server with one device, x, on which one command runs."""
    return FakeServer(
        {
            "host:version": b"OKAY" + hex4("0029"),
            "host:devices-l": b"OKAY" + hex4("x device transport_id:1\n"),
            "host-serial:x:features": FEATURES,
            "host:transport:x": b"OKAY",
            "shell,v2,raw:echo": ECHO,
            **more,
        }
    )


# -- 1: it hangs ------------------------------------------------------------------------------------------------------


async def _track(server: AdbServer) -> object:
    async with server.track_devices() as lists:
        return await anext(lists)


def _on_device(operation: Callable[[SmartConnection], Coroutine[Any, Any, object]]) -> Callable[..., Any]:
    """An operation on a device that was known before the server hung."""
    features = frozenset({"shell_v2", "stat_v2", "ls_v2", "cmd"})
    return lambda server: operation(SmartConnection(server, X, features, server.deadlines))


async def _logcat(connection: SmartConnection) -> object:
    async with connection.logcat() as lines:
        return await anext(lines)


async def _reverse(connection: SmartConnection) -> object:
    async with connection.ports.reverse("tcp:0", "tcp:1") as remote:
        return remote


async def _open(server: AdbServer) -> object:
    async with open_adb(f"{server.name}/x", deadlines=server.deadlines) as devices:
        return devices


OF_A_SERVER: dict[str, Callable[[AdbServer], Coroutine[Any, Any, object]]] = {
    "version": lambda server: server.version(),
    "host_features": lambda server: server.host_features(),
    "devices": lambda server: server.devices(),
    "track_devices": _track,
    "features": lambda server: server.features(X),
    "get_state": lambda server: server.get_state(X),
    "wait_for": lambda server: server.wait_for(X),
    "connect": lambda server: server.connect("h:1"),
    "disconnect": lambda server: server.disconnect("h:1"),
    "forward": lambda server: server.forward(X, "tcp:1"),
    "forwards": lambda server: server.forwards(),
    "kill_forward": lambda server: server.kill_forward(X, "tcp:1"),
}
OF_A_DEVICE: dict[str, Callable[[AdbServer], Coroutine[Any, Any, object]]] = {
    "open_adb": _open,
    "dial_smart": lambda server: dial_smart(server, X),
    "shell": _on_device(lambda device: device.shell("echo")),
    "shell with input": _on_device(lambda device: device.shell("cat", stdin=bytes(1 << 20))),
    "exec_out": _on_device(lambda device: device.exec_out("echo")),
    "framebuffer": _on_device(lambda device: device.framebuffer()),
    "logcat": _on_device(_logcat),
    "root": _on_device(lambda device: device.root()),
    "install": _on_device(lambda device: device.packages.install(bytes(1 << 20), deadline=0.3)),
    "uninstall": _on_device(lambda device: device.packages.uninstall("a.b")),
    "stat": _on_device(lambda device: device.files.stat("/x")),
    "list_dir": _on_device(lambda device: device.files.list_dir("/x")),
    "pull": _on_device(lambda device: device.files.pull("/x")),
    "push": _on_device(lambda device: device.files.push(bytes(1 << 20), "/x")),
    "reverse": _on_device(_reverse),
}


async def _wedged(port: int, listener: Listener) -> None:
    """Requests to the server at this port end in a timeout, while others continue."""
    done = 0
    ended: list[str] = []
    server = AdbServer.tcp("127.0.0.1", port, SHORT)

    async def ask(name: str, operation: Callable[[AdbServer], Coroutine[Any, Any, object]]) -> None:
        with pytest.raises(DeviceTimeout, match=r"within [\d.]+ s"):
            await operation(server)
        ended.append(name)

    everything = {**OF_A_SERVER, **OF_A_DEVICE}
    async with (
        serving(a_server()) as sound,
        connect_smart(sound, "x") as behind,
        connect_tcp("127.0.0.1", listener.port) as direct,
    ):
        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                for name, operation in everything.items():
                    tasks.start_soon(ask, name, operation)
                # Each deadline is far longer than such a command takes: these come back before the first one passes.
                while not ended:
                    assert (await direct.shell("echo hi")).stdout == b"hi\n"
                    assert (await behind.shell("echo")).stdout == b"hi\n"
                    done += 1
    assert sorted(ended) == sorted(everything)
    assert done > 1


@pytest.mark.failure_mode(1)
async def test_a_server_that_never_answers_costs_each_call_its_deadline_only(listener: Listener):
    """§5.1: it accepts and is mute: every call ends in a timeout; another server's and direct devices work on."""
    async with serving(FakeServer({}, None)) as mute:
        await _wedged(int(mute.name.rpartition(":")[2]), listener)


@pytest.mark.failure_mode(1)
async def test_a_server_that_never_accepts_costs_each_call_its_deadline_only(listener: Listener):
    """§5.1: a stopped process, for which the system accepts until its queue is full: as above."""
    async with never_accepting() as port:
        await _wedged(port, listener)


def test_everything_that_a_server_can_be_asked_is_asked_of_one_that_hangs():
    """§5.1: a method that is added to the client is added to the tests above."""
    methods = {
        name
        for name, member in inspect.getmembers(AdbServer, inspect.isfunction)
        if not name.startswith("_") and (inspect.iscoroutinefunction(member) or hasattr(member, "__wrapped__"))
    }
    assert methods == set(OF_A_SERVER)


# -- 3, 4: others restart it, or it is of another age -----------------------------------------------------------------


@pytest.mark.failure_mode(3)
async def test_nothing_that_we_do_is_felt_by_other_users_of_a_server():
    """§5.3: whatever is done, given up or lost, no request kills, restarts or resets more than what it named."""
    fake = a_server()
    async with serving(fake) as server:
        for name, operation in {**OF_A_SERVER, **OF_A_DEVICE}.items():
            async with anyio.create_task_group() as tasks:

                async def run_user(name: str = name, operation: Callable[..., Any] = operation) -> None:
                    try:
                        await operation(server)
                    except DeviceFault:
                        assert name not in ("version", "devices", "shell", "dial_smart")

                tasks.start_soon(run_user)
        async with connect_smart(server, "x") as connection:
            for service in ("host:kill", "host:disconnect:", "host:reconnect-offline", "reverse:bogus", "reverse:"):
                with pytest.raises(DeviceRefused, match=r"not a service|would crash"):
                    await connection.open(service)
            for address in ("", "h:1;host:kill", "h:1\nhost:kill"):
                with pytest.raises(DeviceRefused, match="is not a valid address"):
                    await server.disconnect(address)
    assert len(fake.asked) > len(OF_A_SERVER)
    evil = ("host:kill", "killforward-all", "reconnect", "host:attach", "host:detach", "host:pair")
    assert [asked for asked in fake.asked if any(word in asked for word in evil)] == []
    assert {asked for asked in fake.asked if "disconnect" in asked} == {"host:disconnect:h:1"}
    assert "root:" in fake.asked


@pytest.mark.failure_mode(4)
@pytest.mark.parametrize("version", [0x1F, 0x20, 0x27, 0x28, 0x29, 0x2A])
async def test_a_server_of_any_version_is_used_as_it_is(version: int):
    """§5.4: older and newer ones serve on: nothing is refused, and above all none is killed for its version."""
    fake = a_server(**{"host:version": b"OKAY" + hex4(f"{version:04x}")})
    async with serving(fake) as server:
        assert await server.version() == version
        async with connect_smart(server, "x") as connection:
            assert (await connection.shell("echo")).stdout == b"hi\n"
        assert [row.serial for row in await server.devices()] == ["x"]
    assert not any("kill" in asked for asked in fake.asked)


# -- 12: its connections are reset ------------------------------------------------------------------------------------


@pytest.mark.failure_mode(12)
async def test_a_reset_of_any_connection_is_a_fault_of_its_caller(unheard: list[dict[str, Any]], listener: Listener):
    """§5.12: RST while each operation waits, through a server and directly: DeviceLost, and nothing behind our back."""
    mute = FakeServer({}, None)
    async with serving(mute) as server, open_proxy(int(server.name.rpartition(":")[2])) as relay:
        through = AdbServer.tcp("127.0.0.1", relay.port, LONG)
        for name, operation in {**OF_A_SERVER, **OF_A_DEVICE}.items():
            before = len(mute.asked)
            async with anyio.create_task_group() as tasks:

                async def ask(name: str = name, operation: Callable[..., Any] = operation) -> None:
                    with pytest.raises(DeviceLost):
                        await operation(through)

                tasks.start_soon(ask)
                with anyio.fail_after(30):
                    while len(mute.asked) == before:
                        await anyio.lowlevel.checkpoint()
                relay.reset()
    async with open_proxy(listener.port) as relay:
        for _ in range(20):
            async with connect_tcp("127.0.0.1", relay.port, LONG) as connection:
                stream = await connection.open("shell:cat")
                relay.reset()
                with pytest.raises(DeviceLost):
                    await stream.receive(deadline=5)
                with pytest.raises(DeviceLost):
                    await connection.shell("echo hi")
    assert unheard == []


@pytest.mark.failure_mode(12)
async def test_a_reset_at_any_turn_of_the_loop_is_heard_by_its_caller_alone(
    unheard: list[dict[str, Any]], listener: Listener
):
    """§5.12: RST after 0, 1, 2 … turns while connecting, requesting or reading: a fault or the complete answer."""
    async with serving(a_server()) as server, open_proxy(int(server.name.rpartition(":")[2])) as smart:
        through = AdbServer.tcp("127.0.0.1", smart.port, LONG)
        async with open_proxy(listener.port) as relay:

            async def over_server() -> bytes:
                return (await (await dial_smart(through, X)).shell("echo")).stdout

            async def over_link() -> bytes:
                async with connect_tcp("127.0.0.1", relay.port, LONG) as connection:
                    return (await connection.shell("echo hi")).stdout

            outcomes = set()
            for turns in range(60):
                for way, cable in ((over_server, smart), (over_link, relay)):
                    async with anyio.create_task_group() as tasks:

                        async def run_caller(way: Callable[[], Coroutine[Any, Any, bytes]] = way) -> None:
                            try:
                                outcomes.add(await way())
                            except DeviceLost as fault:
                                outcomes.add(type(fault).__name__.encode())

                        tasks.start_soon(run_caller)
                        for _ in range(turns):
                            await anyio.lowlevel.checkpoint()
                        cable.reset()
    assert b"DeviceLost" in outcomes
    assert outcomes <= {b"hi\n", b"DeviceLost"}
    assert unheard == []


# -- 15: other people's devices ---------------------------------------------------------------------------------------

STATES = {
    "ready": "device",
    "dark": "offline",
    "shy": "unauthorized",
    "asking": "authorizing",
    "dialling": "connecting",
    "lobby": "recovery",
    "loader": "bootloader",
    "weird device ??????": "offline",
    "udev": "no permissions (user in plugdev group; are your udev rules wrong?); see [http://x]",
    "other": "device",
}


class Rack(dict[str, bytes | None]):
    """The answers of a server whose ready devices all say the same of themselves, however they are asked."""

    def get(self, request: str, default: bytes | None = None) -> bytes | None:  # type: ignore[override]
        found = {
            "host-serial": FEATURES,
            "host:transport": b"OKAY",
            "shell,v2,raw:getprop": b"OKAY" + frame(STDOUT, b"n\n") + frame(EXIT, b"\0"),
            "shell,v2,raw:wm": b"OKAY" + frame(STDOUT, b"Physical size: 8x8\n") + frame(EXIT, b"\0"),
        }
        usual = next((answer for start, answer in found.items() if request.startswith(start)), default)
        return super().get(request, usual)


@pytest.mark.failure_mode(15)
async def test_devices_in_any_state_do_not_hide_those_that_are_ready():
    """§5.15: in a list of all bad states the ready devices are opened and used; each other one rests with a reason."""
    rows = "".join(
        f"{serial:22} {state} transport_id:{number}\n" for number, (serial, state) in enumerate(STATES.items())
    )
    fake = FakeServer(Rack({"host:devices-l": b"OKAY" + hex4(rows), "shell,v2,raw:echo": ECHO}))
    async with serving(fake) as server:
        listed = await server.devices()
        assert len(listed) == len(STATES)
        async with open_adb(server.name) as devices:
            reasons = {device.info.uri.rpartition("/")[2]: device.info.unreached for device in devices}
            assert reasons.keys() == STATES.keys()
            assert [serial for serial, reason in reasons.items() if not reason] == ["ready", "other"]
        async with connect_smart(server, "ready") as connection:
            assert (await connection.shell("echo")).stdout == b"hi\n"
        for serial, kind in (("dark", DeviceOffline), ("shy", DeviceUnauthorized), ("gone", DeviceUnknown)):
            with pytest.raises(kind, match=serial):
                async with open_adb(f"{server.name}/{serial}"):
                    pass
    wanted = {"host-serial:ready:features", "host-serial:other:features"}
    assert {asked for asked in fake.asked if asked.startswith("host-serial")} == wanted


@pytest.mark.failure_mode(15)
async def test_a_tracker_shows_devices_that_come_in_a_bad_state():
    """§5.15: lists of mixed and changing states, an empty one among them, are all delivered, in their order."""
    lists = ["", "x\toffline\n", "x\tunauthorized\ny\tdevice\n", "x\tdevice\ny\tno permissions; see [http://x]\n", ""]
    fake = FakeServer({"host:track-devices": b"OKAY" + b"".join(hex4(list_item) for list_item in lists)})
    async with serving(fake) as server, server.track_devices() as changes:
        seen = [[(row.serial, row.state) for row in await anext(changes)] for _ in lists]
    assert [len(pairs) for pairs in seen] == [0, 1, 2, 2, 0]
    assert seen[2] == [("x", "unauthorized"), ("y", "device")]


async def test_a_server_that_is_gone_says_how_to_start_one():
    """§5.12: after the server's end each request reports it; none waits."""
    async with serving(a_server()) as server:
        assert await server.version() == 41
    with pytest.raises(ServerAbsent, match="start one with `adb start-server`"):
        await server.version()
