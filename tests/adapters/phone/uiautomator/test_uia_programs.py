"""Long-running programs (app_process) on the phone: start, end, and their open ports; APK installation; yadb."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from importlib.resources import files
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.services import PartialResult
from adapters.phone.drawing.painter import Painter
from adapters.phone.shell.device.apk import Manifest, manifest
from adapters.phone.workers.control.messages import Message
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.support.demo import APP, Bench, Nothing

JAR, SERVER = "/data/local/tmp/u2.jar", "com.wetest.uia2.Main"
START = f"CLASSPATH={JAR} app_process / {SERVER} -p 9008"
APK = (files("uiautomator2") / "assets" / "app-uiautomator.apk").read_bytes()


@pytest.fixture
def hosted() -> HostedPhone:
    """A phone as a worker process hosts it, with the server's jar on it."""
    phone = HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter()))
    phone.shell.files.write(JAR, b"PK")
    phone.run("screencap -p")  # fonts and pictures are read before a loop runs
    return phone


@pytest.fixture
def services(hosted: HostedPhone) -> PhoneServices:
    """The services of the ADB daemon for the same phone."""
    return PhoneServices(hosted)


async def _run(services: PhoneServices, line: str) -> Any:
    return await services.shell(line, Nothing())


async def _ended(result: PartialResult) -> None:
    await result.rest()


async def _asked(services: PhoneServices, path: str = "/ping", body: bytes = b"") -> bytes:
    async with services.ports.connect("tcp:9008") as stream:
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        await stream.send(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        out = b""
        while data := await stream.receive():
            out += data
        return out


async def test_a_program_runs_until_its_stream_is_closed(services: PhoneServices):
    """The program prints its first line at once, and its port is open until the stream is closed."""
    with pytest.raises(ConnectionRefusedError):
        await _asked(services)
    result = await _run(services, START)
    assert isinstance(result, PartialResult)
    assert b"Starting Server" in bytes(result.stdout)
    assert (await _asked(services)).endswith(b"pong")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_ended, result)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    with pytest.raises(ConnectionRefusedError):
        await _asked(services)


async def test_a_program_that_ends_closes_its_stream_and_connections(services: PhoneServices):
    """`kill` gives status 143 and the server's own /stop gives 0; open connections are closed too."""
    for how, status in ((f"pkill -f {SERVER}", 143), ("/stop", 0)):
        result = await _run(services, START)
        async with services.ports.connect("tcp:9008") as idle:
            if how == "/stop":
                assert b"Server stopped!!!" in await _asked(services, how)
            else:
                assert (await _run(services, how)).exit == 0
            with anyio.fail_after(30):
                assert await idle.receive() == b""
                assert (await result.rest()).exit == status


async def test_a_background_program_outlives_its_command_line(services: PhoneServices):
    """A line that ends with & returns at once, and the program runs until it is killed."""
    result = await _run(services, f"{START} &")
    assert not isinstance(result, PartialResult)
    assert (await _asked(services)).endswith(b"pong")
    listed = bytes((await _run(services, "ps -A")).stdout).decode()
    (row,) = [line for line in listed.splitlines() if line.endswith("app_process")]
    assert (await _run(services, f"kill {row.split()[1]}")).exit == 0
    with pytest.raises(ConnectionRefusedError):
        await _asked(services)
    assert (await _run(services, "pidof app_process")).exit == 1


async def test_reset_ends_programs_and_restore_restarts_them(hosted: HostedPhone, services: PhoneServices):
    """A reset ends running programs; restoring a snapshot starts those that ran when it was taken."""
    result = await _run(services, START)
    snapshot = hosted.control(Message({"op": "snapshot"})).header["snapshot"]
    hosted.control(Message({"op": "reset", "state": {}, "seed": 0}))
    with pytest.raises(ConnectionRefusedError):
        await _asked(services)
    with anyio.fail_after(30):
        await result.rest()
    hosted.control(Message({"op": "restore", "snapshot": snapshot}))
    assert (await _asked(services)).endswith(b"pong")


async def test_programs_follow_control_requests_outside_of_tasks(hosted: HostedPhone, services: PhoneServices):
    """A reset or restore in a plain event loop callback ends or starts programs and their connections too."""
    loop = asyncio.get_running_loop()
    result = await _run(services, START)
    snapshot = hosted.control(Message({"op": "snapshot"})).header["snapshot"]
    async with services.ports.connect("tcp:9008") as idle:
        await anyio.wait_all_tasks_blocked()
        loop.call_soon(hosted.control, Message({"op": "reset", "state": {}, "seed": 0}))
        with anyio.fail_after(30):
            assert await idle.receive() == b""
            await result.rest()
    loop.call_soon(hosted.control, Message({"op": "restore", "snapshot": snapshot}))
    await anyio.lowlevel.checkpoint()
    assert (await _asked(services)).endswith(b"pong")
    async with services.ports.connect("tcp:9008") as idle:
        await anyio.wait_all_tasks_blocked()
        loop.call_soon(hosted.control, Message({"op": "reset", "state": {}, "seed": 0}))
        with anyio.fail_after(30):
            assert await idle.receive() == b""


async def test_http_paths_of_the_server(services: PhoneServices):
    """Each path of the server answers, and an unknown one gets 404."""
    await _run(services, f"{START} &")
    ping = json.dumps({"id": 1, "method": "ping"}).encode()
    assert (await _asked(services, "/jsonrpc/0", ping)).endswith(b'"result":"pong"}')
    assert b"500 Internal" in await _asked(services, "/jsonrpc/0")
    assert b"404 Not Found" in await _asked(services, "/other")
    for query, width in (("", 1080), ("?scale=0.5", 540), ("?scale=nonsense", 1080)):
        content = await _asked(services, f"/screenshot/0{query}")
        head, _, data = content.partition(b"\r\n\r\n")
        assert b"image/png" in head
        assert int.from_bytes(data[16:20], "big") == width


async def test_a_program_in_an_interactive_shell(services: PhoneServices):
    """In an interactive shell the program runs in the foreground and ends when the wait is cancelled."""
    seat = services.sit("xterm", tty=True)
    result = await seat.line(f"export CLASSPATH={JAR}", Nothing())
    assert result.exit == 0
    result = await seat.line(f"app_process / {SERVER}", Nothing())
    assert isinstance(result, PartialResult)
    with anyio.move_on_after(0.01):
        await result.rest()
    with pytest.raises(ConnectionRefusedError):
        await _asked(services)


@pytest.mark.parametrize(
    ("line", "text", "status"),
    [
        (f"app_process / {SERVER}", "ClassNotFoundException", 134),
        (f"CLASSPATH=/absent app_process / {SERVER}", "Could not find class", 134),
        (f"CLASSPATH={JAR} app_process / com.absent.Main", "Could not find class", 134),
        ("app_process", "no class name", 134),
        (f"{START}000000", "Must be between 1 and 65535", 1),
        (f"{START[:-4]}http", "Must be an integer", 1),
        (f"{START[:-5]}", "Missing argument for option: p", 1),
        (f"{START} -x", "Unrecognized option: -x", 1),
        (f"{START[:-4]}80", "EACCES", 1),
        (f"CLASSPATH={JAR} app_process / {SERVER} -h", "usage: uiautomator2-server", 0),
        (f"app_process -Djava.class.path={JAR} /system/bin --nice-name=u2 {SERVER} --port=9008", "listening", 0),
        ("pkill absent", "", 1),
        ("pkill", "Needs 1 argument", 1),
        ("pkill '('", "bad regex", 1),
        ("killall absent", "No such process", 1),
    ],
)
async def test_start_errors(services: PhoneServices, line: str, text: str, status: int):
    """Mistakes in the class path or the options give the real error message and exit status."""
    result = await _run(services, line)
    assert text in (bytes(result.stdout) + result.stderr).decode()
    assert result.exit == status


async def test_only_one_program_holds_uiautomation(services: PhoneServices):
    """While one server runs, a second server and `uiautomator dump` fail; afterwards the dump works."""
    await _run(services, f"{START} &")
    second = await _run(services, START[:-1] + "9")
    assert (b"already registered" in second.stderr, second.exit) == (True, 1)
    assert (await _run(services, "uiautomator dump")).exit == 137
    await _run(services, "killall app_process")
    assert (await _run(services, "uiautomator dump")).exit == 0


# Packages.


async def test_only_known_apks_are_installed(services: PhoneServices, hosted: HostedPhone):
    """The client's keyboard is installed from a file or a stream and removed; other APKs are refused."""
    hosted.shell.files.write("/data/local/tmp/a.apk", APK)
    hosted.shell.files.write("/data/local/tmp/b.apk", b"PK\x03\x04nonsense")
    done = await _run(services, "pm install -r -t /data/local/tmp/a.apk")
    assert (bytes(done.stdout), done.exit) == (b"Success\n", 0)
    assert b"package:com.github.uiautomator" in (await _run(services, "pm list packages -3")).stdout
    assert (await _run(services, "pm uninstall com.github.uiautomator")).stdout == b"Success\n"
    assert (await _run(services, "pm uninstall com.github.uiautomator")).exit == 1
    for line, data in (
        ("pm install /data/local/tmp/b.apk", b"INSTALL_PARSE_FAILED_NOT_APK"),
        ("pm install /absent.apk", b"Unable to open file"),
        ("pm install", b"must either specify"),
    ):
        refused = await _run(services, line)
        assert data in bytes(refused.stdout) + refused.stderr
        assert refused.exit != 0

    class Stream(Nothing):
        def take(self) -> bytes:
            return APK + b"more"

    begun = await services.shell(f"cmd package 'install' -S {len(APK)}", Stream())
    assert isinstance(begun, PartialResult)
    done = await begun.rest()
    assert bytes(done.stdout) == b"Success\n"


def test_apk_manifests():
    """The package name and version are read from an APK; a broken APK gives None."""
    assert manifest(APK) == Manifest("com.github.uiautomator", "2.4.0", 2004001)
    assert manifest(b"") is None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("AndroidManifest.xml", b"\x03\x00\x08\x00\xff\xff\xff\x7f\x01\x00\x1c\x00\xff\x00\x00\x00")
    assert manifest(packed.getvalue()) is None


with zipfile.ZipFile(io.BytesIO(APK)) as _archive:
    _MANIFEST = _archive.read("AndroidManifest.xml")


@given(st.integers(0, len(_MANIFEST) - 1), st.binary(min_size=1, max_size=12))
def test_broken_manifests_raise_nothing(at: int, damage: bytes):
    """A manifest with any bytes overwritten raises no exception."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("AndroidManifest.xml", _MANIFEST[:at] + damage + _MANIFEST[at + len(damage) :])
    manifest(packed.getvalue())


# yadb.


def test_yadb():
    """The tool yadb types and takes screenshots, and prints errors on standard output."""
    bench = Bench()
    bench.shell.files.write("/data/local/tmp/yadb", b"PK")
    yadb = "app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main"

    def run_yadb(words: str) -> str:
        done = bench.shell.run(f"{yadb} {words}")
        assert (done.stderr, done.exit) == (b"", 0)
        return bytes(done.stdout).decode()

    bench.shell.run("input tap 540 260")
    assert bench.phone.focused == "name"
    run_yadb("-keyboard '你好 Zoë'")
    assert bench.state.name == "你好 Zoë"
    assert "screenshot success:/sdcard/a.png" in run_yadb("-screenshot /sdcard/a.png")
    assert bench.shell.files.read("/sdcard/a.png").startswith(b"\x89PNG")
    assert run_yadb("") == run_yadb("-nonsense") == "Invalid argument\n"
    for words in ("-keyboard", "-screenshot /absent/x"):
        assert run_yadb(words).startswith("MainException:java.")
