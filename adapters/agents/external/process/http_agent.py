"""Serves agents that connect by themselves: `--agent http:` starts nothing and waits until one claims an episode.

Episodes are offered through the agent API server, which is loaded as a plug-in. The phone is behind a private ADB
server, and actions are read from its traffic as for any external program. Isolating such an agent is up to the user.
"""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import anyio
import anyio.to_thread

from adapters.agents.external.capture.ordered_sniffer import OrderedSniffer
from adapters.agents.external.process.program_session import ProgramSession
from adapters.agents.external.process.program_session import wrap_session as played_by_program
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.endpoint import endpoint
from runtime.bench.streams import complain
from runtime.core.errors import AgentFault, UsageError
from runtime.plugins import registry
from runtime.plugins.protocols import AgentNotes, Need, Program, Session
from runtime.plugins.specs import ProgramSpec

RUN_TOKEN: Final = "MAR_RUN_TOKEN"
"""The variable with the token for claiming episodes; if it is unset, a token is generated."""
_MIN_TOKEN: Final = 16
_LOOPBACK: Final = "127.0.0.1"
_CLAIM_TIMEOUT: Final = 300.0
"""Seconds that an episode waits for an agent."""
_KEEPALIVE: Final = 5.0
"""Seconds between signals to the session that waiting for an agent is not a slow decision."""
_BACKLOG: Final = 128
_ADDRESS: Final = re.compile(
    r"http:(?://)?(?:(?P<host>[^\s:/?#@\[\]]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})?/?"
    r"(?:\?claim=(?P<claim>[0-9]{1,6}(?:\.[0-9]{1,3})?))?"
)


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """The parsed form of `http:[[HOST:]PORT][?claim=SECONDS]`."""

    host: str = _LOOPBACK
    port: int = 0
    claim: float = _CLAIM_TIMEOUT

    @classmethod
    def read(cls, address: str) -> ListenAddress:
        """Parses an address. Raises UsageError."""
        found = _ADDRESS.fullmatch(address)
        port = int(found["port"] or 0) if found else 0
        if found is None or port > 0xFFFF or (found["host"] and not found["port"]):
            raise UsageError(
                f"--agent {address}: give http: (any free port), http:PORT or http:HOST:PORT, and after it "
                f"?claim=SECONDS if an episode may wait for an agent longer or shorter than {_CLAIM_TIMEOUT:g} s"
            )
        claim = float(found["claim"] or _CLAIM_TIMEOUT)
        if not claim:
            raise UsageError(f"--agent {address}: the claim timeout must be positive")
        return cls((found["host"] or _LOOPBACK).strip("[]"), port, claim)

    @property
    def local_only(self) -> bool:
        """Whether only this computer can connect."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class HttpAgents:
    """Runs a server at which agents claim episodes while the run lasts; prints its address to stderr."""

    def __init__(self, program: Program) -> None:
        self._address = ListenAddress.read(program.address)
        self._label = program.label
        self.url = ""
        """Where episodes are claimed."""
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Callable[[int, Path], ClaimedAgent]:
        """Starts listening.

        Raises:
            UsageError: the port is not available, or the chosen token is too short.
        """
        address, token = self._address, os.environ.get(RUN_TOKEN, "")
        if token and len(token) < _MIN_TOKEN:
            raise UsageError(f"{RUN_TOKEN} has {len(token)} characters: choose at least {_MIN_TOKEN}, or unset it")
        run_token = token or secrets.token_urlsafe(32)
        spec = await anyio.to_thread.run_sync(registry.load, registry.AGENT_SERVERS, "http")
        server = spec.open(address.host, address.port, run_token=run_token)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(server)
            except OSError as error:
                raise UsageError(
                    f"--agent http: cannot listen on port {address.port} of {address.host}: {error}"
                ) from error
            self._stack = stack.pop_all()
        self.url = server.url
        _announce(self._label, self.url, f"the one in {RUN_TOKEN}" if token else run_token, address)
        return lambda seed, folder: ClaimedAgent(server, address)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()


class ClaimedAgent:
    """The agent of one episode, played by the client that claims it. See `runtime.plugins.protocols.Agent`."""

    needs: frozenset[Need] = frozenset()

    def __init__(self, server: Any, address: ListenAddress) -> None:
        self._server = server
        self._address = address

    async def play(self, session: Session) -> None:
        """Offers the episode and returns when the session has ended.

        Raises:
            AgentFault: nobody claimed it.
        """
        played = played_by_program(session)
        sniffer = OrderedSniffer(played)
        await played.observe()  # record the first screen before the agent can act
        played.caught_up, played.before_stream = sniffer.caught_up, sniffer.before_stream
        shown = played.visible_device
        async with (
            endpoint(played.open, shown, sniffer.watch, bind=self._bind) as server,
            device_port(played.open, shown, sniffer.watch, listener=await self._bind(0)) as device,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(sniffer.run)
            with closing(sniffer), self._server.offer(played, server.port, device.port, shown.serial) as offer:
                tasks.start_soon(_report_end, played, offer)
                await self._wait_for_claim(session, offer)
                await offer.over.wait()
            tasks.cancel_scope.cancel()

    async def _bind(self, port: int) -> socket.socket:
        """A listening socket on the server's host, so that every client of the server can reach the phone."""
        host = self._address.host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        make = partial(socket.create_server, (host, port), family=family, backlog=_BACKLOG)
        return await anyio.to_thread.run_sync(make)  # the host may be a name

    async def _wait_for_claim(self, session: Session, offer: Any) -> None:
        end = anyio.current_time() + self._address.claim
        while (left := end - anyio.current_time()) > 0:
            with anyio.move_on_after(min(left, _KEEPALIVE)):
                await offer.claimed.wait()
            await session.observe()  # restarts the deadline of the first decision
            if offer.claimed.is_set():
                return
        raise AgentFault(f"nobody claimed it within {self._address.claim:g} s")


async def _report_end(played: ProgramSession, offer: Any) -> None:
    """Notifies the server when the session has ended, possibly by an action on the phone."""
    await played.over.wait()
    await offer.refresh()


def _announce(label: str, url: str, token: str, address: ListenAddress) -> None:
    reach = (
        ""
        if address.local_only
        else "; other computers can reach it, unencrypted, and the phones of episodes without a key"
    )
    complain(f"{label}: episodes are claimed at {url}, run token: {token}{reach}")


_NOTES: Final = AgentNotes(
    "http:[HOST:]PORT starts nothing and waits for agents that connect by themselves, several at once",
    "an agent of yours that claims episodes with the token told at the start (docs/agents/http.md); give "
    "--concurrency as many as there are agents. It is not isolated: that is up to you",
    "POST /v1/ask, or the WebSocket",
    "--agent mine=http:8700 --concurrency 3",
)
HTTP: Final = ProgramSpec(open=HttpAgents, notes=lambda: {"": _NOTES}, outside=True)
