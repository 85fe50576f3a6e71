"""Reads the lines of a command that runs until it is closed, such as logcat."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from adapters.adb.framing.receive_sinks import LineParser
from adapters.adb.transport.buffered_stream import BufferedStream
from runtime.core.errors import DeviceRefused


async def lines_of(stream: BufferedStream, lines: LineParser, what: str) -> AsyncGenerator[str, None]:
    """Yields the lines until the device closes the stream; `what` names the command in messages.

    Raises:
        DeviceRefused: the command failed.
        DeviceLost: the connection broke.
    """
    while lines.exit is None and (packet := await stream.receive_packet()):
        for line in lines.feed(packet):
            yield line
    for line in lines.rest():
        yield line
    if lines.exit:
        raise DeviceRefused(f"{what} failed with exit status {lines.exit}: {lines.error[:300]}")
