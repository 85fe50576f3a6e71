"""Bytes from other writers are parsed, since our samples are written with the same descriptors that parse them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import google_crc32c

from benchmarks.gap.datasets.protobuf import protos
from benchmarks.gap.datasets.tfrecord import Shard

# As TensorFlow's guide to TFRecord prints an Example (two of its features), tag by tag.
_EXAMPLE = b"\n\x29\n\x14\n\x08feature2\x12\x08\n\x06\n\x04goat\n\x11\n\x08feature0\x12\x05\x1a\x03\n\x01\x00"


def test_an_example_as_tensorflow_writes_it():
    """A TensorFlow Example with bytes and packed integers is parsed."""
    example = protos().example.FromString(_EXAMPLE)
    features = {entry.key: entry.value for entry in example.features.feature}
    assert list(features["feature2"].bytes_list.value) == [b"goat"]
    assert list(features["feature0"].int64_list.value) == [0]


def test_the_head_of_an_event_file():
    """The header of a TensorBoard event file passes the checksum test of its length."""
    head = b'\x18\0\0\0\0\0\0\0\xa3\x7fK"'
    frames = list(Shard(Path("events"), BytesIO(head + bytes(28)), google_crc32c.value).frames())
    assert [str(data) for _, data, _ in frames] == ["damaged: the record is not what its checksum says"]
    assert google_crc32c.value(b"123456789") == 0xE3069283


def test_a_forest_by_its_field_numbers():
    """Bytes with android_env's field numbers are parsed to windows and nodes, and unknown fields are skipped."""
    rect = b"\x08\x01\x10\x02\x18\x03\x20\x04"
    node = (
        b"\x08\x07"  # unique_id
        b"\x12\x08" + rect + b"\x1a\x01C"  # class_name
        b"\x22\x01D"  # content_description
        b"\x32\x01P"  # package_name
        b"\x3a\x01T"  # text
        b"\x70\x01"  # is_clickable
        b"\xca\x01\x02\x01\x02"  # child_ids
    )
    tree = b"\x0a" + bytes([len(node)]) + node
    window = b"\x0a\x08" + rect + b"\x18\x09\x2a\x01W\x30\x01\x40\x01\x5a" + bytes([len(tree)]) + tree
    (found,) = protos().forest.FromString(b"\x0a" + bytes([len(window)]) + window).windows
    assert (found.title, found.window_type, found.is_active) == ("W", 1, True)
    (item,) = found.tree.nodes
    assert (item.text, item.content_description, item.package_name) == ("T", "D", "P")
    for bounds in (found.bounds_in_screen, item.bounds_in_screen):
        assert (bounds.left, bounds.top, bounds.right, bounds.bottom) == (1, 2, 3, 4)
