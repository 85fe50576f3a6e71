"""What a private adb server answers: it has one device, and nobody gets past it. Pure.

The words are those of a real server of version 41, since clients and scripts match them. What would reach the host,
other devices or the daemon's own settings is refused; `kill` is agreed to and not done, so that a client which thinks
the server too old can go on.
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
_ADMINISTERING: Final = frozenset(
    ("root", "unroot", "remount", "reboot", "tcpip", "usb", "disable-verity", "enable-verity", "reconnect")
)


@dataclass(frozen=True, slots=True)
class Shown:
    """The one device as clients see it. `serial` has no blanks; `props` are `product`, `model` and `device`."""

    serial: str
    features: tuple[str, ...]
    props: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """Bytes, after which the connection ends."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Chosen:
    """Bytes, after which the connection takes a service of the device."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Watched:
    """Bytes, after which the connection stays as it is: nothing that it waits for ever happens here."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Forwarding:
    """Connections to a port of the host (0: any free one) are to reach `remote` on the device."""

    port: int
    remote: str
    rebind: bool


@dataclass(frozen=True, slots=True)
class Unforwarding:
    """That port is to be forgotten; None: all of them."""

    port: int | None


@dataclass(frozen=True, slots=True)
class Forwards:
    """Which there are is asked for."""


Verdict = Said | Chosen | Watched | Forwarding | Unforwarding | Forwards


class Requests:
    """Bytes of a client in, requests out; `rest` is what came after the last one that was taken."""

    def __init__(self) -> None:
        self._pending = bytearray()

    @property
    def rest(self) -> bytes:
        """Bytes that belong to no request yet."""
        return bytes(self._pending)

    @property
    def whole(self) -> bool:
        """Whether another request is there already, as far as its length tells."""
        digits = bytes(self._pending[:4])
        return bool(_HEX.fullmatch(digits)) and len(self._pending) >= 4 + int(digits, 16)

    def feed(self, data: bytes) -> None:
        """Take in what arrived."""
        self._pending += data

    def take(self) -> str | None:
        """The next whole request, None while there is none.

        Raises:
            RemoteProtocolError: this is no client of an adb server.
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
    """Agreement, with a text if there is one to tell."""
    return b"OKAY" if text is None else b"OKAY" + _text(text)


def fail(why: str) -> bytes:
    """Refusal, and why."""
    return b"FAIL" + _text(why)


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")[:MAX_REQUEST]
    return b"%04x" % len(data) + data


def answer(request: str, shown: Shown) -> Verdict:
    """What a request to the server comes to."""
    prefix, _, rest = request.partition(":")
    match prefix:
        case "host":
            return _host(rest, shown)
        case "host-usb" | "host-local":
            return _about(rest, shown)
        case "host-transport-id":
            number, _, rest = rest.partition(":")
            return _about(rest, shown) if number == str(TRANSPORT_ID) else _no_transport(number)
        case "host-serial":
            # Serials may hold colons, but only one is known here.
            known = rest.startswith(f"{shown.serial}:")
            return _about(rest[len(shown.serial) + 1 :], shown) if known else _not_found(rest.partition(":")[0])
        case _:
            return Said(fail(f"unknown host service '{request}'"))


def _host(asked: str, shown: Shown) -> Verdict:
    name, _, rest = asked.partition(":")
    match name:
        case "version":
            return Said(okay(f"{VERSION:04x}"))
        case "kill":
            return Said(okay())
        case "devices" | "devices-l":
            return Said(okay(listed(shown, long=name.endswith("-l"))))
        case "track-devices" | "track-devices-l":
            return Watched(okay() + _text(listed(shown, long=name.endswith("-l"))))
        case "host-features":
            return Said(okay(",".join(shown.features)))
        case "transport":
            return Chosen(okay()) if rest == shown.serial else _not_found(rest)
        case "transport-any" | "transport-usb" | "transport-local":
            return Chosen(okay())
        case "transport-id":
            return Chosen(okay()) if rest == str(TRANSPORT_ID) else _no_transport(rest)
        case "tport":
            chosen = rest in ("any", "usb", "local") or rest == f"serial:{shown.serial}"
            data = okay() + TRANSPORT_ID.to_bytes(8, "little")
            return Chosen(data) if chosen else _not_found(rest.removeprefix("serial:"))
        case "connect":
            # A real server says OKAY here whatever came of it.
            there = f"already connected to {rest}" if rest == shown.serial else ""
            return Said(okay(there or f"failed to connect to '{rest}': Connection refused"))
        case "disconnect":
            return Said(okay("disconnected everything")) if not rest else Said(fail(f"no such device '{rest}'"))
        case _:
            return _about(asked, shown)


def _about(asked: str, shown: Shown) -> Verdict:
    """Questions about the device, and what is set up for it."""
    name, _, rest = asked.partition(":")
    match name:
        case "get-state":
            return Said(okay("device"))
        case "get-serialno":
            return Said(okay(shown.serial))
        case "get-devpath":
            return Said(okay("unknown"))
        case "features":
            return Said(okay(",".join(shown.features)))
        case "forward":
            return _forward(rest)
        case "killforward":
            found = _TCP.fullmatch(rest)
            return Unforwarding(int(found[1])) if found else Said(fail(f"listener '{rest}' not found"))
        case "killforward-all":
            return Unforwarding(None)
        case "list-forward":
            return Forwards()
        case _ if name.startswith("wait-for-"):
            return _wait(name)
        case _:
            return Said(fail(f"unknown host service '{asked}'"))


def _forward(rule: str) -> Verdict:
    """Only from a port of the host, and only to the device: no path of the host, no other host."""
    rebind = not rule.startswith("norebind:")
    local, semicolon, remote = rule.removeprefix("norebind:").partition(";")
    port = _TCP.fullmatch(local)
    if not semicolon:
        return Said(fail(f"bad forward: {rule}"))
    if port is None or int(port[1]) > 0xFFFF:
        return Said(fail(f"cannot bind listener: {local} is not offered here; use tcp:PORT"))
    if _REMOTE.fullmatch(remote) is None:
        return Said(fail(f"cannot forward to {remote}: use tcp:PORT or a local socket of the device"))
    return Forwarding(int(port[1]), remote, rebind)


def _wait(name: str) -> Verdict:
    """`wait-for-TRANSPORT-STATE`: the device is there, and never anything else."""
    transport, _, state = name.removeprefix("wait-for-").partition("-")
    if transport not in ("any", "usb", "local") or not state:
        return Said(okay() + fail(f"short wait-for-: {name.removeprefix('wait-for-')}"))
    return Said(okay() + okay()) if state in ("device", "any") else Watched(okay())


def _not_found(serial: str) -> Verdict:
    return Said(fail(f"device '{serial}' not found"))


def _no_transport(number: str) -> Verdict:
    return Said(fail(f"no device with transport id '{number}'"))


def listed(shown: Shown, *, long: bool) -> str:
    """The list of devices, of which there is one."""
    if not long:
        return f"{shown.serial}\tdevice\n"
    properties = "".join(f" {name}:{value}" for name, value in shown.props.items())
    return f"{shown.serial:<22} device{properties} transport_id:{TRANSPORT_ID}\n"


def refusal(service: str) -> str:
    """Why a service of the device is not to be had; empty if it is.

    Refused is what changes the daemon itself, what makes the device reach back to the host or to others, and what a
    server would take for a request to itself.
    """
    name, colon, rest = service.partition(":")
    if name.startswith("host"):
        return f"unknown service '{name}'"
    if name in _ADMINISTERING:
        return f"{name} is not allowed in the sandbox"
    if name == "reverse" and rest != "list-forward":
        return "reverse is not allowed in the sandbox: a phone does not reach back to the host"
    if name == "tcp" and ":" in rest:
        return "the device does not connect to others in the sandbox"
    if name in ("dev", "dev-raw"):
        return f"{name} is not allowed in the sandbox"
    return "" if colon or name in ("jdwp", "track-jdwp", "track-app") else f"unknown service '{service}'"
