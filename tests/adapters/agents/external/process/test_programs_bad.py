"""Programs that misbehave: bounded, recorded with their reason, and the phones are clean for the next episode."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

import anyio
import anyio.to_thread
import pytest

from adapters.agents.external.process import bwrap, orphan_processes
from adapters.agents.external.process.openers import Exec
from adapters.agents.external.process.output import HEAD, TAIL
from runtime.core.config import Deadlines, Selection
from runtime.core.errors import UsageError
from runtime.engine import Runtime
from runtime.plugins.protocols import Program
from tests.support.lab import TASK, Became, became, confined_to, skip_unless_isolated

DECISION = 6.0
_PYTHON = """
import json, os, socket, time, urllib.request
place = ("127.0.0.1", int(os.environ["ANDROID_ADB_SERVER_PORT"]))
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
def ask(question):
    request = urllib.request.Request(
        os.environ["MAR_URL"] + "/v1/ask",
        json.dumps({"question": question}).encode(),
        {"Authorization": "Bearer " + os.environ["MAR_TOKEN"], "Content-Type": "application/json"},
    )
    return json.loads(opener.open(request).read())
def smart(word):
    one = socket.create_connection(place)
    for text in ("host:transport-any", word):
        one.sendall(b"%04x" % len(text) + text.encode())
        one.recv(4)
    return one
"""
_CHILDREN = """
for n in range(20):
    if os.fork() == 0:
        os.setsid()
        os.fork()
        time.sleep(600)
os._exit(0)
"""
_STREAMS = """
held = []
for n in range(1000):
    try:
        held.append(socket.create_connection(place))
        held[-1].sendall(b"0012host:transport-any")
    except OSError:
        pass
"""
_HELD = """
held = [smart("exec:screencap") for n in range(8)]
time.sleep(600)
"""
_HALVES = """
one = socket.create_connection(place)
one.sendall(b"00")
two = smart("sync:")
two.sendall(b"SEND\\xff\\0")
three = smart("shell,v2:cat")
three.sendall(b"\\0\\xff")
"""


@dataclass(frozen=True)
class Bad:
    """A misbehaving program (a shell script, or Python), the expected endings, and the expected reason."""

    name: str
    code: str
    endings: tuple[str, ...]
    output: str = ""
    isolated_only: bool = False
    python: bool = False


# Those that last until the deadline come first: they wait side by side.
BAD = (
    Bad("never connects", "sleep 600", ("deadline",)),
    Bad("prints a lot", "head -c 100000000 /dev/zero | tr '\\0' x; echo end", ("stopped", "deadline")),
    Bad("prints for ever", "yes", ("deadline",)),
    Bad("ignores that it is to stop", "trap '' TERM; while :; do sleep 1; done", ("deadline",)),
    Bad("closes everything", "exec <&- >&- 2>&-; sleep 600", ("deadline",)),
    Bad("never reads", _HELD, ("deadline",), python=True),
    Bad("exits at once", "exit 0", ("stopped",)),
    Bad("fails", "echo sorry >&2; exit 3", ("fault",), "ended with status 3: sorry"),
    Bad("dies of a signal", "kill -SEGV $$", ("fault",), "ended with status 139"),
    Bad("asks 500 questions", "for n in range(500): ask(f'Which one, {n}?')", ("max_steps",), python=True),
    Bad("leaves children", _CHILDREN, ("stopped",), python=True),
    Bad("opens 1,000 streams", _STREAMS, ("stopped", "deadline"), python=True),
    Bad("says half of something", _HALVES, ("stopped",), python=True),
    Bad("fills its disk", "head -c 50000000 /dev/zero > full", ("fault",), "No space left", isolated_only=True),
    Bad("kills all that it can", "kill -9 -1; kill -9 1; kill -9 $$", ("fault",), "status 137", isolated_only=True),
)  # fmt: skip


@dataclass(frozen=True)
class Aftermath:
    """The outcome of each program, the processes left running, and how often the twin succeeded afterwards."""

    isolation: str
    became: dict[str, Became]
    left: list[int]
    twins: list[bool]


@pytest.fixture(scope="module", params=["namespaces", "none"])
def aftermath(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermath]:
    """Plays all misbehaving programs on eight phones, and then a well-behaved program on each phone."""
    if request.param == "namespaces":
        skip_unless_isolated()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bwrap, "DISK", 8 << 20)
        patch.setenv("MAR_TEST_MARK", mark := uuid4().hex)
        yield anyio.run(_play, tmp_path_factory.mktemp("bad"), request.param, f"MAR_TEST_MARK={mark}")


async def _play(folder: Path, isolation: Literal["namespaces", "none"], mark: str) -> Aftermath:
    bad = {
        f"bad{number}": item for number, item in enumerate(BAD) if isolation == "namespaces" or not item.isolated_only
    }
    agents = []
    for label, item in bad.items():
        await anyio.Path(folder / label).write_text((_PYTHON if item.python else "") + item.code)
        agents.append(f"{label}=exec:{sys.executable if item.python else 'sh'} {folder}/{label}")
    rt = Runtime(
        devices=["phone://8"],
        confinement=confined_to(isolation, environment=("MAR_TEST_MARK",)),
        deadlines=Deadlines(decision=DECISION),
        out=folder / "run",
    )
    await anyio.to_thread.run_sync(rt.cast, [*agents, "twin"])
    async with rt:
        async for _ in rt.run(agents, select=Selection(tasks=[TASK])):
            pass
        left = await anyio.to_thread.run_sync(_left, mark)
        twins = [
            all(met for met, _ in score.met.values())
            async for score in rt.run(["twin"], select=Selection(tasks=[TASK]), repeat=16)
            if score.agent == "twin"
        ]
    found = await anyio.to_thread.run_sync(became, folder / "run", list(bad), TASK)
    return Aftermath(isolation, {item.name: found[label] for label, item in bad.items()}, left, twins)


def _left(mark: str) -> list[int]:
    """Programs of this test that still run; workers of phones have the mark too."""
    return sorted({*orphan_processes.marked_processes(mark)} & {*orphan_processes.marked_processes("MAR_CAN_ASK=1")})


@pytest.mark.parametrize("bad", BAD, ids=[item.name for item in BAD])
def test_a_program_that_misbehaves_is_recorded_with_its_reason(aftermath, bad):
    """Each misbehaving program gets an expected ending, the agent as the cause, and the reason."""
    if bad.name not in aftermath.became:
        pytest.skip("nothing bounds this without isolation")
    item = aftermath.became[bad.name]
    assert item.ending in bad.endings, (item.faults, item.out[-300:], item.err[-300:])
    assert item.cause in (("agent",) if item.ending in ("deadline", "fault") else (None,))
    assert bad.output in " ".join(item.faults)


def test_what_is_printed_without_end_is_kept_within_bounds(aftermath):
    """Of very long output the beginning and the end are kept, with a note about the bytes left out."""
    for name in ("prints a lot", "prints for ever"):
        assert HEAD < len(aftermath.became[name].out) < HEAD + TAIL + 100
        assert "bytes are left out here" in aftermath.became[name].out
    long = aftermath.became["prints a lot"]
    assert long.ending == "deadline" or long.out.endswith("xxxend\n")


def test_nothing_is_left_running(aftermath):
    """After misbehaving programs no process is left running, not even one that ignores SIGTERM."""
    assert aftermath.left == []


def test_the_phones_are_clean_for_the_next(aftermath):
    """After misbehaving programs a well-behaved program succeeds twice on each phone."""
    assert aftermath.twins == [True] * 16


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("./no-such-program", "does not exist"),
        ("no-such-program-anywhere", "does not exist"),
        ("./closed", "is not executable"),
        ("'half", "quotation"),
        ("", "no command"),
        ("python {adbport}", "adbport"),
    ],
)
async def test_what_cannot_be_started_is_told_before_any_phone_is_opened(tmp_path, monkeypatch, command, text):
    """A command that cannot be started is refused before any device is opened."""
    (tmp_path / "closed").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    rt = Runtime(devices=["unix:/nowhere"], confinement=confined_to("none"), out=tmp_path / "run")
    await anyio.to_thread.run_sync(rt.cast, [f"mine=exec:{command}"])
    with pytest.raises(UsageError, match=text):
        async with rt:
            pass


async def test_a_program_in_a_hidden_folder_is_refused(tmp_path):
    """A program inside a folder that must stay hidden from it is refused."""
    skip_unless_isolated()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "mine.sh").write_text("exit 0\n")
    program = Program("mine", f"exec:sh {tmp_path}/run/mine.sh", hidden=(tmp_path / "run",))
    with pytest.raises(UsageError, match="must not see"):
        async with Exec(program):
            pass


async def test_without_bubblewrap_nothing_is_played_that_was_to_be_isolated(tmp_path, monkeypatch):
    """Without bubblewrap the run is refused, with the package to install and the option to run without isolation."""
    (tmp_path / "mine").write_text("#!/bin/sh\n")
    (tmp_path / "mine").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match=r"apt install bubblewrap.*--isolation none"):
        async with Exec(Program("mine", "exec:mine")):
            pass


async def test_where_the_system_allows_no_namespaces_nothing_is_played_either(tmp_path, monkeypatch):
    """If the system allows no namespaces, the run is refused with the system's message and what to allow."""
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(UsageError, match=r"No permissions to create.*must be allowed.*--isolation none"):
        async with Exec(Program("mine", "exec:true")):
            pass


async def test_a_variable_that_is_not_set_cannot_be_handed_on(monkeypatch):
    """Passing on an environment variable that is not set raises a UsageError with its name."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with pytest.raises(UsageError, match="NO_SUCH_KEY"):
        async with Exec(Program("mine", "exec:true", isolation="none", passed=("NO_SUCH_KEY",))):
            pass
