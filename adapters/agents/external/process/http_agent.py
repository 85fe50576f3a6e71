"""Agents that connect by themselves: `--agent http:` starts nothing and waits until one claims an episode.

The episode is offered at the talk door, which is found through the catalog; its phone stands behind a private adb
server, and what the agent does there is read as for any foreign program. How such an agent is kept from the ground
truth is not in our hands.
"""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
import sys
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
from adapters.agents.external.process.program_session import played as played_by_program
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.endpoint import endpoint
from runtime.core.errors import AgentFault, UsageError
from runtime.plugins import registry
from runtime.plugins.protocols import AgentNotes, Need, Program, Session
from runtime.plugins.specs import ProgramSpec

RUN_TOKEN: Final = "MAR_RUN_TOKEN"
"""The variable with the token by which agents claim episodes; without it one is made up."""
_LEAST_TOKEN: Final = 16
_LOOPBACK: Final = "127.0.0.1"
_CLAIM: Final = 300.0
"""Seconds that an episode waits for an agent."""
_SIGN: Final = 5.0
"""Between two signs to the session that waiting for an agent is no decision which takes too long."""
_BACKLOG: Final = 128
_ADDRESS: Final = re.compile(
    r"http:(?://)?(?:(?P<host>[^\s:/?#@\[\]]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})?/?"
    r"(?:\?claim=(?P<claim>[0-9]{1,6}(?:\.[0-9]{1,3})?))?"
)


@dataclass(frozen=True, slots=True)
class Where:
    """What `http:[[HOST:]PORT][?claim=SECONDS]` says."""

    host: str = _LOOPBACK
    port: int = 0
    claim: float = _CLAIM

    @classmethod
    def read(cls, address: str) -> Where:
        """UsageError if it is no such address."""
        found = _ADDRESS.fullmatch(address)
        port = int(found["port"] or 0) if found else 0
        if found is None or port > 0xFFFF or (found["host"] and not found["port"]):
            raise UsageError(
                f"--agent {address}: give http: (any free port), http:PORT or http:HOST:PORT, and after it "
                f"?claim=SECONDS if an episode may wait for an agent longer or shorter than {_CLAIM:g} s"
            )
        claim = float(found["claim"] or _CLAIM)
        if not claim:
            raise UsageError(f"--agent {address}: an episode that waits for no time at all cannot be claimed")
        return cls((found["host"] or _LOOPBACK).strip("[]"), port, claim)

    @property
    def inside(self) -> bool:
        """Whether nobody reaches it from another computer."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class HttpAgents:
    """Keeps a door open while the run lasts, at which agents claim its episodes; tells on stderr where that is."""

    def __init__(self, program: Program) -> None:
        self._where = Where.read(program.address)
        self._label = program.label
        self.url = ""
        """Where episodes are claimed."""
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Callable[[int, Path], Awaited]:
        """Listen.

        Raises:
            UsageError: the port cannot be had, or the token that was chosen is too short.
        """
        where, token = self._where, os.environ.get(RUN_TOKEN, "")
        if token and len(token) < _LEAST_TOKEN:
            raise UsageError(f"{RUN_TOKEN} has {len(token)} characters: choose at least {_LEAST_TOKEN}, or unset it")
        run_token = token or secrets.token_urlsafe(32)
        server = await anyio.to_thread.run_sync(registry.load, registry.AGENT_SERVERS, "http")
        door = server.open(where.host, where.port, run_token=run_token)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(door)
            except OSError as error:
                raise UsageError(f"--agent http: port {where.port} of {where.host} cannot be had: {error}") from error
            self._stack = stack.pop_all()
        self.url = door.url
        _tell(self._label, self.url, f"the one in {RUN_TOKEN}" if token else run_token, where)
        return lambda seed, folder: Awaited(door, where)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()


class Awaited:
    """The agent of one episode: whoever claims it. See `runtime.plugins.protocols.Agent`."""

    needs: frozenset[Need] = frozenset()

    def __init__(self, door: Any, where: Where) -> None:
        self._door = door
        self._where = where

    async def play(self, session: Session) -> None:
        """Offer the episode, and return when the session has ended.

        Raises:
            AgentFault: nobody claimed it.
        """
        played = played_by_program(session)
        sniffer = OrderedSniffer(played)
        await played.observe()  # the first screen, before anybody can touch it
        played.caught_up, played.before = sniffer.caught_up, sniffer.before
        shown = played.shown
        async with (
            endpoint(played.open, shown, sniffer.watch, bind=self._bind) as server,
            device_port(played.open, shown, sniffer.watch, listener=await self._bind(0)) as device,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(sniffer.run)
            with closing(sniffer), self._door.offer(played, server.port, device.port, shown.serial) as offer:
                tasks.start_soon(_tell_the_end, played, offer)
                await self._claimed(session, offer)
                await offer.over.wait()
            tasks.cancel_scope.cancel()

    async def _bind(self, port: int) -> socket.socket:
        """A port where the door is: who reaches the one reaches the other."""
        host = self._where.host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        make = partial(socket.create_server, (host, port), family=family, backlog=_BACKLOG)
        return await anyio.to_thread.run_sync(make)  # the host may be a name

    async def _claimed(self, session: Session, offer: Any) -> None:
        end = anyio.current_time() + self._where.claim
        while (left := end - anyio.current_time()) > 0:
            with anyio.move_on_after(min(left, _SIGN)):
                await offer.claimed.wait()
            await session.observe()  # from now on the agent has its whole time for its first decision
            if offer.claimed.is_set():
                return
        raise AgentFault(f"nobody claimed it within {self._where.claim:g} s")


async def _tell_the_end(played: ProgramSession, offer: Any) -> None:
    """What is done on the phone may end the session as well; the door has to be told."""
    await played.over.wait()
    await offer.refresh()


def _tell(label: str, url: str, token: str, where: Where) -> None:
    reach = (
        "" if where.inside else "; other computers can reach it, unencrypted, and the phones of episodes without a key"
    )
    sys.stderr.write(f"{label}: episodes are claimed at {url}, run token: {token}{reach}\n")


_NOTES: Final = AgentNotes(
    "http:[HOST:]PORT starts nothing and waits for agents that connect by themselves, several at once",
    "an agent of yours that claims episodes with the token told at the start (docs/agents/http.md); give "
    "--concurrency as many as there are agents. It is not isolated: that is up to you",
    "POST /v1/ask, or the WebSocket",
    "--agent mine=http:8700 --concurrency 3",
)
HTTP: Final = ProgramSpec(open=HttpAgents, notes=lambda: {"": _NOTES}, outside=True)
