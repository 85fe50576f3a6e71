"""Bytes that no peer should send: fuzzed ones, and valid conversations that end in the middle."""

from __future__ import annotations

from collections import Counter

from adapters.adb.transport.banner import Banner
from adapters.adb.transport.packets import DataReceived, OpenRequested, RemoteProtocolError, Role
from adapters.adb.transport.wire import Connection
from benchmarks.acceptance.bar import Bar
from tests.support import adb_fuzzing

BYTES = 1_000_000
SEEDS = (1, 2, 3)
_BOTH: tuple[tuple[Role, Role], ...] = (("host", "device"), ("device", "host"))


async def fuzzed() -> list[Bar]:
    """A million bytes for each seed, through every parser of the room."""
    bars = []
    for seed in SEEDS:
        counts = adb_fuzzing.fuzz(seed, BYTES)
        figure = f"{counts.bytes} bytes, {counts.connections} connections, {counts.errors} typed errors, "
        figure += f"{sum(counts.events.values())} events"
        bars.append(
            Bar(f"a million fuzzed bytes, seed {seed}: nothing but typed errors", figure, counts.bytes >= BYTES)
        )
    return bars


async def truncated() -> list[Bar]:
    """A conversation of both sides, cut after each of its bytes."""
    bars = []
    for features in ("shell_v2,cmd", "shell_v2,cmd,delayed_ack"):
        conversation = _conversation(features.split(","))
        for role, _ in _BOTH:
            outcomes: Counter[str] = Counter()
            heard = conversation[role]
            for end in range(len(heard) + 1):
                outcomes[_cut(role, features.split(","), heard[:end])] += 1
            figure = ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items()))
            holds = set(outcomes) <= {"ended", "RemoteProtocolError"} and outcomes["RemoteProtocolError"] > 0
            bars.append(Bar(f"every truncation of what a {role} hears ({features})", figure, holds))
    return bars


def _ends(features: list[str]) -> dict[Role, Connection]:
    return {role: Connection(role, Banner(role, {}, tuple(features)).encode()) for role, _ in _BOTH}


def _conversation(features: list[str]) -> dict[Role, bytes]:
    """The events of each side while streams are opened, refused, written to, acknowledged and closed."""
    ends = _ends(features)
    heard: dict[Role, bytearray] = {"host": bytearray(), "device": bytearray()}

    def pump() -> None:
        while any(end.outgoing for end in ends.values()):
            for role, other in _BOTH:
                while ends[role].outgoing:
                    data = bytes(ends[role].outgoing.popleft())
                    heard[other] += data
                    for event in ends[other].receive(data):
                        _answer(ends[other], event)

    ends["host"].connect()
    pump()
    for service in ("shell,v2,raw:echo", "refused:", "sync:"):
        stream = ends["host"].open(service)
        pump()
        for size in (0, 1, 700, 3000):
            if ends["host"].writable(stream):
                ends["host"].write(stream, bytes(size))
                pump()
        ends["host"].close(stream)
        pump()
    return {role: bytes(data) for role, data in heard.items()}


def _answer(end: Connection, event: object) -> None:
    match event:
        case OpenRequested(stream, service):
            (end.refuse if service.startswith("refused") else end.accept)(stream)
        case DataReceived(stream, size, _):
            end.acknowledge(stream)
            if end.role == "device" and end.writable(stream):
                end.write(stream, bytes(size // 2))
        case _:
            pass


def _cut(role: Role, features: list[str], heard: bytes) -> str:
    """The result of a side whose input ends after that many bytes."""
    end = _ends(features)[role]
    if role == "host":
        end.connect()
    try:
        for event in end.receive(heard):
            if not isinstance(event, DataReceived):
                _answer(end, event)
        end.ended()
    except RemoteProtocolError:
        return "RemoteProtocolError"
    return "ended"
