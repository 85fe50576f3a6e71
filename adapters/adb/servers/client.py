"""A client of one adb server: what it knows of its devices, and what can be set up through it.

    server = AdbServer.tcp("127.0.0.1", 5037)
    for row in await server.devices(): ...

Each request is a connection of its own with a deadline; nothing stays open but trackers. What would hurt others who use
the server is not offered: it is never killed, no device is disconnected and no forward removed that was not named.
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
"""Where adb servers listen if nobody told them otherwise."""
_CONNECTED = ("already connected to ", "connected to ")


class AdbServer:
    """One adb server. `reach` makes a connection to it; `name` is its URI, for messages.

    All methods are public. The engine itself only lists devices and their features and makes forwards; connecting,
    waiting for states and following the list (`tracking.follow_devices` resumes it) are for programs that run a farm.

    Every method raises
        ServerAbsent: nobody listens there.
        DeviceTimeout: no answer within the deadline.
        DeviceLost: it hung up, or is no adb server.
        DeviceRefused: it says no.
    Those about one device also DeviceUnknown, DeviceOffline, DeviceUnauthorized and DeviceAmbiguous.
    """

    def __init__(self, reach: OpenConnection, name: str, deadlines: Deadlines | None = None) -> None:
        self.reach = reach
        self.name = name
        self.deadlines = deadlines or Deadlines()

    @classmethod
    def tcp(cls, host: str, port: int = PORT, deadlines: Deadlines | None = None) -> AdbServer:
        """The server that listens there; nothing is connected yet."""
        shown = f"[{host}]" if ":" in host else host
        return cls(tcp_opener(host, port), f"adb://{shown}:{port}", deadlines)

    async def version(self) -> int:
        """Its protocol version; 41 since 2019."""
        text = await self._text("host:version")
        with self._understood():
            return parse_number(text, 16)

    async def host_features(self) -> frozenset[str]:
        """What the server itself can."""
        return _words(await self._text("host:host-features"))

    async def devices(self, *, long: bool = True) -> tuple[DeviceRow, ...]:
        """All devices, whatever their state; only long lists tell models and transport ids."""
        return parse_devices(await self._text("host:devices-l" if long else "host:devices"))

    @asynccontextmanager
    async def track_devices(self, *, long: bool = False) -> AsyncIterator[AsyncIterator[tuple[DeviceRow, ...]]]:
        """The list now and again at every change, for the length of a block.

            async with server.track_devices() as lists:
                async for devices in lists: ...

        The iteration waits for ever, ends never, and raises DeviceLost when the server goes.
        """
        stream = await dial(self.reach, self.name, self.deadlines.open)
        try:
            stream.ask(request("host:track-devices-l" if long else "host:track-devices"), "status", "texts")
            self._agreed(await stream.reply(self.deadlines.open, "agree to track devices"), self.name, "track-devices")
            yield _DeviceLists(stream, self.name)
        finally:
            stream.close()

    async def features(self, target: Target) -> frozenset[str]:
        """What a device can."""
        return _words(await self._text(target.about("features"), target))

    async def get_state(self, target: Target) -> str:
        """`device`, `recovery`, …; states in which a device cannot be used are raised."""
        return await self._text(target.about("get-state"), target)

    async def wait_for(self, target: Target, state: str = "device", *, deadline: float | None = None) -> None:
        """Wait until the device is in that state; `disconnect` waits until it is gone. It need not exist yet."""
        asked = target.about(f"wait-for-any-{state}")
        await self._ask(asked, "status", "status", target=target, deadline=deadline)

    async def connect(self, address: str, *, deadline: float | None = None) -> Target:
        """Let the server connect to `HOST[:PORT]` over TCP; the device is ready when this returns.

        A server also says "connected" of devices that are offline, and reports failures as successes: the words are
        read, and the state is asked for.
        """
        self._whole(address, "address")
        patient = self.deadlines.command if deadline is None else deadline
        answer = (await self._text(f"host:connect:{address}", deadline=patient)).strip()
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
        """Let the server forget a device that it was told to connect to."""
        self._whole(address, "address")
        await self._text(f"host:disconnect:{address}")

    async def forward(self, target: Target, remote: str, local: str = "tcp:0", *, rebind: bool = False) -> str:
        """Connect what arrives at `local` on the server's computer to `remote` on the device; the local side.

        With `tcp:0` that is a port which was free. What is taken already is only taken over with `rebind`.
        """
        self._whole(local, "local side")
        self._whole(remote, "remote side")
        asked = target.about(f"forward:{'' if rebind else 'norebind:'}{local};{remote}")
        replies = await self._ask(asked, "status", "status", "text?", target=target)
        for reply in replies:
            if isinstance(reply, Text):
                with self._understood():
                    return f"tcp:{parse_number(reply.text)}"
        return local

    async def forwards(self) -> tuple[Forward, ...]:
        """All forwards of all devices."""
        return parse_forwards(await self._text("host:list-forward"))

    async def kill_forward(self, target: Target, local: str) -> None:
        """Remove one forward."""
        self._whole(local, "local side")
        await self._ask(target.about(f"killforward:{local}"), "status", "status", target=target)

    async def _text(self, asked: str, target: Target | None = None, deadline: float | None = None) -> str:
        # The server answers out of its memory: one that does not within `open` hangs, and no longer wait will help.
        seconds = self.deadlines.open if deadline is None else deadline
        replies = await self._ask(asked, "status", "text", target=target, deadline=seconds)
        return next((reply.text for reply in replies if isinstance(reply, Text)), "")

    async def _ask(
        self, asked: str, *steps: ReplyPart, target: Target | None = None, deadline: float | None = None
    ) -> list[Reply]:
        name = f"{self.name}/{target}" if target is not None else self.name
        what = f"{asked.removeprefix('host:')[:80]!r}"
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        try:
            data = request(asked)
        except LocalProtocolError as error:
            raise DeviceRefused(f"{name}: {error}") from None
        stream = await dial(self.reach, name, min(self.deadlines.open, seconds))
        replies: list[Reply] = []
        try:
            stream.ask(data, *steps)
            for _ in steps:
                reply = await stream.reply(max(ends - loop.time(), 0.0), f"answer {what}", seconds)
                if reply is None:
                    break
                replies.append(self._agreed(reply, name, what))
            return replies
        finally:
            stream.close()

    def _agreed(self, reply: Reply | None, name: str, what: str) -> Reply:
        if reply is None:
            raise DeviceLost(f"{name}: the adb server hung up; does it still run?")
        if isinstance(reply, Failed):
            raise refusal_fault(name, reply.why, what)
        return reply

    def _whole(self, text: str, what: str) -> None:
        """One part of a request that must not spill into the next."""
        if not text or ";" in text or not text.isprintable():
            raise DeviceRefused(f"{self.name}: {text!r} is no {what}")

    @contextmanager
    def _understood(self) -> Iterator[None]:
        try:
            yield
        except RemoteProtocolError as error:
            raise DeviceLost(f"{self.name}: this is no adb server: {error}") from None


class _DeviceLists:
    """The lists that a tracker gets."""

    def __init__(self, stream: SmartStream, name: str) -> None:
        self._stream = stream
        self._name = name

    def __aiter__(self) -> _DeviceLists:
        return self

    async def __anext__(self) -> tuple[DeviceRow, ...]:
        reply = await self._stream.reply(None, "send the list")
        if not isinstance(reply, Text):
            raise DeviceLost(f"{self._name}: the adb server hung up; start it again and track anew")
        return parse_devices(reply.text)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.replace("\n", ",").split(",") if word)
