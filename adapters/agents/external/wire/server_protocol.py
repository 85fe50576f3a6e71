"""The answers of a private adb server with exactly one device. Pure.

Replies have the wording of a real server of version 41, since clients and scripts match it. Requests that would reach
the host, other devices or the daemon's settings are refused. `kill` is acknowledged and ignored, so that a client that
finds the server too old can continue.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from adapters.adb.framing.smart_wire import MAX_REQUEST
from adapters.adb.transport.packets import RemoteProtocolError

VERSION: Final = 41
TRANSPORT_ID: Final = 1
_HEX: Final = re.compile(rb"[0-9a-fA-F]{4}")
_TCP: Final = re.compile(r"tcp:(0|[1-9][0-9]{0,4})")
_REMOTE: Final = re.compile(r"tcp:[1-9][0-9]{0,4}|local(?:abstract|reserved|filesystem)?:[^;]+|jdwp:[0-9]+")
_ADMIN_SERVICES: Final = frozenset(
    ("root", "unroot", "remount", "reboot", "tcpip", "usb", "disable-verity", "enable-verity", "reconnect")
)


@dataclass(frozen=True, slots=True)
class VisibleDevice:
    """The device as clients see it. `serial` has no blanks; `props` are `product`, `model` and `device`."""

    serial: str
    features: tuple[str, ...]
    props: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """Bytes to send before the connection is closed."""

    data: bytes


@dataclass(frozen=True, slots=True)
class DeviceSelected:
    """Bytes to send; the next request is a service of the device."""

    data: bytes


@dataclass(frozen=True, slots=True)
class KeepOpen:
    """Bytes to send; the connection then stays open without further events."""

    data: bytes


@dataclass(frozen=True, slots=True)
class AddForward:
    """Forward connections to a port of the host (0: any free one) to `remote` on the device."""

    port: int
    remote: str
    rebind: bool


@dataclass(frozen=True, slots=True)
class RemoveForward:
    """Remove the forward of this port; None: of all ports."""

    port: int | None


@dataclass(frozen=True, slots=True)
class ListForwards:
    """List all forwards."""


ServerReply = Reply | DeviceSelected | KeepOpen | AddForward | RemoveForward | ListForwards


class RequestParser:
    """Parses a client's bytes into requests; `rest` is what follows the last one taken."""

    def __init__(self) -> None:
        self._pending = bytearray()

    @property
    def rest(self) -> bytes:
        """Bytes that belong to no request yet."""
        return bytes(self._pending)

    @property
    def has_request(self) -> bool:
        """Whether another complete request is buffered, judging by its length."""
        digits = bytes(self._pending[:4])
        return bool(_HEX.fullmatch(digits)) and len(self._pending) >= 4 + int(digits, 16)

    def feed(self, data: bytes) -> None:
        """Adds received bytes."""
        self._pending += data

    def take(self) -> str | None:
        """Returns the next complete request; None if there is none yet.

        Raises:
            RemoteProtocolError: the client does not speak the adb server protocol.
        """
        pending = self._pending
        digits = bytes(pending[:4])
        if len(digits) < 4:
            return None
        if not _HEX.fullmatch(digits):
            raise RemoteProtocolError(f"a request begins with {digits!r} instead of its length")
        end = 4 + int(digits, 16)
        if len(pending) < end:
            return None
        text = pending[4:end].decode("utf-8", "surrogateescape")
        del pending[:end]
        return text


def okay(text: str | None = None) -> bytes:
    """An OKAY reply, with a text if one is given."""
    return b"OKAY" if text is None else b"OKAY" + _length_prefixed(text)


def fail(why: str) -> bytes:
    """A FAIL reply with its reason."""
    return b"FAIL" + _length_prefixed(why)


def _length_prefixed(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")[:MAX_REQUEST]
    return b"%04x" % len(data) + data


def answer_request(request: str, shown: VisibleDevice) -> ServerReply:
    """Decides how to answer a request to the server."""
    prefix, _, rest = request.partition(":")
    match prefix:
        case "host":
            return _answer_host(rest, shown)
        case "host-usb" | "host-local":
            return _answer_device(rest, shown)
        case "host-transport-id":
            number, _, rest = rest.partition(":")
            return _answer_device(rest, shown) if number == str(TRANSPORT_ID) else _no_transport(number)
        case "host-serial":
            # A serial may contain colons, but only one serial is valid here.
            known = rest.startswith(f"{shown.serial}:")
            return _answer_device(rest[len(shown.serial) + 1 :], shown) if known else _not_found(rest.partition(":")[0])
        case _:
            return Reply(fail(f"unknown host service '{request}'"))


def _answer_host(request: str, shown: VisibleDevice) -> ServerReply:
    name, _, rest = request.partition(":")
    match name:
        case "version":
            return Reply(okay(f"{VERSION:04x}"))
        case "kill":
            return Reply(okay())
        case "devices" | "devices-l":
            return Reply(okay(device_list(shown, long=name.endswith("-l"))))
        case "track-devices" | "track-devices-l":
            return KeepOpen(okay() + _length_prefixed(device_list(shown, long=name.endswith("-l"))))
        case "host-features":
            return Reply(okay(",".join(shown.features)))
        case "transport":
            return DeviceSelected(okay()) if rest == shown.serial else _not_found(rest)
        case "transport-any" | "transport-usb" | "transport-local":
            return DeviceSelected(okay())
        case "transport-id":
            return DeviceSelected(okay()) if rest == str(TRANSPORT_ID) else _no_transport(rest)
        case "tport":
            chosen = rest in ("any", "usb", "local") or rest == f"serial:{shown.serial}"
            data = okay() + TRANSPORT_ID.to_bytes(8, "little")
            return DeviceSelected(data) if chosen else _not_found(rest.removeprefix("serial:"))
        case "connect":
            # A real server answers OKAY here whether or not it succeeded.
            there = f"already connected to {rest}" if rest == shown.serial else ""
            return Reply(okay(there or f"failed to connect to '{rest}': Connection refused"))
        case "disconnect":
            return Reply(okay("disconnected everything")) if not rest else Reply(fail(f"no such device '{rest}'"))
        case _:
            return _answer_device(request, shown)


def _answer_device(request: str, shown: VisibleDevice) -> ServerReply:
    """Answers requests about the device and its forwards."""
    name, _, rest = request.partition(":")
    match name:
        case "get-state":
            return Reply(okay("device"))
        case "get-serialno":
            return Reply(okay(shown.serial))
        case "get-devpath":
            return Reply(okay("unknown"))
        case "features":
            return Reply(okay(",".join(shown.features)))
        case "forward":
            return _forward(rest)
        case "killforward":
            found = _TCP.fullmatch(rest)
            return RemoveForward(int(found[1])) if found else Reply(fail(f"listener '{rest}' not found"))
        case "killforward-all":
            return RemoveForward(None)
        case "list-forward":
            return ListForwards()
        case _ if name.startswith("wait-for-"):
            return _wait(name)
        case _:
            return Reply(fail(f"unknown host service '{request}'"))


def _forward(rule: str) -> ServerReply:
    """Allows forwards only from a port of the host to the device: no host paths, no other hosts."""
    rebind = not rule.startswith("norebind:")
    local, semicolon, remote = rule.removeprefix("norebind:").partition(";")
    port = _TCP.fullmatch(local)
    if not semicolon:
        return Reply(fail(f"bad forward: {rule}"))
    if port is None or int(port[1]) > 0xFFFF:
        return Reply(fail(f"cannot bind listener: {local} is not offered here; use tcp:PORT"))
    if _REMOTE.fullmatch(remote) is None:
        return Reply(fail(f"cannot forward to {remote}: use tcp:PORT or a local socket of the device"))
    return AddForward(int(port[1]), remote, rebind)


def _wait(name: str) -> ServerReply:
    """Answers `wait-for-TRANSPORT-STATE`: the device is present, and its state never changes."""
    transport, _, state = name.removeprefix("wait-for-").partition("-")
    if transport not in ("any", "usb", "local") or not state:
        return Reply(okay() + fail(f"short wait-for-: {name.removeprefix('wait-for-')}"))
    return Reply(okay() + okay()) if state in ("device", "any") else KeepOpen(okay())


def _not_found(serial: str) -> ServerReply:
    return Reply(fail(f"device '{serial}' not found"))


def _no_transport(number: str) -> ServerReply:
    return Reply(fail(f"no device with transport id '{number}'"))


def device_list(shown: VisibleDevice, *, long: bool) -> str:
    """The device list, which has one entry."""
    if not long:
        return f"{shown.serial}\tdevice\n"
    properties = "".join(f" {name}:{value}" for name, value in shown.props.items())
    return f"{shown.serial:<22} device{properties} transport_id:{TRANSPORT_ID}\n"


def refusal_reason(service: str) -> str:
    """Why a service of the device is refused; empty if it is allowed.

    Refused are services that change the daemon, that make the device connect to the host or to others, and that a
    server would take for a request to itself.
    """
    name, colon, rest = service.partition(":")
    if name.startswith("host"):
        return f"unknown service '{name}'"
    if name in _ADMIN_SERVICES:
        return f"{name} is not allowed in the sandbox"
    if name == "reverse" and rest != "list-forward":
        return "reverse is not allowed in the sandbox: a phone does not reach back to the host"
    if name == "tcp" and ":" in rest:
        return "the device does not connect to others in the sandbox"
    if name in ("dev", "dev-raw"):
        return f"{name} is not allowed in the sandbox"
    return "" if colon or name in ("jdwp", "track-jdwp", "track-app") else f"unknown service '{service}'"
