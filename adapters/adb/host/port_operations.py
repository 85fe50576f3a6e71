"""What a host does with a device's ports: forward and reverse.

How connections travel differs between a link and an adb server, so they say how a forward and the local end of a
reverse are made; what is asked of the device is the same.
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
"""Seconds in which a rule is removed when its block ends."""


class PortOperations(ABC):
    """Specifications are those of adb: `tcp:PORT`, `localabstract:NAME`, `localfilesystem:/PATH`, …"""

    def __init__(self, carrier: ServiceTransport) -> None:
        self._carrier = carrier

    @abstractmethod
    def forward(self, remote: str, local: str = "tcp:0") -> AbstractAsyncContextManager[str]:
        """Connect what arrives at `local` here to `remote` on the device, for the length of a block.

        Gives the local side, such as `tcp:43419`: for `tcp:0` that is a port which was free. What is taken already is
        never taken over. As with adb the end of either side of a connection is the end of both.

        Raises:
            DeviceRefused: `local` cannot be had, or is no specification.
        """

    @abstractmethod
    def reverse(self, remote: str, local: str, *, rebind: bool = False) -> AbstractAsyncContextManager[str]:
        """Let the device listen on `remote` and connect what arrives there to `local` here, for the length of a block.

        Gives the device's side; for `tcp:0` that is a port which was free. What the device listens on already is only
        taken over with `rebind`. Raises as `open` does.
        """

    async def start_reverse(self, remote: str, local: str, *, rebind: bool = False) -> str:
        """Only tell the device to listen, see `reverse`; the rule stays until it is removed.

        Through an adb server that is all. A direct connection refuses what comes outside of a block of `reverse`.
        Raises as `open` does.
        """
        answer = await self._reverse(f"forward:{'' if rebind else 'norebind:'}{remote};{local}", "status", "text?")
        return f"tcp:{answer}" if remote == "tcp:0" and answer.isdigit() else remote

    async def reverses(self) -> tuple[Forward, ...]:
        """What the device listens on for its hosts. Raises as `open` does."""
        return parse_forwards(await self._reverse("list-forward", "text"))

    async def kill_reverse(self, remote: str) -> None:
        """Remove one reverse rule. Raises as `open` does."""
        await self._reverse(f"killforward:{remote}", "status")

    async def kill_reverses(self) -> None:
        """Remove all reverse rules of this device. Raises as `open` does."""
        await self._reverse("killforward-all", "status")

    @asynccontextmanager
    async def _reversed(self, remote: str, local: str, *, rebind: bool) -> AsyncIterator[str]:
        """The rule on the device, for the length of a block."""
        # Shielded (and with a deadline): a rule that was made but whose answer nobody read could not be removed.
        with anyio.CancelScope(shield=True):
            bound = await self.start_reverse(remote, local, rebind=rebind)
        try:
            yield bound
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_REMOVE_TIMEOUT), suppress(DeviceFault):
                # It is gone already if the connection is.
                await self.kill_reverse(bound)

    async def _reverse(self, words: str, *steps: ReplyPart) -> str:
        """One request to the device; the answer comes inside the stream. Its text, if any."""
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
            raise DeviceLost(
                f"{self._carrier.name}: {service}: the device does not answer as one does: {error}"
            ) from None
        finally:
            stream.close()
        for reply in replies:
            if isinstance(reply, Failed):
                raise DeviceRefused(f"{self._carrier.name}: {service}: the device refuses: {reply.why}")
        return next((reply.text for reply in replies if isinstance(reply, Text)), "")
