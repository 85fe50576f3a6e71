"""Shells to sit at, by our own client: at a terminal and without one, directly and through a real adb server."""

from __future__ import annotations

import pytest
from anyio import fail_after, lowlevel

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.host.shell_client import ShellSession
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.tinyphone import TinyPhone, blob

PROMPT = b"phone:/ $ "


async def until(shell: ShellSession, end: bytes) -> bytes:
    """The output up to this text."""
    data = b""
    with fail_after(20):
        while not data.endswith(end):
            came = await shell.receive()
            assert came is not None, data
            data += came.data
    return data


async def all_of(shell: ShellSession) -> tuple[bytes, bytes]:
    """Output and error output up to the end."""
    parts = b"", b""
    with fail_after(20):
        while (came := await shell.receive()) is not None:
            parts = (parts[0], parts[1] + came.data) if came.error else (parts[0] + came.data, parts[1])
    return parts


async def test_a_terminal_prompts_echoes_and_remembers(connection: DeviceConnection):
    """Prompt, echo, carriage returns, a folder and a variable that stay, a failed status, and the exit status."""
    async with connection.open_shell() as shell:
        assert await until(shell, b"$ ") == PROMPT
        await shell.send(b"cd /sdcard; x=7\r")
        assert await until(shell, b"$ ") == b"cd /sdcard; x=7\r\nphone:/sdcard $ "
        await shell.send(b"echo $PWD $x $TERM; nosuch\r")
        assert await until(shell, b"$ ") == (
            b"echo $PWD $x $TERM; nosuch\r\n/sdcard 7 xterm-256color\r\n"
            b"/system/bin/sh: nosuch: inaccessible or not found\r\n127|phone:/sdcard $ "
        )
        await shell.send(b"exit 9\r")
        assert await shell.wait(20) == 9
        assert shell.exit == 9
        assert await shell.receive() is None


async def test_the_window_has_the_size_that_was_told(connection: DeviceConnection):
    """At the start, and again when it changes; for a single command, too."""
    async with connection.open_shell(size=(40, 120)) as shell:
        await until(shell, b"$ ")
        await shell.send(b"stty size\r")
        assert b"40 120\r\n" in await until(shell, b"$ ")
        await shell.resize(25, 81, width=810, height=500)
        await shell.send(b"stty size; echo $COLUMNS\r")
        assert b"25 81\r\n81\r\n" in await until(shell, b"$ ")
    async with connection.open_shell("stty size; exit 2", size=(7, 8)) as shell:
        assert await all_of(shell) == (b"7 8\r\n", b"")
        assert shell.exit == 2


async def test_keys_edit_and_interrupt(connection: DeviceConnection):
    """Backspace, Ctrl-C at the prompt and in a command that reads, Ctrl-D for its input and for the shell."""
    async with connection.open_shell() as shell:
        await until(shell, b"$ ")
        await shell.send(b"ecjo\x7f\x7fho hi\r")
        assert await until(shell, b"$ ") == b"ecjo\b \b\b \bho hi\r\nhi\r\n" + PROMPT
        await shell.send(b"rm -r /\x03")
        assert await until(shell, b"$ ") == b"rm -r /^C\r\n130|" + PROMPT
        await shell.send(b"cat\rone\rtwo\r\x04")
        assert await until(shell, b"$ ") == b"cat\r\none\r\none\r\ntwo\r\ntwo\r\n" + PROMPT
        await shell.send(b"cat\rnever")
        assert await until(shell, b"never") == b"cat\r\nnever"
        await shell.send(b"\x03")
        assert await until(shell, b"$ ") == b"^C\r\n130|" + PROMPT
        await shell.send(b"\x04")
        assert await all_of(shell) == (b"^D\r\n", b"")
        assert shell.exit == 130


async def test_a_terminals_input_cannot_be_closed(connection: DeviceConnection):
    """Nothing happens, as with a real daemon, and the shell continues."""
    async with connection.open_shell() as shell:
        await until(shell, b"$ ")
        await shell.close_stdin()
        await shell.send(b"echo on\r")
        assert await until(shell, b"$ ") == b"echo on\r\non\r\n" + PROMPT


async def test_without_a_terminal_input_is_a_script(connection: DeviceConnection):
    """No prompt, no echo; variables stay, error output is apart, a command may read the rest, the end is the end."""
    async with connection.open_shell(pty=False) as shell:
        await shell.send(b"x=5\ncd /sdcard\necho $x $PWD\nnosuch\nfor i in 1 2; do\necho $i; done\ncat\nread ")
        await shell.send(b"by cat\n")
        await shell.close_stdin()
        assert await all_of(shell) == (
            b"5 /sdcard\n1\n2\nread by cat\n",
            b"/system/bin/sh: nosuch: inaccessible or not found\n",
        )
        assert shell.exit == 0
    async with connection.open_shell(pty=False) as shell:
        await shell.send(b"echo a\nexit 12\necho never\n")
        assert await all_of(shell) == (b"a\n", b"")
        assert shell.exit == 12
    async with connection.open_shell(pty=False) as shell:
        await shell.send(b"false")
        await shell.close_stdin()
        assert await shell.wait(20) == 1


async def test_a_command_is_talked_to_while_it_runs(connection: DeviceConnection):
    """Raw: megabytes of input come back, output and error output apart, and the status is the command's."""
    data = blob("x 3000000")
    async with connection.open_shell("cat", pty=False) as shell:
        await shell.send(data)
        await shell.close_stdin()
        assert await all_of(shell) == (data, b"")
        assert shell.exit == 0


async def test_old_shells_prompt_too(connection: DeviceConnection):
    """`shell:` without a command is a terminal without frames; it ends by closing."""
    stream = await connection.open("shell:")
    await stream.send(b"echo a\recho $TERM\rexit\r")
    data = b""
    with fail_after(20):
        while piece := await stream.receive():
            data += piece
    assert data == PROMPT + b"echo a\r\na\r\n" + PROMPT + b"echo $TERM\r\ndumb\r\n" + PROMPT + b"exit\r\n"
    stream.close()


@pytest.mark.parametrize("service", ["abb:settings\0list\0system", "abb_exec:settings\0get\0system\0font_scale"])
async def test_services_are_asked_without_a_shell(connection: DeviceConnection, service: str):
    """`abb` gives frames, `abb_exec` bytes; the words are those of `cmd`."""
    words = service.partition(":")[2].replace("\0", " ")
    expected = (await connection.shell(f"cmd {words}")).stdout
    stream = await connection.open(service)
    data = b""
    while piece := await stream.receive():
        data += piece
    assert (expected in data) if service.startswith("abb:") else (data == expected)
    assert expected
    stream.close()


async def test_so_many_bytes_can_be_measured(connection: DeviceConnection):
    """`source:N` gives N zeros and ends, `sink:N` takes N and ends."""
    stream = await connection.open("source:3000001")
    size = 0
    while piece := await stream.receive_packet():
        size += len(piece)
    assert size == 3_000_001
    stream = await connection.open("sink:3000001")
    await stream.send(bytes(3_000_001))
    assert await stream.receive() == b""


async def test_processes_that_can_be_debugged_are_none(connection: DeviceConnection):
    """The list is empty and ends; those that track say so and stay."""
    stream = await connection.open("jdwp")
    assert await stream.receive() == b""
    for service in ("track-jdwp", "track-app"):
        stream = await connection.open(service)
        assert await stream.receive() == b"0000"
        with pytest.raises(DeviceTimeout):
            await stream.receive(deadline=0.05)
        stream.close()


async def test_leaving_ends_what_runs():
    """The host's close cancels a command, at a terminal and without one; the device goes on."""
    phone = TinyPhone()
    async with listen_tcp("127.0.0.1", 0, phone) as listener, connect_tcp("127.0.0.1", listener.port) as connection:
        for number, pty in enumerate((True, False, True, False)):
            async with connection.open_shell("hang", pty=pty):
                with fail_after(10):
                    while phone.ran.count("hang") <= number:
                        await lowlevel.checkpoint()
            with fail_after(10):
                while phone.cancelled <= number:
                    await lowlevel.checkpoint()
        assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_a_device_without_a_memory_has_a_terminal_as_well():
    """Each line is a command of its own; Ctrl-C ends one that hangs, wherever it hangs."""
    phone = TinyPhone()
    async with listen_tcp("127.0.0.1", 0, phone) as listener, connect_tcp("127.0.0.1", listener.port) as connection:
        async with connection.open_shell() as shell:
            assert await until(shell, b"$ ") == b"$ "
            await shell.send(b"both 3\rhang\r")
            assert await until(shell, b"hang\r\n") == b"both 3\r\nout\r\nerr\r\n$ hang\r\n"
            await shell.send(b"ignored\x03")
            assert await until(shell, b"$ ") == b"^C\r\n$ "
            assert phone.cancelled == 1
            await shell.send(b"exit\r")
            assert await shell.wait(20) == 130
        async with connection.open_shell("hang") as shell:
            await shell.send(b"\x03")
            assert await all_of(shell) == (b"^C\r\n", b"")
            assert shell.exit == 130
        async with connection.open_shell("raise") as shell:
            assert await all_of(shell) == (b"error: the device's shell raised ValueError: boom\r\n", b"")
            assert shell.exit == 126


async def test_a_shell_that_is_cut_off_is_lost(listener: Listener):
    """Without an exit status there is no success."""
    async with connect_tcp("127.0.0.1", listener.port) as connection, connection.open_shell() as shell:
        await until(shell, b"$ ")
        listener.hang_up()
        with pytest.raises(DeviceLost):
            await shell.wait(20)


async def test_what_cannot_be_is_refused(connection: DeviceConnection):
    """A kind of terminal that would be read as something else, and a device without shell_v2."""
    for term in ("a,raw", "a:b", "a b", "ä"):
        with pytest.raises(DeviceRefused, match="is not a terminal type"):
            async with connection.open_shell(term=term):
                pass
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone(features=())) as listener,
        connect_tcp("127.0.0.1", listener.port) as old,
    ):
        with pytest.raises(DeviceRefused, match="no shell_v2"):
            async with old.open_shell():
                pass


async def test_waiting_has_a_deadline(connection: DeviceConnection):
    """A shell that is not left does not end, and the error says so."""
    async with connection.open_shell() as shell:
        with pytest.raises(DeviceTimeout, match=r"did not end within 0\.1 s"):
            await shell.wait(0.1)
