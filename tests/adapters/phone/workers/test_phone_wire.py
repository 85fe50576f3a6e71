"""Messages of the control connection."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.workers.control.messages import ControlProtocolError, Decoder, Message, encode

HEADERS = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=9), max_size=3)
MESSAGES = st.lists(st.builds(Message, HEADERS, st.binary(max_size=50)), max_size=5)


@given(MESSAGES, st.data())
def test_messages_are_decoded_however_the_bytes_are_split(messages: list[Message], data: st.DataObject):
    """Messages come out complete and in order, whatever pieces the bytes arrive in."""
    raw = b"".join(map(encode, messages))
    decoder, found, at = Decoder(), [], 0
    while at < len(raw):
        size = data.draw(st.integers(1, len(raw) - at))
        found += decoder.receive(raw[at : at + size])
        at += size
    assert found == messages


@pytest.mark.parametrize(
    "raw",
    [
        struct.pack(">II", 1 << 30, 0),
        struct.pack(">II", 2, 1 << 30),
        struct.pack(">II", 2, 0) + b"[]",
        struct.pack(">II", 3, 0) + b"{x}",
        struct.pack(">II", 2, 0) + b"\xff\xfe",
    ],
)
def test_an_invalid_message_is_refused(raw: bytes):
    """Excessive lengths and headers that are not JSON objects raise ControlProtocolError."""
    with pytest.raises(ControlProtocolError):
        Decoder().receive(raw)
