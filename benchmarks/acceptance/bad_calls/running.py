"""Runs one bad call as a process of its own, and says what is wrong with how it ended."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.acceptance.bad_calls.calls import Call, Stream

_SECONDS: Final = 30
_MOST_CHARACTERS: Final = 420
_MOST_LINES: Final = 3
_MARK: Final = "BAD_CALL"
_MEMORY: Final = 6_000_000
"""Address space of a call in KB, so that a file of endless length cannot exhaust the machine."""
_TRACES: Final = ("Traceback (most recent call last)", "Exception ignored", "Fatal Python error", "During handling")
_REDIRECTIONS: Final = {"full": ">/dev/full", "closed": ">&-"}
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HOOK: Final = f"""\
import os, sys
def _hook(event, arguments):
    # The module `platform` asks uname; a run with programs first tries whether they can be isolated.
    ours = event == "subprocess.Popen" and os.path.basename(str(arguments[0])) in ("uname", "bwrap", "unshare")
    if event in ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn") and not recording and not ours:
        recording.append(event)
        with open(os.environ["{_MARK}"], "a") as file:
            file.write(f"{{event}} {{str(arguments)[:300]}}\\n")
        recording.clear()
recording = []
if "{_MARK}" in os.environ:
    sys.addaudithook(_hook)
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: its seconds, and everything that is wrong."""

    call: Call
    seconds: float
    wrong: tuple[str, ...]


def write_hook(folder: Path) -> None:
    """Write the module that Python imports at its start, which notes every process that is started."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(_HOOK)


def run_call(call: Call, number: int, root: Path) -> Outcome:
    """Run it in a folder of its own below `root`, which holds `bad`, `recorded` and `hook`."""
    home = root / f"call-{number}"
    folder, temporary, started = home / "here", home / "tmp", home / "started"
    for path in (folder, temporary):
        path.mkdir(parents=True)
    (folder / "bad").symlink_to(root / "bad")
    if call.writes:
        shutil.copytree(root / "recorded", folder / "run")
    else:
        (folder / "run").symlink_to(root / "recorded")
    long = temporary / ("l" * 60) / ("m" * 60)
    environment = {
        **{
            key: text
            for key, text in os.environ.items()
            if not key.startswith(("PYTHON", "LC_", "MOBILE_AGENT", "OPENAI"))
        },
        "TMPDIR": str(temporary),
        "COLUMNS": "100",
        "PYTHONPATH": str(root / "hook"),
        _MARK: str(started),
        **call.environment,
    }
    if environment["TMPDIR"] == "{long}":
        long.mkdir(parents=True)
        environment["TMPDIR"] = str(long)
    began = time.monotonic()
    wrong = list(_judged(call, environment, folder, started))
    seconds = time.monotonic() - began
    wrong += [f"left running: {name}" for name in _left_running(str(started))]
    wrong += [f"left behind: {path.name}" for path in temporary.rglob("*") if path not in {long, long.parent}]
    if not call.writes:
        wrong += [f"wrote {path.name}" for path in folder.iterdir() if path.name not in {"bad", "run"}]
    shutil.rmtree(home)
    return Outcome(call, seconds, tuple(wrong))


def _judged(call: Call, environment: dict[str, str], folder: Path, started: Path) -> Iterator[str]:
    redirections = [
        f"{number}{_REDIRECTIONS[to]}" for number, to in ((1, call.stdout), (2, call.stderr)) if to in _REDIRECTIONS
    ] + ["<&-"] * (call.stdin is None)
    script = f'ulimit -v {_MEMORY}; exec "$@" {" ".join(redirections)}'
    command = ["sh", "-c", script, "sh", sys.executable, *call.python, "-m", "runtime.bench", *call.words]
    with _stream(call.stdout) as stdout, _stream(call.stderr) as stderr:
        process = subprocess.Popen(
            [os.fsencode(word) for word in command],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )
    try:
        out, err = process.communicate(call.stdin or b"", timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        yield f"still running after {_SECONDS} s"
        return
    yield from _problems(call, process.returncode, (out or b"", err or b""))
    if process.returncode == 2 and not call.writes and started.exists():
        yield f"started {started.read_text()[:300]!r}"


@contextmanager
def _stream(to: Stream) -> Iterator[int]:
    """What a stream of the process is: a pipe to us, or one whose reader has gone."""
    if to != "gone":
        yield subprocess.PIPE
        return
    reader, writer = os.pipe()
    os.close(reader)
    try:
        yield writer
    finally:
        os.close(writer)


def _problems(call: Call, code: int, written: tuple[bytes, bytes]) -> Iterator[str]:
    """What is wrong with the exit code, and with what was written to stdout and stderr."""
    out, err = (part.decode("utf-8", "replace") for part in written)
    if code not in call.codes:
        yield f"exit code {code} instead of {' or '.join(map(str, sorted(call.codes)))}: {(err or out)[-300:]!r}"
    for text in (out, err):
        yield from (f"{trace!r} in {text[-600:]!r}" for trace in _TRACES if trace in text)
        if found := _CONTROL.search(text):
            yield f"control character {found[0]!r} in the output"
    if code == 2 and call.stderr == "pipe":
        sentences = [line for line in err.splitlines() if not line.startswith("warning: ")]
        first = [line for line in sentences if line.startswith("error: ")]
        refusal = "\n".join(sentences[sentences.index(first[0]) :]) if first else ""
        if not refusal:
            yield f"no sentence that begins with 'error: ': {err[-300:]!r}"
        if len(refusal) > _MOST_CHARACTERS or refusal.count("\n") >= _MOST_LINES:
            yield f"{len(refusal)} characters, {refusal.count(chr(10)) + 1} lines: {refusal[:300]!r}"
    if code == 2 and not call.writes and out:
        yield f"printed {out[:200]!r}"


def _left_running(mark: str) -> list[str]:
    """The processes that still run with the mark in their environment, a second after the call has ended."""
    found: list[str] = []
    for _ in range(10):
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if f"{_MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[:100])
            except OSError:
                continue
        if not found:
            return []
        time.sleep(0.1)
    return found
