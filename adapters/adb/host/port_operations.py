"""A host's operations on a device's ports: forward and reverse.

A direct link and an adb server make connections differently, so subclasses implement a forward and the local end of a
reverse. The requests to the device are the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Final

import anyio

from adapters.adb.framing.smart_wire import (
    Failed,
    Forward,
    Reply,
    ReplyParser,
    ReplyPart,
    Text,
    check_service,
    parse_forwards,
)
from adapters.adb.host.service_transport import ServiceTransport
from adapters.adb.transport.packets import LocalProtocolError, RemoteProtocolError
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused

_REMOVE_TIMEOUT: Final = 3.0
"""Seconds for removing a rule when its block ends."""


class PortOperations(ABC):
    """Forwards and reverses. Socket names are those of adb: `tcp:PORT`, `localabstract:NAME`, `localfilesystem:/PATH`,
    …
    """

    def __init__(self, carrier: ServiceTransport) -> None:
        self._carrier = carrier

    @abstractmethod
    def forward(self, remote: str, local: str = "tcp:0") -> AbstractAsyncContextManager[str]:
        """Forwards connections to `local` here to `remote` on the device, for the duration of a block.

        Yields the local side, such as `tcp:43419`; for `tcp:0` a free port. A name in use is never taken over. As with
        adb, the end of either side of a connection ends both.

        Raises:
            DeviceRefused: `local` is in use or invalid.
        """

    @abstractmethod
    def reverse(self, remote: str, local: str, *, rebind: bool = False) -> AbstractAsyncContextManager[str]:
        """Forwards connections to `remote` on the device to `local` here, for the duration of a block.

        Yields the device's side; for `tcp:0` a free port. A name in use is taken over only with `rebind`. Raises as
        `open` does.
        """

    async def start_reverse(self, remote: str, local: str, *, rebind: bool = False) -> str:
        """Only asks the device to listen, see `reverse`; the rule stays until it is removed.

        Through an adb server that is sufficient. A direct connection refuses connections outside a block of `reverse`.
        Raises as `open` does.
        """
        answer = await self._reverse(f"forward:{'' if rebind else 'norebind:'}{remote};{local}", "status", "text?")
        return f"tcp:{answer}" if remote == "tcp:0" and answer.isdigit() else remote

    async def reverses(self) -> tuple[Forward, ...]:
        """The reverse rules of the device. Raises as `open` does."""
        return parse_forwards(await self._reverse("list-forward", "text"))

    async def kill_reverse(self, remote: str) -> None:
        """Removes one reverse rule. Raises as `open` does."""
        await self._reverse(f"killforward:{remote}", "status")

    async def kill_reverses(self) -> None:
        """Removes all reverse rules of this device. Raises as `open` does."""
        await self._reverse("killforward-all", "status")

    @asynccontextmanager
    async def _reversed(self, remote: str, local: str, *, rebind: bool) -> AsyncIterator[str]:
        """A rule on the device for the duration of a block."""
        # Shielded (with a deadline): without its answer, a rule could not be removed.
        with anyio.CancelScope(shield=True):
            bound = await self.start_reverse(remote, local, rebind=rebind)
        try:
            yield bound
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_REMOVE_TIMEOUT), suppress(DeviceFault):
                # It is gone already if the connection is.
                await self.kill_reverse(bound)

    async def _reverse(self, words: str, *steps: ReplyPart) -> str:
        """Sends one request to the device and returns the text of its answer, if any."""
        try:
            service = check_service(f"reverse:{words}")
        except LocalProtocolError as error:
            raise DeviceRefused(f"{self._carrier.name}: {error}") from None
        stream = await self._carrier.open(service)
        answers = ReplyParser(*steps)
        replies: list[Reply] = []
        try:
            while not answers.done:
                packet = await stream.receive_packet(self._carrier.deadlines.open)
                if not packet:
                    answers.ended()
                replies += answers.feed(packet)
        except RemoteProtocolError as error:
            raise DeviceLost(f"{self._carrier.name}: {service}: the device broke the protocol: {error}") from None
        finally:
            stream.close()
        for reply in replies:
            if isinstance(reply, Failed):
                raise DeviceRefused(f"{self._carrier.name}: {service}: the device refuses: {reply.why}")
        return next((reply.text for reply in replies if isinstance(reply, Text)), "")
