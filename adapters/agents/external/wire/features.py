"""What a program is shown of the device behind its endpoint, and what is left out of that: one place for both doors.

The endpoint and the device port say the same. Leaving a feature out is always safe, since a host uses what both sides
list; adding one that the device has not never is.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adapters.agents.external.wire.server_protocol import Shown
from runtime.plugins.protocols import DeviceInfo

SHOWN: Final = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "fixed_push_symlink_timestamp", "apex")
"""Features that are passed on where the device has them."""
HIDDEN: Final[Mapping[str, str]] = MappingProxyType({
    "sendrecv_v2": "hosts that list it compress what they push, and pictures that are pulled could not be read",
    "sendrecv_v2_brotli": "compressed files cannot be read as they pass",
    "sendrecv_v2_lz4": "compressed files cannot be read as they pass",
    "sendrecv_v2_zstd": "compressed files cannot be read as they pass",
    "sendrecv_v2_dry_run_send": "goes with the others of its kind",
    "abb": "a second way for what `cmd` does; one is enough to read, and every host falls back to it",
    "abb_exec": "as abb",
    "delayed_ack": "windows are a matter of each connection: a program's and ours grant their own",
    "remount_shell": "nobody remounts here",
    "track_app": "lists processes that can be debugged; none is to be",
    "app_info": "goes with track_app",
    "devraw": "no device files",
    "libusb": "there is no USB",
    "push_sync": "a matter of the host's own server",
    "openscreen_mdns": "nothing else is to be found",
    "devicetracker_proto_format": "the list of devices has one form here",
    "server_status": "nothing is told of us",
})  # fmt: skip
"""Features that are not, and why. What is in neither is not known here, and hidden for that reason."""


def shown_for(info: DeviceInfo | None = None, *, serial: str = "") -> Shown:
    """What to show of that device: under a serial that nobody can guess, and that says nothing of it."""
    known = info.features if info is not None else ()
    features = tuple(name for name in SHOWN if name in known or (not known and name != "apex"))
    return Shown(serial or f"sandbox-{secrets.token_hex(4)}", features)
