"""Unmodified programs run; their traces and scores equal those of the same agent in this process."""

from __future__ import annotations

import re
import shutil
import socket
import sys
from contextlib import suppress

import anyio
import anyio.abc
import anyio.to_thread
import pytest

from adapters.agents.external.process.clock import copy_library
from adapters.agents.external.process.openers import Exec
from benchmarks.acceptance.programs import chosen, differences, played
from runtime.core.actions import AskUser, Finish, Takeover
from runtime.core.errors import UsageError
from runtime.core.events import Performed, Replied
from runtime.plugins.protocols import Program
from tests.support.lab import play, skip_unless_isolated
from tests.support.terminals import skip_without_terminal


@pytest.mark.parametrize(
    ("kind", "isolation", "count"),
    [("adbutils", "namespaces", 10), ("shell", "none", 4), ("uiautomator2", "namespaces", 3)],
)
async def test_a_program_plays_as_its_twin_in_this_process(tmp_path, kind, isolation, count):
    """A program's actions and scores by both judges equal those of the same agent run in this process."""
    if kind == "shell" and shutil.which("adb") is None:
        pytest.skip("the real adb is not installed; .ci/run installs it")
    if isolation == "namespaces":
        skip_unless_isolated()
    tasks = await anyio.to_thread.run_sync(chosen, count)
    rt = await played(tmp_path, tasks, [kind], isolation, count)
    assert await anyio.to_thread.run_sync(differences, rt, tasks, [kind]) == {kind: []}


CONSOLE = """\
import os, sys
wide = os.isatty(0) and os.get_terminal_size(0).columns == 500
sys.stderr.write(f"{wide} {os.environ['STYLE']} {os.path.exists('data.txt')}\\n")
task = input("What shall I do? ")
print("I was told:", task)
if input("Really? (Y/N) ") != "Y":
    sys.exit("no")
size = input("QUESTION Which size: Single, Double or Triple? ")
print("heard", size)
input("Press Enter after logging in ")
print("DONE it is", size)
print("still here")
"""
DESCRIPTION = """\
command: [{python}, "{folder}/agent.py"]
stdin: "{{instruction}}"
ask: "QUESTION (?P<question>.*)"
replies: {{'Really\\?': "Y"}}
takeover: "Press Enter after (?P<message>.*)"
finish: "^DONE (?P<text>.*)"
terminal: {terminal}
copy_of: clone
environment: {{STYLE: "of {{serial}}"}}
"""


@pytest.mark.parametrize(("isolation", "terminal"), [("namespaces", "true"), ("namespaces", "false"), ("none", "true")])
async def test_a_question_on_the_console_is_answered_there(tmp_path, isolation, terminal):
    """A console program gets its task, its question reaches the user, and other prompts get an Enter."""
    if isolation == "namespaces":
        skip_unless_isolated()
    if terminal == "true":
        skip_without_terminal()
    here = tmp_path / "here"
    (here / "clone").mkdir(parents=True)
    (here / "clone" / "data.txt").write_text("x")
    (here / "agent.py").write_text(CONSOLE)
    (here / "talks.yaml").write_text(DESCRIPTION.format(python=sys.executable, folder=here, terminal=terminal))
    task = "shop.feast.incomplete"
    confinement = {"paths": (here,)}
    found = await play(
        tmp_path,
        {"talks": str(here / "talks.yaml")},
        isolation=isolation,
        tasks=(task,),
        phones=1,
        confinement=confinement,
    )
    became = found["talks"]
    assert became.ending == "finished", (became.faults, became.out, became.err)
    acts = [event.action for event in became.trace if isinstance(event, Performed)]
    (reply,) = [event.text for event in became.trace if isinstance(event, Replied)][:1]
    assert "Double" in reply
    assert acts == [
        AskUser("Which size: Single, Double or Triple?"),
        Takeover("logging in"),
        Finish(f"it is {reply}"),
    ]
    assert re.search(rf"{terminal == 'true'} of sandbox-\w+ True", became.out + became.err)
    assert "Copper Pan Burger" in became.out


FORWARDS = """\
adb forward tcp:7123 tcp:9008 && adb forward --list
test "$(ls)" = instruction.txt && test "$(cat instruction.txt)" = "$MAR_INSTRUCTION" && echo told
unset ADB_SERVER_SOCKET ANDROID_ADB_SERVER_PORT ANDROID_ADB_SERVER_ADDRESS ANDROID_ADB_SERVER_HOST ANDROID_SERIAL
adb devices
adb shell input keyevent KEYCODE_HOME
echo "$SHOWN, $HIDDEN"
"""


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_a_program_that_ignores_its_environment_finds_the_phone(tmp_path, monkeypatch):
    """A program that ignores its environment finds its phone at adb's usual port, and gets only named variables."""
    skip_unless_isolated()
    monkeypatch.setenv("SHOWN", "shown")
    monkeypatch.setenv("HIDDEN", "hidden")
    (tmp_path / "plain.sh").write_text(FORWARDS)
    programs = {"plain": f"exec:sh {tmp_path}/plain.sh"}
    found = await play(tmp_path, programs, phones=1, confinement={"environment": ("SHOWN",)})
    became = found["plain"]
    assert became.ending == "stopped", (became.faults, became.err)
    assert "tcp:7123 tcp:9008" in became.out
    assert "told" in became.out
    assert became.out.count("\tdevice") == 1
    assert became.out.endswith("shown, \n")
    assert [event.action.kind for event in became.trace if isinstance(event, Performed)] == ["key"]


CLOCK = """\
import datetime, os, queue, subprocess, threading, time
began = time.monotonic()
for command in (["adb", "shell", "date +%F"], ["date", "+%F"]):
    print(subprocess.run(command, capture_output=True, text=True).stdout.strip())
print(datetime.datetime.now().date())
for wait in (time.sleep, threading.Event().wait, lambda seconds: queue.Queue().get(timeout=seconds)):
    before = time.monotonic()
    try:
        wait(0.2)
    except queue.Empty:
        pass
    print(0.19 < time.monotonic() - before)
try:
    subprocess.run(["sleep", "60"], timeout=0.2)
except subprocess.TimeoutExpired:
    print(time.monotonic() - began < 50)
print(abs(os.stat(__file__).st_mtime - float(open(__file__ + ".time").read())) < 1)
"""


async def test_the_clock_of_a_program_shows_the_date_of_its_phone(tmp_path):
    """An isolated program and what it starts see the phone's date; its timeouts and the times of files are real."""
    skip_unless_isolated()
    if not await anyio.to_thread.run_sync(copy_library, tmp_path) or shutil.which("adb") is None:
        pytest.skip("libfaketime or adb is not installed; .ci/run installs them")
    agent = tmp_path / "agent.py"
    agent.write_text(CLOCK)
    (tmp_path / "agent.py.time").write_text(str(agent.stat().st_mtime))
    paths = {"paths": (tmp_path / "agent.py.time",)}
    programs = {"clock": f"exec:{sys.executable} {agent}"}
    became = (await play(tmp_path, programs, phones=1, confinement=paths))["clock"]
    assert became.out.splitlines() == ["2026-11-17"] * 3 + ["True"] * 5, (became.out, became.err)


SERVICES = """\
import os, urllib.request
port = os.environ["MODEL"]
goals = (f"http://127.0.0.1:{port}/x", os.environ["OPENAI_BASE_URL"] + "/x", f"http://127.0.0.2:{port}/x")
for goal in (*goals, f"http://127.0.0.3:{port}/x", "http://nobody.invalid/"):
    try:
        print(urllib.request.urlopen(goal).read().decode())
    except OSError as error:
        print(goal.split("/")[2].split(":")[0], getattr(error, "code", error))
"""


async def test_services_are_reached_where_they_are_named(tmp_path, monkeypatch):
    """A named service is reached at its own port, one in a URL at the changed URL or by the proxy, and no other."""
    skip_unless_isolated()

    async def serve(listener: anyio.abc.Listener[anyio.abc.SocketStream], text: bytes) -> None:
        async def answer(client: anyio.abc.SocketStream) -> None:
            async with client:
                with suppress(anyio.EndOfStream):  # the service is tried once before the run
                    await client.receive()
                    await client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n" + text)

        await listener.serve(answer)

    (tmp_path / "calls.py").write_text(SERVICES)
    async with (
        await anyio.create_tcp_listener(local_host="127.0.0.1") as first,
        await anyio.create_tcp_listener(
            local_host="127.0.0.2", local_port=(port := first.extra(anyio.abc.SocketAttribute.local_port))
        ) as second,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(serve, first, b"one")
        tasks.start_soon(serve, second, b"two")
        monkeypatch.setenv("MODEL", str(port))
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.2:{port}")
        confinement = {"environment": ("MODEL", "OPENAI_BASE_URL"), "reach": (f"127.0.0.1:{port}",)}
        programs = {"calls": f"exec:{sys.executable} {tmp_path}/calls.py"}
        found = await play(tmp_path, programs, phones=1, confinement=confinement)
        tasks.cancel_scope.cancel()
    became = found["calls"]
    assert became.out.splitlines() == ["one", "two", "two", "127.0.0.3 403", "nobody.invalid 502"], became


@pytest.mark.parametrize("isolation", ["namespaces", "none"])
async def test_a_service_that_refuses_ends_the_run_before_a_phone_is_opened(tmp_path, isolation):
    """A service that accepts no connection is an error that names it, whether it is given or stands in the command."""
    if isolation == "namespaces":
        skip_unless_isolated()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for command, reach in ((f"--base-url=http://localhost:{port}/v1", ()), ("", (f"127.0.0.1:{port}",))):
        request = Program("mine", f"exec:/bin/true {command}", isolation=isolation, reach=reach)
        with pytest.raises(
            UsageError, match=rf":{port}, which the program is to use, cannot be reached \(Connection refused"
        ):
            async with Exec(request):
                pass
