"""Unmodified programs run; their traces and scores equal those of the same agent in this process."""

from __future__ import annotations

import re
import shutil
import sys

import anyio
import anyio.to_thread
import pytest

from benchmarks.acceptance.programs import chosen, differences, played
from runtime.core.actions import AskUser, Finish, Takeover
from runtime.core.events import Performed, Replied
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


SERVICES = """\
import os, urllib.request
print(urllib.request.urlopen(f"http://127.0.0.1:{os.environ['MODEL']}/x").read().decode())
for goal in (f"http://127.0.0.2:{os.environ['MODEL']}/x", "http://nobody.invalid/"):
    try:
        urllib.request.urlopen(goal)
    except OSError as error:
        print(goal.split("/")[2].split(":")[0], getattr(error, "code", error))
"""


async def test_a_service_here_is_reached_where_it_is_named(tmp_path, monkeypatch):
    """A named local service is reachable at its own port; other local addresses are refused by the proxy."""
    skip_unless_isolated()

    async def answer(client: anyio.abc.SocketStream) -> None:
        async with client:
            await client.receive()
            await client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nmodel")

    (tmp_path / "calls.py").write_text(SERVICES)
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as tasks:
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        monkeypatch.setenv("MODEL", str(port))
        tasks.start_soon(listener.serve, answer)
        confinement = {"environment": ("MODEL",), "reach": (f"127.0.0.1:{port}",)}
        programs = {"calls": f"exec:{sys.executable} {tmp_path}/calls.py"}
        found = await play(tmp_path, programs, phones=1, confinement=confinement)
        tasks.cancel_scope.cancel()
    became = found["calls"]
    assert became.out.splitlines() == ["model", "127.0.0.2 403", "nobody.invalid 502"], (became.out, became.err)
