"""Recognizes what kind of program answers on a port by the first bytes that it sends. Pure.

Sources: RFC 4253 §4.2 (SSH), RFC 9112 §4 (HTTP), RFC 8446 §5.1 (TLS records), and the two protocols of ADB.
"""

from __future__ import annotations

import re
from typing import Final

DEVICE: Final = "a device"
ADB_SERVER: Final = "an adb server"
SSH_SERVER: Final = "an SSH server"
_SIGNS: Final = (
    (rb"(CNXN|AUTH|STLS).{16}", DEVICE),
    (rb"(OKAY|FAIL)[0-9a-fA-F]{4}", ADB_SERVER),
    (rb"HTTP/", "an HTTP server"),
    (rb"SSH-", SSH_SERVER),
    (rb"[\x15\x16]\x03[\x00-\x04]", "a TLS server, such as that of an HTTPS page"),
)
"""The beginning of an answer, and what sends it: a packet of ADB, a status with a length, a status line, …"""


def recognize(data: bytes) -> str:
    """What answers with these first bytes, such as "an HTTP server"; empty if they are too few or unknown."""
    return next((kind for sign, kind in _SIGNS if re.match(sign, data, re.DOTALL)), "")
