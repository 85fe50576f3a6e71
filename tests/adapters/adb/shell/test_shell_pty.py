"""The line discipline of our terminals: keys in, echo and lines out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.pty import Signal, Terminal, terminal_output


def play(*pieces: bytes, prompted: bool = True) -> tuple[bytes, list[bytes | Signal]]:
    """The echo and the lines for keys that arrive in these pieces."""
    terminal = Terminal()
    echo, came = b"", list[bytes | Signal]()
    for piece in pieces:
        terminal.put(piece)
        while True:
            shown, what = terminal.take(prompted=prompted)
            echo += shown
            if what is None:
                break
            came.append(what)
    return echo, came


@pytest.mark.parametrize(
    ("keys", "echo", "came"),
    [
        (b"ls\r", b"ls\r\n", [b"ls\n"]),
        (b"a\nb\r", b"a\r\nb\r\n", [b"a\n", b"b\n"]),
        (b"lx\x7fs\r", b"lx\b \bs\r\n", [b"ls\n"]),
        (b"lx\x08s\r", b"lx\b \bs\r\n", [b"ls\n"]),
        (b"\x7f\x7fa\r", b"a\r\n", [b"a\n"]),
        ("ä文\x7f\x7fb\r".encode(), "ä文\b \b\b \bb\r\n".encode(), [b"b\n"]),
        (b"one two\x17x\r", b"one two" + b"\b \b" * 3 + b"x\r\n", [b"one x\n"]),
        (b"one\x15two\r", b"one" + b"\b \b" * 3 + b"two\r\n", [b"two\n"]),
        (b"gone\x03ls\r", b"gone^C\r\nls\r\n", [Signal.INTERRUPT, b"ls\n"]),
        (b"\x04", b"^D\r\n", [Signal.END]),
        (b"ab\x04c\r", b"abc\r\n", [b"abc\n"]),
        (b"a\x1b[A\x1b[D\x1bOP\x1b[1;5Cb\r", b"ab\r\n", [b"ab\n"]),
        (b"\t\x07\x00a\r", b"a\r\n", [b"a\n"]),
        (b"", b"", []),
    ],
)
def test_keys_make_lines(keys: bytes, echo: bytes, came: list[bytes | Signal]):
    """Enter ends a line, the usual keys edit it, Ctrl-C and Ctrl-D mean something, arrows and the like nothing."""
    assert play(keys) == (echo, came)


def test_a_command_that_reads_gets_what_was_typed_before_ctrl_d():
    """Ctrl-D in a line hands it on without an end, at its start it is the end; the key is not shown."""
    assert play(b"ab\x04cd\r\x04", prompted=False) == (b"abcd\r\n", [b"ab", b"cd\n", Signal.END])


@given(st.data())
def test_how_keys_are_cut_into_packets_does_not_matter(data: st.DataObject):
    """Any chunking of the keys gives the same echo and the same lines."""
    keys = data.draw(
        st.lists(
            st.sampled_from([b"a", "ö".encode(), b" ", b"\r", b"\x7f", b"\x17", b"\x15", b"\x03", b"\x04", b"\x1b[A"])
        )
    )
    content = b"".join(keys)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=8)))
    pieces = [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert play(*pieces) == play(content)


@given(st.binary(max_size=300))
def test_any_bytes_are_taken(keys: bytes):
    """Nothing is raised, what comes are lines without control characters, and nothing but escapes is left over."""
    _, came = play(keys + b"\x1b[A\r", prompted=False)
    assert came
    for line in came:
        if isinstance(line, bytes):
            assert not any(byte < 0x20 for byte in line.removesuffix(b"\n"))


def test_ctrl_c_drops_what_was_typed_before_it():
    """A running command hears it at once; keys after it stay."""
    terminal = Terminal()
    terminal.put(b"type")
    terminal.take(prompted=True)
    terminal.put(b"ahead\rmore\x03ls\r")
    assert terminal.interrupted()
    assert not terminal.interrupted()
    assert terminal.take(prompted=True) == (b"ls\r\n", b"ls\n")


def test_keys_that_nobody_reads_are_bounded():
    """A host that types for ever fills neither the memory nor a line."""
    terminal = Terminal()
    for _ in range(100):
        terminal.put(bytes([0x61]) * 10_000)
    echo, _ = terminal.take(prompted=True)
    for _ in range(100):
        terminal.put(bytes([0x61]) * 10_000)
        echo += terminal.take(prompted=True)[0]
    terminal.put(b"\r")
    line = terminal.take(prompted=True)[1]
    assert isinstance(line, bytes)
    assert len(line) <= (1 << 16) + 1


@pytest.mark.parametrize(
    ("data", "size"),
    [(b"24x80,0x0\0", (24, 80)), (b"1x2,3x4", (1, 2)), (b"24x80", (0, 0)), (b"", (0, 0)), (b"-1x2,3x4\0", (0, 0))],
)
def test_the_size_of_the_window_is_read(data: bytes, size: tuple[int, int]):
    """As hosts send it; an invalid size is ignored."""
    terminal = Terminal()
    assert terminal.resize(data) == (size != (0, 0))
    assert (terminal.rows, terminal.columns) == size


def test_output_is_cooked():
    """Each line end gets a carriage return, as the terminal of a phone gives it."""
    assert terminal_output(memoryview(b"a\nb\r\n\n")) == b"a\r\nb\r\r\n\r\n"
