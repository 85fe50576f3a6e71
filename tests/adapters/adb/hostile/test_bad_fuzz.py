"""Random and nearly valid bytes end in events or typed errors."""

from __future__ import annotations

import pytest

from adapters.adb.transport.packets import (
    Connected,
    DataReceived,
    HostConnecting,
    OpenRequested,
    PacketIgnored,
    StreamClosed,
    StreamOpened,
    WriteAcknowledged,
)
from tests.support.adb_fuzzing import fuzz


@pytest.mark.parametrize("seed", range(3))
def test_fuzzed_bytes_end_in_events_or_typed_errors(seed: int):
    """Nothing but RemoteProtocolError comes of whatever a peer sends, in any role and both kinds of flow control."""
    counts = fuzz(seed, 200_000)
    assert counts.bytes >= 200_000
    assert counts.errors > 3
    expected = {Connected, HostConnecting, OpenRequested, StreamOpened, DataReceived, WriteAcknowledged, StreamClosed}
    assert {kind.__name__ for kind in expected | {PacketIgnored}} <= set(counts.events)
    assert counts.parsed.total() > 100


def test_fuzzing_is_repeatable():
    """The same seed feeds the same bytes, so that failures can be reproduced."""
    assert fuzz(7, 20_000) == fuzz(7, 20_000)
