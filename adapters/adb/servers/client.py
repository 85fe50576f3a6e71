"""A client of one adb server: lists its devices and sets up forwards.

    server = AdbServer.tcp("127.0.0.1", 5037)
    for row in await server.devices(): ...

Each request uses a connection of its own with a deadline; only trackers stay open. Operations that could hurt other
users of the server are not offered: it never kills the server, disconnects a device or removes a forward that was not
named.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from adapters.adb.framing.smart_wire import (
    DeviceRow,
    Failed,
    Forward,
    Reply,
    ReplyPart,
    Target,
    Text,
    parse_devices,
    parse_forwards,
    parse_number,
    request,
)
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.dial import OpenConnection, dial, tcp_opener
from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport.packets import LocalProtocolError, RemoteProtocolError
from adapters.adb.transport.server_errors import refusal_fault
from runtime.core.errors import DeviceLost, DeviceRefused

PORT = 5037
"""The default port of adb servers."""
_MAYBE_CUT = 0x1000
"""Length of a text that may be the beginning of a longer one, in bytes."""
_CONNECTED = ("already connected to ", "connected to ")


class AdbServer:
    """A client of one adb server. `open_connection` connects to it; `name` is its URI, for messages.

    All methods are public. The engine itself only lists devices and features and makes forwards; connecting, waiting
    for states and following the list (`tracking.follow_devices` resumes it) are for programs that run a farm.

    Every method raises
        ServerAbsent: nobody listens there.
        DeviceTimeout: no answer within the deadline.
        DeviceLost: it disconnected, or is not an adb server.
        DeviceRefused: it refused the request.
    Methods for one device also raise DeviceUnknown, DeviceOffline, DeviceUnauthorized and DeviceAmbiguous.
    """

    def __init__(self, open_connection: OpenConnection, name: str, deadlines: Deadlines | None = None) -> None:
        self.open_connection = open_connection
        self.name = name
        self.deadlines = deadlines or Deadlines()

    @classmethod
    def tcp(cls, host: str, port: int = PORT, deadlines: Deadlines | None = None) -> AdbServer:
        """The server at that address; does not connect yet."""
        shown = f"[{host}]" if ":" in host else host
        return cls(tcp_opener(host, port), f"adb://{shown}:{port}", deadlines)

    async def version(self) -> int:
        """The server's protocol version; 41 since 2019."""
        text = await self._text("host:version")
        with self._translate_errors():
            return parse_number(text, 16)

    async def host_features(self) -> frozenset[str]:
        """The features of the server itself."""
        return _words(await self._text("host:host-features"))

    async def devices(self, *, long: bool = True) -> tuple[DeviceRow, ...]:
        """All devices in any state; only long lists contain models and transport ids.

        adb servers cannot send a text of more than 64 KiB: they write its length with one digit too many, and what
        arrives is a part of it, at least 4 KiB. From some 900 devices on the long list is cut; then this is the short
        one.
        """
        short = "host:devices"
        text = await self._text("host:devices-l" if long else short)
        rows = parse_devices(text)
        if long and len(text) >= _MAYBE_CUT:
            listed = parse_devices(await self._text(short))
            return rows if len(rows) >= len(listed) else listed
        return rows

    @asynccontextmanager
    async def track_devices(self, *, long: bool = False) -> AsyncIterator[AsyncIterator[tuple[DeviceRow, ...]]]:
        """Yields the device list now and at every change, for the duration of a block.

            async with server.track_devices() as lists:
                async for devices in lists: ...

        The iteration never times out or ends, and raises DeviceLost when the server disconnects.
        """
        stream = await dial(self.open_connection, self.name, self.deadlines.open)
        try:
            stream.ask(request("host:track-devices-l" if long else "host:track-devices"), "status", "texts")
            self._check_reply(
                await stream.reply(self.deadlines.open, "agree to track devices"), self.name, "track-devices"
            )
            yield _DeviceLists(stream, self.name)
        finally:
            stream.close()

    async def features(self, target: Target) -> frozenset[str]:
        """The features of a device."""
        return _words(await self._text(target.request_for("features"), target))

    async def get_state(self, target: Target) -> str:
        """`device`, `recovery`, …; raises for states in which a device cannot be used."""
        return await self._text(target.request_for("get-state"), target)

    async def wait_for(self, target: Target, state: str = "device", *, deadline: float | None = None) -> None:
        """Waits until the device is in that state; `disconnect` waits until it is gone. It need not exist yet."""
        request_text = target.request_for(f"wait-for-any-{state}")
        await self._ask(request_text, "status", "status", target=target, deadline=deadline)

    async def connect(self, address: str, *, deadline: float | None = None) -> Target:
        """Asks the server to connect to `HOST[:PORT]` over TCP; the device is ready when this returns.

        A server also reports "connected" for offline devices, and failures as successes. So the text is parsed and the
        state queried.
        """
        self._check_part(address, "address")
        timeout = self.deadlines.command if deadline is None else deadline
        answer = (await self._text(f"host:connect:{address}", deadline=timeout)).strip()
        for start in _CONNECTED:
            if answer.startswith(start):
                target = Target(answer.removeprefix(start))
                await self.get_state(target)
                return target
        if answer.startswith("failed to authenticate"):
            raise refusal_fault(f"{self.name}/{address}", "device unauthorized", "connect")
        raise DeviceRefused(
            f"{self.name}: {answer or 'connect was not answered'}; is the device on, and debugging over TCP enabled?"
        )

    async def disconnect(self, address: str) -> None:
        """Asks the server to disconnect a device that was connected with `connect`."""
        self._check_part(address, "address")
        await self._text(f"host:disconnect:{address}")

    async def forward(self, target: Target, remote: str, local: str = "tcp:0", *, rebind: bool = False) -> str:
        """Forwards connections to `local` on the server's computer to `remote` on the device; returns the local side.

        With `tcp:0` that is a free port. A name in use is taken over only with `rebind`.
        """
        self._check_part(local, "local side")
        self._check_part(remote, "remote side")
        request_text = target.request_for(f"forward:{'' if rebind else 'norebind:'}{local};{remote}")
        replies = await self._ask(request_text, "status", "status", "text?", target=target)
        for reply in replies:
            if isinstance(reply, Text):
                with self._translate_errors():
                    return f"tcp:{parse_number(reply.text)}"
        return local

    async def forwards(self) -> tuple[Forward, ...]:
        """All forwards of all devices."""
        return parse_forwards(await self._text("host:list-forward"))

    async def kill_forward(self, target: Target, local: str) -> None:
        """Removes one forward."""
        self._check_part(local, "local side")
        await self._ask(target.request_for(f"killforward:{local}"), "status", "status", target=target)

    async def _text(self, request_text: str, target: Target | None = None, deadline: float | None = None) -> str:
        # The server answers from memory: if it takes longer than `open`, it hangs.
        seconds = self.deadlines.open if deadline is None else deadline
        replies = await self._ask(request_text, "status", "text", target=target, deadline=seconds)
        return next((reply.text for reply in replies if isinstance(reply, Text)), "")

    async def _ask(
        self, request_text: str, *steps: ReplyPart, target: Target | None = None, deadline: float | None = None
    ) -> list[Reply]:
        name = f"{self.name}/{target}" if target is not None else self.name
        what = f"{request_text.removeprefix('host:')[:80]!r}"
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        try:
            data = request(request_text)
        except LocalProtocolError as error:
            raise DeviceRefused(f"{name}: {error}") from None
        stream = await dial(self.open_connection, name, min(self.deadlines.open, seconds))
        replies: list[Reply] = []
        try:
            stream.ask(data, *steps)
            for _ in steps:
                reply = await stream.reply(max(ends - loop.time(), 0.0), f"answer {what}", seconds)
                if reply is None:
                    break
                replies.append(self._check_reply(reply, name, what))
            return replies
        finally:
            stream.close()

    def _check_reply(self, reply: Reply | None, name: str, what: str) -> Reply:
        if reply is None:
            raise DeviceLost(f"{name}: the adb server hung up; does it still run?")
        if isinstance(reply, Failed):
            raise refusal_fault(name, reply.why, what)
        return reply

    def _check_part(self, text: str, what: str) -> None:
        """Checks that a part of a request cannot run into the next part."""
        if not text or ";" in text or not text.isprintable():
            raise DeviceRefused(f"{self.name}: {text!r} is not a valid {what}")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except RemoteProtocolError as error:
            raise DeviceLost(f"{self.name}: this is no adb server: {error}") from None


class _DeviceLists:
    """Iterates over the lists of a tracker."""

    def __init__(self, stream: SmartStream, name: str) -> None:
        self._stream = stream
        self._name = name

    def __aiter__(self) -> _DeviceLists:
        return self

    async def __anext__(self) -> tuple[DeviceRow, ...]:
        reply = await self._stream.reply(None, "send the list")
        if not isinstance(reply, Text):
            raise DeviceLost(f"{self._name}: the adb server disconnected; restart it and track again")
        return parse_devices(reply.text)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.replace("\n", ",").split(",") if word)
