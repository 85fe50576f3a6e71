"""The protocol between a client and an adb server ("smart sockets"), sans-IO. Servers of version 41 and similar.

    request:  four hex digits (bytes that follow), text
    reply:    OKAY or FAIL + four hex digits + reason; then the parts that the request implies, see `ReplyPart`

Each connection takes one request, except `transport`: after its OKAY the connection takes a service of that device and,
after another OKAY, is the raw stream to it. The second request must wait for the first OKAY, since a server drops what
arrives together with the first (seen on 36).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.adb.transport.packets import Buffer, LocalProtocolError, RemoteProtocolError

MAX_REQUEST: Final = 0xFFFF
"""Longest request or text in bytes: what four hex digits can express. No reply allocates more."""

ReplyPart = Literal["status", "text", "texts", "id", "text?"]
"""A part of a reply: OKAY or FAIL; a text; texts without end; eight bytes of transport id (little-endian); a text or
the end of the connection.
"""

_COLUMN: Final = 23
"""Column of the state in a long list, unless the serial number is longer than the 22 characters before."""
_STATES: Final = frozenset(
    (
        *("device", "offline", "unauthorized", "authorizing", "connecting", "bootloader", "recovery", "rescue"),
        *("sideload", "host", "unknown", "detached"),
    )
)
_NO_PERMISSIONS: Final = "no permissions"
_BY_ID: Final = "transport_id:"
_HEX: Final = re.compile(rb"[0-9a-fA-F]{4}")
_REVERSE: Final = re.compile(r"forward:(norebind:)?[^;]+;[^;]+|killforward:[^;]+|killforward-all|list-forward")


@dataclass(frozen=True, slots=True)
class Okay:
    """The server accepts the request, or has carried it out."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The server refuses; its own words, possibly empty. Nothing follows."""

    why: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a reply."""

    text: str


@dataclass(frozen=True, slots=True)
class TransportId:
    """The server's number for the chosen device while it is connected."""

    number: int


Reply = Okay | Failed | Text | TransportId


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One row of the device list. `state` is `device` if it can be used; `transport_id` is 0 in short lists.

    `props` may contain product, model, device and the path of a USB port (usb).
    """

    serial: str
    state: str
    transport_id: int = 0
    props: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forward:
    """One forward: connections to `local` (on the server's side) reach `remote` on the device.

    For a reverse forward `serial` names the transport and the roles are the device's: it listens on `local`.
    """

    serial: str
    local: str
    remote: str


@dataclass(frozen=True, slots=True)
class Target:
    """Selects a device of a server by serial number, or by transport id if that is not 0."""

    serial: str
    transport_id: int = 0

    def __str__(self) -> str:
        return f"{_BY_ID}{self.transport_id}" if self.transport_id else self.serial

    @property
    def select_request(self) -> str:
        """The request after which a connection takes a service of this device."""
        return f"host:transport-id:{self.transport_id}" if self.transport_id else f"host:transport:{self.serial}"

    def request_for(self, question: str) -> str:
        """A request about this device."""
        prefix = f"host-transport-id:{self.transport_id}" if self.transport_id else f"host-serial:{self.serial}"
        return f"{prefix}:{question}"


def parse_target(text: str) -> Target:
    """Parses `SERIAL` or `transport_id:N`, as `adb devices -l` prints them.

    Raises:
        LocalProtocolError: the text is neither.
    """
    if not text or not text.isprintable():
        raise LocalProtocolError(f"{text!r} is not a serial number")
    number = text.removeprefix(_BY_ID)
    if number == text:
        return Target(text)
    if not (number.isascii() and number.isdigit() and len(number) < 20 and int(number)):
        raise LocalProtocolError(f"{text!r} is not a transport id; write {_BY_ID}N")
    return Target("", int(number))


def request(text: str) -> bytes:
    """Encodes a request.

    Raises:
        LocalProtocolError: it is empty or too long.
    """
    data = text.encode("utf-8", "surrogateescape")
    if not 0 < len(data) <= MAX_REQUEST:
        raise LocalProtocolError(f"a request has 1 to {MAX_REQUEST} bytes, not {len(data)}")
    return b"%04x" % len(data) + data


def check_service(service: str) -> str:
    """Returns the service if it is safe to request it from a server.

    Raises:
        LocalProtocolError: the server would take it for a request to itself, or crash.
    """
    if service.startswith("host"):
        raise LocalProtocolError(f"{service[:60]!r} is a request to the adb server, not a service of a device")
    kind, colon, rest = service.partition(":")
    if kind == "reverse" and (not colon or not _REVERSE.fullmatch(rest)):
        # Real servers abort on anything else here, and all their devices are gone at once (seen on 29, 34, 36).
        raise LocalProtocolError(
            f"{service[:60]!r} would crash an adb server; reverse: takes forward:[norebind:]REMOTE;LOCAL, "
            "killforward:REMOTE, killforward-all and list-forward"
        )
    return service


class ReplyParser:
    """Parses as many replies as `steps` names; `rest` is what follows them. A FAIL ends the replies."""

    def __init__(self, *steps: ReplyPart) -> None:
        self.done = not steps
        self.rest = b""
        self._steps = list(steps)
        self._pending = bytearray()
        self._failing = False

    def feed(self, data: Buffer) -> list[Reply]:
        """Returns all complete replies.

        Raises:
            RemoteProtocolError: the peer is not an adb server.
        """
        pending = self._pending
        pending += data
        replies: list[Reply] = []
        at = 0
        while not self.done:
            taken = self._take(at)
            if taken is None:
                break
            reply, at = taken
            if reply is not None:
                replies.append(reply)
        del pending[:at]
        if self.done:
            self.rest += bytes(pending)
            pending.clear()
        return replies

    def ended(self) -> None:
        """Handles the end of the connection.

        Raises:
            RemoteProtocolError: the reply is incomplete.
        """
        optional = bool(self._steps) and self._steps[0] in ("text?", "texts") and not self._failing
        if not self.done and (self._pending or not optional):
            raise RemoteProtocolError("it hung up in the middle of an answer" if self._pending else "it did not answer")
        self.done = True

    def _take(self, at: int) -> tuple[Reply | None, int] | None:
        """The reply that starts at this offset and where it ends; None while it is incomplete."""
        pending, step = self._pending, self._steps[0]
        if self._failing:
            text = self._text(at)
            if text is None:
                return None
            self.done = True
            return Failed(text[0]), text[1]
        if step == "id":
            if len(pending) < at + 8:
                return None
            self._next()
            return TransportId(int.from_bytes(pending[at : at + 8], "little")), at + 8
        if step == "status":
            return self._status(at)
        text = self._text(at)
        if text is None:
            return None
        if step != "texts":
            self._next()
        return Text(text[0]), text[1]

    def _status(self, at: int) -> tuple[Reply | None, int] | None:
        word = bytes(self._pending[at : at + 4])
        if not (b"OKAY".startswith(word) or b"FAIL".startswith(word)):
            raise RemoteProtocolError(f"it answered {word!r} where OKAY or FAIL belongs")
        if len(word) < 4:
            return None
        if word == b"FAIL":
            self._failing = True
            return None, at + 4
        self._next()
        return Okay(), at + 4

    def _text(self, at: int) -> tuple[str, int] | None:
        digits = bytes(self._pending[at : at + 4])
        if len(digits) < 4:
            return None
        if not _HEX.fullmatch(digits):
            raise RemoteProtocolError(f"it answered {digits!r} where a length in hex digits belongs")
        end = at + 4 + int(digits, 16)
        if len(self._pending) < end:
            return None
        return self._pending[at + 4 : end].decode("utf-8", "replace"), end

    def _next(self) -> None:
        del self._steps[0]
        self.done = not self._steps


def parse_devices(text: str) -> tuple[DeviceRow, ...]:
    """Parses the answer to `devices` (serial, tab, state) or `devices-l`. Unreadable rows are skipped."""
    return tuple(row for line in text.split("\n") if line.strip() and (row := _row(line)) is not None)


def parse_forwards(text: str) -> tuple[Forward, ...]:
    """Parses the answer to `list-forward` or `reverse:list-forward`: serial, listener and target per line."""
    rows = (line.split(" ") for line in text.split("\n"))
    return tuple(Forward(*row) for row in rows if len(row) == 3)


def parse_number(text: str, base: int = 10) -> int:
    """Parses a number from the server.

    Raises:
        RemoteProtocolError: the text is not a number.
    """
    plain = text.strip()
    if not 0 < len(plain) <= 16 or not plain.isascii() or not plain.isalnum():
        raise RemoteProtocolError(f"it answered {plain[:40]!r} where a number belongs")
    try:
        return int(plain, base)
    except ValueError:
        raise RemoteProtocolError(f"it answered {plain[:40]!r} where a number belongs") from None


def _row(line: str) -> DeviceRow | None:
    serial, tab, state = line.partition("\t")
    if tab:
        return DeviceRow(serial, _NO_PERMISSIONS if state.startswith(_NO_PERMISSIONS) else state.strip())
    # Serials found by mDNS contain spaces, as do messages about permissions: the first known state counts.
    words = [(found.group(), found.start()) for found in re.finditer(r"\S+", line)]
    plain = [word for word, _ in words]
    # A serial may even contain the name of a state; a serial that fits its column is followed by the state.
    column = next((at for at, (_, start) in enumerate(words) if at and start == _COLUMN), 0)
    for at in (*((column,) if column else ()), *range(1, len(words))):
        lacking = plain[at : at + 2] == ["no", "permissions"]
        if plain[at] in _STATES or lacking:
            state = _NO_PERMISSIONS if lacking else plain[at]
            return _long(line[: words[at][1]].rstrip(), state, plain[at + 1 :])
    return _long(plain[0], plain[1], plain[2:]) if len(plain) > 1 else None


def _long(serial: str, state: str, words: Sequence[str]) -> DeviceRow:
    pairs = (word.partition(":") for word in words)
    props = {key: value for key, colon, value in pairs if colon and key.isidentifier()}
    number = props.pop("transport_id", "0")
    if not (number.isascii() and number.isdigit() and len(number) <= 20):
        number = "0"
    return DeviceRow(serial, state, int(number), props)
