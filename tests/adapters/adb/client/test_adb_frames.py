"""The formats inside of streams: banners, shell,v2 frames, the file service."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.framing import shell_frames as frames
from adapters.adb.framing import sync_wire
from adapters.adb.framing.sync_wire import Data, Done, Entry, Fail, FileStat, Okay, Quit, Request, Unknown
from adapters.adb.transport.banner import Banner, common, parse
from adapters.adb.transport.packets import DIRECT, RemoteProtocolError


def cut(data: st.DataObject, content: bytes) -> list[bytes]:
    """The bytes in pieces of any size."""
    cuts = sorted(data.draw(st.sets(st.integers(0, len(content)), max_size=20)) | {0, len(content)})
    return [content[start:end] for start, end in pairwise(cuts)]


words = st.text(st.characters(codec="utf-8", exclude_characters=":;=\0,"), max_size=10)


@given(
    st.dictionaries(words.filter(lambda w: w and w != "features"), words, max_size=4),
    st.lists(words.filter(bool), max_size=4),
)
def test_a_banner_is_read_as_it_was_written(props: dict[str, str], features: list[str]):
    """Kind, properties and features come back."""
    banner = Banner("device", props, tuple(features))
    assert parse(banner.encode()) == banner


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        (b"host::alpha\0", Banner("host")),
        (b"device", Banner("device")),
        (b"bootloader::", Banner("bootloader")),
        (b"device::a=b;;features=", Banner("device", {"a": "b"})),
        (b"\xff\xfe", Banner("��")),
    ],
)
def test_incomplete_banners_are_read(raw: bytes, read: Banner):
    """Whatever a peer says of itself, something can be made of it; no list of features means none."""
    assert parse(raw) == read


def test_reserved_characters_cannot_break_a_banner():
    """A model name with separators does not become another property."""
    assert parse(Banner("device", {"m": "a;features=x:y"}, ("s",)).encode()) == Banner(
        "device", {"m": "a_features_x_y"}, ("s",)
    )
    assert common(Banner("host", {}, ("a", "b")), Banner("device", {}, ("b", "c"))) == {"b"}


pieces = st.lists(
    st.tuples(
        st.sampled_from([1, 2, 9]),
        st.one_of(st.binary(max_size=30), st.integers(DIRECT - 9, 3 * DIRECT).map(lambda n: b"y" * n)),
    ),
    max_size=6,
)


@given(st.data(), pieces, st.integers(0, 255), st.sampled_from([None, 0, 100, 2 * DIRECT, 20 * DIRECT]))
def test_any_chunking_of_shell_frames_gives_the_same_output(
    data: st.DataObject, written: list[tuple[int, bytes]], status: int, room: int | None
):
    """Output, error output and status are the same however frames are cut, fed or landed, with a buffer or without."""
    content = b"".join(frames.frame(kind, body) for kind, body in written) + frames.frame(frames.EXIT, bytes((status,)))
    output = frames.OutputSink(None if room is None else memoryview(bytearray(room)))
    for piece in cut(data, content):
        rest = memoryview(piece)
        while len(rest):
            space = output.space(len(rest))
            if space is not None and data.draw(st.booleans()):
                count = data.draw(st.integers(1, len(space)))
                space[:count] = rest[:count]
                output.buffer_updated(count)
            else:
                count = data.draw(st.integers(1, len(rest)))
                output.feed(rest[:count])
            rest = rest[count:]
    assert output.stdout == b"".join(body for kind, body in written if kind == 1)
    assert output.stderr == b"".join(body for kind, body in written if kind == 2)
    assert output.size == len(output.stdout)
    assert output.exit == status


def test_output_beyond_its_limit_is_not_kept():
    """An endless writer costs no more memory than the limit."""
    output = frames.OutputSink(limit=1000)
    output.feed(memoryview(frames.frame(1, b"a" * 600) + frames.frame(2, b"b" * 600)))
    assert output.overrun
    assert len(output.stdout) + len(output.stderr) <= 1000
    assert frames.OutputSink(limit=10).space(5) is None


@given(st.data(), st.lists(st.tuples(st.sampled_from([0, 4, 5]), st.binary(max_size=20)), max_size=8))
def test_any_chunking_of_standard_input_gives_the_same_bytes(data: st.DataObject, written: list[tuple[int, bytes]]):
    """The device reads the same input however it was cut, empty frames included."""
    reader = frames.FrameParser()
    found: list[tuple[int, bytes]] = []
    for piece in cut(data, b"".join(frames.frame(kind, body) for kind, body in written)):
        found += reader.feed(piece)
    joined = {kind: b"".join(body for number, body in found if number == kind) for kind in (0, 4, 5)}
    assert joined == {kind: b"".join(body for number, body in written if number == kind) for kind in (0, 4, 5)}
    assert [kind for kind, body in found if not body] == [kind for kind, body in written if not body]


requests = st.one_of(
    st.builds(
        Request,
        st.sampled_from([b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2", b"RECV", b"SEND"]),
        st.binary(max_size=40),
    ),
    st.builds(Data, st.binary(max_size=99)),
    st.builds(Done, st.integers(0, 2**32 - 1)),
    st.just(Quit()),
)


def written(item: Request | Data | Done | Quit) -> bytes:
    """A request as it travels."""
    match item:
        case Request(kind, path):
            return sync_wire.request(kind, path)
        case Data(data):
            return sync_wire.request(b"DATA", data)
        case Done(mtime):
            return sync_wire.number(b"DONE", mtime)
        case Quit():
            return sync_wire.number(b"QUIT", 0)


@given(st.data(), st.lists(requests, max_size=8))
def test_any_chunking_of_requests_is_read_the_same(data: st.DataObject, items: list[Request | Data | Done | Quit]):
    """The device sees every request as it was made."""
    reader = sync_wire.RequestParser()
    found: list[object] = []
    for piece in cut(data, b"".join(map(written, items))):
        found += reader.feed(piece)
    assert found == items


stats = st.builds(FileStat, *[st.integers(0, 2**31) for _ in range(9)])
names = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=20)


@given(st.data(), st.lists(st.tuples(names, stats), max_size=5), st.booleans())
def test_any_chunking_of_a_listing_is_read_the_same(data: st.DataObject, items: list[tuple[str, FileStat]], new: bool):
    """Both versions of a list come back, the padded end included; version 1 tells mode, size and time only."""
    make, asked = (sync_wire.entry2, b"LIS2") if new else (sync_wire.entry1, b"LIST")
    content = b"".join(make(name.encode(), stat) for name, stat in items) + sync_wire.list_done(asked)
    reader = sync_wire.AnswerParser(asked)
    found: list[object] = []
    for piece in cut(data, content):
        found += reader.feed(piece)
    assert found == [
        *(Entry(name, stat if new else FileStat(stat.mode, stat.size, stat.mtime)) for name, stat in items), Done()
    ]  # fmt: skip


def test_answers_have_the_sizes_that_real_devices_send():
    """Records are 16, 72, 20 and 76 bytes; the end of a list is as long as its entries."""
    stat = FileStat(0o100644, 5, 6, 0, 1, 2, 3, 4, 5)
    assert len(sync_wire.stat1(stat)) == 16
    assert len(sync_wire.stat2(b"STA2", stat)) == 72
    assert len(sync_wire.entry1(b"", stat)) == len(sync_wire.list_done(b"LIST")) == 20
    assert len(sync_wire.entry2(b"", stat)) == len(sync_wire.list_done(b"LIS2")) == 76
    assert list(sync_wire.AnswerParser(b"STA2").feed(sync_wire.stat2(b"STA2", stat))) == [stat]
    assert list(sync_wire.AnswerParser(b"SEND").feed(b"OKAY\0\0\0\0FAIL\2\0\0\0no")) == [Okay(), Fail("no")]


def test_requests_and_answers_beyond_limits_are_told():
    """A path or a piece that is too long is refused with a daemon's message; an illegal answer is a typed error."""
    assert list(sync_wire.RequestParser().feed(struct.pack("<4sI", b"STAT", 1025))) == [Unknown("path too long")]
    assert list(sync_wire.RequestParser().feed(struct.pack("<4sI", b"DATA", 65537))) == [
        Unknown("oversize data message")
    ]
    assert list(sync_wire.RequestParser().feed(b"ABCD\0\0\0\0")) == [Unknown("unknown command 44434241")]
    for bad in (b"WHAT\0\0\0\0", struct.pack("<4sI", b"DATA", 65537), struct.pack("<4sI", b"FAIL", 1 << 30)):
        with pytest.raises(RemoteProtocolError):
            list(sync_wire.AnswerParser(b"RECV").feed(bad))
