"""The log, apps, and requests to the daemon, over a direct connection and through a real adb server alike."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.replies import DaemonReply, production_reply
from adapters.adb.daemon.server import Listener
from adapters.adb.framing.packages import PackageRefused, check_answer, install_command
from adapters.adb.framing.receive_sinks import LineParser
from adapters.adb.framing.shell_frames import EXIT, STDERR, STDOUT, frame
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from runtime.core.errors import DeviceLost, DeviceRefused
from tests.support.servicephone import PIXELS, ServicePhone


async def test_the_framebuffer_is_had_both_ways(connection: DeviceConnection):
    """The pixels are the phone's."""
    assert (await connection.framebuffer()).pixels.tobytes() == PIXELS


async def test_the_daemons_answers_are_text(connection: DeviceConnection, phone: ServicePhone):
    """The messages of a production build without line end; unknown requests are refused; the connection stays."""
    assert await connection.root() == "adbd cannot run as root in production builds"
    assert await connection.unroot() == "adbd not running as root"
    assert await connection.remount() == 'Not running as root. Try "adb root" first.'
    assert await connection.tcpip(-1) == "invalid port -1"
    with pytest.raises(DeviceRefused):
        await connection.open("tcpip:five")
    assert phone.output[-1] == ("tcpip", "five")
    assert (await connection.shell("echo on")).stdout == b"on\n"


@pytest.mark.parametrize("wish", ["reboot", "reboot:recovery", "tcpip", "usb"])
async def test_what_starts_the_daemon_anew_drops_the_connection(
    connection: DeviceConnection, phone: ServicePhone, listener: Listener, wish: str
):
    """The answer arrives completely, then all connections of the device are closed."""
    match wish.partition(":"):
        case "reboot", _, target:
            assert await connection.reboot(target) == ""
            assert phone.output == [("reboot", target)]
        case "tcpip", _, _:
            assert await connection.tcpip(5555) == "restarting in TCP mode port: 5555"
        case _:
            assert await connection.usb() == "restarting in USB mode"
    standing = set(listener._links)
    with anyio.fail_after(30):
        for link in standing:
            await link.gone


async def test_a_root_that_breaks_off_without_a_word_is_lost(phone: ServicePhone, listener: Listener):
    """Only a reboot may end with the connection and no answer."""

    def drops(service: str, argument: str) -> DaemonReply:
        listener.hang_up()
        return DaemonReply("")

    phone.administer = drops  # type: ignore[method-assign]
    async with connect_tcp("127.0.0.1", listener.port) as direct:
        with pytest.raises(DeviceLost):
            await direct.root()
    assert production_reply("frobnicate", "") is None


async def test_a_daemon_that_raises_or_is_asked_nonsense_refuses(connection: DeviceConnection, phone: ServicePhone):
    """Numbers without end are no ports, and what a device raises costs that stream only."""
    assert await connection.tcpip(0) == "invalid port 0"
    assert production_reply("tcpip", "9" * 100_000) == DaemonReply(
        "restarting in TCP mode port: 999999999\n", restarts=True
    )

    def broken(service: str, argument: str) -> DaemonReply:
        raise ValueError("boom")

    phone.administer = broken  # type: ignore[method-assign]
    with pytest.raises(DeviceRefused):
        await connection.root()
    assert (await connection.shell("echo on")).stdout == b"on\n"


@pytest.mark.parametrize("service", ["jdwp:1", "framebuffer", "root", "sink:x", "dev:/dev/null", "tcp:80", "nosuch"])
async def test_what_is_not_served_is_refused(connection: DeviceConnection, service: str):
    """A closed stream at once, and everything else goes on."""
    with pytest.raises(DeviceRefused, match="no service"):
        await connection.open(service)
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_the_log_comes_in_lines(connection: DeviceConnection):
    """Lines without their ends, the last one too; the end of the command ends them."""
    with anyio.fail_after(30):
        async with connection.logcat("-d") as lines:
            assert [line async for line in lines] == ["--------- beginning of main", "10-15 I TAG : grüße", "last"]


async def test_a_log_that_cannot_be_had_says_why(connection: DeviceConnection):
    """The command's own words and status."""
    async with connection.logcat("--bad") as lines:
        with pytest.raises(DeviceRefused, match="exit status 1: unknown option --bad"):
            await anext(lines)


async def test_listening_to_the_log_can_be_cancelled(
    connection: DeviceConnection, phone: ServicePhone, monkeypatch: pytest.MonkeyPatch
):
    """A cancelled wait for the next line closes the stream, which ends the command; the connection stays good."""
    begun, ended = anyio.Event(), anyio.Event()

    async def forever(command: str, stdin: object, *, merged: bool = False) -> None:
        begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            ended.set()

    plain = phone.shell
    monkeypatch.setattr(phone, "shell", forever)
    got: list[str] = []

    async def listen() -> None:
        async with connection.logcat() as lines:
            got.extend([line async for line in lines])

    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listen)
            await begun.wait()
            tasks.cancel_scope.cancel()
        await ended.wait()
        monkeypatch.setattr(phone, "shell", plain)
        assert (await connection.shell("echo on")).stdout == b"on\n"
    assert got == []


async def test_a_lost_phone_ends_the_log(connection: DeviceConnection, listener: Listener, phone: ServicePhone):
    """When the device disconnects, lines end with an error (direct) or with the end (server)."""
    with anyio.fail_after(30):
        async with connection.logcat("hang") as lines:
            listener.hang_up()
            with pytest.raises((DeviceLost, StopAsyncIteration)):
                await anext(lines)


def test_lines_are_put_together_from_any_packets():
    """Byte by byte the same lines; error output is kept apart; a line without end comes in bounded pieces."""
    data = frame(STDOUT, b"one\r\ntw") + frame(STDERR, b"oops\n") + frame(STDOUT, b"o\n\nrest") + frame(EXIT, b"\x03")
    lines = LineParser(framed=True)
    got = [line for at in range(len(data)) for line in lines.feed(data[at : at + 1])]
    assert (got, lines.rest(), lines.exit, lines.error) == (["one", "two", ""], ["rest"], 3, "oops")
    endless = LineParser(framed=False)
    total = sum(len(line) for _ in range(40) for line in endless.feed(b"x" * 65536))
    assert total > 2 << 20
    assert len(endless.rest()[0]) <= (1 << 20) + 65536


@pytest.mark.parametrize("size", [2, 3_000_000])
async def test_an_app_is_installed(connection: DeviceConnection, phone: ServicePhone, size: int, tmp_path: Path):
    """All its bytes arrive, from memory and from a file; removing the app works too."""
    apk = (b"PK\x03\x04" + bytes(range(256)) * (size // 256 + 1))[:size]
    path = tmp_path / "app.apk"
    await anyio.Path(path).write_bytes(apk)
    with anyio.fail_after(20):
        await connection.packages.install(apk, "-r")
        await connection.packages.install(path)
        await connection.packages.uninstall("com.here", keep_data=True)
    assert phone.installed == [apk, apk]


async def test_an_app_that_is_not_taken_says_why(connection: DeviceConnection, phone: ServicePhone, tmp_path: Path):
    """The device's code and words are in the error, with what to do; also when it answers before it has read all."""
    with anyio.fail_after(20):
        with pytest.raises(PackageRefused, match=r"NOT_APK: Failed .*not a valid, signed APK") as caught:
            await connection.packages.install(b"junk")
        assert caught.value.code == "INSTALL_PARSE_FAILED_NOT_APK"
        assert caught.value.detail == "Failed to parse /data/base.apk"
        with pytest.raises(PackageRefused, match="free some space"):
            await connection.packages.install(b"PK" * 4_000_000, "--early")
        with pytest.raises(PackageRefused, match="no such package") as caught:
            await connection.packages.uninstall("com.absent; reboot")
        assert caught.value.code == "DELETE_FAILED_INTERNAL_ERROR"
        with pytest.raises(FileNotFoundError):
            await connection.packages.install(tmp_path / "absent.apk")
        assert (await connection.shell("echo on")).stdout == b"on\n"


def test_answers_of_the_package_manager():
    """Success after warnings counts; anything else is refused with as much as it says."""
    check_answer(b"Warning: something\nSuccess\n", "x", "install")
    for answer, code, detail in (
        (b"Failure [INSTALL_FAILED_VERSION_DOWNGRADE]", "INSTALL_FAILED_VERSION_DOWNGRADE", ""),
        (b"Failure [not installed for 0]\n", "", "not installed for 0"),
        (b"Failure\n", "", ""),
        (b"", "", ""),
        (b"cmd: Can't find service: package\n", "", ""),
        (b"Success: not quite", "", ""),
    ):
        with pytest.raises(PackageRefused, match="x: cannot install") as caught:
            check_answer(answer, "x", "install")
        assert (caught.value.code, caught.value.detail) == (code, detail)
    assert install_command(7, ("-r", "a b; c")) == "cmd package install -r 'a b; c' -S 7"
