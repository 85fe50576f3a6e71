"""The few bytes of ADB that the fixture and the floors need, written apart from `adapters.adb`."""

from __future__ import annotations

import struct
from typing import Final

CNXN: Final = 0x4E584E43
OPEN: Final = 0x4E45504F
OKAY: Final = 0x59414B4F
WRTE: Final = 0x45545257
CLSE: Final = 0x45534C43
VERSION: Final = 0x01000001
"""Below it packets carry the sum of their bytes."""
LARGEST: Final = 1 << 20
HEADER: Final = struct.Struct("<6I")
FRAME: Final = struct.Struct("<BI")
"""Head of a frame in a `shell,v2` stream: kind, length."""
STDOUT: Final = 1
EXIT: Final = 3
SYNC: Final = struct.Struct("<4sI")
STAT: Final = struct.Struct("<4s3I")
STAT2: Final = struct.Struct("<4sI2Q4IQ3q")
CHUNK: Final = 64 << 10
"""Largest piece of a file in the file service."""
SERIAL: Final = "bare"
WORDS: Final = b"hello\n"
"""What every command but `screencap` answers."""
FILE: Final = "/sdcard/ten.bin"
FILE_BYTES: Final = 10 << 20
SCREEN_HEADER: Final = struct.Struct("<4I")
WIDTH: Final = 1080
HEIGHT: Final = 2400
SCREEN_BYTES: Final = SCREEN_HEADER.size + WIDTH * HEIGHT * 4
FEATURES: Final = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"


def packet(command: int, arg0: int, arg1: int, data: bytes = b"", check: int = 0) -> bytes:
    """One packet."""
    return HEADER.pack(command, arg0, arg1, len(data), check, command ^ 0xFFFFFFFF) + data


def asked(text: str) -> bytes:
    """A request to an adb server."""
    data = text.encode()
    return b"%04x" % len(data) + data


def sync(kind: bytes, path: str) -> bytes:
    """A request to the file service."""
    data = path.encode()
    return SYNC.pack(kind, len(data)) + data


def hello() -> bytes:
    """The first packet of a host."""
    return packet(CNXN, VERSION, LARGEST, f"host::features={FEATURES}".encode())
