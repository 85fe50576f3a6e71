"""Detection of command lines that read standard input."""

from __future__ import annotations

import pytest

from adapters.phone.shell.language.input_detection import reads_input


@pytest.mark.parametrize(
    "command",
    [
        "cat",
        "cat -",
        "cat > /sdcard/x",
        "wc -c",
        "head -n 1",
        "grep -i tea",
        "grep -e tea",
        "sed s/a/b/",
        "cut -d : -f 1",
        "tr a-z A-Z",
        "while read line; do echo $line; done",
        "cat; exit 0",
        "cd /sdcard && head -n 1",
        "echo before; sort | uniq",
        "x=$(cat); echo $x",
        "if true; then cat; fi",
        "(cat)",
        "toybox md5sum",
        "/system/bin/sh",
        "base64 -d > /sdcard/y",
        "case x in x) read a;; esac",
        "awk '{print $1}'",
        "awk -F : '{print $1}'",
        "timeout 5 cat",
        "nice -n 10 wc -l",
        "dd bs=1 count=2",
        "f() { cat; }; f",
        "sqlite3 /sdcard/x.db",
    ],
)
def test_lines_that_read_standard_input(command: str) -> None:
    """Each of these command lines is detected as reading standard input."""
    assert reads_input(command)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "ls",
        "cat /sdcard/x",
        "echo x | cat",
        "cat < /sdcard/x",
        "grep tea /sdcard/x",
        "grep -e tea /sdcard/x",
        "head -n 1 /sdcard/x",
        "md5sum /sdcard/x",
        "sh -c 'echo hi'",
        "sh /sdcard/script",
        "getprop | grep serial",
        "while read a; do echo $a; done < /sdcard/x",
        "for f in /sdcard/*; do cat $f; done",
        "input text cat",
        "sed -n 1p /sdcard/x",
        "awk '{print $1}' /sdcard/x",
        "dd if=/sdcard/x",
        "sqlite3 /sdcard/x.db 'select 1'",
        "cat <<EOF\nhere\nEOF",
        "xargs < /sdcard/x",
        "if then",
    ],
)
def test_lines_that_do_not_read_standard_input(command: str) -> None:
    """None of these may wait for standard input, because a client may never close it."""
    assert not reads_input(command)
