"""The phone's shell gives the same results as real programs: mksh for the language, toybox for the utilities.

The scripts are beside this file, one between two `%%`. Both sides start in the same small folder; output, exit status
and errors must be the same.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.workers.registry import with_launcher

HERE = Path(__file__).parent
WORK = "/data/local/tmp/w"
BORN = 1697384045
SEED = {
    "a.txt": "hello\nworld\nfoo bar\n",
    "b.txt": "second\n\nhello again\n",
    "nums.txt": "".join(f"{number}\n" for number in (3, 10, 1, 22, 5, 100, 7, 2, 9, 11)),
    "dup.txt": "a\na\nb\nA\na\nb\nb\n",
    "people.csv": "Ann,Oslo,31\nBob,Rome,7\nCid,Bern:x,110\nDee,Rome,22\n",
    "sorted1": "a\nb\nd\n",
    "sorted2": "b\nc\nd\n",
    "empty": "",
    "with space.txt": "spaced\n",
    ".hidden": "dot\n",
    "d/x.txt": "in d\n",
    "d/e/y.log": "a log line\n",
}
BORROWED = ("tr", "dd")
"""Android builds them into its toybox, Debian does not: there they are GNU's."""


@dataclass(frozen=True)
class Ran:
    """The output, errors and exit status of a script."""

    out: str
    err: str
    status: int


class Real:
    """The real mksh with only toybox and some GNU tools on its path."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.work = folder / "w"
        toybox = shutil.which("toybox") or ""
        listed = subprocess.run([toybox], capture_output=True, text=True, check=True).stdout.split()
        for name in listed:
            (self.programs / name).symlink_to(toybox)
        for name in BORROWED:
            (self.programs / name).symlink_to(shutil.which(name) or "")
        mksh = shutil.which("mksh") or ""
        (self.programs / "sh").symlink_to(mksh)
        self.mksh = mksh

    def run(self, script: str) -> Ran:
        """Run the script in a fresh folder."""
        shutil.rmtree(self.work, ignore_errors=True)
        for name, text in SEED.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o644)
            os.utime(path, (BORN, BORN))
        done = subprocess.run(
            [self.mksh, "-c", script, "/system/bin/sh"],
            cwd=self.work,
            env={"PATH": str(self.programs), "HOME": "/", "TMPDIR": "/tmp", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=200,
            check=False,
        )
        return Ran(done.stdout.decode(), _phones(done.stderr.decode()), done.returncode)


def _phones(text: str) -> str:
    """Error messages of Debian's newer mksh, rewritten as the mksh of Android 13 has them.

    Debian marks errors with `E: ` and warnings with `W: `, and says `x: create: …` for `can't create x: …`.
    """
    text = "".join(line.removeprefix("E: ").removeprefix("W: ") for line in text.splitlines(keepends=True))
    return re.sub(r"^(/system/bin/sh: )(.*): (create|open): (.*)$", r"\1can't \3 \2: \4", text, flags=re.MULTILINE)


class Ours:
    """The phone's shell in a folder with the same files."""

    def __init__(self) -> None:
        self.shell = Shell(Phone(with_launcher(())), lambda: memoryview(b""))
        files = self.shell.files
        files.mkdir(WORK)
        for name, text in SEED.items():
            files.mkdir(f"{WORK}/{name}".rpartition("/")[0], parents=True)
            files.write(f"{WORK}/{name}", text.encode(), mtime=BORN)
        self.fresh = self.shell.snapshot()

    def run(self, script: str) -> Ran:
        """Run the script; its changes to files are undone before the next run."""
        self.shell.restore(self.fresh)
        result = self.shell.run(f"cd {WORK}\n{script}")
        return Ran(bytes(result.stdout).decode(), result.stderr.decode(), result.exit)


def scripts(name: str) -> list[str]:
    """The scripts of one file."""
    return [part.strip("\n") for part in (HERE / name).read_text().split("\n%%\n")]


def _id(script: str) -> str:
    return script[:60].replace("\n", "\\n")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Real:
    """The real shell; the tests are skipped if it is not installed."""
    missing = [name for name in ("mksh", "toybox") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"to compare with, install: {' '.join(missing)}")
    return Real(tmp_path_factory.mktemp("oracle"))


@pytest.fixture(scope="module")
def ours() -> Ours:
    """The phone's shell."""
    return Ours()


@pytest.mark.parametrize("script", scripts("oracle_grammar.txt"), ids=_id)
def test_scripts_give_the_same_results_as_mksh(real: Real, ours: Ours, script: str) -> None:
    """Each grammar script has the same output, errors and status in the phone's shell as in mksh."""
    assert ours.run(script) == real.run(script)


@pytest.mark.parametrize("script", scripts("oracle_programs.txt"), ids=_id)
def test_programs_give_the_same_results_as_toybox(real: Real, ours: Ours, script: str) -> None:
    """Each script with file and text programs has toybox's output, errors and status."""
    assert ours.run(script) == real.run(script)
