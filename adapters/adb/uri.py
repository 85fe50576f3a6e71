"""Parses device URIs: `tcp://HOST:PORT`, `unix:/PATH`, `adb://HOST:PORT/SERIAL`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from runtime.core.errors import UsageError

SERVER_PORT: Final = 5037
_MAX_BOOT: Final = 3600


@dataclass(frozen=True, slots=True)
class DeviceAddress:
    """The address in a URI: host and port, serial (empty: all devices of the server), and boot timeout."""

    host: str
    port: int
    serial: str = ""
    boot: float = 0.0


def parse_tcp(uri: str) -> DeviceAddress:
    """Parses `tcp://HOST:PORT[?boot=SECONDS]`. Raises UsageError."""
    wrong = f"{uri!r} names no device; write tcp://HOST:PORT, such as tcp://192.168.1.20:5555 or tcp://[::1]:5555"
    parts, host, port = _split(uri, wrong)
    if parts.scheme != "tcp" or not host or not port or parts.path.strip("/") or parts.fragment:
        raise UsageError(wrong)
    return DeviceAddress(host, port, boot=_boot(parts.query, wrong))


def parse_unix(uri: str) -> str:
    """Returns the path of `unix:/PATH`. Raises UsageError."""
    scheme, _, path = uri.partition(":")
    if path.startswith("//"):
        path = path[2:]
    if scheme != "unix" or not path.startswith("/"):
        raise UsageError(f"{uri!r} names no device; write unix:/PATH with the absolute path of its socket")
    return path


def parse_adb(uri: str) -> DeviceAddress:
    """Parses `adb://HOST[:PORT][/SERIAL[?boot=SECONDS]]`. Raises UsageError."""
    wrong = f"{uri!r} names no device of an adb server; write adb://HOST:PORT/SERIAL, such as adb://127.0.0.1:5037/"
    wrong += "emulator-5554, or adb://HOST:PORT for all of its devices"
    parts, host, port = _split(uri, wrong)
    serial = unquote(parts.path.strip("/"))
    boot = _boot(parts.query, wrong)
    if parts.scheme != "adb" or not host or port == 0 or parts.username or parts.fragment or (boot and not serial):
        raise UsageError(wrong)
    return DeviceAddress(host, port or SERVER_PORT, serial, boot)


def _split(uri: str, wrong: str) -> tuple[SplitResult, str | None, int | None]:
    try:
        parts = urlsplit(uri)
        return parts, parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"{wrong} ({error})") from None


def _boot(query: str, wrong: str) -> float:
    """The seconds of `boot=SECONDS`; 0 without a query."""
    digits = query.removeprefix("boot=")
    if not query:
        return 0.0
    if digits == query or not (
        digits.isascii() and digits.isdigit() and len(digits) < 5 and 0 < int(digits) <= _MAX_BOOT
    ):
        raise UsageError(f"{wrong}; ?boot=SECONDS (1 to 3600) at the end waits for a device that is still starting")
    return float(digits)
