"""The standard streams of the command: full, closed, without a reader, in ASCII; and texts that would control it."""

from __future__ import annotations

import errno
import io
import json
import os
import sys

import pytest
from rich.table import Table

from runtime.bench.cli import main
from runtime.bench.streams import complain, say, say_json, standard_streams
from runtime.bench.terminal import show, terminal

HOSTILE = "[/red][/INST]\x1b[31m\x1b]8;;http://x\x1b\\\x1b]52;c;eA==\x07\r\b\x9b1m\u202eend"


class Broken(io.StringIO):
    """A stream whose device takes nothing."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def flush(self) -> None:
        raise OSError(self._number, os.strerror(self._number))


@pytest.mark.parametrize(
    ("number", "code", "sentence"),
    [
        (errno.ENOSPC, 2, "error: standard output cannot be written: No space left on device\n"),
        (errno.EIO, 2, "error: standard output cannot be written: Input/output error\n"),
        (errno.EPIPE, 141, ""),
    ],
)
@pytest.mark.parametrize("words", [["gap", "forms"], ["parse", "ui-tars", "--about"], ["--help"]])
def test_a_stdout_that_cannot_be_written_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    number: int,
    code: int,
    sentence: str,
):
    """A full disk is reported in one sentence; for a reader that has gone there is only the exit code."""
    monkeypatch.setattr(sys, "stdout", Broken(number))
    assert main(words) == code
    assert capsys.readouterr().err == sentence


def test_a_closed_stdout_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Python has no stream for a descriptor that was closed."""
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["gap", "forms"]) == 2
    assert capsys.readouterr().err == "error: standard output is closed: redirect it to a file or to /dev/null\n"


@pytest.mark.parametrize("stream", [None, Broken(errno.ENOSPC)])
def test_a_stderr_that_cannot_be_written_changes_nothing_else(monkeypatch: pytest.MonkeyPatch, stream: Broken | None):
    """An error that cannot be written is left out; the exit code stays."""
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["nobody"]) == 2


def test_an_encoding_without_a_character_gets_its_escape(monkeypatch: pytest.MonkeyPatch):
    """In ASCII, texts hold escapes, and JSON is the same JSON."""
    document = {"é": "“…” 😀 \x9b", "plain": 1}
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding="ascii"))
    with standard_streams():
        say("a – b 😀")
        say_json(document, indent=None)
        sys.stdout.flush()
    text, written = data.getvalue().decode("ascii").splitlines()
    assert text == r"a \u2013 b \ud83d\ude00"
    assert json.loads(written) == document


def test_errors_are_short(capsys: pytest.CaptureFixture[str]):
    """Long words lose their middle, and lists of names their end."""
    for words in (
        ["x" * 9_000],
        ["--agent", "y" * 9_000],
        ["--level", " z" * 9_000],
        ["list\0"],
        ["--limit", "9" * 5_000],
    ):
        assert main(words) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert error.count("\n") == 1
        assert len(error) <= 400


def test_no_text_controls_the_terminal(capsys: pytest.CaptureFixture[str]):
    """Texts in tables, titles, lines, errors and JSON hold no control characters, and brackets stay as they are."""
    table = Table("name", title=HOSTILE)
    table.add_row(HOSTILE)
    with standard_streams():
        out = terminal()
        out.print(table, HOSTILE)
        show(out, HOSTILE)
        say(HOSTILE)
        say_json({HOSTILE: HOSTILE})
        complain(HOSTILE)
    assert main(["--agent", HOSTILE]) == 2
    for text in capsys.readouterr():
        assert "[/red][/INST]" in text
        assert not [character for character in text if not character.isprintable() and character != "\n"]
