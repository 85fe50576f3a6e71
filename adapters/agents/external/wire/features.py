"""The ADB features announced to a program, by its private server and its device port alike.

Hiding a feature is always safe, since a host uses only what both sides announce. Announcing one that the device lacks
never is.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adapters.agents.external.wire.server_protocol import VisibleDevice
from runtime.plugins.protocols import DeviceInfo

VISIBLE_FEATURES: Final = (
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "fixed_push_symlink_timestamp",
    "apex",
)
"""Features that are announced if the device has them."""
HIDDEN_FEATURES: Final[Mapping[str, str]] = MappingProxyType({
    "sendrecv_v2": "hosts that announce it compress pushed files, and pulled pictures could not be read",
    "sendrecv_v2_brotli": "compressed files cannot be read as they pass",
    "sendrecv_v2_lz4": "compressed files cannot be read as they pass",
    "sendrecv_v2_zstd": "compressed files cannot be read as they pass",
    "sendrecv_v2_dry_run_send": "useless without sendrecv_v2",
    "abb": "does the same as `cmd`, which every host falls back to",
    "abb_exec": "as abb",
    "delayed_ack": "flow control is negotiated for each connection separately",
    "remount_shell": "remounting is not allowed",
    "track_app": "lists debuggable processes; debugging is not offered",
    "app_info": "goes with track_app",
    "devraw": "no device files",
    "libusb": "no USB transport",
    "push_sync": "concerns only the host's own server",
    "openscreen_mdns": "no other devices are to be discovered",
    "devicetracker_proto_format": "the device list has one format only",
    "server_status": "the server does not describe itself",
})  # fmt: skip
"""Features that are hidden, with the reason. Unknown features are hidden, too."""


def visible_device(info: DeviceInfo | None = None, *, serial: str = "") -> VisibleDevice:
    """Describes the device as the program sees it, with a random serial that reveals nothing about it."""
    known = info.features if info is not None else ()
    features = tuple(name for name in VISIBLE_FEATURES if name in known or (not known and name != "apex"))
    return VisibleDevice(serial or f"sandbox-{secrets.token_hex(4)}", features)
