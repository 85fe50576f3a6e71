"""No path, link, redirection or program of a phone reaches files of the host computer."""

from __future__ import annotations

import builtins
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.workers.registry import with_launcher

SECRET = "a secret of the computer 7f3c"
STEPS = st.sampled_from(
    ["..", ".", "", "/", "link", "loop", "up", "etc", "passwd", "data", "local", "tmp", "sdcard", "proc", "self",
     "root", "home", "dev", "fd", "0", "\u2215", "..\u2044", "%2e%2e", "~", "a\0b"]
)  # fmt: skip
READERS = (
    "cat {}", "head {}", "md5sum {}", "ls -la {}", "find {}", "stat {}", "cp {} /sdcard/got", "sed p {}",
    "grep . {}", "base64 {}", "while read l; do echo $l; done < {}", ". {}", "sh {}",
    "xargs cat <<< {}",
    "ln -s {} /sdcard/l; cat /sdcard/l", "cd {} && cat passwd", "dd if={}", "readlink -f {}", "tail -n +1 {}",
    "content read --uri content://media/external/file/{}",
    "uiautomator dump {}", "screencap -p {}", "mv {} /sdcard/moved", "rm -rf {}", "touch {}", "chmod 777 {}",
    "echo x > {}", "tee {} <<< x", "mkdir -p {}", "pm install {}",
)  # fmt: skip


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the host computer that no phone may read or change."""
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


@contextmanager
def sealed() -> Iterator[list[str]]:
    """Record and refuse every file access to the host computer inside the block."""
    reached: list[str] = []

    def refuse(*args: Any, **more: Any) -> Any:
        reached.append(repr(args))
        raise PermissionError(1, "not of the phone")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("open", "listdir", "stat", "lstat", "readlink", "remove", "mkdir", "rename", "symlink", "scandir"):
            patch.setattr(os, name, refuse)
        patch.setattr(builtins, "open", refuse)
        yield reached


def phone() -> Shell:
    """A shell with links that lead upwards or in a circle."""
    shell = Shell(Phone(with_launcher(())), lambda: memoryview(bytes(16 + 1080 * 2400 * 4)))
    shell.run("cd /data/local/tmp; ln -s ../../../.. up; ln -s / link; ln -s loop loop; echo t > /sdcard/t")
    return shell


SHELL = phone()
FRESH = SHELL.snapshot()


@given(st.lists(STEPS, min_size=1, max_size=9), st.booleans(), st.sampled_from(READERS))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_no_path_leads_out_of_the_phone(parts: list[str], rooted: bool, form: str) -> None:
    """No program with any random path accesses files of the host computer."""
    SHELL.restore(FRESH)
    path = ("/" if rooted else "") + "/".join(parts).replace("\0", "")
    line = form.replace("{}", shlex.quote(path)).replace("{{", "{").replace("}}", "}")
    with sealed() as reached:
        SHELL.run(f"cd /data/local/tmp\n{line}")
    assert not reached, line


@pytest.mark.parametrize("form", READERS)
def test_a_path_of_the_host_computer_is_not_reachable(secret: Path, form: str) -> None:
    """No program can read or change a host file by its path, directly or through links."""
    SHELL.restore(FRESH)
    for path in (str(secret), f"/data/local/tmp/up{secret}", f"/data/local/tmp/link/..{secret}"):
        result = SHELL.run(form.replace("{}", path).replace("{{", "{").replace("}}", "}"))
        assert SECRET not in bytes(result.stdout).decode("utf-8", "replace") + result.stderr.decode("utf-8", "replace")
    assert secret.read_text() == SECRET
    assert sorted(secret.parent.iterdir()) == [secret]


@pytest.mark.parametrize(
    "statement",
    ["ATTACH '{}' AS x", "VACUUM INTO '{}.copy'", "SELECT load_extension('{}')", "SELECT readfile('{}')",
     "SELECT writefile('{}.new', 'x')", "PRAGMA temp_store_directory = '{}'"],
)  # fmt: skip
def test_sql_cannot_reach_host_files(secret: Path, statement: str) -> None:
    """SQL that accesses files fails in the condition of a provider query."""
    SHELL.restore(FRESH)
    asked = f"content query --uri content://settings/system --where {shlex.quote(statement.format(secret))}"
    assert b"Row:" not in bytes(SHELL.run(asked).stdout)
    assert sorted(secret.parent.iterdir()) == [secret]
