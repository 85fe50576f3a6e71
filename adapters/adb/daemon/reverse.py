"""The device side of `adb reverse`: requests, replies, and the rules that listen on the phone.

    request:  reverse:forward:[norebind:]REMOTE;LOCAL, killforward:REMOTE, killforward-all, list-forward
    reply:    in the stream: OKAY and perhaps a text, or FAIL and a text; list-forward is only a text. Then it
        closes. A text is four hex digits (its length) and its bytes.

The wording is that of adbd 34. A rule makes the device open LOCAL on the host that set it up, byte for byte as
requested, since a real server crashes on anything else.
"""

from __future__ import annotations

from typing import Final

from adapters.adb.daemon.sockets import Ports, normalize_name
from adapters.adb.transport.joined_streams import join
from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import LocalProtocolError
from runtime.core.errors import DeviceRefused
from runtime.plugins.byte_stream import ByteStream

_OKAY: Final = b"OKAY"
_NOTHING_ASKED: Final = "not a reverse forwarding command"


class Rule:
    """Serves connections to `remote` on the phone: each becomes a stream to `local` on the host."""

    def __init__(self, ports: Ports, link: Link, host: str, local: str) -> None:
        self.ports = ports
        self.link = link
        self.host = host
        self.local = local

    async def __call__(self, stream: ByteStream) -> None:
        """See `sockets.Handler`. Raises DeviceFault if the host refuses the connection."""
        if self not in self.ports.listening.values():
            # The rule was removed after the connection was made, so its host must not be asked any more.
            raise DeviceRefused(f"{self.link.name}: the rule for {self.local!r} is gone")
        try:
            far = self.link.open(self.local)
        except LocalProtocolError as error:
            raise DeviceRefused(f"{self.link.name}: {error}") from None
        try:
            await far.opened(None)
            await join(stream, far)
        finally:
            far.close()


def answer_request(ports: Ports, link: Link, host: str, request: str) -> bytes:
    """Carries out a request (`request` is what follows `reverse:`) and returns the reply.

    `host` is the host's name in lists. Rules belong to the phone: any host sees and removes them; `remove_rules` ends
    those of one connection.
    """
    if request == "list-forward":
        return _text("".join(f"{rule.host} {remote} {rule.local}\n" for remote, rule in active_rules(ports).items()))
    if request == "killforward-all":
        for remote in active_rules(ports):
            ports.stop(remote)
        return _OKAY
    verb, colon, rest = request.partition(":")
    if verb == "killforward" and colon:
        return _kill(ports, rest)
    if verb == "forward" and colon:
        return _forward(ports, link, host, rest)
    return _fail(_NOTHING_ASKED)


def active_rules(ports: Ports) -> dict[str, Rule]:
    """The active rules, by the name on which they listen."""
    return {remote: rule for remote, rule in ports.listening.items() if isinstance(rule, Rule)}


def remove_rules(ports: Ports, link: Link) -> None:
    """Removes the rules of a host whose connection has ended."""
    for remote, rule in active_rules(ports).items():
        if rule.link is link:
            ports.stop(remote)


def _forward(ports: Ports, link: Link, host: str, given: str) -> bytes:
    norebind = given.startswith("norebind:")
    pieces = given.removeprefix("norebind:").split(";")
    if len(pieces) != 2 or not all(pieces) or pieces[1].startswith("*"):
        return _fail(f"bad forward: {given.removeprefix('norebind:')}")
    remote, local = pieces
    name = normalize_name(remote)
    if name is None:
        return _fail(f"cannot bind listener: unknown socket specification: {remote}")
    if name in active_rules(ports):
        if norebind:
            return _fail("cannot rebind existing socket")
        ports.stop(name)
    try:
        name = ports.listen(name, Rule(ports, link, host, local))
    except OSError as error:
        return _fail(f"cannot bind listener: {error.strerror}")
    return _OKAY + (_text(name[4:]) if name.startswith("tcp:") else b"")


def _kill(ports: Ports, remote: str) -> bytes:
    if not remote or ";" in remote:
        return _fail(f"bad killforward: {remote}")
    if normalize_name(remote) not in active_rules(ports):
        return _fail(f"listener '{remote}' not found")
    ports.stop(remote)
    return _OKAY


def _fail(why: str) -> bytes:
    return b"FAIL" + _text(why)


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")[:0xFFFF]
    return b"%04x" % len(data) + data
