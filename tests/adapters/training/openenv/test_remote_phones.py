"""`openenv://HOST:PORT`: a run plays on the phones of a server as on its own, and survives the loss of a connection."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import cast

import anyio
import pytest
from websockets.asyncio.server import ServerConnection, serve

from adapters.faults.proxy import open_proxy
from adapters.faults.specification import parse_faults
from adapters.phone.workers.control.messages import Message, encode
from adapters.training.openenv.address import TOKEN as VARIABLE
from adapters.training.openenv.address import parse_address
from adapters.training.openenv.device import DEVICE, PhoneConnection, RemotePhone, open_phones
from adapters.training.openenv.server import EnvironmentServer, Limits
from runtime import Decision, DeviceFault, RunConfig, Runtime, Selection, Tap, UsageError
from runtime.core.actions import Key, Launch, Wait
from runtime.core.errors import DeviceLost, DeviceRefused, TaskFault
from runtime.training.sessions import BOTH
from tests.support.environments import TASK, TOKEN, all_free, serving, trainer, until
from tests.support.run_contents import played

HELLO = Message({"screen": [1080, 2400], "features": [], "left": 0})
TASKS = Selection(tasks=(TASK, "device.airplane.ambiguous", "shop.railspa.standard"))


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)


def uri(server: EnvironmentServer, count: int | None = None) -> str:
    """The address of the server's phones."""
    return f"openenv://127.0.0.1:{server.port}" + ("" if count is None else f"/{count}")


@pytest.mark.parametrize("kind", ["headless", pytest.param("phone", id="phone, with frames")])
async def test_a_run_over_the_network_is_the_run_in_process(kind: str, tmp_path: Path) -> None:
    """Metrics, events, app states, verdicts, trees and pixels are the same, volatile fields aside."""
    tasks = TASKS if kind == "headless" else Selection(tasks=(TASK,))
    here = await played(f"{kind}://1", tmp_path / "here", tasks)
    async with serving(f"{kind}://1") as (runtime, server):
        assert await played(uri(server), tmp_path / "there", tasks) == here
        await until(all_free(runtime, server))
    assert any(name.startswith("frame") for name in here) == (kind == "phone")


async def test_each_operation_of_a_phone_works_from_afar() -> None:
    """Those of the control connection and those of the device."""
    async with serving() as (_, server), open_phones(uri(server, 2)) as (phone, spare):
        control, other = phone.control, spare.control
        assert control is not None
        assert other is not None
        await control.reset({}, 5)
        assert await control.read() == (await control.look())[1]
        assert await control.tree() == (await control.look())[0]
        first = await control.snapshot()
        assert await phone.perform(Launch("Settings")) == ()
        for label in ("Network & internet", "Airplane mode"):
            await phone.elapse(500)
            tree = (await phone.capture(BOTH))[1]
            assert tree is not None
            await phone.perform(Tap(*next(node for node in tree.walk() if node.text == label).center))
        await phone.elapse(500)
        await control.advance(500)
        second = await control.snapshot()
        tree = (await phone.capture(BOTH))[1]
        assert tree is not None
        assert tree.source == await control.tree()
        assert [path for path in await control.diff(await control.fork(first), second) if "airplane" in path]
        digest = await control.digest()
        assert not await control.copy_to(other)
        await other.load(await control.export())
        assert await other.digest() == digest
        await control.restore(first)
        assert await control.digest() != digest
        await phone.probe()
        with pytest.raises(TaskFault):
            await control.reset({"no such app": {"x": 1}}, 5)
        with pytest.raises(DeviceRefused, match="cannot do Wait"):
            await phone.perform(Wait())
        with pytest.raises(DeviceRefused, match="programs cannot play"):
            await phone.open("shell:ls")
        with pytest.raises(DeviceRefused):
            await other.load(b"no phone")
        assert await other.digest() == digest


async def test_a_lost_connection_loses_the_attempt_and_the_next_one_begins_on_another_phone() -> None:
    """Nothing goes on silently on a phone that it did not begin on."""
    async with serving() as (runtime, server), open_phones(uri(server, 1)) as (phone,):
        control = phone.control
        assert control is not None
        await control.reset({}, 5)
        connection = cast("PhoneConnection", cast("RemotePhone", phone)._control._connection)
        connection._socket.transport.abort()
        with pytest.raises(DeviceLost):
            await control.look()
        await until(all_free(runtime, server))
        with pytest.raises(DeviceLost, match="the connection to its server was lost"):
            await phone.capture(BOTH)
        await phone.probe()
        await control.reset({}, 5)
        assert (await phone.capture(BOTH))[1] is not None


async def test_a_run_goes_on_when_connections_are_lost_in_the_middle() -> None:
    """Attempts are repeated; every episode gets its result."""
    async with serving("headless://3") as (remote, server):
        config = RunConfig(selection=TASKS, agents=("oracle",))
        async with Runtime(config, devices=[uri(server, 2)]) as runtime:
            for phone in runtime.devices:
                cast("PhoneConnection", cast("RemotePhone", phone)._control._connection)._socket.transport.abort()
            scores = [score async for score in runtime.run()]
            assert sorted((score.task, score.ending) for score in scores) == [
                (task, "finished") for task in sorted(TASKS.tasks)
            ]
        await until(all_free(remote, server))


async def test_a_run_through_a_bad_network_has_the_metrics_of_a_calm_one(tmp_path: Path) -> None:
    """Connections are reset in the middle of requests; attempts are repeated until they get through."""
    calm = await played("headless://1", tmp_path / "calm", TASKS)
    async with (
        serving("headless://3") as (_, server),
        open_proxy(f"127.0.0.1:{server.port}", parse_faults("reset=0.02,seed=5")) as proxy,
    ):
        stormy = await played(f"openenv://{proxy.address}/2", tmp_path / "stormy", TASKS)
        assert proxy.hits["reset"] > 0
    assert stormy["metrics"] == calm["metrics"]


async def test_a_phone_that_was_idle_for_too_long_is_another_one_at_the_next_reset() -> None:
    """Nothing fails then; in the middle of an attempt it would."""
    async with serving(limits=Limits(silence=0.2)) as (_, server), open_phones(uri(server, 1)) as (phone,):
        control = phone.control
        assert control is not None
        for _ in range(2):
            await control.reset({}, 5)
            await until(lambda: server.clients == 0)
        with pytest.raises(DeviceLost):
            await control.tree()
        await control.reset({}, 5)
        assert await control.tree()


async def test_a_step_that_is_cancelled_gives_the_phone_back() -> None:
    """The server frees it, and the run's next operation starts afresh."""
    async with serving() as (runtime, server), open_phones(uri(server, 1)) as (phone,):
        control = phone.control
        assert control is not None
        for checkpoints in range(6):
            await control.reset({}, 5)
            async with anyio.create_task_group() as group:
                group.start_soon(phone.perform, Key("HOME"))
                for _ in range(checkpoints):
                    await anyio.lowlevel.checkpoint()
                group.cancel_scope.cancel()
        await control.reset({}, 5)
        assert server.clients == 1
    await until(all_free(runtime, server))


async def test_what_cannot_be_opened_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A malformed address, no server, a wrong token, another kind of server, and more phones than are free."""
    for malformed in ("openenv://", "openenv://host", "openenv://host:0", "openenv://host:8123/0", "openenv://a b:1"):
        with pytest.raises(UsageError, match="write openenv://HOST:PORT"):
            parse_address(malformed)
    async with serving() as (_, server):
        with pytest.raises(DeviceFault, match="all 2 phones are taken"):
            async with open_phones(uri(server, 3)):
                pass
        assert DEVICE.health_check is not None
        assert [finding.good for finding in await DEVICE.health_check(uri(server))] == [True]
        monkeypatch.setenv(VARIABLE, "wrong")
        with pytest.raises(DeviceFault, match=f"set {VARIABLE}"):
            async with open_phones(uri(server)):
                pass
        assert [finding.good for finding in await DEVICE.health_check(uri(server))] == [False]
        port = server.port
    with pytest.raises(DeviceLost, match="cannot be reached"):
        async with open_phones(f"openenv://127.0.0.1:{port}"):
            pass


@pytest.mark.parametrize(
    "answers",
    [
        [b"\xff" * 9],
        ["text"],
        [encode(Message({}))],
        [encode(Message({"error": "no"}))],
        [encode(HELLO)],
        [encode(HELLO), b"\0"],
        [encode(HELLO), encode(Message({}))],
        [encode(HELLO), encode(Message({"tree": "x", "commands": 5}))],
        [encode(HELLO), encode(Message({"tree": 3, "frame": [1]}, b"no tree"))],
    ],
)
async def test_a_server_that_answers_nonsense_is_a_fault_of_the_device(answers: list[bytes | str]) -> None:
    """Whatever it sends; nothing else is raised."""

    async def nonsense(socket: ServerConnection) -> None:
        await socket.send(answers[0])
        async for _ in socket:
            if len(answers) == 1:
                break
            await socket.send(answers[1])

    async with serve(nonsense, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(DeviceFault):
            await use(f"openenv://127.0.0.1:{port}/1")


async def use(address: str) -> None:
    """Ask for what a step asks for; all of it fails as it should."""
    async with open_phones(address) as (phone,):
        assert phone.control is not None
        for work in (phone.perform(Key("HOME")), phone.control.look(), phone.capture(BOTH)):
            with suppress(DeviceFault):
                await work
        await phone.control.look()


async def test_garbage_ends_its_own_connection_only() -> None:
    """Binary messages that are none, operations that do not exist, and texts."""
    async with serving("headless://3") as (runtime, server), open_phones(uri(server, 1)) as (phone,):
        for garbage in (
            b"\xff" * 20,
            "text",
            encode(Message({"op": "none"})),
            encode(Message({})),
            encode(Message({"op": "restore"})),
        ):
            async with trainer(server, "/phone") as client:
                assert await client.socket.recv()
                await client.socket.send(garbage)
                with anyio.move_on_after(5):
                    async for answer in client.socket:
                        assert b'"error"' in cast("bytes", answer)
                        break
            await phone.probe()
        await phone.aclose()
        await until(all_free(runtime, server))


async def test_sessions_are_driven_on_remote_phones_like_on_others() -> None:
    """Forks and digests too, which copy phones over the network."""
    async with (
        serving() as (_, server),
        Runtime(RunConfig(), devices=[uri(server)]) as runtime,
        runtime.session(TASK, needs=["tree"]) as session,
    ):
        await session.step(Decision([Key("HOME")]))
        async with session.fork(1) as (fork,):
            assert await fork.digest() == await session.digest()
