"""Faults of a connection or stream that a peer causes.

DeviceLost
├── ProtocolFault         it broke the transport protocol; its connection was closed
├── StreamReset           it sent CNXN again: every stream ended, the connection continues
└── FlowFault             it broke the flow control of one stream, which was closed; the connection continues
"""

from __future__ import annotations

from adapters.adb.transport.packets import StreamClosed
from runtime.core.errors import DeviceFault, DeviceLost


class ProtocolFault(DeviceLost):
    """The peer broke the transport protocol, so its data cannot be trusted and the connection was closed."""


class StreamReset(DeviceLost):
    """The peer sent CNXN again while streams were open; the connection continues, and operations may be repeated."""


class FlowFault(DeviceLost):
    """The peer sent more on a stream than allowed, or sent an invalid acknowledgement; that stream was closed."""


def closing_fault(name: str, title: str, event: StreamClosed) -> DeviceFault | None:
    """The fault that ended a stream, None if it ended normally. `name` is the peer, `title` the service."""
    if event.broken == "reset":
        return StreamReset(
            f"{name}: {title!r} was cut short: the peer {event.why}; the connection continues, so try again (a "
            "device does this when its daemon restarts)"
        )
    if event.broken == "flow":
        return FlowFault(
            f"{name}: {title!r} was closed: the peer {event.why}; other streams go on. If it happens again, connect to "
            "it without delayed_ack or through an adb server, and report the device's build"
        )
    return None
