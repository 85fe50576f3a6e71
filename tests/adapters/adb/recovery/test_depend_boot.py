"""A device on its way up, and a device that answers to two names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from adapters.adb import open_adb, open_tcp
from adapters.adb.daemon.server import listen_tcp
from adapters.adb.device import AdbDevice, parse_identity
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.boot import BootTimeout, DialAttempt, wait_ready
from adapters.adb.host.client import dial_tcp, dial_unix
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.device import wait_ready as wait_for_device
from adapters.adb.transport.auth import Key, PublicKey, generate_key
from adapters.adb.transport.server_errors import SerialAmbiguous
from adapters.faults.proxy import open_proxy
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceLost, DeviceRefused, UsageError
from runtime.devices.pool import unique_devices
from tests.support.fakeserver import FakeServer, hex4, serving
from tests.support.tinyphone import TinyPhone, TinyResult

LIMITS = Deadlines(open=0.5, progress=5, command=5, accept=0.2)
PACE = BackoffPolicy(first=0.001, longest=0.01)
BOOT_ID = "0b7e1c1e-98a1-4c2e-9a2b-6d6a0c0e1f11"


class Booting(TinyPhone):
    """A phone that reports the next scripted boot state; the last one stays. It has an identity."""

    def __init__(self, *story: str, serial: str = "tiny-1", boot_id: str = BOOT_ID) -> None:
        super().__init__(serial)
        self.story = list(story)
        self.boot_id = boot_id

    def _android(self, name: str, rest: str) -> TinyResult | None:
        if rest == "sys.boot_completed":
            text = self.story.pop(0) if len(self.story) > 1 else self.story[0]
            return TinyResult(text.encode() + b"\n")
        if "boot_id" in rest:
            return TinyResult(f"{self.serial}\n{self.boot_id}\n".encode())
        return super()._android(name, rest)


class Nobody:
    """An `Authorizer` that accepts no key."""

    def known(self) -> Sequence[PublicKey]:
        return ()

    async def accept(self, key: PublicKey) -> bool:
        await anyio.sleep_forever()
        return False


@pytest.fixture(scope="module")
def key() -> Key:
    """Made once: it takes a while."""
    return generate_key("me@here")


@asynccontextmanager
async def stages(tmp_path: Path, key: Key) -> AsyncIterator[dict[str, DialAttempt]]:
    """One way to dial for each stage of a boot."""

    async def keys() -> Sequence[Key]:
        return [key]

    async with (
        listen_tcp("127.0.0.1", 0, Booting("1"), authorize=Nobody()) as shy,
        listen_tcp("127.0.0.1", 0, Booting("", "0", "1")) as slow,
        listen_tcp("127.0.0.1", 0, Booting("0")) as stuck,
        open_proxy(slow.port) as mute,
    ):
        mute.mute = 1_000
        yield {
            "refuses": lambda limits: dial_unix(tmp_path / "nobody", limits),
            "is mute": lambda limits: dial_tcp("127.0.0.1", mute.port, limits),
            "is unauthorized": lambda limits: dial_tcp("127.0.0.1", shy.port, limits, keys=keys),
            "boots": lambda limits: dial_tcp("127.0.0.1", slow.port, limits),
            "hangs in boot": lambda limits: dial_tcp("127.0.0.1", stuck.port, limits),
        }


@pytest.mark.failure_mode(16)
async def test_a_scripted_boot_is_waited_for(tmp_path: Path, key: Key):
    """Refuses, is mute, refuses again, is unauthorized, answers without Android, then with: one call, one deadline."""
    async with stages(tmp_path, key) as ways:
        story = ["refuses", "is mute", "refuses", "is unauthorized", "boots", "boots", "boots"]
        texts: list[str] = []

        async def attempt(limits: Deadlines):
            texts.append(story[len(texts)])
            return await ways[texts[-1]](limits)

        connection = await wait_ready(attempt, "tcp://phone", 30, LIMITS, pace=PACE)
        assert (await connection.shell("echo up")).stdout == b"up\n"
        assert texts == story
        await connection.aclose()


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("refuses", "it cannot be reached"),
        ("is mute", "it accepts connections but does not answer"),
        ("is unauthorized", "it has not authorized this computer"),
        ("hangs in boot", "it answers, but Android is still starting .sys.boot_completed is '0'"),
    ],
)
async def test_when_time_is_over_the_stage_is_named(tmp_path: Path, key: Key, stage: str, words: str):
    """Whoever reads it knows where the phone hangs."""
    async with stages(tmp_path, key) as ways:
        with (
            anyio.fail_after(20),
            pytest.raises(BootTimeout, match=rf"tcp://phone: .* not ready within 0\.5 s: {words}"),
        ):
            await wait_ready(ways[stage], "tcp://phone", 0.5, LIMITS, pace=PACE)


async def test_what_waiting_does_not_mend_is_said_at_once(tmp_path: Path):
    """A device that speaks another language will do so in a minute, too."""

    async def attempt(limits: Deadlines):
        raise DeviceRefused("this is a toaster")

    with anyio.fail_after(30), pytest.raises(DeviceRefused, match="toaster"):
        await wait_ready(attempt, "x", 60, LIMITS, pace=PACE)


async def test_uris_wait_for_a_boot():
    """tcp://…?boot=30 opens a phone whose Android comes up at the third question."""
    phone = Booting("", "0", "1")
    async with (
        listen_tcp("127.0.0.1", 0, phone) as listener,
        open_tcp(f"tcp://127.0.0.1:{listener.port}?boot=30") as (device,),
    ):
        assert device.info.name == "tiny-1"
        assert phone.ran.count("getprop sys.boot_completed") == 3


@pytest.mark.parametrize("query", ["boot=", "boot=0", "boot=soon", "boot=-1", "boot=9999", "root=3", "boot=1&x=2"])
async def test_a_wrong_query_shows_the_right_one(query: str):
    """Nobody is called."""
    for opener, uri in ((open_tcp, "tcp://127.0.0.1:9"), (open_adb, "adb://127.0.0.1:9/x")):
        with pytest.raises(UsageError, match=r"\?boot=SECONDS"):
            async with opener(f"{uri}?{query}"):
                pass


async def test_a_server_shows_the_same_stages():
    """Unknown, offline, unauthorized: each is waited through, and named when the time is over."""
    fake = FakeServer({})
    for state, words in (
        ("", "does not list it yet"),
        ("offline", "cannot reach it"),
        ("unauthorized", "has not authorized this computer"),
    ):
        row = f"X {state} transport_id:1\n" if state else ""
        fake.answers["host:devices-l"] = b"OKAY" + hex4(row)
        async with serving(fake) as server:
            with pytest.raises(BootTimeout, match=words):
                await wait_for_device(server, "X", 0.3)
    async with serving(fake) as server:
        with pytest.raises(BootTimeout, match="has not authorized this computer"):
            async with open_adb(f"{server.name}/X?boot=1"):
                pass


async def test_a_serial_that_fits_two_devices_has_an_error_of_its_own():
    """The sentence offers both by their transport ids."""
    fake = FakeServer({"host:devices-l": b"OKAY" + hex4("X device transport_id:1\nX device transport_id:2\n")})
    async with serving(fake) as server:
        with pytest.raises(SerialAmbiguous, match=r"2 devices .*transport_id:1 or .*transport_id:2"):
            async with open_adb(f"{server.name}/X"):
                pass


@pytest.mark.failure_mode(23)
async def test_a_phone_with_two_addresses_is_known_as_one():
    """By the kernel's boot id and the serial number; another phone is different."""
    texts: list[str] = []
    phone, other = Booting("1"), Booting("1", boot_id=BOOT_ID.replace("0b7e", "ffff"), serial="tiny-2")
    async with (
        listen_tcp("127.0.0.1", 0, phone) as first,
        listen_tcp("127.0.0.1", 0, phone) as second,
        listen_tcp("127.0.0.1", 0, other) as third,
        open_tcp(f"tcp://127.0.0.1:{first.port}") as (device,),
        open_tcp(f"tcp://127.0.0.1:{second.port}") as (same,),
        open_tcp(f"tcp://127.0.0.1:{third.port}") as (another,),
    ):
        assert unique_devices([device, same, another], texts.append) == [device, another]
    assert len(texts) == 1
    assert "the same phone" in texts[0]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"S1\n{BOOT_ID}\n", ("S1", f"S1 {BOOT_ID}")),
        ("S1\n", ("S1", "")),
        ("S1\ncat: /proc/sys/kernel/random/boot_id: Permission denied\n", ("S1", "")),
        (f"\n{BOOT_ID}\n", ("", "")),
        ("", ("", "")),
    ],
)
def test_only_phones_that_tell_are_identified(answer: str, expected: tuple[str, str]):
    """A serial number alone is no identity: cheap phones share theirs. Nor is a boot id: containers share it."""
    assert parse_identity(ShellResult(answer.encode(), b"", 0)) == expected


async def test_a_device_that_is_not_there_is_no_boot(tmp_path: Path):
    """Without ?boot nothing is waited for."""
    with anyio.fail_after(30), pytest.raises(DeviceLost):
        await AdbDevice.connect("unix:/nobody", lambda: dial_unix(tmp_path / "nobody"))
