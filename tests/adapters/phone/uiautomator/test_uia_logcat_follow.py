"""`logcat` without -d: each new log line is sent once, when it is logged."""

from __future__ import annotations

import re
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.services import PartialResult
from adapters.phone.drawing.painter import Painter
from adapters.phone.shell import LiveInput
from adapters.phone.shell.device.tasks import HUP
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.support.demo import APP, Bench, Nothing


@pytest.mark.parametrize(
    ("line", "follows"),
    [
        ("logcat", True),
        (" logcat -v time ", True),
        ("logcat -T 1 -s 'TAG:I'", True),
        ("exec logcat -b crash", True),
        ("export ANDROID_LOG_TAGS=\"''\"; exec logcat -v brief *:E", True),
        ("logcat | grep one", True),
        ("if true; then logcat; fi", True),
        ("logcat -d", False),
        ("logcat -v time -d", False),
        ("logcat -c", False),
        ("logcat --clear", False),
        ("logcat -t 5", False),
        ("logcat -m 1", False),
        ("logcat 'unfinished", False),
        ("logcats", False),
        ("echo logcat", False),
    ],
)
async def test_which_commands_follow_the_log(line: str, follows: bool):
    """A logcat without an option that ends it follows the log, wherever it stands in a line."""
    services = PhoneServices(HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter())))
    result = await services.shell(line, Nothing())
    assert isinstance(result, PartialResult) is follows
    if isinstance(result, PartialResult):
        result.hang_up()


@given(
    st.lists(st.sampled_from(["log -t A one", "log -t A two", "log -p e B", "am start com.demo.lists", "logcat -c"]))
)
def test_following_reads_every_line_once(lines: list[str]):
    """The pieces read one after another equal the whole log; nothing is repeated after a clear."""
    bench = Bench()
    logged = bench.shell.start("logcat -b all", LiveInput(anyio.sleep_forever, bytes))
    bench.shell.machine.changed = lambda: anyio.sleep_forever
    following = bench.shell.start("logcat -b all", LiveInput(anyio.sleep_forever, bytes))
    following.output()
    data = b""
    for line in lines:
        bench.shell.run(line)
        for task, _ in following.waits:
            following.resume(task)
        data += bytes(following.output()[0])
    assert logged.status == 0
    assert data.count(b" one\n") == lines.count("log -t A one")
    following.signal(HUP)
    assert following.status == 129


async def test_a_waiting_connection_receives_new_lines():
    """Lines logged on another connection reach the waiting one, each exactly once."""
    phone = HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter()))
    services = PhoneServices(phone)
    result = await services.shell("logcat -v brief", Nothing())
    assert isinstance(result, PartialResult)
    assert b"AndroidRuntime" in bytes(result.stdout)
    came: list[bytes] = []

    async def read(first: PartialResult) -> None:
        following: Any = first
        while isinstance(following, PartialResult):
            following = await following.rest()
            came.append(bytes(following.stdout))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read, result)
        for text in ("one", "two"):
            await anyio.wait_all_tasks_blocked()
            await services.shell(f"log -t TAG {text}", Nothing())
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    assert [re.sub(rb" *\(.*\)", b"()", data) for data in came] == [b"I/TAG(): one\n", b"I/TAG(): two\n"]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_client_follows_the_log(device: Any):
    """Through a real adb server, a matching line that is logged later arrives on the open stream."""
    device.shell("logcat -c")
    with device.shell("logcat -v time -s TAG", stream=True) as stream:
        stream.conn.settimeout(30)
        device.shell(["log", "-p", "i", "-t", "OTHER", "hello"])
        device.shell(["log", "-p", "i", "-t", "TAG", "hello"])
        data = b""
        while b"hello" not in data:
            data += stream.conn.recv(1000)
    assert re.search(rb"I/TAG.*hello\n", data)
    assert b"OTHER" not in data
