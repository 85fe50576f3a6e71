"""The private adb server in front of a virtual phone, with unmodified clients."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from adbutils import AdbClient

from adapters.agents.external.wire.endpoint import MAX_CLIENTS, Endpoint
from runtime.core.actions import DoubleTap, Key, Launch, Swipe, Tap, Type
from runtime.plugins.protocols import Device
from tests.support.sandboxlab import SERIAL, sandbox

# adbutils leaves sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

PNG = b"\x89PNG\r\n"


def environment(server: Endpoint, home: Path) -> dict[str, str]:
    """Returns the variables by which a client finds the server."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "ANDROID_ADB_SERVER_PORT": str(server.port),
        "ANDROID_SERIAL": SERIAL,
        "ADB_LIBUSB": "0",
    }


async def run(script: str, server: Endpoint, home: Path) -> tuple[int, str]:
    """Runs a shell script with the real adb; returns the exit status and the output."""
    done = await anyio.run_process(
        ["sh", "-c", f"{{ {script}\n}} 2>&1"], env=environment(server, home), cwd=home, check=False
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_a_shell_script_with_the_real_adb_plays_and_is_read(phone: Device, tmp_path):
    """A script with the real adb is recorded with each action once and in order; pictures and files are intact."""
    script = """
    adb devices
    adb shell input tap 540 1200
    adb exec-out screencap -p > screen.png
    adb shell input swipe 540 1800 540 600 300
    adb shell "input tap 100 700 && input tap 100 700"
    adb shell input keyevent KEYCODE_HOME
    adb shell monkey -p com.android.settings -c android.intent.category.LAUNCHER 1 > /dev/null
    adb shell input text 'two%swords'
    head -c 300000 /dev/urandom > sent.bin
    adb push sent.bin /sdcard/sent.bin > /dev/null && adb pull /sdcard/sent.bin back.bin > /dev/null
    cmp sent.bin back.bin && echo same
    """
    with anyio.fail_after(200):
        async with sandbox(phone) as (server, sniffer, session):
            status, text = await run(script, server, tmp_path)
    assert status == 0, text
    assert f"{SERIAL}\tdevice" in text
    assert text.rstrip().endswith("same")
    assert (tmp_path / "screen.png").read_bytes().startswith(PNG)
    assert session.actions == [
        Tap(540, 1200),
        Swipe(540, 1800, 540, 600, 300),
        DoubleTap(100, 700),
        Key("HOME"),
        Launch("com.android.settings"),
        Type("two words"),
    ]
    assert session.raw[0] == "input tap 540 1200"
    assert not sniffer.unread.counts


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_what_reaches_further_than_the_phone_fails_with_a_reason(phone: Device, tmp_path):
    """Requests for other devices, the host or the daemon's settings fail with a reason; the server stays alive."""
    expected = {
        "adb connect 127.0.0.1:5555": "failed to connect to",
        "adb disconnect 127.0.0.1:5555": "no such device",
        "adb -s emulator-5554 shell ls": "device 'emulator-5554' not found",
        "adb reboot": "not allowed in the sandbox",
        "adb root": "not allowed in the sandbox",
        "adb tcpip 5555": "not allowed in the sandbox",
        "adb reverse tcp:7000 tcp:7000": "not allowed in the sandbox",
        "adb forward localfilesystem:/tmp/x tcp:1": "not offered here",
        "adb kill-server; adb shell echo alive": "alive",
    }
    with anyio.fail_after(200):
        async with sandbox(phone) as (server, _, session):
            heard = {command: (await run(command, server, tmp_path))[1] for command in expected}
    assert {command: words for command, words in expected.items() if words not in heard[command]} == {}, heard
    assert not session.actions


async def test_adbutils_plays_and_is_read(phone: Device):
    """The client adbutils works through the server, and its actions are recorded."""

    def play(port: int) -> bytes:
        device = AdbClient("127.0.0.1", port).device(SERIAL)
        device.click(540, 1200)
        device.swipe(540, 1800, 540, 600, 0.3)
        device.send_keys("abc")
        device.sync.push(b"x" * 100_000, "/sdcard/x.bin")
        assert device.sync.read_bytes("/sdcard/x.bin") == b"x" * 100_000
        local = device.forward_port(9999)
        assert [item.remote for item in device.forward_list()] == ["tcp:9999"]
        assert local
        return bytes(device.shell("echo done", encoding=None))

    with anyio.fail_after(200):
        async with sandbox(phone) as (server, _, session):
            assert (await anyio.to_thread.run_sync(play, server.port)).strip() == b"done"
    assert session.actions == [Tap(540, 1200), Swipe(540, 1800, 540, 600, 300), Type("abc")]


async def test_nothing_is_read_after_the_session_has_ended(phone: Device):
    """Commands after the end of the session are not recorded."""

    def play(port: int) -> None:
        device = AdbClient("127.0.0.1", port).device(SERIAL)
        for x in (100, 300, 500):
            device.click(x, 1200)

    with anyio.fail_after(200):
        async with sandbox(phone, limit=2) as (server, sniffer, session):
            await anyio.to_thread.run_sync(play, server.port)
            await sniffer.ended.wait()
    assert session.actions == [Tap(100, 1200), Tap(300, 1200)]


async def test_a_crowd_of_connections_is_bounded_and_the_next_client_is_served(phone: Device):
    """Connections beyond the limit are closed, and when others leave the next client is served."""
    with anyio.fail_after(200):
        async with sandbox(phone) as (server, _, _):
            crowd = [await anyio.connect_tcp("127.0.0.1", server.port) for _ in range(MAX_CLIENTS + 20)]
            refused = 0
            for client in crowd[MAX_CLIENTS:]:
                with pytest.raises(anyio.EndOfStream):
                    await client.receive()
                refused += 1
            assert (server.refused, refused) == (20, 20)
            for client in crowd:
                await client.aclose()
            while True:
                async with await anyio.connect_tcp("127.0.0.1", server.port) as client:
                    await client.send(b"000chost:version")
                    try:
                        assert await client.receive() == b"OKAY00040029"
                    except (anyio.EndOfStream, anyio.BrokenResourceError):
                        continue  # the crowd has not gone yet
                    break


UIAUTOMATOR2 = """
import uiautomator2
device = uiautomator2.connect()
device.click(540, 1200)
device.swipe(540, 1800, 540, 600, 0.3)
device.press("home")
device.app_start("com.android.settings")
device(text="Display").click()
device.press("back")
assert device.screenshot().size == (1080, 2400)
assert "hierarchy" in device.dump_hierarchy()
print("played")
"""


async def test_uiautomator2_plays_and_is_read(phones: tuple[Device, ...], tmp_path):
    """uiautomator2, whose clicks pass through a server on the phone instead of a shell, is recorded completely."""
    script = tmp_path / "play.py"
    script.write_text(UIAUTOMATOR2)
    with anyio.fail_after(200):
        async with sandbox(phones[1]) as (server, sniffer, session):
            done = await anyio.run_process(
                [sys.executable, str(script)], env=environment(server, tmp_path), cwd=tmp_path, check=False
            )
    assert done.stdout.decode().rstrip().endswith("played"), done.stderr.decode()[-2000:]
    assert [type(action) for action in session.actions] == [Tap, Swipe, Key, Launch, Tap, Key], session.actions
    assert session.actions[:4] == [
        Tap(540, 1200),
        Swipe(540, 1800, 540, 600, 300),
        Key("HOME"),
        Launch("com.android.settings"),
    ]
    assert session.actions[5] == Key("BACK")
    assert not sniffer.unread.counts
