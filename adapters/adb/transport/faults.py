"""What a peer can do to a connection or a stream, as faults that say what to do.

DeviceLost
├── ProtocolFault         it broke the transport protocol; its connection was closed
├── StreamReset           it greeted anew: every stream ended, the connection stands
└── FlowFault             it broke the flow control of one stream, which was closed; the connection stands
"""

from __future__ import annotations

from adapters.adb.transport.packets import StreamClosed
from runtime.core.errors import DeviceFault, DeviceLost


class ProtocolFault(DeviceLost):
    """The peer broke the transport protocol; nothing it says can be trusted, and the connection was closed."""


class StreamReset(DeviceLost):
    """The peer greeted anew while streams were open; the connection stands and what was cut short may be repeated."""


class FlowFault(DeviceLost):
    """The peer sent more on a stream than it may, or acknowledged what cannot be; that stream was closed."""


def closing_fault(name: str, title: str, event: StreamClosed) -> DeviceFault | None:
    """What a stream ended with, None if it just ended. `name` says who the peer is, `title` what was asked of it."""
    if event.broken == "reset":
        return StreamReset(
            f"{name}: {title!r} was cut short: the peer {event.why}; the connection stands, ask again (a device does "
            "this when its daemon starts anew)"
        )
    if event.broken == "flow":
        return FlowFault(
            f"{name}: {title!r} was closed: the peer {event.why}; other streams go on. If it happens again, connect to "
            "it without delayed_ack or through an adb server, and report the device's build"
        )
    return None
