"""The file system and file programs: Android's layout and errors, toybox's messages."""

from __future__ import annotations

import errno
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.files.filesystem import STORAGE, Files, Stat


@pytest.fixture
def files() -> Files:
    """A file system whose clock stands still."""
    return Files(lambda: 1_000)


def test_sdcard_is_the_shared_storage(files: Files) -> None:
    """A file written to /sdcard is in shared storage, with that storage's mode and group."""
    files.write("/sdcard/Download/a", b"x", 0o777, 77)
    found = files.stat(f"{STORAGE}/Download/a")
    assert found is not None
    assert (found.size, found.mtime, oct(found.mode), found.gid) == (1, 77, "0o100660", 1023)
    assert files.lstat("/sdcard").is_link  # type: ignore[union-attr]
    assert files.stat("/sdcard").is_dir  # type: ignore[union-attr]
    assert files.resolve("/sdcard/.././0/Download") == f"{STORAGE}/Download"


@pytest.mark.parametrize("spelling", ["/sdcard/", "/sdcard/.", "/mnt/sdcard/", "/sdcard/./"])
def test_a_link_with_a_trailing_slash_is_its_target(files: Files, spelling: str) -> None:
    """With a trailing slash or dot, `lstat` returns the link's target too."""
    assert files.lstat(spelling) == files.stat("/sdcard")
    assert files.lstat(spelling).is_dir  # type: ignore[union-attr]


def test_a_link_has_its_own_modification_time(files: Files) -> None:
    """A link's time is the given one, or the current time."""
    files.symlink("a", "/data/local/tmp/then", 77)
    files.symlink("a", "/data/local/tmp/now")
    found = [files.lstat(f"/data/local/tmp/{name}").mtime for name in ("then", "now")]  # type: ignore[union-attr]
    assert found == [77, 1_000]


def test_local_tmp_keeps_modes(files: Files) -> None:
    """In /data/local/tmp, files keep the requested mode, and chmod changes it."""
    files.write("/data/local/tmp/t", b"", 0o755)
    assert files.stat("/data/local/tmp/t").mode & 0o777 == 0o755  # type: ignore[union-attr]
    files.chmod("/data/local/tmp/t", 0o600)
    assert files.stat("/data/local/tmp/t").mode & 0o777 == 0o600  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("/x", errno.EROFS),
        ("/system/x", errno.EROFS),
        ("/data/x", errno.EACCES),
        ("/data/data/com.app/x", errno.ENOENT),
        ("/proc/x", errno.EACCES),
        ("/sdcard/nosuch/x", errno.ENOENT),
        ("/sdcard", errno.EISDIR),
        ("/proc/version/x", errno.ENOTDIR),
        ("", errno.ENOENT),
    ],
)
def test_writes_elsewhere_are_refused(files: Files, path: str, number: int) -> None:
    """Writing to each read-only or closed place fails with its own errno."""
    with pytest.raises(OSError) as refused:  # noqa: PT011 - the errno below is the match
        files.write(path, b"x")
    assert refused.value.errno == number


def test_closed_folders_cannot_be_listed(files: Files) -> None:
    """Listing /data, /data/data or /data/app raises PermissionError."""
    for path in ("/data", "/data/data", "/data/app"):
        with pytest.raises(PermissionError):
            files.list(path)


def test_links_are_followed_and_loops_end(files: Files) -> None:
    """Links are followed anywhere in a path; a circle of links raises ELOOP."""
    files.symlink("Download", "/sdcard/d")
    files.write("/sdcard/d/x", b"1")
    assert files.read("/sdcard/Download/x") == b"1"
    files.symlink("/sdcard/b", "/sdcard/a")
    files.symlink("/sdcard/a", "/sdcard/b")
    with pytest.raises(OSError, match="symbolic links") as refused:
        files.read("/sdcard/a")
    assert refused.value.errno == errno.ELOOP
    assert files.stat("/sdcard/a") is None
    files.remove("/sdcard/d")
    assert files.read("/sdcard/Download/x") == b"1"


def test_a_renamed_folder_keeps_its_content(files: Files) -> None:
    """Renaming a folder moves everything below it; moving it into itself is refused."""
    files.mkdir("/sdcard/a/b", parents=True)
    files.write("/sdcard/a/b/f", b"1")
    files.rename("/sdcard/a", "/sdcard/z")
    assert files.read("/sdcard/z/b/f") == b"1"
    assert files.stat("/sdcard/a") is None
    with pytest.raises(OSError, match="Invalid"):
        files.rename("/sdcard/z", "/sdcard/z/b/c")


NAMES = st.text(st.sampled_from("ab."), min_size=1, max_size=2).filter(lambda name: name not in (".", ".."))
STEPS = st.lists(st.tuples(st.sampled_from(["write", "mkdir", "remove", "rmdir", "rename"]), NAMES, NAMES), max_size=12)


@given(STEPS, STEPS)
def test_restoring_a_snapshot_restores_all_files(
    first: list[tuple[str, str, str]], then: list[tuple[str, str, str]]
) -> None:
    """Restoring gives every file, folder and time as it was, whatever happened since."""
    files = Files(lambda: 5)

    def play(steps: list[tuple[str, str, str]]) -> None:
        for verb, text, two in steps:
            try:
                match verb:
                    case "write":
                        files.write(f"/sdcard/{text}/{two}", text.encode())
                    case "rename":
                        files.rename(f"/sdcard/{text}", f"/sdcard/{two}")
                    case _:
                        getattr(files, verb)(f"/sdcard/{text}")
            except OSError:
                continue

    def everything() -> list[tuple[str, Stat | None]]:
        return [(path, files.lstat(path)) for path in files.walk("/sdcard/")]

    play(first)
    tree, before = files.snapshot(), everything()
    play(then)
    files.restore(tree)
    assert everything() == before


TOYBOX = [
    ("mkdir /sdcard/d; mkdir /sdcard/d", "", "mkdir: '/sdcard/d': File exists\n", 1),
    ("mkdir /sdcard/d; rm /sdcard/d", "", "rm: /sdcard/d: Is a directory\n", 1),
    ("mkdir /sdcard/d; touch /sdcard/d/x; rmdir /sdcard/d", "", "rmdir: /sdcard/d: Directory not empty\n", 1),
    ("mkdir -p /sdcard/d/e/f; rm -r /sdcard/d; ls -d /sdcard/d", "", "ls: /sdcard/d: No such file or directory\n", 1),
    ("cd /sdcard; echo 1 > a; cp a b; mv b c; cat a c; ls ?", "1\n1\na\nc\n", "", 0),
    ("cd /data/local/tmp; echo 1 > a; chmod 751 a; cp a b; stat -c %a b", "751\n", "", 0),
    ("cd /sdcard; mkdir d; cp d e", "", "cp: Skipped dir 'e': No such file or directory\n", 1),
    ("cd /sdcard; mkdir d; echo x > d/f; cp -r d e; cat e/f", "x\n", "", 0),
    ("cd /sdcard; echo a > f; echo b >> f; cat f | wc -l", "2\n", "", 0),
    ("cd /sdcard; echo hello | tee f; md5sum < f", "hello\nb1946ac92492d2347c6235b4d2611184  -\n", "", 0),
    ("ls /data", "", "ls: /data: Permission denied\n", 1),
    ("ls /data/data/com.demo.notes", "", "ls: /data/data/com.demo.notes: Permission denied\n", 1),
    ("cat /data/data/com.demo.notes/x", "", "cat: /data/data/com.demo.notes/x: Permission denied\n", 1),
    ("touch /data/x", "", "touch: '/data/x': Permission denied\n", 1),
    ("touch /x", "", "touch: '/x': Read-only file system\n", 1),
    ("readlink /sdcard; readlink -f /sdcard/Music", "/storage/emulated/0\n/storage/emulated/0/Music\n", "", 0),
    ("ls -ld /sdcard", "lrwxrwxrwx 1 root root 19 2026-11-17 09:24 /sdcard -> /storage/emulated/0\n", "", 0),
    (
        "cd /sdcard/DCIM; echo abc > f; ls -l",
        (
            "total 8\ndrwxrws--- 2 u0_a142 media_rw 4096 2026-11-17 09:24 Camera\n"
            "-rw-rw---- 1 u0_a142 media_rw    4 2026-11-17 09:24 f\n"
        ),
        "",
        0,
    ),
    ("stat -c '%n %s %a %U' /data/local/tmp", "/data/local/tmp 4096 771 shell\n", "", 0),
    ("test -d /sdcard && echo Exists || echo Does not exist", "Exists\n", "", 0),
    ("cd /data/local/tmp; echo 'echo $1' > s; sh s hi", "hi\n", "", 0),
    (
        "cd /data/local/tmp; echo 1 > a; sleep 60; touch a; stat -c %y a; find . -type f",
        "2026-11-17 09:25:00.000000000 +0000\n./a\n",
        "",
        0,
    ),
    ("printf 'b\\na\\nc\\n' | sort -r | head -2 | tail -1", "b\n", "", 0),
    ("printf 'a,b,c\\n' | cut -d, -f2-", "b,c\n", "", 0),
    ("printf 'a\\na\\nb\\n' | uniq -c", "      2 a\n      1 b\n", "", 0),
    ("echo abc | tr a-c A-C | tr -d B", "AC\n", "", 0),
    ("printf 'a\\nb\\nc\\nd\\n' | grep -n -A1 b", "2:b\n3-c\n", "", 0),
    ("printf 'ab\\nAB\\n' | grep -ic ab; echo aab | grep -oE 'a+'", "2\naa\n", "", 0),
    ("printf 'a|b\\nc\\n' | grep -v 'a|b'; echo ab | grep 'a\\(b\\)'", "c\nab\n", "", 0),
    ("printf '%5s|%-5s|%05d|%x|%c|%.2s|%%\\n' a b 42 255 xyz abc", "    a|b    |00042|ff|x|ab|%\n", "", 0),
    ("printf '%s-%d\\n' a 5 b 6", "a-5\nb-6\n", "", 0),
    ("echo hi | base64; echo aGkK | base64 -d", "aGkK\nhi\n", "", 0),
    ("seq 2 4; seq 5 -2 1; basename /a/b.txt .txt", "2\n3\n4\n5\n3\n1\nb\n", "", 0),
    ("ls -Q /", "", "ls: Unknown option 'Q' (see \"ls --help\")\n", 1),
    ("mkdir", "", 'mkdir: Needs 1 argument (see "mkdir --help")\n', 1),
    ("grep x /nosuch", "", "grep: /nosuch: No such file or directory\n", 2),
    ("grep '[' /proc/version", "", "grep: bad regex '['\n", 2),
]


@pytest.mark.parametrize(("command", "out", "err", "status"), TOYBOX, ids=[row[0] for row in TOYBOX])
def test_file_and_text_programs_behave_like_toybox(device: Any, command: str, out: str, err: str, status: int) -> None:
    """Output, error messages and exit statuses of the small programs are toybox's."""
    assert device.all(command) == (out, err, status)


def test_input_devices_are_files_of_the_group_input(device):
    """`getevent` names the same ones."""
    assert device.out("ls -l /dev/input | cut -c 1-23") == "total 0\ncrw-rw---- 1 root input\ncrw-rw---- 1 root input\n"
    names = device.out("ls /dev/input/*").split()
    assert all(f": {name}\n" in device.out("getevent -p") for name in names)
    assert device.out("[ -r /dev/input/event1 ] && echo yes") == "yes\n"


def test_the_properties_of_the_build_are_files_that_only_root_reads(device):
    """As on Android since 8.0; `getprop` has their values."""
    assert device.out("ls -l /system/build.prop").startswith("-rw------- 1 root root ")
    assert device.all("cat /system/build.prop") == ("", "cat: /system/build.prop: Permission denied\n", 1)


def test_modes_of_files_and_folders_are_enforced(device):
    """A new name needs the folder's permission, an old one the file's; a folder is entered with that to execute."""
    denied = "/system/bin/sh: can't create {}: Permission denied\n"
    device.out("cd /data/local/tmp; mkdir d; echo a > d/f; chmod 555 d")
    assert device.out("cd /data/local/tmp; echo b > d/f; cat d/f; touch d/f") == "b\n"
    for command, error in (
        ("echo c > d/new", denied.format("d/new")),
        ("rm d/f", "rm: d/f: Permission denied\n"),
        ("mv d/f x", "mv: bad 'd/f': Permission denied\n"),
        ("touch d/h", "touch: 'd/h': Permission denied\n"),
        ("chmod 444 d/f; echo z >> d/f", denied.format("d/f")),
        ("chmod 000 d; cat d/f", "cat: d/f: Permission denied\n"),
        ("ls d", "ls: d: Permission denied\n"),
        ("cd d", "/system/bin/sh: cd: /data/local/tmp/d: Permission denied\n"),
    ):
        assert device.all(f"cd /data/local/tmp; {command}")[1:] == (error, int(command != "cd d") or 2), command
    assert device.out("cd /data/local/tmp; chmod 755 d; cat d/f; rm d/f; rmdir d") == "b\n"


def test_access_of_a_file_is_what_its_mode_allows(device):
    """`test` asks for the shell user."""
    ask = "for f in /data/local/tmp/f /system/build.prop /system /sdcard/f /dev/null; do "
    ask += "[ -r $f ] && echo -n r; [ -w $f ] && echo -n w; [ -x $f ] && echo -n x; echo; done"
    device.out("echo a > /data/local/tmp/f; chmod 500 /data/local/tmp/f; echo a > /sdcard/f")
    assert device.out(ask).split("\n") == ["rx", "", "rx", "rw", "rw", ""]


def test_scripts_run_by_their_path(device):
    """With execute permission, by the interpreter in their first line; machine code does not run."""
    device.out("cd /data/local/tmp; echo 'echo $0 $1; exit 3' > a; chmod 755 a; cp a b; chmod 644 b; cp a /sdcard/c")
    assert device.all("cd /data/local/tmp; ./a tea") == ("./a tea\n", "", 3)
    assert device.all("/data/local/tmp/a tea") == ("/data/local/tmp/a tea\n", "", 3)
    assert device.all("cd /data/local/tmp; ./b") == ("", "/system/bin/sh: ./b: can't execute: Permission denied\n", 126)
    assert device.all("chmod 755 /sdcard/c; /sdcard/c")[2] == 126
    assert device.all("/data/local/tmp/none")[2] == 127
    device.out("cd /data/local/tmp; printf '#!/bin/nosuch\\n' > d; printf '#!/bin/cat\\nhi\\n' > e; chmod 755 d e")
    assert device.all("/data/local/tmp/d") == (
        "",
        "/system/bin/sh: /data/local/tmp/d: No such file or directory\n",
        126,
    )
    assert device.out("cd /data/local/tmp; ./e") == "#!/bin/cat\nhi\n"
    device.shell.files.write("/data/local/tmp/f", b"\x7fELF\x02\x01", 0o755)
    assert device.all("/data/local/tmp/f") == (
        "", "/system/bin/sh: /data/local/tmp/f: not executable: 64-bit ELF file\n", 1,
    )  # fmt: skip


def test_builtins_that_are_programs_too_run_by_their_path(device):
    """In /system/bin and in /bin, which is a link to it; `which` finds them."""
    assert (
        device.out("/system/bin/echo a; /bin/sh -c 'echo b'; /system/bin/test -d / && /bin/[ -f /x ] || echo c")
        == "a\nb\nc\n"
    )
    assert device.all("/system/bin/cd /")[2] == 127
    assert device.out("which sh kill ls") == "/system/bin/sh\n/system/bin/kill\n/system/bin/ls\n"


def test_a_trailing_slash_creates_no_file(device):
    """Whatever writes: it would be a folder."""
    for command in ("tee x/ <<< a > /dev/null", "cp /sdcard/a x/", "touch x/", "echo a > x/"):
        assert "Is a directory" in device.all(f"cd /data/local/tmp; echo a > /sdcard/a; {command}")[1], command
    assert device.out("ls /data/local/tmp") == ""
