"""The incremental parsers of the file service and its compressions, pure: any chunking, limits, lies."""

from __future__ import annotations

import io
import struct
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.framing import compression, sync_wire
from adapters.adb.framing.compression import CompressionError
from adapters.adb.framing.sync_sink import BufferWriter, FileSink
from adapters.adb.framing.sync_wire import Data, Done, PacketFiller, Request
from tests.support.syncphone import noise, text

NAMES = ("zstd", "lz4", "brotli")
SAMPLES = {"empty": b"", "one": b"a", "noise": noise(200_000), "text": text(3_000_000)}


def cut(data: st.DataObject, content: bytes) -> Iterator[bytes]:
    """The same bytes in pieces of any size."""
    at = 0
    while at < len(content):
        size = data.draw(st.one_of(st.integers(1, 30), st.integers(1, len(content))))
        yield content[at : at + size]
        at += size


def answer(pieces: list[bytes], end: bytes) -> bytes:
    """The device's answer for a file."""
    return b"".join(sync_wire.request(b"DATA", piece) for piece in pieces) + end


def squeezed(name: str, data: bytes, step: int = 65536) -> bytes:
    """One compressed stream."""
    stream = compression.compressor(name)
    return b"".join([stream.add(data[at : at + step]) for at in range(0, len(data), step)] + [stream.finish()])


def expanded(name: str, stream: bytes, step: int, room: int = 1 << 30) -> tuple[bytes, bool]:
    """The expanded bytes, and whether their end was reached."""
    reader = compression.decompressor(name)
    made = b"".join(b"".join(reader.feed(stream[at : at + step], room)) for at in range(0, len(stream), step))
    return made, reader.finished


@given(st.data(), st.lists(st.binary(max_size=300), max_size=6), st.sampled_from([None, *NAMES]), st.booleans())
def test_any_chunking_of_a_file_lands_the_same(
    data: st.DataObject, pieces: list[bytes], name: str | None, in_place: bool
):
    """However the answer is cut, fed or received in place, compressed or not, the file is the same and complete."""
    content = b"".join(pieces)
    stream = [squeezed(name, content)] if name else pieces
    into = io.BytesIO()
    sink = FileSink(into, len(content), compression.decompressor(name) if name else None)
    for piece in cut(data, answer(stream, sync_wire.number(b"DONE", 0))):
        assert not sink.done
        room = sink.space(len(piece)) if in_place else None
        if room is None:
            sink.feed(memoryview(piece))
        else:
            size = min(len(room), len(piece))
            room[:size] = piece[:size]
            sink.buffer_updated(size)
            sink.feed(memoryview(piece[size:]))
    assert (sink.finished, sink.done, sink.overrun, sink.error) == (True, True, False, "")
    assert into.getvalue() == content
    assert sink.size == len(content)


@given(st.data(), st.lists(st.binary(min_size=1, max_size=300), max_size=4))
def test_every_cut_of_a_file_is_not_whole(data: st.DataObject, pieces: list[bytes]):
    """Without its last byte, or any more of its end, no answer is taken for a file."""
    content = answer(pieces, sync_wire.number(b"DONE", 0))
    sink = FileSink(io.BytesIO(), 1 << 20)
    sink.feed(memoryview(content[: data.draw(st.integers(0, len(content) - 1))]))
    assert not sink.finished


@given(st.binary(max_size=400))
def test_any_bytes_at_all_are_survived(data: bytes):
    """Whatever a device sends, nothing raises, and nothing is kept beyond the limit."""
    for name in (None, *NAMES):
        into = io.BytesIO()
        sink = FileSink(into, 50, compression.decompressor(name) if name else None)
        sink.feed(memoryview(sync_wire.request(b"DATA", data[:200]) + data))
        assert len(into.getvalue()) <= 50


def test_limits_and_lies_are_told_before_anything_is_kept():
    """A piece beyond the limit, a length that no device sends and an endless message stop the sink at their head."""
    for head, what in (
        (struct.pack("<4sI", b"DATA", 11), "overrun"),
        (struct.pack("<4sI", b"DATA", 65537), "error"),
        (struct.pack("<4sI", b"FAIL", 1 << 30), "error"),
        (struct.pack("<4sI", b"WHAT", 0), "error"),
    ):
        sink = FileSink(BufferWriter(memoryview(bytearray(10))), 10)
        sink.feed(memoryview(head))
        assert sink.done
        assert not sink.finished
        assert getattr(sink, what)
    sink = FileSink(io.BytesIO(), 10)
    sink.feed(memoryview(sync_wire.request(b"FAIL", "größer".encode())))
    assert sink.device_error == "größer"


requests = st.one_of(
    st.builds(Request, st.sampled_from([b"STA2", b"RECV", b"SEND"]), st.binary(max_size=40)),
    st.builds(Request, st.just(b"SND2"), st.binary(max_size=40), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
    st.builds(Request, st.just(b"RCV2"), st.binary(max_size=40), st.just(0), st.integers(0, 2**32 - 1)),
    st.builds(Data, st.binary(max_size=99)),
    st.builds(Done, st.integers(0, 2**32 - 1)),
)


def travelling(item: Request | Data | Done) -> bytes:
    """A request as it travels."""
    match item:
        case Request(b"SND2", path, mode, flags):
            return sync_wire.send2(path, mode, flags)
        case Request(b"RCV2", path, _, flags):
            return sync_wire.receive2(path, flags)
        case Request(kind, path):
            return sync_wire.request(kind, path)
        case Data(body):
            return sync_wire.request(b"DATA", body)
        case Done(mtime):
            return sync_wire.number(b"DONE", mtime)


@given(st.data(), st.lists(requests, max_size=8))
def test_any_chunking_of_new_requests_is_read_the_same(data: st.DataObject, items: list[Request | Data | Done]):
    """The device sees every request with its mode and flags as it was made."""
    reader = sync_wire.RequestParser()
    found: list[object] = []
    for piece in cut(data, b"".join(map(travelling, items))):
        found += reader.feed(piece)
    assert found == items


@given(st.lists(st.integers(0, 200_000), max_size=4), st.sampled_from([4096, 65536, 1 << 20]), st.integers(0, 1100))
def test_packets_are_filled_and_never_too_large(sizes: list[int], largest: int, first: int):
    """However the pieces come, all bytes travel in order, in packets that fit; only the last is not nearly full."""
    filled = PacketFiller(largest, b"f" * first)
    packets = [packet for index, size in enumerate(sizes) for packet in filled.add(bytes([index]) * size)]
    packets += filled.finish(7)
    lengths = [sum(map(len, packet)) for packet in packets]
    assert all(size <= largest for size in lengths)
    assert all(size > largest - 1100 for size in lengths[:-2])
    stream = b"".join(b"".join(packet) for packet in packets)[first:]
    found = list(sync_wire.RequestParser().feed(stream))
    assert found[-1] == Done(7)
    body = b"".join(bytes(item.data) for item in found if isinstance(item, Data))
    assert body == b"".join(bytes([index]) * size for index, size in enumerate(sizes))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_what_was_compressed_expands(name: str, sample: str):
    """In whatever pieces it comes; and a stream without its last byte has not ended."""
    data = SAMPLES[sample]
    stream = squeezed(name, data)
    for step in (997 if len(stream) > 3000 else 1, 65536):
        assert expanded(name, stream, step) == (data, True)
    assert expanded(name, stream[:-1], 65536)[1] is False


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_stream_or_goes_on_after_it_is_an_error(name: str):
    """Other bytes, and bytes after the end, in the same piece or a later one."""
    stream = squeezed(name, b"hello")
    for error in (b"no such stream at all, whatever it is" * 3, stream + b"more", stream + stream):
        for step in (len(stream), 65536):
            with pytest.raises(CompressionError):
                expanded(name, error, step)


@pytest.mark.parametrize("name", NAMES)
def test_a_bomb_is_never_blown_up(name: str):
    """A few kilobytes that would become 256 MB cost no more memory than the limit and a little."""
    stream = compression.compressor(name)
    bomb = b"".join([*(stream.add(bytes(1 << 20)) for _ in range(256)), stream.finish()])
    pieces = [bomb[at : at + 65536] for at in range(0, len(bomb), 65536)]
    this_memoryview = memoryview(answer(pieces, sync_wire.number(b"DONE", 0)))
    sink = FileSink(BufferWriter(memoryview(bytearray(1 << 20))), 1 << 20, compression.decompressor(name))
    tracemalloc.start()
    try:
        sink.feed(this_memoryview)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sink.overrun
    assert sink.size <= 1 << 20
    assert peak < 4 << 20


@pytest.mark.parametrize("name", NAMES)
def test_what_expands_pauses_between_its_pieces(name: str):
    """Whoever writes to a slow place gets a few megabytes at a time out of a packet, not all that it becomes."""
    stream = compression.compressor(name)
    bomb = b"".join([*(stream.add(bytes(1 << 20)) for _ in range(256)), stream.finish()])
    into = io.BytesIO()
    sink = FileSink(into, 1 << 40, compression.decompressor(name))
    most = 0
    pieces = [bomb[at : at + 65536] for at in range(0, len(bomb), 65536)]
    for _ in sink.steps(memoryview(answer(pieces, sync_wire.number(b"DONE", 0)))):
        most = max(most, into.tell())
        into.seek(0)
        into.truncate()
    assert sink.finished
    assert sink.size == 256 << 20
    assert most <= 64 << 20


def test_only_what_is_installed_is_told(monkeypatch: pytest.MonkeyPatch):
    """Features whose library is missing are left out on both sides, in their order; the best common one comes first."""
    assert compression.common_compressions(compression.SENDRECV_FEATURES) == ("zstd", "lz4", "brotli")
    assert compression.common_compressions(("sendrecv_v2_lz4",)) == ()
    monkeypatch.setattr(compression, "installed_compressions", lambda: ("lz4",))
    assert compression.usable_features(("shell_v2", *compression.SENDRECV_FEATURES)) == (
        "shell_v2", "sendrecv_v2", "sendrecv_v2_lz4", "sendrecv_v2_dry_run_send"
    )  # fmt: skip
    assert compression.common_compressions(compression.SENDRECV_FEATURES) == ("lz4",)
