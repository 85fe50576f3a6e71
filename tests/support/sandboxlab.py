"""Shared by the tests of the sandbox: a session that only records, and a phone behind a private server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import anyio.abc

from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.endpoint import Endpoint, endpoint
from adapters.agents.external.wire.features import visible_device
from runtime.core.actions import Action, Decision
from runtime.core.tasks import Brief
from runtime.plugins.protocols import ByteStream, Device, Observation

SERIAL = "sandbox-1"


@dataclass
class Noting:
    """A session that only notes what was done; `limit` actions end it. `opened` counts streams that stand."""

    device: Device
    limit: int = 1000
    brief: Brief = Brief("Look around.", (1080, 2400), 25, False)
    actions: list[Action] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)

    async def observe(self) -> Observation:
        return Observation(len(self.actions), None, None)

    async def step(self, decision: Decision) -> Observation:
        raise NotImplementedError

    async def witness(self, decision: Decision) -> Observation:
        self.actions += decision.actions
        self.raw.append(decision.raw)
        return Observation(len(self.actions), None, None, ended=len(self.actions) >= self.limit)

    async def open(self, service: str) -> ByteStream:
        return await self.device.open(service)


@asynccontextmanager
async def sandbox(
    device: Device, limit: int = 1000, *, serial: str = SERIAL, request_timeout: float = 60.0
) -> AsyncIterator[tuple[Endpoint, Sniffer, Noting]]:
    """A phone behind a private server; when the block ends everything that was done has been witnessed."""
    session = Noting(device, limit)
    sniffer = Sniffer(session)
    async with anyio.create_task_group() as tasks:
        shown = visible_device(serial=serial)
        async with endpoint(session.open, shown, sniffer.watch, request_timeout=request_timeout) as server:
            tasks.start_soon(sniffer.run)
            yield server, sniffer, session
        sniffer.close()


def asked(text: str) -> bytes:
    """A request as it travels."""
    return b"%04x" % len(text) + text.encode()


async def ask(port: int, *requests: str) -> bytes:
    """The server's answers to these requests, on one connection; b"" if it disconnects."""
    data = b""
    try:
        async with await anyio.connect_tcp("127.0.0.1", port) as client:
            await client.send(b"".join(map(asked, requests)))
            while True:
                data += await client.receive()
    except (anyio.EndOfStream, anyio.BrokenResourceError):
        return data


async def answers(port: int) -> None:
    """Return when the server serves a client again; it may be rid of a crowd a moment later than we hung up."""
    while await ask(port, "host:transport-any", "exec:echo alive") != b"OKAYOKAYalive\n":
        pass
