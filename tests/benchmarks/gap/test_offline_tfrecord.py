"""Shards yield all valid records, report damaged ones, and support rereading by bookmarks."""

from __future__ import annotations

import gzip
import struct
import tracemalloc
from pathlib import Path

import google_crc32c
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.datasets import tfrecord
from benchmarks.gap.datasets.fields import BadRecord
from benchmarks.gap.datasets.tfrecord import Bookmark, Shard, read_again
from tests.support.offline_samples import frame, shard

_blobs = st.lists(st.binary(max_size=40), min_size=1, max_size=5)


def _read(path: Path) -> tuple[list[bytes], list[tuple[int, str]], list[Bookmark]]:
    good: list[bytes] = []
    bad: list[tuple[int, str]] = []
    marks: list[Bookmark] = []
    with path.open("rb") as file:
        for number, data, mark in Shard(path, file, google_crc32c.value).frames():
            if isinstance(data, BadRecord):
                bad.append((number, data.detail))
            else:
                good.append(data)
                marks.append(mark)
    return good, bad, marks


@given(records=_blobs, zipped=st.booleans(), piece=st.integers(1, 50))
def test_a_shard_gives_its_records_and_bookmarks_to_them(tmp_path_factory, records, zipped, piece):
    """Gzipped or not, with chunks of any size: all records come, and each bookmark leads to its record."""
    path = shard(tmp_path_factory.mktemp("shards") / "x", records, zipped=zipped)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tfrecord, "_CHUNK", piece)
        good, bad, marks = _read(path)
        assert (good, bad) == (records, [])
        # Bookmarks hold for whoever reads in other pieces, twice, and in any order.
        patch.undo()
        for _ in range(2):
            assert [read_again(mark, google_crc32c.value) for mark in reversed(marks)] == records[::-1]


@given(records=_blobs, zipped=st.booleans(), data=st.data())
def test_wherever_a_shard_ends_the_records_before_still_come(tmp_path_factory, records, zipped, data):
    """A truncated shard gives the records before the cut and one error."""
    path = shard(tmp_path_factory.mktemp("cut") / "x", records, zipped=zipped)
    content = path.read_bytes()
    at = data.draw(st.integers(0, len(content) - 1))
    path.write_bytes(content[:at])
    good, bad, _ = _read(path)
    assert good == records[: len(good)]
    between = not zipped and at and content[:at] == b"".join(frame(record) for record in good)
    assert [number for number, _ in bad] == ([] if between else [bad[0][0]])
    assert all("cut short" in detail for _, detail in bad)
    if zipped and at > len(content) - 8:
        assert good == records


@given(records=st.lists(st.binary(min_size=1, max_size=20), min_size=2, max_size=4), data=st.data())
def test_a_damaged_byte_is_noticed(tmp_path_factory, records, data):
    """If any byte is changed, no wrong record is yielded, and the damage is reported."""
    path = shard(tmp_path_factory.mktemp("damage") / "x", records, zipped=False)
    buffer = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(buffer) - 1))
    buffer[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(buffer)
    good, bad, _ = _read(path)
    assert len(bad) == 1
    assert all(record in records for record in good)
    number, detail = bad[0]
    assert good[: number - 1] == records[: number - 1]
    # Where the length is sound the next record can be found.
    assert good[number - 1 :] in (records[number:], [])
    assert "checksum" in detail


def test_damaged_compression_is_one_complaint(tmp_path):
    """A damaged gzip stream yields the records before the damage."""
    path = shard(tmp_path / "x", [bytes(range(256)) * 40, b"b"])
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    _, bad, _ = _read(path)
    assert len(bad) == 1


def test_gzip_members_and_padding_are_read_through(tmp_path):
    """Several streams in one file, and zeros after the last, are accepted as by gzip itself."""
    path = tmp_path / "x"
    data = frame(b"one") + frame(b"two") + frame(b"three")
    path.write_bytes(gzip.compress(data[:25]) + gzip.compress(data[25:]) + b"\0" * 700)
    good, bad, marks = _read(path)
    assert (good, bad) == ([b"one", b"two", b"three"], [])
    assert [read_again(mark, google_crc32c.value) for mark in marks] == good


def test_memory_does_not_grow_with_a_shard(tmp_path):
    """Many records take the memory of one, even while the steps of one are in use."""
    blob = google_crc32c.value(b"x").to_bytes(4, "little") * 50_000
    path = shard(tmp_path / "x", [blob] * 100, zipped=False)
    tracemalloc.start()
    try:
        with path.open("rb") as file:
            count = sum(isinstance(data, bytes) for _, data, _ in Shard(path, file, google_crc32c.value).frames())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 100
    assert peak < 10 * len(blob) < path.stat().st_size


def test_a_length_that_no_episode_has_is_refused(tmp_path):
    """A length of a terabyte with a valid checksum is rejected without reading that far."""
    path = tmp_path / "x"
    length = struct.pack("<Q", 1 << 40)
    checksum = google_crc32c.value(length)
    path.write_bytes(
        frame(b"one") + length + struct.pack("<I", ((checksum >> 15 | checksum << 17) + 0xA282EAD8) % (1 << 32))
    )
    good, bad, _ = _read(path)
    assert good == [b"one"]
    assert bad == [(2, "no TFRecord, or damaged: its length is not what its checksum says")]


def test_other_files_are_reported_once(tmp_path):
    """Another file is one error, instead of an attempt to read as many bytes as its first ones state."""
    path = tmp_path / "x"
    path.write_bytes(b"\xff" * 64)
    assert _read(path)[1] == [(1, "no TFRecord, or damaged: its length is not what its checksum says")]
    path.write_bytes(b"")
    assert _read(path)[1] == [(1, "cut short: the file is empty")]
