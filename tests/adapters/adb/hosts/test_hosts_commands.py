"""Real adb binaries run commands on virtual phones: what comes back, byte for byte and status for status."""

from __future__ import annotations

from contextlib import suppress

import anyio
import pytest

from tests.adapters.adb.hosts.hosts import Connected, Host, Phones, pattern

MIB = 1 << 20
SIZES = (0, 1, 65535, 65536, 65537, MIB - 1, MIB, MIB + 1)
"""Around the file service's largest piece, and around the largest packet."""


async def test_a_phone_is_connected_listed_and_disconnected(host: Host, phones: Phones):
    """It says so when it connects and once more, `devices -l` has the banner's names, and then it is off the list."""
    serial = phones.serials[1]
    assert (await host("connect", serial)).text == f"connected to {serial}\n"
    await host("-s", serial, "wait-for-device")
    assert (await host("connect", serial)).text == f"already connected to {serial}\n"
    assert await host.state(serial) == "device"
    (line,) = [line for line in (await host("devices", "-l")).text.splitlines() if line.startswith(serial)]
    assert line.split()[1:5] == ["device", "product:phone", "model:Virtual_Phone", "device:phone"]
    assert (await host("-s", serial, "get-state")).text == "device\n"
    assert (await host("-s", serial, "get-serialno")).text == f"{serial}\n"
    assert (await host("disconnect", serial)).text == f"disconnected {serial}\n"
    assert await host.state(serial) == ""
    assert f"'{serial}' not found" in (await host("-s", serial, "get-state", code=1)).text


async def test_wait_for_device_waits_for_it(host: Host, phones: Phones):
    """Started before the phone is connected it ends with the connection, and not before."""
    serial = phones.serials[1]
    done = anyio.Event()

    async def wait() -> None:
        await host("-s", serial, "wait-for-device")
        done.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        assert await host.state(serial) == ""
        assert not done.is_set()
        await host("connect", serial)
    await host("disconnect", serial)


async def test_features_are_what_the_phone_serves(phone: Connected):
    """The host sees the second protocols of shell and files."""
    features = (await phone("features")).text.split()
    assert {"shell_v2", "stat_v2", "ls_v2", "cmd"} <= set(features)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("exit 300", 44), ("false", 1), ("no-such-program", 127),
        ("/sdcard", 126), ("kill -9 $$", 137), ("kill -KILL $$; echo never", 137), ("kill $$", 143),
    ],
)  # fmt: skip
async def test_exit_codes_come_back(phone: Connected, command: str, code: int):
    """The exit code is the command's, a signal as 128 plus its number."""
    output = await phone("shell", command, code=code)
    assert output.out == b""


async def test_output_and_errors_come_apart(phone: Connected):
    """With the second shell protocol; the first one mixes them, has no status, and so does exec-out."""
    both = "echo one; echo two >&2; exit 3"
    output = await phone("shell", both, code=3)
    assert (output.out, output.err) == (b"one\n", b"two\n")
    output = await phone("shell", "-x", both)
    assert sorted(output.out.split()) == [b"one", b"two"]
    output = await phone("exec-out", both)
    assert sorted(output.out.split()) == [b"one", b"two"]


async def test_errors_come_where_they_fall(phone: Connected):
    """Where output and errors share one stream, they keep the order in which they were written."""
    assert (await phone("shell", "-x", "echo one; echo two >&2; echo three")).out == b"one\ntwo\nthree\n"
    assert (await phone("exec-out", "echo one; echo two >&2; echo three")).out == b"one\ntwo\nthree\n"


async def test_words_reach_the_shell_as_they_were_typed(phone: Connected):
    """Arguments are joined with spaces, quoting is left to the phone, text in other scripts is sent as UTF-8."""
    assert (await phone("shell", "echo", "a  b", "$((1+2))")).out == b"a b 3\n"
    assert await phone.shell("echo 'a  b' \"$HOME\"") == b"a  b /\n"
    assert await phone.shell("echo Grüße 文件 🙂") == "Grüße 文件 🙂\n".encode()


@pytest.mark.parametrize("size", [0, 1, 65536, 65537, 3 * MIB + 5])
async def test_what_is_piped_in_arrives_and_ends(phone: Connected, size: int):
    """Standard input reaches the command completely with its end, and comes back unchanged."""
    data = pattern(size)
    assert await phone.shell("cat", stdin=data) == data
    assert (await phone.shell("wc -c", stdin=data)).split() == [str(size).encode()]


@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("while read line; do echo got $line; done", b"got one\ngot two\n"),
        ("cat; exit 0", b"one\ntwo\n"),
        ("tr a-z A-Z", b"ONE\nTWO\n"),
        ("cd /sdcard && head -n 1", b"one\n"),
    ],
)
async def test_any_command_line_can_read(phone: Connected, command: str, data: bytes):
    """Not only a single program: a loop, a list, a filter."""
    assert await phone.shell(command, stdin=b"one\ntwo\n") == data


async def test_a_script_on_standard_input_is_run(phone: Connected):
    """A shell without a command reads its lines; its status is the one of `exit`."""
    output = await phone("shell", stdin=b"echo one\necho two >&2\nexit 9\n", code=9)
    assert (output.out, output.err) == (b"one\n", b"two\n")


@pytest.mark.parametrize("size", SIZES)
async def test_bytes_of_any_size_come_through(phone: Connected, size: int):
    """Around 64 KiB and 1 MiB: in by exec-in, out by exec-out and by the shell, all values unchanged."""
    data = pattern(size)
    await phone("exec-in", "cat > /data/local/tmp/sized", stdin=data)
    # exec-in ends with the input, not with the command: another stream may look before the file is there.
    with anyio.fail_after(20):
        while await phone.shell("stat -c %s /data/local/tmp/sized 2>/dev/null", code=None) != f"{size}\n".encode():
            await anyio.lowlevel.checkpoint()
    assert (await phone("exec-out", "cat /data/local/tmp/sized")).out == data
    assert await phone.shell("cat /data/local/tmp/sized; rm /data/local/tmp/sized") == data


async def test_a_screen_comes_through(phone: Connected):
    """Raw: ten megabytes with their header; as PNG: a picture."""
    raw = (await phone("exec-out", "screencap")).out
    assert (len(raw), raw[:12]) == (
        16 + 1080 * 2400 * 4,
        b"".join(number.to_bytes(4, "little") for number in (1080, 2400, 1)),
    )
    assert await phone.shell("screencap") == raw
    assert (await phone("exec-out", "screencap", "-p")).out.startswith(b"\x89PNG\r\n")


async def test_logcat_is_there(phone: Connected):
    """The log is printed; `-c` empties it; a filter leaves the others out."""
    await phone.shell("am start -n com.android.settings/.Settings")
    assert "ActivityTaskManager: START" in (await phone("logcat", "-d")).text
    assert "SystemServer" not in (await phone("logcat", "-d", "-s", "ActivityTaskManager:I")).text
    await phone("logcat", "-c")
    assert "ActivityTaskManager" not in (await phone("logcat", "-d")).text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("root",), "adbd cannot run as root in production builds\n"),
        (("unroot",), "adbd not running as root\n"),
        (("remount",), 'Not running as root. Try "adb root" first.\n'),
    ],
)
async def test_nobody_becomes_root(phone: Connected, words: tuple[str, ...], text: str):
    """The daemon answers as that of a production build, and stays."""
    assert text in (await phone(*words, code=None)).text
    assert await phone.shell("whoami") == b"shell\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("tcpip", "5555"), "restarting in TCP mode port: 5555\n"),
        (("usb",), "restarting in USB mode\n"),
        (("reboot",), ""),
        (("reboot", "bootloader"), ""),
    ],
)
async def test_a_daemon_that_starts_anew_comes_back(phone: Connected, words: tuple[str, ...], text: str):
    """It says so, drops its connections, and the server has the phone again by itself."""
    assert (await phone.dropped_by(*words)).text == text
    await phone.back()
    assert await phone.shell("echo back") == b"back\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("bugreport",), "bugreport"),
        (("bugreport", "no.zip"), "Failed to connect to dumpstatez service"),
        (("backup", "-all"), "unable to connect for backup"),
        (("sideload", "/dev/null"), "adb"),
        (("uninstall", "no.such.app"), "Failure [not installed for 0]"),
        (("disable-verity",), "closed"),
    ],
)
async def test_what_a_phone_has_not_is_refused(phone: Connected, words: tuple[str, ...], text: str):
    """With a failing status and words of adb's own, and the connection goes on as before."""
    failed = await phone(*words, code=None)
    assert failed.code != 0
    assert text in failed.text
    assert await phone.shell("echo on") == b"on\n"


async def test_an_install_is_taken_and_refused(phone: Connected, tmp_path):
    """A virtual phone takes no foreign packages: it reads what is sent and says that it failed, streamed or pushed."""
    package = anyio.Path(tmp_path / "some.apk")
    await package.write_bytes(b"PK\3\4" + pattern(300_000))
    for how in ("--streaming", "--no-streaming"):
        output = await phone("install", how, str(package), code=1)
        assert "Failure [INSTALL_" in output.text
    assert (await phone("install-multiple", str(package), str(package), code=None)).code != 0
    assert await phone.shell("echo on") == b"on\n"


async def test_a_reader_that_leaves_is_missed_by_nobody(phone: Connected):
    """One adb is killed while it reads a large answer; the next command on that phone works."""
    with anyio.fail_after(200):
        process = await anyio.open_process(
            [phone.host.binary, "-P", str(phone.host.port), "-s", phone.serial, "exec-out", "screencap"],
            env={"HOME": str(phone.host.home)}, stderr=None,
        )  # fmt: skip
        async with process:
            assert process.stdout is not None
            await process.stdout.receive(1)
            with suppress(ProcessLookupError):
                process.kill()
            await process.stdout.aclose()
            await process.wait()
    assert await phone.shell("echo on") == b"on\n"
