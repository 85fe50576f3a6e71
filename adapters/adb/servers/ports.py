"""Reverse rules through a real adb server, avoiding everything that makes the server abort.

A server keeps a table of the rules requested through it, by the device side as written. It aborts, and loses all its
devices, when the device opens a service that no row names. The table differs from the device's rules

    when `tcp:0` is requested: all such rules share one row, so only the last local side (without `norebind:`) or
        the first (with it) may be opened (seen on 36: the second rule is fatal at its first connection)
    when a rule is removed: the row is removed first, and a connection that the device has just begun arrives later
    when another host has removed a rule: the row stays, and a new rule with `norebind:` does not change it

So ports are chosen here. An existing rule is requested once more without `norebind:`, which only sets its row. While a
rule is being removed, a second rule that nothing connects to has the same local side. The device's answer to the
removal comes after every connection that it has begun before.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import anyio

from adapters.adb.framing.smart_wire import Target
from adapters.adb.host.port_operations import PortOperations
from adapters.adb.host.service_transport import Deadlines, ServiceTransport
from adapters.adb.servers.client import AdbServer
from runtime.core.errors import DeviceFault, DeviceRefused

_PORT_RANGE: Final = range(20_000, 32_768)
"""Below the ports that phones use for outgoing connections."""
_ATTEMPTS: Final = 16
_GOODBYE: Final = 1.0
"""Seconds in which a forward is removed when its block ends."""
_TAKEN_MESSAGES: Final = ("cannot rebind", "already in use")


class SmartPorts(PortOperations):
    """The ports of a device behind a server, which makes the connections; `local` is on the server's computer."""

    def __init__(self, carrier: ServiceTransport, server: AdbServer, target: Target) -> None:
        super().__init__(carrier)
        self._server = server
        self._target = target

    @asynccontextmanager
    async def forward(self, remote: str, local: str = "tcp:0") -> AsyncIterator[str]:
        """A forward for the duration of a block, see `AdbServer.forward`; yields the local side (`tcp:43419`)."""
        # Shielded (with a deadline): without its answer, a forward could not be removed.
        with anyio.CancelScope(shield=True):
            bound = await self._server.forward(self._target, remote, local)
        try:
            yield bound
        finally:
            with anyio.CancelScope(shield=True), suppress(DeviceFault):
                # It is gone already if the device is.
                await AdbServer(
                    self._server.open_connection, self._server.name, Deadlines(_GOODBYE, _GOODBYE, _GOODBYE)
                ).kill_forward(self._target, bound)

    @asynccontextmanager
    async def reverse(self, remote: str, local: str, *, rebind: bool = False) -> AsyncIterator[str]:
        """See `PortOperations`."""
        async with self._reversed(remote, local, rebind=rebind) as bound:
            yield bound

    async def start_reverse(self, remote: str, local: str, *, rebind: bool = False) -> str:
        """See `PortOperations`."""
        if remote == "tcp:0":
            return await self._reverse_free_port(local)
        if rebind:
            async with self._keep_allowed(await self._local_of(remote)):
                return await super().start_reverse(remote, local, rebind=True)
        bound = await super().start_reverse(remote, local)
        return await super().start_reverse(bound, local, rebind=True)

    async def kill_reverse(self, remote: str) -> None:
        """See `PortOperations`."""
        async with self._keep_allowed(await self._local_of(remote)):
            await super().kill_reverse(remote)

    async def kill_reverses(self) -> None:
        """See `PortOperations`; one by one, so that a rule removed in the meantime is no error."""
        for rule in await self.reverses():
            with suppress(DeviceRefused):
                await self.kill_reverse(rule.local)

    async def _reverse_free_port(self, local: str) -> str:
        """Makes a rule for a port that is free on the phone."""
        for port in secrets.SystemRandom().sample(_PORT_RANGE, _ATTEMPTS):
            try:
                return await self.start_reverse(f"tcp:{port}", local)
            except DeviceRefused as refused:
                if not any(words in str(refused) for words in _TAKEN_MESSAGES):
                    raise
        raise DeviceRefused(f"{self._carrier.name}: none of {_ATTEMPTS} ports of the phone was free; name a free one")

    async def _local_of(self, remote: str) -> str:
        return next((rule.remote for rule in await self.reverses() if rule.local == remote), "")

    @asynccontextmanager
    async def _keep_allowed(self, local: str) -> AsyncIterator[None]:
        """Keeps the server allowing `local` for the duration of a block, whatever happens to its rules."""
        if not local:
            yield
            return
        guard = f"localabstract:reverse-{secrets.token_hex(8)}"
        with suppress(DeviceRefused):
            # A device that refuses such a name keeps the risk.
            await super().start_reverse(guard, local, rebind=True)
        try:
            yield
        finally:
            with suppress(DeviceFault):
                await super().kill_reverse(guard)
